"""What is announced is what happens: short supplies, relief, the set-up, and what the table sets by hand."""

from __future__ import annotations

import pytest
from stars_table import WORDS, after, broken, choose, colonies, option, setup, stars, told

from companion.engine import Amount, Box, Draft, Label, Pending, Verdict, play
from companion.games.starfarers import encounter, game
from companion.games.starfarers.actions import Effect, Encounter, Relieve, Roll, Share
from companion.games.starfarers.audit import audit
from companion.games.starfarers.flight import drives_of

rule = pytest.mark.rule
ORE = 0


def short(stock: int, **facts):
    """Anna and Dora have to get two ore each, and the supply has so many."""
    claim = {"colonies": colonies(("ore:5", "ore:5"))}
    sides = {0: claim, 3: claim}
    state = stars("roll", sides, cards="counted", stock=(stock, 9, 9, 9, 9), facts=facts)
    return after(state, Roll(seat=0, dice=(1, 4)))


def labels(state, page: str) -> list[str]:
    """What a picture says."""
    shapes = game.picture(state, page, None).shapes
    return [WORDS["de"].say(one.text) for one in shapes if isinstance(one, Label)]


@rule("SF-012")
def test_only_what_the_supply_has_is_announced():
    for state, gains in (
        (short(3, shortage="nobody"), [0, 0]),
        (short(3, shortage="turn"), [2, 1]),
        (after(short(3), Share(counts=(1, 0, 0, 2))), [1, 2]),
        (short(0), [0, 0]),
    ):
        assert [state.gains[seat][ORE] for seat in (0, 3)] == gains
        assert [state.sides[seat].hand.total for seat in (0, 3)] == gains
        assert ("SF-012" in [one.rule for one in game.reminders(state)]) == any(gains)


@rule("SF-134")
def test_relief_is_only_asked_where_cards_are_counted_and_else_announced():
    side = {2: {"cards": ("diplomats.relief",), "colonies": colonies(("ore:5", "fuel:6"))}}
    free = after(stars("roll", side), Roll(seat=0, dice=(1, 1)))
    assert (free.pending, free.phase) == ((), "draw")
    (line,) = [one.text for one in game.reminders(free) if one.rule == "SF-134"]
    told(line)
    assert "Cem" in WORDS["de"].say(line)
    for dice in ((1, 4), (3, 4)):
        said = game.reminders(after(stars("roll", side), Roll(seat=0, dice=dice)))
        assert "SF-134" not in [one.rule for one in said]


@rule("SF-134")
def test_relief_is_not_forced_on_whose_planets_are_not_noted():
    bare = {2: {"cards": ("diplomats.relief",), "colonies": colonies(("ore:5", "fuel:6"), ())}}
    state = after(stars("roll", bare, cards="counted"), Roll(seat=0, dice=(1, 1)))
    assert state.pending == (Pending(key="relief", seat=2),)
    assert option(choose(state, Draft("relief", 2)), "-") == ()
    declined = after(state, Relieve(seat=2, sort="-"))
    assert (declined.sides[2].hand.total, declined.phase) == (0, "draw")
    told(game.describe(state, Relieve(seat=2, sort="-")))
    noted = {2: {"cards": ("diplomats.relief",), "colonies": colonies(("ore:5", "fuel:6"))}}
    state = after(stars("roll", noted, cards="counted"), Roll(seat=0, dice=(1, 1)))
    assert option(choose(state, Draft("relief", 2)), "-") is None
    assert broken(state, Relieve(seat=2, sort="-")) == ("SF-012",)


@rule("SF-091")
def test_an_unknown_strength_of_the_neighbour_leaves_both_ends_open():
    mine, card = {"ships": ("colony",)}, {"cards": ("scientists.cannons",)}
    state = stars("meet", {0: mine, 3: card}, balls=("black", "red"), facts={}, edition="2019")
    fight = Encounter(
        seat=0, question="rescue", answer="yes", foe="r1",
        balls=("yellow", "red"), theirs=("yellow", "yellow"), outcome=("stop",),
    )  # fmt: skip
    asked = encounter.QUESTIONS["rescue"]
    assert encounter.possible(state, fight) == (*asked.win, *asked.lose)
    found = play.ruling(game, state, fight)
    assert (found.verdict, found.missing) == (Verdict.UNDECIDABLE, ("foe.cards",))
    for known, outcomes in (("yes", asked.lose), ("no", asked.win)):
        state = stars("meet", {0: mine, 3: card}, balls=("black", "red"), facts={"foe.cards": known})
        assert encounter.possible(state, fight) == outcomes
    clear = stars("meet", {0: {**mine, "cannons": 6}, 3: card}, balls=("black", "red"), facts={})
    assert encounter.possible(clear, fight) == asked.win


@rule("SF-140")
def test_an_encounter_can_take_a_drive_of_the_unknown_beginning():
    state = stars("meet", {0: {"ships": ("colony",), "cannons": 1}}, facts={}, balls=("black", "red"))
    assert encounter.choices(state, ("upgrade-1",)) == [("drives", "cannons")]
    gone = after(state, *[Effect(seat=0, who=0, what="drives", count=-1)] * 2)
    assert drives_of(gone, 0) == Amount(0, 0)
    assert encounter.choices(gone, ("upgrade-1",)) == [("cannons",)]


