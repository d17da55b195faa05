"""Dice to cut out, fold and glue, printed from the drawings of a set."""

from __future__ import annotations

from collections.abc import Sequence

from .dice_set import BadSet, DiceSet, DieKind, colour
from .pdf import A4, BLACK, GREY, WHITE, Colour, Document, Page
from .reading import Point

EDGE = 20.0
FLAP = 5.5
# The body's colour runs on over the folds, so that no white edge shows.
BLEED = 1.2
COLUMNS, ROWS = 2, 3
LEFT, TOP = 12.0, 38.0
ACROSS, DOWN = 98.0, 80.0
SCALE_CHECK = 100.0
TEXT = 9.0
TEXTS = (
    "Auf festes Papier drucken, ohne Skalierung. An den grauen Linien ausschneiden, falzen, "
    "die weißen Laschen innen ankleben.",
    "Print on stiff paper, without scaling. Cut along the grey lines, fold, and glue the white flaps inside.",
)

SQUARES = ((0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (1, 2))
"""The six sides of a net, in edges from its left and top; the flat cross."""


def paper_dice(dice: DiceSet) -> bytes:
    """All dice of a set as a PDF, six on a page of A4."""
    bare = [face for one in dice.die for face in one.faces if face not in dice.drawing]
    if bare:
        raise BadSet(f"there is no drawing of the face {bare[0]}")
    document = Document(title=f"Sternwarte: {dice.name}")
    every = [one for one in dice.die for _ in range(one.count)]
    for first in range(0, len(every), COLUMNS * ROWS):
        page = document.page(A4)
        _words(page, dice)
        for place, die in enumerate(every[first : first + COLUMNS * ROWS]):
            _net(
                page, dice, die, LEFT + FLAP + place % COLUMNS * ACROSS, TOP + FLAP + place // COLUMNS * DOWN
            )
    return document.bytes()


def _words(page: Page, dice: DiceSet) -> None:
    page.text(LEFT, 16, f"Papierwürfel / paper dice: {dice.title or dice.name}", 13, bold=True)
    for number, text in enumerate(TEXTS):
        page.text(LEFT, 22 + 4.5 * number, text, TEXT)
    y = A4[1] - 12
    page.line((LEFT, y), (LEFT + SCALE_CHECK, y))
    for x in (LEFT, LEFT + SCALE_CHECK):
        page.line((x, y - 1.2), (x, y + 1.2))
    page.text(LEFT + SCALE_CHECK + 3, y + 1, "100 mm", TEXT)


def _net(page: Page, dice: DiceSet, die: DieKind, left: float, top: float) -> None:
    body, ink = colour(die.body), colour(die.ink)
    for start, end in _flap_edges():
        _flap(page, _at(left, top, start), _at(left, top, end), body)
    for column, row in SQUARES:
        x, y = left + column * EDGE, top + row * EDGE
        page.rect(x, y, EDGE, EDGE, fill=body, stroke=body, thick=0.1)
    for start, end in _outer_edges():
        page.line(_at(left, top, start), _at(left, top, end), 0.15, GREY)
    for start, end in _folds():
        page.line(_at(left, top, start), _at(left, top, end), 0.12, GREY, (1.0, 1.0))
    faces = [name for name, times in die.faces.items() for _ in range(times)]
    for (column, row), face in zip(SQUARES, faces, strict=True):
        middle = _at(left, top, (column + 0.5, row + 0.5))
        for shape in dice.drawing[face]:
            points = [(middle[0] + x * EDGE / 2, middle[1] + y * EDGE / 2) for x, y in shape.points]
            page.polygon(points, fill=body if shape.hole else ink)
    page.text(
        left + 2.35 * EDGE + FLAP,
        top + 2.5 * EDGE,
        " / ".join(dict.fromkeys(dice.called(die.kind, lang) for lang in ("de", "en"))),
        TEXT,
        BLACK,
    )


def _at(left: float, top: float, point: Point) -> Point:
    return left + point[0] * EDGE, top + point[1] * EDGE


def _outlines() -> list[tuple[Point, Point]]:
    """The edges of all squares, each clockwise."""
    edges = []
    for column, row in SQUARES:
        corners: Sequence[Point] = (
            (column, row),
            (column + 1, row),
            (column + 1, row + 1),
            (column, row + 1),
        )
        edges += [(corners[number], corners[(number + 1) % 4]) for number in range(4)]
    return edges


def _folds() -> list[tuple[Point, Point]]:
    """Where two squares, or a square and its flap, hang together."""
    edges = _outlines()
    inner = [(start, end) for start, end in edges if (end, start) in edges and start < end]
    return inner + _flap_edges()


def _flap_edges() -> list[tuple[Point, Point]]:
    """One of every two edges that meet when the cube is folded: those of lid, floor and last side."""
    edges = _outlines()
    free = [edge for edge in edges if (edge[1], edge[0]) not in edges]
    return [
        (start, end)
        for start, end in free
        if min(start[1], end[1]) < 1 or max(start[1], end[1]) > 2 or start[0] == end[0] == 4
    ]


def _outer_edges() -> list[tuple[Point, Point]]:
    """Where scissors go along a square."""
    edges = _outlines()
    return [edge for edge in edges if (edge[1], edge[0]) not in edges and edge not in _flap_edges()]


def _flap(page: Page, start: Point, end: Point, body: Colour) -> None:
    """A flap on the left of the way from start to end, which is outside."""
    along = ((end[0] - start[0]) / EDGE, (end[1] - start[1]) / EDGE)
    out = (along[1], -along[0])

    def point(share: float, away: float) -> Point:
        return (
            start[0] + along[0] * share * EDGE + out[0] * away,
            start[1] + along[1] * share * EDGE + out[1] * away,
        )

    slope = 0.25
    page.polygon([point(0, 0), point(slope, FLAP), point(1 - slope, FLAP), point(1, 0)], WHITE, GREY, 0.15)
    inset = slope * BLEED / FLAP
    page.polygon([point(0, 0), point(inset, BLEED), point(1 - inset, BLEED), point(1, 0)], body)
