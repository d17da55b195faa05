"""The Starfarers of Catan, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from msgspec.structs import fields

from companion.engine import (
    Action,
    Adjustable,
    Draft,
    FactValue,
    Game,
    HouseRule,
    Impossible,
    Outcome,
    Page,
    Picture,
    Prompt,
    Reminder,
    Ruling,
    ScoreSheet,
    Setup,
    Step,
    Task,
    Text,
    text,
    violated,
)

from . import (
    adjusting,
    build_phase,
    counting,
    encounter,
    facts,
    final,
    flight,
    flight_phase,
    picture,
    proceeds,
    setting,
    telling,
    yield_phase,
    yields,
)
from .actions import (
    ACTIONS,
    BUILDING,
    COUNTING,
    HOME,
    YIELDS,
    Award,
    Beat,
    Begin,
    Claim,
    Depart,
    Draw,
    Effect,
    Encounter,
    End,
    Found,
    Ready,
    Relieve,
    Return,
    Rob,
    Roll,
    Shake,
    Share,
    Station,
    Survey,
)
from .audit import audit
from .book import EDITIONS, FIRST, RULES, TEXTS, value
from .state import BALLS, BEGIN, BUILD, DRAW, MEET, MOVE, OVER, ROB, ROLL, SCORE, SETUP, SEVEN, Stars

_PLAYING = (SETUP, ROLL, DRAW, BUILD, MOVE)
PHASES: dict[type[Action], tuple[str, ...]] = {
    Begin: (BEGIN,),
    **dict.fromkeys(HOME, (SETUP,)),
    Ready: (SETUP,),
    Survey: _PLAYING,
    Roll: (ROLL,),
    **dict.fromkeys((Share, Relieve), (ROLL,)),
    Return: (SEVEN,),
    Rob: (ROB,),
    Draw: (DRAW, BUILD),
    **dict.fromkeys(BUILDING, (BUILD,)),
    Shake: (BALLS,),
    **dict.fromkeys((Effect, Encounter, Depart), (MEET,)),
    **dict.fromkeys((Found, Station), (MOVE,)),
    Beat: (BUILD, MOVE),
    End: (MOVE, SCORE),
    **dict.fromkeys((Award, Claim), (SCORE,)),
}
"""When an action can be carried out at all, even if the table overrules the rules."""

PROMPTS: dict[str, Callable[[Stars], Prompt]] = {
    **dict.fromkeys((BEGIN, SETUP), setting.prompt),
    BUILD: build_phase.prompt,
    **dict.fromkeys((BALLS, MEET, MOVE), flight_phase.prompt),
    SCORE: counting.prompt,
}
"""What a phase asks; all others belong to the yield phase."""

KEYS: dict[type[Action], tuple[str, ...]] = {
    **{kind: tuple(str(one.default) for one in fields(kind) if one.name == "key") for kind in ACTIONS},
    Draw: ("draw", "build"),
    Beat: ("move", "build"),
}
"""The demands that each action answers."""


class Starfarers(Game[Stars]):
    """Colonies, trade stations and the mother ship: first to fifteen in the own turn."""

    name = "starfarers"
    title = "Die Sternenfahrer von Catan"
    bgg = 1897
    seats = range(value("SF-001")["min"], value("SF-001")["max"] + 1)
    state_type = Stars
    actions = ACTIONS
    holdings_type = final.Holdings
    depths = ("light", "scoring")
    icons: ClassVar[dict[str, str]] = {
        "begin": "flag", "outfit": "ship", "survey": "planet", "ready": "check", "roll": "die5",
        "share": "bag", "relieve": "hand", "return": "bag", "rob": "hand", "draw": "card", "build": "crane",
        "bank": "bag", "deal": "hand", "buy_fame": "point", "help": "hand", "fly": "ship", "shake": "ship",
        "effect": "card", "encounter": "card", "depart": "ship", "found": "planet", "station": "dock",
        "beat": "star", "end": "check", "award": "point", "claim": "crown",
    }  # fmt: skip
    house_rules: ClassVar = (
        HouseRule(
            key="edition",
            ask=text("option.edition"),
            values=tuple((int(edition), text(f"option.edition.{edition}")) for edition in EDITIONS),
            default=int(FIRST),
            rule="SF-E1",
        ),
        HouseRule(
            key="cards",
            ask=text("option.cards"),
            values=tuple((how, text(f"option.cards.{how}")) for how in ("free", "counted")),
            default="free",
            rule="SF-045",
        ),
        HouseRule(
            key="opening",
            ask=text("option.opening"),
            values=tuple((how, text(f"option.opening.{how}")) for how in ("given", "free")),
            default="given",
            rule="SF-E1",
        ),
    )
    rules = RULES
    texts = TEXTS
    facts = facts.SPECS

    def setup(self, setup: Setup) -> Stars:
        """Two colonies, a spaceport and a ship each."""
        players = len(setup.players)
        if players not in self.seats:
            raise ValueError(f"SF-001: {self.seats[0]} to {self.seats[-1]} players, not {players}")
        return setting.begun(setup)

    def prompt(self, state: Stars) -> Prompt:
        """All that may happen now."""
        if state.phase == OVER:
            return Prompt(heading=text("heading.over"))
        return PROMPTS.get(state.phase, yield_phase.prompt)(state)

    def step(self, state: Stars, draft: Draft) -> Step | Action:
        """The next field to choose."""
        if draft.key in ("begin", "ready", "outfit", "survey"):
            return setting.step(state, draft)
        if draft.key in ("award", "claim") or state.phase == SCORE:
            return counting.step(state, draft)
        if draft.key == "build":
            return build_phase.step(state, draft)
        if draft.key in ("balls", "meet", "move"):
            return flight_phase.step(state, draft)
        return yield_phase.step(state, draft)

    def check(self, state: Stars, action: Any) -> Ruling:
        """What the rules say of an action."""
        kind = type(action)
        if action.key not in KEYS[kind] or state.phase not in PHASES[kind]:
            return self._untimely(state, action)
        if state.phase == SCORE:
            return counting.check(state, action)
        if kind in (*HOME, Begin):
            return setting.check(state, action)
        if kind in YIELDS:
            return yields.check(state, action)
        if kind is Encounter:
            return encounter.check(state, action)
        return build_phase.check(state, action) if kind in BUILDING else flight.check(state, action)

    def _untimely(self, state: Stars, action: Any) -> Ruling:
        """Out of its phase most is simply not due; of some the rules say why."""
        if isinstance(action, Draw):
            return yields.check_draw(state, action.take)
        if isinstance(action, BUILDING):
            return build_phase.check(state, action)
        return violated("TABLE-1", key=action.key)

    def apply(self, state: Stars, action: Any) -> Stars:
        """The table after an action; whoever has reached the goal in the own turn has won."""
        kind = type(action)
        if state.phase not in PHASES[kind] or (kind in (Share, Relieve)) != bool(state.pending):
            raise Impossible(action.verb)
        if kind in COUNTING or state.phase == SCORE:
            return final.settled(counting.apply(state, action))
        if kind in (*HOME, Begin):
            return final.settled(setting.apply(state, action))
        if kind in YIELDS:
            return final.settled(proceeds.apply(state, action))
        part = encounter if kind is Encounter else build_phase if kind in BUILDING else flight
        return final.settled(part.apply(state, action))

    def describe(self, state: Stars, action: Any) -> Text:
        """One line for the history."""
        return telling.describe(state, action)

    def pages(self, state: Stars) -> tuple[Page, ...]:
        """The pictures of the table."""
        return picture.pages(state)

    def picture(self, state: Stars, page: str, draft: Draft | None) -> Picture:
        """One picture of the table."""
        return picture.draw(state, page, draft)

    def score(self, state: Stars) -> ScoreSheet:
        """The points as they stand."""
        return final.sheet(state)

    def outcome(self, state: Stars) -> Outcome | None:
        """The end."""
        return final.outcome(state)

    def holdings(self, state: Stars) -> tuple[final.Holdings, ...]:
        """What each player has."""
        return final.holdings(state)

    def tally(
        self, holdings: Sequence[final.Holdings], facts: dict[str, FactValue]
    ) -> tuple[ScoreSheet, Outcome]:
        """The final sheet of what lies on the table."""
        return final.tally(holdings, facts)

    def tally_facts(self, players: int) -> tuple[str, ...]:
        """Nothing printed is needed for the final sheet."""
        return ()

    def reminders(self, state: Stars) -> tuple[Reminder, ...]:
        """What not to forget now."""
        return telling.reminders(state)

    def checklist(self, setup: Setup) -> tuple[Task, ...]:
        """What to lay out."""
        return telling.checklist(setup)

    def wanted(self, state: Stars) -> tuple[str, ...]:
        """Unknown printed values that matter now."""
        return facts.wanted(state)

    def learnt(self, state: Stars, fact: str) -> Stars:
        """What everybody begins with counts from the beginning."""
        return final.settled(setting.learnt(state, fact))

    def adjustables(self, state: Stars) -> tuple[Adjustable, ...]:
        """What the table may set by hand."""
        return adjusting.adjustables(state)

    def adjust(self, state: Stars, what: str, value: FactValue) -> Stars:
        """The table after something was set by hand; that too may reach the goal."""
        return final.settled(adjusting.adjust(state, what, value))

    def lower(self, state: Stars, depth: str) -> Stars:
        """The table with less tracking."""
        return adjusting.lowered(state, depth)

    def round_of(self, state: Stars) -> int:
        """How many rounds were played, the end one more."""
        return state.turns + (state.phase == OVER)

    def audit(self, state: Stars, moves: Iterable[Action]) -> list[str]:
        """What does not add up."""
        return audit(state, moves)
