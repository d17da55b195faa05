"""Lines of the history, reminders, refusals and pictures can all be said, in both languages."""

from __future__ import annotations

import pytest
from stars_table import WORDS, after, colonies, hand, played, setup, stars, told, worth

from companion.engine import Box, Draft, Label, play
from companion.games.starfarers import game
from companion.games.starfarers.actions import ACTIONS, Draw, Roll, Station

EVERY = (
    ("begin", {}), ("setup", {}), ("roll", {}), ("seven", {"dice": (3, 4), "owing": (0, 4, 0)}),
    ("rob", {"dice": (3, 4)}),
    ("draw", {"dice": (1, 3)}), ("build", {}), ("balls", {}), ("meet", {"balls": ("black", "red")}),
    ("move", {"balls": ("blue", "red")}), ("over", {"won": 0}),
)  # fmt: skip


def words(state, page: str, lang: str = "de", draft: Draft | None = None) -> list[str]:
    """Everything that a picture says."""
    picture = game.picture(state, page, draft)
    return [WORDS[lang].say(shape.text) for shape in picture.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("edition", ["1999", "2019"])
@pytest.mark.parametrize(("phase", "more"), EVERY, ids=[phase for phase, _ in EVERY])
def test_every_phase_can_be_told_and_drawn(phase, more, edition):
    rich = {
        "ships": ("colony", "trade"),
        "cards": ("green.yield.ore", "diplomats.fame", "scientists.other"),
        "hand": hand(2, ore=3),
    }
    for cards in ("free", "counted"):
        state = stars(phase, {0: rich, 1: worth(13)}, edition=edition, cards=cards, players=3, **more)
        prompt = play.prompt(game, state)
        told(prompt.heading, *(one.ask for one in (*prompt.demands, *prompt.offers)))
        for reminder in game.reminders(state):
            told(reminder.text)
            assert reminder.rule in game.rules
        for page in game.pages(state):
            picture = game.picture(state, page.key, None)
            told(page.title, *(shape.text for shape in picture.shapes if isinstance(shape, Label)))


def test_whole_games_can_be_told():
    seen = set()
    for seed, options in enumerate(
        ({"cards": "counted"}, {"edition": "2019", "opening": "free", "cards": "counted"}, {})
    ):
        moves, end = played(game.setup(setup(3, **options)), seed)
        assert game.outcome(end) is not None
        for state, action in moves:
            told(game.describe(state, action))
            seen.add(type(action).__name__)
    assert {"Roll", "Build", "Shake", "Found", "End", "Begin", "Ready", "Outfit"} <= seen
    assert len(seen) > len(ACTIONS) / 2


def test_gaps_to_the_goal_stand_in_every_picture():
    state = stars("build", {0: worth(11), 1: worth(15), 2: worth(2), 3: worth(0)})
    for page in ("ships", "peoples", "yields"):
        said = words(state, page)
        assert all(gap in said for gap in ("−4", "−0", "−13", "−15"))
    assert [one for one in words(state, "race") if one.startswith(("noch", "am"))] == [
        "noch 4",
        "am Ziel",
        "noch 13",
        "noch 15",
    ]


def test_the_race_shows_a_cell_for_every_point():
    state = stars("score", {0: worth(7)})
    cells = [shape for shape in game.picture(state, "race", None).shapes if isinstance(shape, Box)]
    assert sum(shape.line == "seat0" and bool(shape.fill) and shape.w < 60 for shape in cells) == 7


def test_the_yields_of_a_roll_are_announced():
    state = stars("roll", {1: {"colonies": colonies(("ore:5", "ore:5"))}})
    state = after(state, Roll(seat=0, dice=(1, 4)))
    (line,) = [one.text for one in game.reminders(state) if one.rule == "SF-012"]
    assert WORDS["de"].say(line) == "Erträge · Ben: 2 Erz"
    assert WORDS["en"].say(line) == "Yields · Ben: 2 ore"
    assert "5" in words(state, "yields")


def test_a_station_can_be_founded_by_touching_its_people():
    state = stars("move", {0: {"ships": ("trade",), "rings": 1}})
    spots = game.picture(state, "peoples", Draft("move", 0).then("do", "station")).spots
    assert [spot.draft.get("people") for spot in spots] == ["green", "merchants", "scientists", "diplomats"]
    assert game.picture(state, "peoples", Draft("move", 0)).spots == ()
    assert isinstance(after(state, Station(seat=0, people="green", card="green.yield.ore")), type(state))


def test_lines_of_the_history():
    state = stars("draw", dice=(1, 1))
    said = [WORDS["de"].say(game.describe(state, Draw(seat=0, take=take))) for take in (1, 0)]
    assert said == ["Anna zieht 1 vom Nachziehstapel", "Anna zieht vorerst nicht nach"]


def test_shapes_stay_inside_their_picture():
    state = stars("build", {0: {"cards": ("green.yield.ore",), "ships": ("colony",)}}, cards="counted")
    for page in ("ships", "peoples", "yields", "race"):
        picture = game.picture(state, page, None)
        for shape in picture.shapes:
            if isinstance(shape, Box):
                assert min(shape.x, shape.y) >= 0
                assert max(shape.x + shape.w - picture.width, shape.y + shape.h - picture.height) <= 0.5
