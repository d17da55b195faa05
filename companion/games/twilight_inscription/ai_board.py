"""The AI side of the Mecatol Rex board as data: six tracks, one for each face of the focus dice.

The printed board is not known to us. The owner enters it as a plan; until then a board of our own is used,
for practice. A symbol belongs to a track, and symbols count from left to right, whatever their height.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib import resources

from msgspec import Struct

from companion.engine import (
    Field,
    Place,
    PlaceKind,
    Plan,
    PlanSpec,
    Problem,
    Text,
    read_plan,
    text,
)
from companion.engine.facts import Facts

from .book import value
from .cards import AI_GOALS
from .dice import COLOURS

_HERE = resources.files(__package__)

KEY = "ai_board"
STRENGTH, VOTES = "strength", "votes"
FACES: tuple[str, ...] = tuple(f"{die}:{side}" for die in COLOURS for side in value("SOL-03")["faces"])
"""The results of the focus dice as the camera names them."""

GOAL_TRACKS: tuple[str, ...] = tuple(f"goal{number}" for number in range(1, value("SOL-04")["goals"] + 1))
TRACKS: tuple[str, ...] = (STRENGTH, VOTES, *GOAL_TRACKS)

PHASES: dict[str, tuple[int, ...]] = {
    STRENGTH: tuple(value("WAR-01")["phases"]),
    VOTES: tuple(value("CNC-01")["phases"]),
}
"""The phases that have a section on a track."""


class Goal(Struct, frozen=True):
    """A goal of a goal track, and how many symbols lie to the left of it."""

    name: str
    after: int


class Track(Struct, frozen=True, kw_only=True):
    """One track: the result that drives it; the values above its symbols by phase, or its goals.

    `printed` says how many symbols of a section are crossed out in print.
    """

    face: str
    sections: dict[int, tuple[int, ...]] = {}
    printed: dict[int, int] = {}
    length: int = 0
    goals: tuple[Goal, ...] = ()
    end: str = ""


class Board(Struct, frozen=True, kw_only=True, dict=True):
    """The six tracks by name."""

    name: str
    tracks: dict[str, Track]

    @cached_property
    def by_face(self) -> dict[str, str]:
        """The track that each result drives."""
        return {track.face: name for name, track in self.tracks.items()}  # SOL-03


def board(facts: Facts) -> Board:
    """The owner's board; the practice board where it is not known, or could not be played with."""
    found = str(facts.get(KEY, ""))
    return _read(found if found and _sound(found) else SPEC.practice[PRACTICE])


@lru_cache(maxsize=4)
def _sound(words: str) -> bool:
    return SPEC.problem(words) is None


@lru_cache(maxsize=4)
def _read(words: str) -> Board:
    plan = read_plan(words)
    return Board(name=plan.name, tracks={name: _track(plan, name) for name in TRACKS})


def _track(plan: Plan, name: str) -> Track:
    face = str(plan.fields[name])
    if name in PHASES:
        symbols = _in_order(place for place in plan.of(name))
        sections = {
            phase: tuple(int(one.fields["value"]) for one in symbols if one.fields["phase"] == phase)
            for phase in PHASES[name]
        }
        printed = {
            phase: sum(one.fields["phase"] == phase and one.fields.get("printed") == 1 for one in symbols)
            for phase in PHASES[name]
        }
        return Track(face=face, sections=sections, printed=printed)
    steps = _in_order(place for place in plan.of("step") if place.fields["track"] == name)
    goals = tuple(
        Goal(str(goal.fields["goal"]), sum(step.x < goal.x for step in steps))
        for goal in _in_order(place for place in plan.of("goal") if place.fields["track"] == name)
    )
    return Track(face=face, length=len(steps), goals=goals, end=str(plan.fields.get(f"end.{name}", "")))


def _in_order(places: Iterator[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: place.x))


def face_name(face: str) -> Text:
    """What a result of a focus die is called."""
    colour, _, side = face.partition(":")
    return text("face.of", die=text(f"die.{colour}"), face=text(f"face.{side}"))


