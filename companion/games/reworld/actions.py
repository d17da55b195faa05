"""What can be done in Reworld."""

from __future__ import annotations

from companion.engine import Action


class Begin(Action, frozen=True, kw_only=True, tag="begin"):
    """A start player is found."""

    key: str = "begin"
    first: int


class Prepare(Action, frozen=True, kw_only=True, tag="prepare"):
    """Twenty modules are drawn and laid at the docking arms, and the officer cards are dealt."""

    key: str = "prepare"
    modules: tuple[str, ...]


class Acquire(Action, frozen=True, kw_only=True, tag="acquire"):
    """A module is acquired: `top` is the uppermost card laid into its slot, `below` the others."""

    key: str = "turn"
    slot: int
    top: int
    below: tuple[int, ...] = ()


class Marker(Action, frozen=True, kw_only=True, tag="marker"):
    """The start player marker is acquired."""

    key: str = "turn"


class DropOut(Action, frozen=True, kw_only=True, tag="drop_out"):
    """A player drops out of the round."""

    key: str = "turn"


class Terrabot(Action, frozen=True, kw_only=True, tag="terrabot"):
    """A terrabot is undocked; `sign` is the city sign chosen if it founds a city."""

    key: str = "turn"
    row: int
    sign: int = 0


class Defend(Action, frozen=True, kw_only=True, tag="defend"):
    """A shuttle or satellite is undocked for the defence net; `shields` if they were read off just now."""

    key: str = "turn"
    row: int
    shields: int = 0


class Transport(Action, frozen=True, kw_only=True, tag="transport"):
    """A shuttle is undocked and carries crews. `dock` names their rows in the order of the manoeuvres,
    `cities` where they go in the order of placing; `swapped` when the second one is placed first."""

    key: str = "turn"
    row: int
    dock: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    swapped: bool = False


class Task(Action, frozen=True, kw_only=True, tag="task"):
    """A satellite is undocked for its task; `city` where the task needs one."""

    key: str = "turn"
    row: int
    city: str = ""


class Dispose(Action, frozen=True, kw_only=True, tag="dispose"):
    """A crew is undocked and returned to the box."""

    key: str = "turn"
    row: int


class Award(Action, frozen=True, kw_only=True, tag="award"):
    """Points are moved on the score track while the table keeps the boards itself."""

    key: str = "award"
    points: int
    why: str = "hand"


class TakeShip(Action, frozen=True, kw_only=True, tag="take_ship"):
    """A population ship is taken while the table keeps the boards itself."""

    key: str = "ship"
    ship: str


class EndRound(Action, frozen=True, kw_only=True, tag="end_round"):
    """All have dropped out; `marker` holds the start player marker now."""

    key: str = "round"
    marker: int


class Arrive(Action, frozen=True, kw_only=True, tag="arrive"):
    """All freighters are empty: the final population ship arrives."""

    key: str = "arrive"


class CountUp(Action, frozen=True, kw_only=True, tag="count"):
    """A player counts what lies in the settlement area."""

    key: str = "count"
    shields: int
    a: int
    b: int
    c: int
    d: int
    e: int


UNDOCKING = (Terrabot, Defend, Transport, Task, Dispose)
ACTIONS = (
    Begin, Prepare, Acquire, Marker, DropOut, *UNDOCKING, Award, TakeShip, EndRound, Arrive, CountUp,
)  # fmt: skip
