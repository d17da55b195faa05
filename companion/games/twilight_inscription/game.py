"""Twilight Inscription, put together from its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, ClassVar

from companion.engine import (
    Action,
    Adjustable,
    Demand,
    Draft,
    FactValue,
    Game,
    Impossible,
    Outcome,
    Page,
    Picture,
    Prompt,
    Reminder,
    Ruling,
    ScoreSheet,
    Seat,
    Setup,
    Step,
    Task,
    Text,
    but,
    violated,
)

from . import (
    adjusting,
    ai_board,
    announcing,
    awards,
    council,
    events,
    facts,
    final,
    layouts,
    lowering,
    own,
    reveal,
    setting,
    strategy,
    telling,
    war,
)
from .actions import Draw, Reveal
from .audit import audit
from .book import RULES, TEXTS, value
from .options import HOUSE_RULES
from .picture import pages
from .state import CARD, COUNT, DICE, HIDDEN, OVER, RECALL, REVEAL, ROLL, SCORING, Side, TwilightState
from .telling_marks import SIGNS

PARTS: tuple[ModuleType, ...] = (setting, reveal, strategy, awards, own, final)
OWNERS: dict[type[Action], ModuleType] = {kind: part for part in PARTS for kind in part.ACTIONS}
"""Who decides an action, whatever the event is."""

WHEN: dict[type[Action], tuple[str, ...]] = {**setting.WHEN, **strategy.WHEN, **final.WHEN, Reveal: (REVEAL,)}
"""The steps of those actions that belong to some only."""

SHARED = tuple(dict.fromkeys(kind for part in events.PARTS.values() for kind in part.ACTIONS))
"""What the part of the event decides."""


def _owner(state: TwilightState, action: Action) -> ModuleType | None:
    """The part of the rules that an action belongs to now; None where it makes no sense."""
    if state.step not in WHEN.get(type(action), (state.step,)):
        return None
    return OWNERS.get(type(action)) or events.part_of(state)


class TwilightInscription(Game[TwilightState]):
    """All mark their four sheets at the same time, for five phases and four wars."""

    name = "twilight_inscription"
    title = "Twilight Inscription"
    bgg = 361545
    seats = range(value("CMP-14")["min"], value("CMP-14")["max"] + 1)
    state_type = TwilightState
    actions = (*OWNERS, *SHARED)
    holdings_type = final.Holdings
    icons: ClassVar[dict[str, str]] = {
        **SIGNS, "advance": "warfare", "muster": "warfare", "agenda": "vote", "vote": "vote", "cast": "bag",
        "decide": "crown", "represent": "faction", "shuffle": "bag", "lay": "star",
        "reveal": "card", "roll": "bag", "down": "pencil", "activate": "card", "speak": "flag",
        "rule": "crown", "fulfil": "star", "draw": "card", "play": "card", "count": "check",
    }  # fmt: skip
    house_rules = HOUSE_RULES
    rules = RULES
    texts = TEXTS
    facts = facts.SPECS
    plans = (*layouts.SPECS.values(), ai_board.SPEC)

    def setup(self, setup: Setup) -> TwilightState:
        """Nobody has anything yet."""
        players = len(setup.players)
        if players not in self.seats:
            raise ValueError(f"CMP-14: {self.seats[0]} to {self.seats[-1]} players, not {players}")
        state = TwilightState(
            players=players,
            depth=setup.depth,
            facts=dict(setup.facts),
            options=dict(setup.options),
            sides=(Side(),) * players,
        )
        return setting.first(state)

    def prompt(self, state: TwilightState) -> Prompt:
        """All that may happen now."""
        heading = telling.heading(state)
        if state.step == OVER:
            return Prompt(heading=heading)
        demands = self._demands(state)
        offers: tuple[Demand, ...] = ()
        if state.step not in (*setting.STEPS, RECALL) and not strategy.drawing(state):
            offers = (*self._event_offers(state), *announcing.offers(state), *own.offers(state))
        elif strategy.drawing(state):
            offers = announcing.playing(state)
        likely = strategy.likely(state) if state.step in (CARD, DICE) else None
        if likely is None:
            likely = next((demand.draft for demand in demands if demand.seat is None), None)
        return Prompt(heading=heading, demands=demands, offers=offers, likely=likely)

    def _demands(self, state: TwilightState) -> tuple[Demand, ...]:
        if state.step in setting.STEPS:
            return setting.demands(state)
        if state.step == REVEAL:
            return reveal.demands(state)
        if state.step == SCORING:
            return (final.closing(),)
        if state.step in (COUNT, RECALL):
            return final.demands(state)
        if state.step in (CARD, ROLL, DICE):
            return strategy.demands(state)
        part = events.part_of(state)
        demands: tuple[Demand, ...] = () if part is None else part.demands(state)
        return strategy.tasks(state) or demands

    def _event_offers(self, state: TwilightState) -> tuple[Demand, ...]:
        part = events.part_of(state)
        offers: tuple[Demand, ...] = part.offers(state) if part is war else ()
        return offers

    def step(self, state: TwilightState, draft: Draft) -> Step | Action:
        """The next field to choose."""
        found: Step | Action = self._stepper(state, draft).step(state, draft)
        return found

    def _stepper(self, state: TwilightState, draft: Draft) -> ModuleType:
        if draft.key in announcing.KEYS:
            return announcing
        if draft.key == "own":
            return own
        if draft.key in final.KEYS:
            return final
        if draft.key == "reveal":
            return reveal
        if draft.key in strategy.KEYS:
            return strategy
        part = setting if state.step in setting.STEPS else events.part_of(state)
        if part is None:
            raise Impossible(draft.key)
        return part

    def check(self, state: TwilightState, action: Any) -> Ruling:
        """What the rules say of an action."""
        part = _owner(state, action)
        if part is None:
            return violated("TABLE-1", key=action.key)
        ruling: Ruling = part.check(state, action)
        return ruling

    def apply(self, state: TwilightState, action: Any) -> TwilightState:
        """The table after an action."""
        part = _owner(state, action)
        if part is None or (part is setting) != (state.step in setting.STEPS):
            raise Impossible(action.verb)
        after: TwilightState = part.apply(state, action)
        return final.settled(after) if isinstance(action, Draw) else after

    def describe(self, state: TwilightState, action: Any) -> Text:
        """One line for the history."""
        return telling.describe(state, action)

    def view(self, state: TwilightState, viewer: Seat | None) -> TwilightState:
        """The deck, relics in the hands of others and votes that are not counted yet stay hidden."""
        sides = []
        for seat, side in enumerate(state.sides):
            if seat != viewer and state.step not in (RECALL, OVER):
                relics = tuple(
                    held if held.played else but(held, relic=HIDDEN) for held in side.relics
                )  # REL-05, CLR-11
                side = but(side, relics=relics)
            sides.append(side)
        shown = but(state, sides=tuple(sides), deck=("",) * len(state.deck))
        return war.view(council.view(shown, viewer), viewer)

    def sealed(self, state: TwilightState, action: Any) -> bool:
        """A relic is a secret until it is played, a vote until all have voted."""
        if isinstance(action, Draw):
            if state.step in (RECALL, OVER):
                return False
            side = state.sides[action.who] if action.who in range(state.players) else Side()
            return action.relic != HIDDEN and not any(
                one.relic == action.relic and one.played for one in side.relics
            )
        return council.sealed(state, action) or war.sealed(state, action)

    def pages(self, state: TwilightState) -> tuple[Page, ...]:
        """The pictures of the table."""
        return pages.pages(state)

    def picture(self, state: TwilightState, page: str, draft: Draft | None) -> Picture:
        """One picture of the table."""
        return pages.draw(state, page, draft)

    def score(self, state: TwilightState) -> ScoreSheet:
        """The points as they stand."""
        return final.sheet(state)

    def outcome(self, state: TwilightState) -> Outcome | None:
        """The end."""
        return final.outcome(state)

    def holdings(self, state: TwilightState) -> tuple[final.Holdings, ...]:
        """What each player has."""
        return final.holdings(state)

    def tally(
        self, holdings: Sequence[final.Holdings], facts: dict[str, FactValue]
    ) -> tuple[ScoreSheet, Outcome]:
        """The final sheet of what lies on the table."""
        return final.tally(holdings, facts)

    def tally_facts(self, players: int) -> tuple[str, ...]:
        """What cards and the Mecatol Rex board are worth."""
        return tuple(
            key for key, spec in facts.SPECS.items() if key.startswith(facts.WORTH) and spec.kind != "text"
        )

    def reminders(self, state: TwilightState) -> tuple[Reminder, ...]:
        """What not to forget now."""
        return telling.reminders(state)

    def checklist(self, setup: Setup) -> tuple[Task, ...]:
        """What to lay out."""
        return telling.checklist(setup)

    def wanted(self, state: TwilightState) -> tuple[str, ...]:
        """Unknown printed values that matter now."""
        return facts.wanted(state)

    def learnt(self, state: TwilightState, fact: str) -> TwilightState:
        """Votes of Mecatol Rex are circled as soon as it is known how many they are."""
        return awards.learnt(state)

    def adjustables(self, state: TwilightState) -> tuple[Adjustable, ...]:
        """What the table may set by hand."""
        return adjusting.adjustables(state)

    def adjustable(self, state: TwilightState, what: str) -> Adjustable | None:
        """One of them by its key."""
        return adjusting.adjustable(state, what)

    def adjust(self, state: TwilightState, what: str, value: FactValue) -> TwilightState:
        """The table after something was set by hand."""
        return adjusting.adjust(state, what, value)

    def lower(self, state: TwilightState, depth: str) -> TwilightState:
        """The table with less tracking."""
        return lowering.lowered(state, depth)

    def round_of(self, state: TwilightState) -> int:
        """The round; the count is one more."""
        return state.round + (state.step in (COUNT, RECALL, OVER))

    def audit(self, state: TwilightState, moves: Iterable[Action]) -> list[str]:
        """What does not add up."""
        return audit(state)