def track_name(track: str) -> Text:
    """What a track is called."""
    if track in PHASES:
        return text(f"ai.track.{track}")
    return text("ai.track.goal", number=GOAL_TRACKS.index(track) + 1)


def goal_name(goal: str) -> Text:
    """What a goal is called."""
    return text(f"goal.{goal}")


def _problems(plan: Plan) -> Iterator[Problem]:
    """What keeps a board from being played on, beside what the form says already."""
    faces = [str(plan.fields[track]) for track in TRACKS]
    for face in FACES:
        if faces.count(face) != 1:
            words = text("ai.wrong.face", face=face_name(face), count=faces.count(face))
            yield Problem(text=words, rule="SOL-03")
    for track, phases in PHASES.items():
        for phase in phases:
            if not any(place.fields["phase"] == phase for place in plan.of(track)):
                words = text("ai.wrong.section", track=track_name(track), phase=text(f"phase.{phase}"))
                yield Problem(text=words, rule="SOL-04")
    for track in GOAL_TRACKS:
        found = _track(plan, track)
        if not found.goals:
            yield Problem(text=text("ai.wrong.goals", track=track_name(track)), rule="SOL-12")
        if any(goal.after == 0 for goal in found.goals):
            yield Problem(text=text("ai.wrong.left", track=track_name(track)), rule="SOL-12")
        if found.end == found.face:
            yield Problem(text=text("ai.wrong.end", track=track_name(track)), rule="SOL-17")
    printed = [str(goal.fields["goal"]) for goal in plan.of("goal")]
    for goal in AI_GOALS:
        if printed.count(goal) != 1:
            words = text("ai.wrong.goal", goal=goal_name(goal), count=printed.count(goal))
            yield Problem(text=words, rule="SOL-12", hint=True)


def _symbol(track: str, colour: str) -> PlaceKind:
    phases = tuple((phase, text(f"phase.{phase}")) for phase in PHASES[track])
    fields = (
        Field(key="phase", label=text("ai.field.phase"), choices=phases, default=phases[0][0], required=True),
        Field(key="value", label=text("ai.field.value"), high=30, default=1, required=True),
        Field(key="printed", label=text("ai.field.printed"), choices=_YES_NO, shown=False),
    )
    return PlaceKind(key=track, title=track_name(track), sign="square", colour=colour, fields=fields)


_YES_NO = ((0, text("no")), (1, text("yes")))
_FACES = tuple((face, face_name(face)) for face in FACES)
_GOAL_TRACK = Field(
    key="track",
    label=text("ai.field.track"),
    choices=tuple((track, track_name(track)) for track in GOAL_TRACKS),
    default=GOAL_TRACKS[0],
    required=True,
)
_GOAL = Field(
    key="goal",
    label=text("ai.field.goal"),
    choices=tuple((goal, goal_name(goal)) for goal in AI_GOALS),
    default=AI_GOALS[0],
    required=True,
)

PRACTICE = "practice"
"""The name of the board that comes with the game; its values are ours and not those of the printed one."""

SPEC = PlanSpec(
    key=KEY,
    title=text("ai.board"),
    places=(
        _symbol(STRENGTH, "bad"),
        _symbol(VOTES, "accent"),
        PlaceKind(key="step", title=text("ai.step"), sign="disc", colour="muted", fields=(_GOAL_TRACK,)),
        PlaceKind(key="goal", title=text("ai.goal"), sign="star", colour="good", fields=(_GOAL_TRACK, _GOAL)),
    ),
    fields=(
        *(
            Field(
                key=track, label=text("ai.field.face", track=track_name(track)), choices=_FACES, required=True
            )
            for track in TRACKS
        ),
        *(
            Field(key=f"end.{track}", label=text("ai.field.end", track=track_name(track)), choices=_FACES)
            for track in GOAL_TRACKS
        ),
    ),
    practice={PRACTICE: _HERE.joinpath("practice", "ai_board.txt").read_text("utf-8")},
    check=_problems,
    rule="SOL-03",
)
