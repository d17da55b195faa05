"""Whatever is entered, and wherever: a ruling comes back, and the table applies it or says it cannot be."""

from __future__ import annotations

from functools import cache

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from twilight_table import explained, random_game

from companion.engine import Adjust, Impossible, Learn, Lower, Ruling, Step, encode, play
from companion.games.twilight_inscription import game
from companion.games.twilight_inscription.cards import AGENDAS, EVENTS, FACTIONS, RELICS
from companion.games.twilight_inscription.desk import RESOURCES, SHEETS
from companion.games.twilight_inscription.dice import FACES
from companion.games.twilight_inscription.layouts import sheets_of
from companion.games.twilight_inscription.sheets.tech import TECHS

KINDS = {kind.__name__: kind for kind in (*game.actions, Learn, Adjust, Lower)}
KEYS = ("mark", "sheet", "roll", "relic", "mecatol", "vote:9", "claim", "count", "finish", "skip", "x")
NUMBERS = st.integers(-2, 9) | st.integers(-99, 999)
OWN = (
    *RESOURCES,
    *SHEETS,
    "free",
    "claim",
    "scrap",
    "left.1",
    "burst",
    "deploy",
    "hidden",
    "active",
    "",
    "x",
)
CARDS = (*EVENTS, *AGENDAS, *RELICS, *FACTIONS, *(tech for techs in TECHS.values() for tech in techs))
PER_STEP = 3


@cache
def states():
    """Tables of every step and depth, some of them with nothing known."""
    found = []
    for players, depth, seed in [(3, "full", 1), (1, "full", 2), (2, "light", 3), (3, "scoring", 4)]:
        every = random_game(players, depth, seed=seed).states
        for step in dict.fromkeys(state.step for state in every):
            same = [state for state in every if state.step == step]
            found += same[:: max(1, len(same) // PER_STEP)]
        found += [one for one in every if any(side.desk and side.desk.todo for side in one.sides)][::9]
    return found


@cache
def places() -> tuple[str, ...]:
    """What can be named on the practice sheets."""
    state = next(one for one in states() if one.depth == "full" and one.sides[0].desk is not None)
    sheets = sheets_of(state, 0)
    nodes = tuple(node.place[2:] for node in sheets.warfare.nodes)
    return (*sheets.names, *sheets.navigation.joined, *sheets.industry.of, *nodes)


@st.composite
def garbage(draw):
    """An action of any kind with any values."""
    kind = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    words = st.sampled_from([*OWN, *CARDS]) | st.sampled_from(places())
    values = {
        "int": NUMBERS,
        "bool": st.booleans(),
        "str": words,
        "tuple[str, ...]": st.lists(words | st.sampled_from(FACES), max_size=6).map(tuple),
        "int | str": NUMBERS | words,
    }
    fields: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "seat":
            fields["seat"] = draw(st.none() | st.integers(-2, 4))
        elif field.name == "key":
            fields["key"] = draw(st.sampled_from(KEYS))
        elif field.name == "fact":
            fields["fact"] = draw(st.sampled_from([*game.facts, "nothing"]))
        else:
            fields[field.name] = draw(values[str(field.type).replace("<class '", "").replace("'>", "")])
    return kind(**fields)


def goes_on(after, players: int) -> None:
    """The table can be kept, shown, scored and played on."""
    assert game.decode_state(encode(after)) == after
    assert game.score(after).players == players
    assert game.outcome(after) is not None or game.prompt(after).demands
    assert isinstance(game.wanted(after), tuple)
    assert game.reminders(after) is not None
    assert game.pages(after)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(data=st.data(), action=garbage())
def test_any_entry_is_ruled_on_and_applied_or_impossible(data, action):
    state = data.draw(st.sampled_from(states()))
    ruling = play.ruling(game, state, action)
    assert isinstance(ruling, Ruling)
    explained(ruling)
    try:
        after = play.apply(game, state, action)
    except Impossible:
        assert not ruling.legal
        return
    assert play.describe(game, state, action).key
    goes_on(after, state.players)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data())
def test_anything_that_is_offered_can_be_overruled_or_is_impossible(data):
    state = data.draw(st.sampled_from([one for one in states() if game.prompt(one).demands]))
    prompt = play.prompt(game, state)
    draft = data.draw(st.sampled_from([one.draft for one in (*prompt.demands, *prompt.offers)]))
    found = play.step(game, state, draft)
    while isinstance(found, Step) and found.options:
        draft = draft.then(found.field, data.draw(st.sampled_from([one.value for one in found.options])))
        found = play.step(game, state, draft)
    if isinstance(found, Step):
        return
    explained(play.ruling(game, state, found))
    try:
        after = play.apply(game, state, found)
    except Impossible:
        return
    goes_on(after, state.players)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data())
def test_anything_can_be_set_by_hand(data):
    state = data.draw(st.sampled_from(states()))
    found = data.draw(st.sampled_from(game.adjustables(state)))
    values = st.sampled_from([one.value for one in found.options] or [found.low, found.high])
    value = data.draw(values | NUMBERS | st.sampled_from(OWN))
    action = Adjust(key=play.ADJUST, what=found.what, value=value)
    try:
        after = play.apply(game, state, action)
    except Impossible:
        assert not play.ruling(game, state, action).legal
        return
    goes_on(after, state.players)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data(), answers=st.integers(0, 3))
def test_a_draft_that_no_longer_fits_leads_to_a_step_an_action_or_nowhere(data, answers):
    before = data.draw(st.sampled_from([one for one in states() if game.prompt(one).demands]))
    same = [one for one in states() if (one.players, one.depth) == (before.players, before.depth)]
    state, prompt = data.draw(st.sampled_from(same)), play.prompt(game, before)
    draft = data.draw(st.sampled_from([one.draft for one in (*prompt.demands, *prompt.offers)]))
    for _ in range(answers):
        found = play.step(game, before, draft)
        if isinstance(found, Step) and found.options:
            draft = draft.then(found.field, data.draw(st.sampled_from([one.value for one in found.options])))
    try:
        now = play.step(game, state, draft)
    except Impossible:
        return
    if not isinstance(now, Step):
        explained(play.ruling(game, state, now))
