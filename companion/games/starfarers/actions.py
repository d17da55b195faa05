"""What can be done in the Starfarers."""

from __future__ import annotations

from companion.engine import Action


class Begin(Action, frozen=True, kw_only=True, tag="begin"):
    """A start player is found."""

    key: str = "begin"
    first: int


class Outfit(Action, frozen=True, kw_only=True, tag="outfit"):
    """A player chooses the first ship and the first upgrade, where the set-up is free."""

    key: str = "outfit"
    ship: str
    upgrade: str


class Survey(Action, frozen=True, kw_only=True, tag="survey"):
    """It is noted which planets a colony touches: sorts with numbers, like `ore:4` or `goods:3/12`."""

    key: str = "survey"
    place: int
    planets: tuple[str, ...]


class Ready(Action, frozen=True, kw_only=True, tag="ready"):
    """The set-up is complete."""

    key: str = "ready"


class Roll(Action, frozen=True, kw_only=True, tag="roll"):
    """The yields are rolled."""

    key: str = "roll"
    dice: tuple[int, ...]


class Share(Action, frozen=True, kw_only=True, tag="share"):
    """The supply was short: how many cards of the sort each player received."""

    key: str = "share"
    counts: tuple[int, ...]


class Relieve(Action, frozen=True, kw_only=True, tag="relieve"):
    """Galactic relief: a card of choice for a roll that brought nothing."""

    key: str = "relief"
    sort: str


class Return(Action, frozen=True, kw_only=True, tag="return"):
    """On a 7 cards are returned; without counted hands `cards` is empty and stands for all players."""

    key: str = "return"
    cards: tuple[str, ...] = ()


class Rob(Action, frozen=True, kw_only=True, tag="rob"):
    """After a 7 a card is drawn from somebody's hand, or (-1) from nobody's."""

    key: str = "rob"
    victim: int


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Cards are drawn from the pile, or (0) not for now."""

    key: str = "draw"
    take: int


class Build(Action, frozen=True, kw_only=True, tag="build"):
    """Something is built; `place` is the colony under a spaceport, `paid` what it cost where that is
    not known."""

    key: str = "build"
    what: str
    place: int = 0
    paid: tuple[str, ...] = ()


class Bank(Action, frozen=True, kw_only=True, tag="bank"):
    """`rate` cards of a sort are given to the bank for one of another."""

    key: str = "build"
    give: str
    rate: int
    get: str


class Deal(Action, frozen=True, kw_only=True, tag="deal"):
    """Cards are traded with another player."""

    key: str = "build"
    other: int
    give: tuple[str, ...] = ()
    get: tuple[str, ...] = ()


class BuyFame(Action, frozen=True, kw_only=True, tag="buy_fame"):
    """Fame for goods, with a card of the Diplomats."""

    key: str = "build"


class Help(Action, frozen=True, kw_only=True, tag="help"):
    """A random card from each of up to two players with more points, with a card of the Diplomats."""

    key: str = "build"
    victims: tuple[int, ...]


class Fly(Action, frozen=True, kw_only=True, tag="fly"):
    """The trade and build phase is over: the flight begins, or the next turn where there is no ship."""

    key: str = "build"


class Shake(Action, frozen=True, kw_only=True, tag="shake"):
    """The mother ship shows two balls."""

    key: str = "balls"
    balls: tuple[str, ...]


class Effect(Action, frozen=True, kw_only=True, tag="effect"):
    """Something that an encounter card brings for a player."""

    key: str = "meet"
    who: int
    what: str
    count: int = 1


class Encounter(Action, frozen=True, kw_only=True, tag="encounter"):
    """An encounter as a dialogue: the question, the decision with the cards given, the neighbour compared
    with and both throws, the outcome that the card prints, and what was chosen of it."""

    key: str = "meet"
    question: str
    answer: str
    gift: tuple[str, ...] = ()
    foe: str = ""
    balls: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


class Depart(Action, frozen=True, kw_only=True, tag="depart"):
    """The encounter is over; `fly` says whether the ships may move now."""

    key: str = "meet"
    fly: int


class Found(Action, frozen=True, kw_only=True, tag="found"):
    """A colony is founded between two planets."""

    key: str = "move"
    planets: tuple[str, ...] = ()


class Station(Action, frozen=True, kw_only=True, tag="station"):
    """A trade station is founded and a friendship card chosen."""

    key: str = "move"
    people: str
    card: str


class Beat(Action, frozen=True, kw_only=True, tag="beat"):
    """A pirate nest or an ice planet is beaten."""

    key: str = "move"
    kind: str
    number: int


class End(Action, frozen=True, kw_only=True, tag="end"):
    """The turn is over."""

    key: str = "move"


class Award(Action, frozen=True, kw_only=True, tag="award"):
    """Something worth points is won or lost where only points are tracked."""

    key: str = "award"
    what: str
    count: int = 1


class Claim(Action, frozen=True, kw_only=True, tag="claim"):
    """Somebody has won in the own turn."""

    key: str = "claim"
    who: int


HOME = (Outfit, Survey, Ready)
YIELDS = (Roll, Share, Relieve, Return, Rob, Draw)
BUILDING = (Build, Bank, Deal, BuyFame, Help, Fly)
FLIGHT = (Shake, Effect, Encounter, Depart, Found, Station, Beat, End)
COUNTING = (Award, Claim)
ACTIONS = (Begin, *HOME, *YIELDS, *BUILDING, *FLIGHT, *COUNTING)
