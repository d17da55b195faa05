"""The pictures of Reworld: every page of whole random games, every touch spot, every word."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion.engine import (
    LANGUAGES,
    Action,
    Box,
    Disc,
    Draft,
    Icon,
    Label,
    Picture,
    Setup,
    Spot,
    Step,
    Table,
    Words,
    but,
    notation,
    play,
)
from companion.games.reworld import game as reworld
from companion.games.reworld.actions import Award, Dispose, DropOut
from companion.games.reworld.modules import LETTERS, MODULES
from companion.games.reworld.payment import neighbours
from companion.games.reworld.picture import laying, seat, station
from companion.games.reworld.picture.tiles import FIRMS, TERRAINS
from companion.games.reworld.settlement import carries
from companion.games.reworld.state import City, ReworldState
from companion.tools.walk import Trail, walk

NAMES = ("Anna", "Benedikt", "Cem", "Dora")
READABLE = 11.0
"""No words become smaller than this when they shrink into their box."""


def opened(players: int, depth: str = "full", **options: str) -> Table[ReworldState]:
    return Table(
        reworld,
        Setup(game="reworld", players=notation.players(*NAMES[:players]), depth=depth, options=dict(options)),
    )


def unwise(table: Table[ReworldState], action: Action) -> bool:
    """What would make a random game poor: dropping out early, throwing crews away, wild points."""
    if isinstance(action, DropOut):
        return table.state.sides[table.state.turn].hand > 2
    return isinstance(action, Dispose) or (isinstance(action, Award) and abs(action.points) > 20)


@cache
def games(players: int, depth: str, rings: str, seed: int) -> tuple[tuple[ReworldState, Trail], ...]:
    """Every state of a random game, with the steps on the way to the action that followed."""
    table, rng = opened(players, depth, ring=rings), Random(seed)
    found: list[tuple[ReworldState, Trail]] = []
    while table.outcome() is None:
        prompt = table.prompt()
        offers = [offer for offer in prompt.offers if offer.key in ("award", "ship")]
        demands = offers if offers and rng.random() < 0.8 else list(prompt.demands)
        demand, trail = rng.choice(demands), Trail()
        action = walk(reworld, table.state, demand.draft, rng, trail)
        for _ in range(30):
            if action is not None and not unwise(table, action):
                break
            trail.clear()
            action = walk(reworld, table.state, demand.draft, rng, trail)
        found.append((table.state, list(trail)))
        if action is not None and table.ruling(action).allowed:
            table.submit(action)
    return (*found, (table.state, []))


PLAYED = (
    (2, "full", "two", 5), (3, "full", "one", 2), (4, "full", "one", 3),
    (4, "light", "one", 1), (2, "scoring", "one", 1),
)  # fmt: skip


def situations() -> Iterator[tuple[ReworldState, Draft | None, Step | None]]:
    """Every moment at which a screen shows a picture: before a touch, and at each step of an entry."""
    for plan in PLAYED:
        for state, trail in games(*plan)[::2]:
            yield state, None, None
            for draft, step in trail if state.phase != "prepare" else trail[::7]:
                yield state, draft, step


@cache
def pictures() -> tuple[tuple[str, Picture], ...]:
    """Every page at every one of these moments."""
    return tuple(
        (page.key, reworld.picture(state, page.key, draft))
        for state, draft, _ in situations()
        for page in reworld.pages(state)[: None if draft is None else 1]
    )


def test_random_games_show_all_there_is_to_draw() -> None:
    """The games below are rich enough to mean something."""
    states = [state for plan in PLAYED for state, _ in games(*plan)]
    sides = [side for state in states for side in state.sides]
    assert {state.phase for state in states} == {
        "begin", "prepare", "station", "settlement", "final", "count", "over",
    }  # fmt: skip
    assert max(len(side.cities) for side in sides) == len(LETTERS)
    assert max(len(row) for side in sides for row in side.rows) > 8
    assert {code for state in states for code in state.arms if code} == set(MODULES)


def test_all_lies_within_the_picture_and_spots_stand_apart() -> None:
    for page, picture in pictures():
        for shape in picture.shapes:
            if isinstance(shape, Box | Label):
                assert inside(picture, shape.x, shape.y, shape.w, shape.h), (page, shape)
            elif isinstance(shape, Disc | Icon):
                r = shape.r if isinstance(shape, Disc) else shape.size / 2
                assert inside(picture, shape.x - r, shape.y - r, r * 2, r * 2), (page, shape)
        for spot in picture.spots:
            assert inside(picture, spot.x, spot.y, spot.w, spot.h), (page, spot)
            assert min(spot.w, spot.h) >= 44
        for one, other in combinations(picture.spots, 2):
            assert not overlap(one, other), (page, one, other)
            assert one.draft != other.draft


def inside(picture: Picture, x: float, y: float, w: float, h: float) -> bool:
    return x >= -1 and y >= -1 and x + w <= picture.width + 1 and y + h <= picture.height + 1


def overlap(one: Spot, other: Spot) -> bool:
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > 0.01 and down > 0.01


def touchable(state: ReworldState, step: Step) -> set[Any]:
    """The answers of a step that name a thing lying on the table."""
    values = {option.value for option in step.options}
    if step.field == "take":
        return values - {"out"}
    if step.field == "dock":
        return values - {0}
    if step.field == "city":
        return values & set(LETTERS)
    if step.field == "use":
        return values - {"dispose"} - ({"defend"} if state.phase != "settlement" else set())
    return values if step.field in ("ship", "modules") else set()


def test_what_can_be_chosen_on_the_table_can_be_touched_there() -> None:
    """Each option that names a slot, row, crew, city or ship has a spot with the same ruling."""
    seen = set()
    for state, draft, step in situations():
        if draft is None or step is None:
            continue
        spots: dict[Draft, Spot] = {}
        for page in reworld.pages(state):
            spots |= {spot.draft: spot for spot in reworld.picture(state, page.key, draft).spots}
        for option in step.options:
            if option.value in touchable(state, step):
                spot = spots[draft.then(step.field, option.value)]
                assert spot.ruling == option.ruling
                seen.add((step.field, option.ruling.allowed))
    assert seen >= {
        ("take", True), ("take", False), ("dock", True), ("city", True), ("use", True), ("use", False),
        ("ship", True), ("ship", False), ("modules", True), ("modules", False),
    }  # fmt: skip


def test_a_transport_is_entered_on_the_picture() -> None:
    """Shuttle, crew and city are touched one after the other; a city of another firm says why not."""
    start = next(state for state, _ in games(*PLAYED[2]) if state.phase == "settlement")
    cities = (City("A", 1, ("tA", "c1")), City("B", 1, ("tB",)), City("D", 1, ("tD",)))
    side = but(start.sides[start.turn], rows=(("s1",), ("tE", "c2", "c2"), (), (), ()), cities=cities)
    sides = tuple(side if at == start.turn else one for at, one in enumerate(start.sides))
    state, page = but(start, sides=sides), f"seat.{start.turn}"

    def touch(draft: Draft | None, field: str, value: int | str) -> Draft:
        spots = reworld.picture(state, page, draft).spots
        return next(spot.draft for spot in spots if spot.draft.answers[-1] == (field, value))

    draft = touch(touch(None, "take", 1), "use", "transport")
    assert any(spot.chosen for spot in reworld.picture(state, page, touch(None, "take", 1)).spots)
    draft = touch(draft, "dock", 2)
    first, second = (
        next(spot for spot in reworld.picture(state, page, one).spots if spot.draft.get("dock") == 2)
        for one in (draft.back(), draft)
    )
    assert first.x < second.x
    draft = touch(draft, "dock", 2)
    found = {spot.draft.get("city"): spot for spot in reworld.picture(state, page, draft).spots}
    assert {letter: spot.ruling.allowed for letter, spot in found.items()} == {
        "A": False, "B": True, "D": True,
    }  # fmt: skip
    step = reworld.step(state, draft)
    assert isinstance(step, Step)
    for option in step.options:
        if option.value in found:
            assert found[option.value].ruling == option.ruling
    assert isinstance(reworld.step(state, touch(draft, "city", "D")), Action)


def test_every_spot_leads_on() -> None:
    """A touch on any spot is an answer that the game understands."""
    for state, draft, _ in situations():
        for page in reworld.pages(state):
            for spot in reworld.picture(state, page.key, draft).spots:
                assert isinstance(reworld.step(state, spot.draft), Step | Action)
                assert spot.name is not None


def test_only_the_first_page_needs_to_be_open_to_take_a_turn() -> None:
    """What is due can be touched without turning the page."""
    for state, draft, step in situations():
        if (
            step is not None
            and draft is not None
            and touchable(state, step)
            and draft.key in ("turn", "prepare")
        ):
            first = reworld.picture(state, reworld.pages(state)[0].key, draft)
            assert any(spot.draft.answers[:-1] == draft.answers for spot in first.spots)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_exist_and_stay_readable(lang: str) -> None:
    words = Words(play.texts(reworld), lang, NAMES)
    drawn = [shape for _, picture in pictures() for shape in picture.shapes if isinstance(shape, Label)]
    labels = {(words.say(label.text), label.w, label.h, label.size): label for label in drawn}.values()
    states = [state for plan in PLAYED for state, _ in games(*plan)]
    said = {page.title.key for state in states for page in reworld.pages(state)}
    for key in said | {label.text.key for label in labels}:
        assert key in ("=", "@seat") or words.catalogue.entries[key][lang], key
    for label in labels:
        longest = max(words.say(label.text).split(), key=len)
        size = min(label.size, label.h / 1.18, label.w / (0.58 * len(longest)))
        assert size >= READABLE, (words.say(label.text), size)


def test_every_sign_is_one_that_screens_can_draw() -> None:
    source = Path(companion.__file__).parent / "ui" / "icons.toml"
    known = set(tomllib.loads(source.read_text("utf-8"))) | {f"seat{number}" for number in range(4)}
    used = {shape.name for _, picture in pictures() for shape in picture.shapes if isinstance(shape, Icon)}
    assert used <= known


@pytest.mark.parametrize(("depth", "phase", "first"), [
    ("full", "station", "station"), ("full", "settlement", "seat."), ("full", "over", "ships"),
    ("light", "station", "track"), ("light", "settlement", "ships"), ("scoring", "settlement", "ships"),
])  # fmt: skip
def test_the_page_that_matters_comes_first(depth: str, phase: str, first: str) -> None:
    for plan in PLAYED:
        for state, _ in games(*plan):
            if (state.depth, state.phase) == (depth, phase):
                wanted = f"seat.{state.turn}" if first == "seat." else first
                assert reworld.pages(state)[0].key == wanted


def test_modules_are_shown_at_their_arms_while_they_are_entered() -> None:
    state = next(state for state, _ in games(*PLAYED[0]) if state.phase == "prepare")
    draft = Draft("prepare")
    assert at_arms(state, draft) == {str(arm) for arm in range(1, 21)}
    for code in ("tA", "k3", "s0"):
        spots = reworld.picture(state, "station", draft).spots
        draft = next(spot.draft for spot in spots if spot.draft == draft.then("modules", code))
    assert at_arms(state, draft) == {"A", "0", *(str(arm) for arm in range(3, 21))}


def test_all_twenty_modules_lie_before_they_count() -> None:
    state = next(state for state, _ in games(*PLAYED[0]) if state.phase == "prepare")
    whole = Draft("prepare", None, (("modules", "tA"),) * 20)
    assert at_arms(state, whole) == {"A"}
    assert not reworld.picture(state, "station", whole).spots


def at_arms(state: ReworldState, draft: Draft) -> set[str]:
    """The letters and numbers at the arms while modules are entered."""
    shapes = reworld.picture(state, "station", draft).shapes
    labels = [shape for shape in shapes if isinstance(shape, Label) and shape.y < 2 * laying.ARM]
    return {str(label.text.args["words"]) for label in labels}


def shown(picture: Picture) -> set[str]:
    """The letters and numbers on a picture."""
    labels = [shape for shape in picture.shapes if isinstance(shape, Label)]
    return {str(label.text.args["words"]) for label in labels if label.text.key == "="}


@pytest.mark.parametrize("rings", ["one", "two"])
def test_the_band_joins_a_chosen_slot_with_its_two_neighbours(rings: str) -> None:
    for slot in range(20):
        for near in neighbours(slot, rings):
            way = station._link(slot, near)
            assert way[0] == station.place(slot)
            assert way[-1] == station.place(near)
            assert all(x == u or y == v for (x, y), (u, v) in pairwise(way))


def test_a_chosen_slot_is_marked_and_may_be_changed() -> None:
    state = next(state for state, _ in games(*PLAYED[2]) if state.phase == "station" and any(state.slots))
    slot = next(slot for slot, code in enumerate(state.arms, 1) if code)
    before = reworld.picture(state, "station", None)
    after = reworld.picture(state, "station", Draft("turn", state.turn).then("take", slot))
    assert [spot.draft.get("take") for spot in after.spots if spot.chosen] == [slot]
    assert {spot.draft for spot in after.spots} == {spot.draft for spot in before.spots}
    assert after.height > before.height


def test_a_shuttle_behind_a_single_crew_can_be_touched() -> None:
    found = 0
    for plan in PLAYED[:3]:
        for state, _ in games(*plan):
            if state.phase != "settlement":
                continue
            picture = reworld.picture(state, f"seat.{state.turn}", None)
            lifted = {spot.draft.get("take") for spot in picture.spots if spot.draft.get("use")}
            side = state.sides[state.turn]
            assert lifted == {row + 1 for row in range(5) if carries(side, row)}
            found += len(lifted)
    assert found


def test_other_players_pages_have_nothing_to_touch() -> None:
    for plan in PLAYED[:3]:
        for state, _ in games(*plan):
            for other in range(state.players):
                if state.phase != "settlement" or other != state.turn:
                    assert not reworld.picture(state, f"seat.{other}", None).spots


@pytest.mark.parametrize("room", [410.0, 904.0])
def test_long_rows_leave_the_open_end_readable(room: float) -> None:
    for count in range(40):
        for big in (1, 2):
            wide, hidden = seat.widths(count, big, room)
            assert len(wide) + hidden == count
            assert len(wide) >= min(count, 7 - big)
            assert (
                sum(wide) + len(wide) * seat.GAP + (seat.LEAST_WIDE + seat.GAP) * bool(hidden) <= room + 0.01
            )


def test_cards_beside_a_module_that_was_set_by_hand_are_shown_too() -> None:
    state = next(state for state, _ in games(*PLAYED[2]) if state.phase == "station" and state.arms[0])
    crowded = but(state, slots=((3, 4), *state.slots[1:]))
    assert "×2" in shown(reworld.picture(crowded, "station", None))


def test_unknown_shields_are_a_lower_bound_and_named_signs_are_named() -> None:
    state = next(state for state, _ in games(*PLAYED[2]) if state.phase == "settlement")
    cities = (City("A", 2, ("tA", "c1", "x1", "ag")),)
    side = but(state.sides[0], defence=("s2", "kD"), cities=cities)
    drawn = but(state, sides=(side, *state.sides[1:]), facts={"sign.A.2": "Aurora"})
    words = shown(reworld.picture(drawn, "seat.0", None))
    assert {"≥3", "?", "Aurora", "5"} <= words
    assert "≥3" in shown(reworld.picture(drawn, "ships", None))


def luminance(code: str) -> float:
    parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_carry_their_signs() -> None:
    for colour in TERRAINS.values():
        assert contrast(colour, "#f3f6ff") >= 4.5
        assert contrast(colour, "#151d36") >= 3
    for colour in FIRMS.values():
        assert contrast(colour, "#28345c") >= 4.5
        assert contrast(colour, "#0c1122") >= 4.5
