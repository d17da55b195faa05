"""What a game is: one rulebook as pure functions of frozen states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, Union

import msgspec
from msgspec import Struct

from .action import COMMON, Action, Seat, State
from .facts import FactSpec, FactValue
from .picture import Page, Picture
from .plan_spec import PlanSpec
from .prompt import Answer, Draft, Option, Prompt, Reminder, Step
from .rule import Rulebook, Ruling
from .score import Outcome, ScoreSheet
from .text import Catalogue, Text

DEPTHS = ("full", "light", "scoring")
"""How much is tracked, most first."""


class Impossible(Exception):
    """An action that cannot be carried out even if the table wants it; nothing has happened."""


class Player(Struct, frozen=True):
    """Who sits at a seat; colour and shape together tell players apart."""

    name: str
    colour: str
    shape: str


class Setup(Struct, frozen=True, kw_only=True):
    """With what a game begins. It never changes afterwards."""

    game: str
    players: tuple[Player, ...]
    depth: str = "full"
    options: dict[str, Answer] = {}
    facts: dict[str, FactValue] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(player.name for player in self.players)


class HouseRule(Struct, frozen=True, kw_only=True):
    """A choice made before a game begins, where tables or editions differ."""

    key: str
    ask: Text
    values: tuple[tuple[Answer, Text], ...]
    default: Answer
    rule: str = ""


class Task(Struct, frozen=True):
    """One thing to lay out before a game begins."""

    text: Text
    rule: str = ""


class Adjustable(Struct, frozen=True, kw_only=True):
    """A public counter or piece that the table may set by hand: its value now and what it may be set to."""

    what: str
    label: Text
    value: FactValue
    low: int = 0
    high: int = 999
    options: tuple[Option, ...] = ()
    seat: Seat | None = None
    area: str = ""
    area_label: Text | None = None
    """Where there is very much to set: the part of the table that is chosen first, and its name."""


St = TypeVar("St", bound=State)


class Game(ABC, Generic[St]):
    """One game. Everything is pure: a state goes in, a value comes out."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    state_type: ClassVar[type[State]]
    actions: ClassVar[tuple[type[Action], ...]]
    holdings_type: ClassVar[type[Struct]]
    depths: ClassVar[tuple[str, ...]] = DEPTHS
    house_rules: ClassVar[tuple[HouseRule, ...]] = ()
    bgg: ClassVar[int | None] = None
    """The game's number at BoardGameGeek."""
    icons: ClassVar[dict[str, str]] = {}
    """The sign of each verb; one that every game knows has its own already."""
    plans: ClassVar[tuple[PlanSpec, ...]] = ()
    """The forms of boards and sheets that the owner enters; `plan_facts` makes them printed values."""

    rules: Rulebook
    texts: Catalogue
    facts: dict[str, FactSpec]

    @abstractmethod
    def setup(self, setup: Setup) -> St:
        """The state before the first action."""

    @abstractmethod
    def prompt(self, state: St) -> Prompt:
        """All that may happen now."""

    @abstractmethod
    def step(self, state: St, draft: Draft) -> Step | Action:
        """The next field to choose for a draft; the finished action when nothing is left to choose."""

    @abstractmethod
    def check(self, state: St, action: Any) -> Ruling:
        """What the rules say of an action."""

    @abstractmethod
    def apply(self, state: St, action: Any) -> St:
        """The state after an action, also an overruled one; raises Impossible if it cannot be carried out."""

    @abstractmethod
    def describe(self, state: St, action: Any) -> Text:
        """One line for the history; `state` is the one before the action."""

    @abstractmethod
    def pages(self, state: St) -> tuple[Page, ...]:
        """The pictures of the table, the one that matters now first."""

    @abstractmethod
    def picture(self, state: St, page: str, draft: Draft | None) -> Picture:
        """One picture of the table, with the touch spots that fit the draft."""

    @abstractmethod
    def score(self, state: St) -> ScoreSheet:
        """The points as they stand."""

    @abstractmethod
    def outcome(self, state: St) -> Outcome | None:
        """The end; None while the game goes on."""

    @abstractmethod
    def holdings(self, state: St) -> tuple[Struct, ...]:
        """What each player has that is worth points."""

    @abstractmethod
    def tally(self, holdings: Sequence[Any], facts: dict[str, FactValue]) -> tuple[ScoreSheet, Outcome]:
        """The final sheet of what lies on the table; raises ValueError saying what cannot be."""

    def tally_facts(self, players: int) -> tuple[str, ...]:
        """The printed values that a tally of so many players needs."""
        return tuple(key for key, spec in self.facts.items() if spec.plan is None)

    def view(self, state: St, viewer: Seat | None) -> St:
        """What `viewer` may see (None: what lies open on the table)."""
        return state

    def sealed(self, state: St, action: Any) -> bool:
        """Whether what an earlier action chose is still a secret in this state."""
        return False

    def reminders(self, state: St) -> tuple[Reminder, ...]:
        """What not to forget now."""
        return ()

    def checklist(self, setup: Setup) -> tuple[Task, ...]:
        """What to lay out for this number of players."""
        return ()

    def wanted(self, state: St) -> tuple[str, ...]:
        """Unknown facts that matter now."""
        return ()

    def learnt(self, state: St, fact: str) -> St:
        """The state after a fact became known (it is already in `state.facts`)."""
        return state

    def adjustables(self, state: St) -> tuple[Adjustable, ...]:
        """What the table may set by hand."""
        return ()

    def adjustable(self, state: St, what: str) -> Adjustable | None:
        """One of them; a game with many may find it without making all the others."""
        return next((found for found in self.adjustables(state) if found.what == what), None)

    def adjust(self, state: St, what: str, value: FactValue) -> St:
        """The state after the table set something by hand."""
        raise Impossible(what)

    def lower(self, state: St, depth: str) -> St:
        """The state after the table chose to track less."""
        return msgspec.structs.replace(state, depth=depth)

    def round_of(self, state: St) -> int:
        """A number that grows when a round ends; a copy of the journal is kept then."""
        return 0

    def audit(self, state: St, moves: Iterable[Action]) -> list[str]:
        """What cannot be: pieces lost, points that do not add up. Empty when all is well."""
        return []

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Union[(*COMMON, *self.actions)])

    @cached_property
    def _state_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.state_type)

    def decode_action(self, data: bytes) -> Action:
        """An action from its JSON."""
        action: Action = self._action_decoder.decode(data)
        return action

    def decode_state(self, data: bytes) -> St:
        """A state from its JSON."""
        state: St = self._state_decoder.decode(data)
        return state


def encode(value: Struct) -> bytes:
    """An action or a state as JSON."""
    return msgspec.json.encode(value)
