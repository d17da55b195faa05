"""The AI faction of games for one or two: what it crosses out, reaches, fights and votes with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import FactSpec, Reminder, Text, but, text
from companion.engine.facts import plan_facts

from .ai_board import (
    FACES,
    GOAL_TRACKS,
    KEY,
    PHASES,
    SPEC,
    STRENGTH,
    TRACKS,
    VOTES,
    Board,
    board,
    goal_name,
    track_name,
)
from .book import value
from .cards import EVENTS
from .state import AI, DICE, Rival, TwilightState

FACTS: dict[str, FactSpec] = plan_facts((SPEC,))
"""The owner's board is a printed value."""

LEVELS = {"easy": "SOL-07", "medium": "SOL-08", "hard": "SOL-09"}
RANKS = {"easy": "SOL-31", "medium": "SOL-32", "hard": "SOL-33"}


def begin(state: TwilightState, level: str) -> Rival:
    """The AI faction with the marks that a difficulty gives it."""
    ahead = value(LEVELS[level])
    found = board(state.facts)
    sections = {
        track: {
            str(phase): min(found.tracks[track].printed[phase] + (phase in ahead[track]), len(symbols))
            for phase, symbols in found.tracks[track].sections.items()
        }
        for track in PHASES
    }  # SOL-07, SOL-08, SOL-09
    marks = {
        track: min(ahead["goals"], found.tracks[track].length) for track in GOAL_TRACKS
    }  # SOL-08, SOL-09
    return Rival(difficulty=level, marks=marks, sections=sections)


def open_symbols(rival: Rival, found: Board, track: str, phase: int) -> int:
    """How many symbols of a section are neither crossed out nor lined out."""
    if section(track, phase) in rival.closed:
        return 0  # SOL-20, SOL-25
    return max(0, len(found.tracks[track].sections[phase]) - rival.sections[track].get(str(phase), 0))


def section(track: str, phase: int) -> str:
    """The name of a section through which a line was drawn."""
    return f"{track}.{phase}"


def _crossed(rival: Rival, found: Board, face: str) -> Rival:
    """The AI after one result of a focus die."""
    each: int = value("SOL-10")["each"]
    passed: set[str] = set()
    while face in found.by_face and face not in passed:
        passed.add(face)
        track = found.by_face[face]
        if track in PHASES:
            for phase in PHASES[track]:
                if open_symbols(rival, found, track, phase):  # SOL-36
                    crossed = rival.sections[track]
                    now = {**crossed, str(phase): crossed.get(str(phase), 0) + each}  # SOL-10
                    return _noted(but(rival, sections={**rival.sections, track: now}), track)
            return rival
        if rival.marks[track] < found.tracks[track].length:
            return _noted(
                but(rival, marks={**rival.marks, track: rival.marks[track] + each}), track
            )  # SOL-10
        face = found.tracks[track].end  # SOL-17
    return rival


def _noted(rival: Rival, *what: str) -> Rival:
    return but(rival, latest=(*rival.latest, *what))


def reached(rival: Rival, found: Board) -> Iterator[str]:
    """The goals all of whose symbols are crossed out and that the AI has not claimed yet."""
    for track in GOAL_TRACKS:
        for goal in found.tracks[track].goals:
            if rival.marks[track] >= goal.after and goal.name not in rival.goals:  # SOL-12
                yield goal.name


def after_roll(state: TwilightState, faces: Iterable[str]) -> TwilightState:
    """The table after the AI has used the dice: its marks, and the goals that it reaches."""
    if state.rival is None:
        return state
    found, rival = board(state.facts), but(state.rival, latest=())
    for face in faces:
        if face in FACES:  # SOL-11
            rival = _crossed(rival, found, face)
    goals = tuple(reached(rival, found))
    state = but(state, rival=but(_noted(rival, *goals), goals=(*rival.goals, *goals)))
    for goal in goals:
        state = _claimed(state, goal)
    return state


def _claimed(state: TwilightState, goal: str) -> TwilightState:
    """A goal blocks the best reward and brings the AI nothing (SOL-15)."""
    from . import awards

    if goal == "mecatol_rex":
        return awards.claim_mecatol(state, AI)  # SOL-14
    return awards.fulfil(state, AI, goal)  # SOL-13


def closed(state: TwilightState, track: str, phase: int) -> TwilightState:
    """The table after a line was drawn through what is left of a section."""
    rival = state.rival
    if rival is None or section(track, phase) in rival.closed:
        return state
    return but(state, rival=but(rival, closed=(*rival.closed, section(track, phase))))


def _last(state: TwilightState, track: str, phase: int) -> int:
    """The value above the rightmost symbol that is crossed out in a section."""
    rival = state.rival
    symbols = board(state.facts).tracks[track].sections.get(phase, ())
    crossed = min(rival.sections[track].get(str(phase), 0), len(symbols)) if rival else 0
    return symbols[crossed - 1] if crossed else value("SOL-35")["none"]


def strength(state: TwilightState, phase: int) -> int:
    """The AI's strength in the war of a phase."""
    return _last(state, STRENGTH, phase)  # SOL-19, SOL-35


def votes(state: TwilightState, phase: int, resource: str) -> int:
    """The AI's votes in the council of a phase, with the resource that the black die shows."""
    bonus: int = value("SOL-26")["bonus"][resource]
    return _last(state, VOTES, phase) + bonus  # SOL-26, SOL-35


def phase_of(state: TwilightState) -> int:
    """The phase of the event of this round."""
    return EVENTS[state.event].phase


def reminders(state: TwilightState) -> tuple[Reminder, ...]:
    """What the AI has just crossed out, to be marked on the board, and which goals it has reached."""
    if state.rival is None or state.step != DICE:
        return ()
    tracks = tuple(track_name(one) for one in state.rival.latest if one in TRACKS)
    goals = tuple(goal_name(one) for one in state.rival.latest if one not in TRACKS)
    found = [Reminder(text("ai.marks", what=tracks), "SOL-10")] if tracks else []
    if KEY not in state.facts and state.round <= 1:
        found.append(Reminder(text("ai.practice"), "SOL-03"))
    if goals:
        found.append(Reminder(text("ai.reaches", what=goals), "SOL-12"))
    return tuple(found)


def rank(level: str, points: int) -> Text:
    """The rank that a final score earns."""
    return text(f"rank.{rank_of(level, points)}")


def rank_of(level: str, points: int) -> str:
    """The rank's short name; `lost` is the worst."""
    earned = [row["rank"] for row in value(RANKS[level]) if points >= row["from"]]  # SOL-31, SOL-32, SOL-33
    return str(earned[-1] if earned else value("SOL-34"))  # SOL-34


def lost(level: str, points: int) -> bool:
    """Whether even the most points do not win at a difficulty."""
    return rank_of(level, points) == str(value("SOL-34"))  # SOL-30
