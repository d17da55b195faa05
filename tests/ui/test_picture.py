"""Pictures of the table: which spot a touch means, and that every shape can be drawn."""

from __future__ import annotations

import pytest

from companion.engine import (
    Box,
    Catalogue,
    Disc,
    Draft,
    Icon,
    Label,
    Path,
    Picture,
    Player,
    Spot,
    literal,
    violated,
)
from companion.engine import Words as Speaker
from companion.ui import theme
from companion.ui.picture import TableView

SPEAKER = Speaker(Catalogue({}), "de")


@pytest.fixture(autouse=True)
def _small_screen():
    theme.measure(800, 480)


def spot(x: float, y: float, side: float, name: str, **props) -> Spot:
    return Spot(x=x, y=y, w=side, h=side, draft=Draft(name), **props)


def view(*spots: Spot, shapes=()) -> TableView:
    found = TableView(pos=(0, 0), size=(400, 200))
    found.show(Picture(width=400, height=200, shapes=shapes, spots=spots), SPEAKER)
    return found


def at(found: TableView, x: float, y: float) -> str | None:
    hit = found.spot_at(*found.at(x, y))
    return None if hit is None else hit.draft.key


def test_a_picture_is_fitted_and_centred():
    found = TableView(pos=(10, 20), size=(400, 400))
    found.show(Picture(width=200, height=100), SPEAKER)
    assert found.scale == 2
    assert found.at(0, 0) == (10, 20 + 300)
    assert found.at(200, 100) == (410, 20 + 100)


def test_the_spot_that_holds_the_touch_wins():
    found = view(spot(10, 10, 100, "large"), spot(120, 10, 100, "other"))
    assert at(found, 50, 50) == "large"
    assert at(found, 130, 50) == "other"


def test_a_small_spot_is_touched_within_nine_millimetres():
    found = view(spot(100, 100, 4, "small"))
    assert at(found, 100 + 2 + theme.mm(4), 102) == "small"
    assert at(found, 100 + 2 + theme.mm(6), 102) is None


def test_between_small_spots_the_nearest_is_meant():
    found = view(spot(100, 100, 6, "left"), spot(130, 100, 6, "right"))
    assert at(found, 112, 103) == "left"
    assert at(found, 124, 103) == "right"


def test_the_topmost_of_equal_spots_is_meant_and_a_legal_one_first():
    found = view(spot(10, 10, 50, "below"), spot(10, 10, 50, "above"))
    assert at(found, 20, 20) == "above"
    found = view(spot(10, 10, 50, "legal"), spot(10, 10, 50, "grey", ruling=violated("X")))
    assert at(found, 20, 20) == "legal"


def test_the_sign_of_a_seat_is_its_players_shape():
    found = TableView(pos=(0, 0), size=(400, 200))
    players = (Player("Anna", "red", "star"), Player("Ben", "blue", "drop"))
    found.show(Picture(width=400, height=200), SPEAKER, players)
    assert [found._sign(name) for name in ("seat0", "seat1", "seat2", "card")] == [
        "star",
        "drop",
        "triangle",
        "card",
    ]


@pytest.mark.screen
def test_every_shape_and_an_unknown_sign_can_be_drawn(start):
    shapes = (
        Box(x=0, y=0, w=50, h=20, fill="paper", line="line", round=4),
        Box(x=0, y=0, w=50, h=20, fill="#ff0000"),
        Disc(x=60, y=60, r=10, fill="seat1", line="ink"),
        Path(points=((0, 0), (50, 10), (20, 40)), fill="accent", line="ink", closed=True),
        Path(points=((0, 0), (50, 10)), line="muted"),
        Label(x=0, y=0, w=40, h=10, text=literal("a rather long label"), align="left"),
        Icon(name="star", x=50, y=50, size=30),
        Icon(name="robot:A", x=50, y=50, size=30, colour="seat0"),
        Icon(name="never heard of", x=50, y=50, size=30),
    )
    found = view(spot(1, 1, 20, "a", chosen=True), spot(30, 1, 20, "b", ruling=violated("X")), shapes=shapes)
    assert len(found.canvas.children) > len(shapes)