@pytest.mark.parametrize(
    ("edition", "opening", "key"),
    [("1999", "given", "1999"), ("2019", "given", "2019"), ("2019", "free", "free")],
)
def test_the_set_up_names_what_everybody_begins_with(edition, opening, key):
    tasks = game.checklist(setup(4, edition=edition, opening=opening))
    assert f"setup.start.{key}" in [task.text.key for task in tasks]
    pieces = next(task.text for task in tasks if task.text.key.startswith("setup.pieces"))
    assert ("Kolonieschiff" in WORDS["de"].say(pieces)) == (opening == "given")


def test_supply_and_pile_can_be_set_by_hand_where_cards_are_counted():
    state = stars(cards="counted", pile=20)
    before = audit(state, ())
    state = game.adjust(game.adjust(state, "pile", 18), "stock.ore", 14)
    assert (state.pile, state.stock[ORE]) == (18, 14)
    assert audit(state, ()) == before
    told(*(one.label for one in game.adjustables(state)))
    assert not [one for one in game.adjustables(stars()) if one.what.startswith(("pile", "stock"))]


@rule("SF-018")
def test_on_a_seven_everybody_is_told_the_own_limit():
    state = after(stars("roll", {1: {"cards": ("diplomats.tribute",)}}), Roll(seat=0, dice=(3, 4)))
    said = labels(state, "yields")
    assert [line for line in said if line.startswith("ab ")] == [
        f"ab {most} Karten: die Hälfte zurück" for most in (8, 13, 8, 8)
    ]


@pytest.mark.parametrize("phase", ["build", "balls", "move"])
def test_the_ship_in_turn_stands_large_beside_the_choices(phase):
    side = {"rings": 3, "cannons": 2, "ships": ("colony",), "cards": ("scientists.both",), "fame": 5}
    state = stars(phase, {0: side}, cards="counted", balls=("blue", "red"))
    assert game.pages(state)[0].key == "mine"
    said = labels(state, "mine")
    assert {"−9", "0+1", "2+1", "3", "5"} <= set(said)
    assert said.count("−11") == 3
    assert said.count("5") == (2 if phase == "move" else 1)


def test_yields_are_only_shown_where_planets_are_noted():
    bare = stars("roll")
    assert game.pages(bare)[0].key == "race"
    assert "yields" not in [page.key for page in game.pages(bare)]
    some = stars("roll", {1: {"colonies": colonies(("ore:5", "fuel:6"), ())}})
    assert game.pages(some)[0].key == "yields"
    rolled = after(some, Roll(seat=0, dice=(1, 1)))
    assert labels(rolled, "yields").count("?") == 4
    noted = {seat: {"colonies": colonies(("ore:5", "fuel:6"))} for seat in range(4)}
    assert labels(after(stars("roll", noted), Roll(seat=0, dice=(1, 1))), "yields").count("–") == 4
    assert game.pages(after(bare, Roll(seat=0, dice=(3, 4))))[0].key == "yields"


def test_a_ball_is_chosen_by_its_colour():
    step = choose(stars("balls", {0: {"ships": ("colony",)}}), Draft("balls", 0))
    assert [(one.value, bool(one.tone)) for one in step.options] == [
        ("yellow", True), ("red", True), ("blue", True), ("black", False),
    ]  # fmt: skip


def test_a_table_that_notes_no_planets_is_only_offered_it_before_a_roll():
    for phase, count in (("setup", 4), ("roll", 4), ("build", 0), ("move", 0)):
        assert len(game.prompt(stars(phase)).offers) == count
    some = {1: {"colonies": colonies(("ore:5", "fuel:6"), ())}}
    assert [one.seat for one in game.prompt(stars("build", some)).offers] == [0, 1, 2, 3]


@pytest.mark.parametrize("players", [3, 4])
def test_the_yields_fit_their_picture(players):
    noted = {
        seat: {"colonies": colonies(("ore:5", "fuel:5"), ("food:5", "goods:5"))} for seat in range(players)
    }
    before = stars("roll", noted, players=players)
    for state in (before, after(before, Roll(seat=0, dice=(1, 4)))):
        picture = game.picture(state, "yields", None)
        boxes = [shape for shape in picture.shapes if isinstance(shape, Box)]
        assert len(boxes) > players
        assert max(box.y + box.h for box in boxes) <= picture.height
        assert max(box.x + box.w for box in boxes) <= picture.width


def test_how_many_are_left_is_only_told_of_cards_that_are_known():
    state = stars("move", {0: {"ships": ("trade",), "rings": 1}})
    step = choose(state, Draft("move", 0), do="station", people="scientists")
    assert [(one.value, one.note is not None) for one in step.options] == [
        ("scientists.both", True),
        ("scientists.drives", False),
        ("scientists.cannons", False),
        ("scientists.other", False),
    ]
