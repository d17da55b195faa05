"""The AI side of the board: six tracks with what is crossed out, lined out, and still to come."""

from __future__ import annotations

from companion.engine import Picture
from companion.engine.canvas import EDGE, PANEL, RAISED, SMALL, Canvas

from .. import ai
from ..ai_board import GOAL_TRACKS, PHASES, TRACKS, Board, Goal, board, track_name
from ..state import DICE, Rival, TwilightState
from .signs import DICE as BODIES

WIDTH, HEIGHT = 1000, 480
LEFT, RIGHT = 262, 926
"""Where the symbols of a track begin and end."""

GAP = 20
"""Between the sections of a track."""

GOALS = {"mecatol_rex": "mecatol"}
"""Signs of goals that are not called like their sheet."""


def draw(state: TwilightState) -> Picture:
    """One row for each track."""
    canvas = Canvas(WIDTH, HEIGHT)
    rival = state.rival
    if rival is None:
        return canvas.picture()
    found = board(state.facts)
    high = HEIGHT / len(TRACKS)
    for at, track in enumerate(TRACKS):
        y = at * high
        fresh = track in rival.latest and state.step == DICE
        canvas.box(2, y + 3, WIDTH - 4, high - 6, PANEL, "accent" if fresh else EDGE, 4 if fresh else 1, 12)
        _face(canvas, found.tracks[track].face, 44, y + high / 2, 58)
        canvas.words(track_name(track), 84, y + 6, LEFT - 94, high - 12, 25, bold=True, align="left")
        if track in GOAL_TRACKS:
            _goals(canvas, rival, found, track, y, high)
        else:
            _sections(canvas, state, rival, found, track, y, high)
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


def _sections(
    canvas: Canvas, state: TwilightState, rival: Rival, found: Board, track: str, y: float, high: float
) -> None:
    """Strength and votes: by phase, with the value above each symbol; the one that counts now is bright."""
    sections = found.tracks[track].sections
    count = sum(map(len, sections.values()))
    wide = (RIGHT + 60 - LEFT - GAP * len(sections)) / max(count, 1)
    size = min(34.0, wide - 6)
    x = LEFT + wide / 2
    for phase in PHASES[track]:
        crossed = rival.sections[track].get(str(phase), 0)
        closed = ai.section(track, phase) in rival.closed
        now = bool(state.event) and ai.phase_of(state) == phase
        for at, worth in enumerate(sections[phase]):
            counts = at == crossed - 1
            colour = "accent" if counts else "ink" if now else "muted"
            canvas.words(
                worth, x - wide / 2, y + 4, wide, 40, 30 if counts else SMALL + 3, colour, bold=counts
            )
            _symbol(canvas, x, y + high - 27, size, at < crossed, closed)
            x += wide
        x += GAP


def _goals(canvas: Canvas, rival: Rival, found: Board, track: str, y: float, high: float) -> None:
    """A goal track: symbols, goals between them, and at the end what further results count as."""
    drawn = found.tracks[track]
    wide = (RIGHT - LEFT) / max(drawn.length + len(drawn.goals), 1)
    size = min(44.0, wide - 8)
    x, y = LEFT + min(wide, 84) / 2, y + high / 2
    wide = min(wide, 84)
    for at in range(drawn.length + 1):
        for goal in drawn.goals:
            if goal.after == at:
                _goal(canvas, goal, goal.name in rival.goals, x, y, wide)
                x += wide
        if at < drawn.length:
            _symbol(canvas, x, y, size, at < rival.marks[track])
            x += wide
    if drawn.end:
        canvas.icon("arrow_right", RIGHT + 4, y, 22, "muted")
        _face(canvas, drawn.end, RIGHT + 40, y, 42)


def _goal(canvas: Canvas, goal: Goal, claimed: bool, x: float, y: float, wide: float) -> None:
    colour = "accent" if claimed else "ink"
    size = min(66.0, wide - 2)
    canvas.disc(x, y, size / 2, RAISED, colour, 5 if claimed else 2)
    canvas.icon(GOALS.get(goal.name, goal.name), x, y, size * 0.62, colour)
    if claimed:
        canvas.icon("check", x + size / 2 - 6, y - size / 2 + 8, 28, "good")
