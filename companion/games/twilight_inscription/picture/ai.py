"""The AI side of the board: six tracks with what is crossed out, lined out, and still to come."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import Picture
from companion.engine.canvas import EDGE, PANEL, RAISED, SMALL, Canvas

from .. import ai
from ..ai_board import GOAL_TRACKS, PHASES, TRACKS, Board, Goal, board, track_name
from ..state import DICE, Rival, TwilightState
from .signs import DICE as BODIES

WIDTH, HEIGHT = 1000, 284
COLUMNS = 2
"""The tracks stand in so many columns."""

HEAD, GAP = 38, 10
"""The height of a track's name; the space between its sections."""

GOALS = {"mecatol_rex": "mecatol"}
"""Signs of goals that are not called like their sheet."""

Row: TypeAlias = "tuple[float, float, float, float]"
"""Where the symbols of a track stand: left, top, width and height."""


def draw(state: TwilightState) -> Picture:
    """One field for each track."""
    canvas = Canvas(WIDTH, HEIGHT)
    rival = state.rival
    if rival is None:
        return canvas.picture()
    found = board(state.facts)
    rows = len(TRACKS) // COLUMNS
    wide, high = WIDTH / COLUMNS, HEIGHT / rows
    for at, track in enumerate(TRACKS):
        x, y = at // rows * wide, at % rows * high
        fresh = track in rival.latest and state.step == DICE
        canvas.box(
            x + 2, y + 2, wide - 6, high - 5, PANEL, "accent" if fresh else EDGE, 4 if fresh else 1, 12
        )
        _face(canvas, found.tracks[track].face, x + 26, y + HEAD / 2 + 4, 34)
        name = track_name(track)
        canvas.words(name, x + 52, y + 4, wide - 150, HEAD, 27, bold=True, align="left")
        row = (x + 8, y + HEAD + 4, wide - 18, high - HEAD - 10)
        if track in GOAL_TRACKS:
            _goals(canvas, rival, found, track, row)
        else:
            _sections(canvas, state, rival, found, track, row)
    return canvas.picture()


def _face(canvas: Canvas, face: str, x: float, y: float, size: float) -> None:
    """The side of a focus die that drives a track, or that stands at its end."""
    colour, _, side = face.partition(":")
    canvas.box(x - size / 2, y - size / 2, size, size, BODIES[colour], "ink", 1.5, size / 5)
    canvas.icon(side, x, y, size * 0.72)


def _symbol(canvas: Canvas, x: float, y: float, size: float, crossed: bool, lined: bool = False) -> None:
    half = size / 2
    canvas.box(x - half, y - half, size, size, "" if crossed or lined else RAISED, EDGE, 2, size / 4)
    if crossed:
        canvas.path((x - half, y - half), (x + half, y + half), line="accent", width=5)
        canvas.path((x - half, y + half), (x + half, y - half), line="accent", width=5)
    elif lined:
        canvas.path((x - half - 4, y), (x + half + 4, y), line="bad", width=5)


def _sections(canvas: Canvas, state: TwilightState, rival: Rival, found: Board, track: str, row: Row) -> None:
    """Strength and votes: by phase, with the value above each symbol; the one that counts now is bright."""
    x, y, room, high = row
    sections = found.tracks[track].sections
    count = sum(map(len, sections.values()))
    wide = min((room - GAP * (len(sections) - 1)) / max(count, 1), 56.0)
    size = min(23.0, wide - 6)
    x += wide / 2
    for phase in PHASES[track]:
        crossed = rival.sections[track].get(str(phase), 0)
        closed = ai.section(track, phase) in rival.closed
        now = bool(state.event) and ai.phase_of(state) == phase
        for at, worth in enumerate(sections[phase]):
            counts = at == crossed - 1
            colour = "accent" if counts else "ink" if now else "muted"
            canvas.words(worth, x - wide / 2, y - 6, wide, 30, 27 if counts else SMALL, colour, bold=counts)
            _symbol(canvas, x, y + high - size / 2, size, at < crossed, closed)
            x += wide
        x += GAP


def _goals(canvas: Canvas, rival: Rival, found: Board, track: str, row: Row) -> None:
    """A goal track: symbols, goals between them, and at the end what further results count as."""
    left, top, room, high = row
    drawn = found.tracks[track]
    wide = min((room - 70) / max(drawn.length + len(drawn.goals), 1), 50.0)
    size = min(32.0, wide - 8)
    x, y = left + wide / 2, top + high / 2
    for at in range(drawn.length + 1):
        for goal in drawn.goals:
            if goal.after == at:
                _goal(canvas, goal, goal.name in rival.goals, x, y, wide)
                x += wide
        if at < drawn.length:
            _symbol(canvas, x, y, size, at < rival.marks[track])
            x += wide
    if drawn.end:
        canvas.icon("arrow_right", left + room - 52, y, 20, "muted")
        _face(canvas, drawn.end, left + room - 20, y, 34)


def _goal(canvas: Canvas, goal: Goal, claimed: bool, x: float, y: float, wide: float) -> None:
    colour = "accent" if claimed else "ink"
    size = min(48.0, wide)
    canvas.disc(x, y, size / 2, RAISED, colour, 5 if claimed else 2)
    canvas.icon(GOALS.get(goal.name, goal.name), x, y, size * 0.62, colour)
    if claimed:
        canvas.icon("check", x + size / 2 - 4, y - size / 2 + 8, 24, "good")
