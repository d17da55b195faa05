"""What is done in Twilight Inscription beside marking sheets (which `marking` has)."""

from __future__ import annotations

from companion.engine import Action, Seat


class Speak(Action, frozen=True, kw_only=True, tag="speak"):
    """The most experienced player takes the Speaker card."""

    key: str = "speaker"
    speaker: Seat


class Shuffle(Action, frozen=True, kw_only=True, tag="shuffle"):
    """The app shuffles the event deck: the number that it drew by chance stands for the order."""

    key: str = "deck"
    chance: int


class Lay(Action, frozen=True, kw_only=True, tag="lay"):
    """One objective of each sheet is laid out."""

    key: str = "objective"
    navigation: str
    expansion: str
    industry: str
    warfare: str


class Represent(Action, frozen=True, kw_only=True, tag="represent"):
    """A player keeps a faction."""

    key: str = "faction"
    faction: str


class Skip(Action, frozen=True, kw_only=True, tag="skip"):
    """The table goes on: factions are not entered, or all others take the practice sheets."""

    key: str = "skip"


class Take(Action, frozen=True, kw_only=True, tag="take"):
    """A player takes four sheets, by the names of their layouts."""

    key: str = "sheets"
    navigation: str
    expansion: str
    industry: str
    warfare: str


class Dare(Action, frozen=True, kw_only=True, tag="dare"):
    """A difficulty is chosen for the AI faction."""

    key: str = "difficulty"
    level: str


class Seating(Action, frozen=True, kw_only=True, tag="seating"):
    """With two players a black die says whose neighbour the Speaker is on which side."""

    key: str = "seating"
    face: str


class Reveal(Action, frozen=True, kw_only=True, tag="reveal"):
    """The Speaker reveals the top event card."""

    key: str = "reveal"
    event: str


class Activate(Action, frozen=True, kw_only=True, tag="activate"):
    """A player chooses an active sheet."""

    key: str = "sheet"
    sheet: str


class Roll(Action, frozen=True, kw_only=True, tag="roll"):
    """The Speaker rolls all six dice."""

    key: str = "roll"
    faces: tuple[str, ...]


class Down(Action, frozen=True, kw_only=True, tag="down"):
    """Pens down: a player has finished marking; without a seat the Speaker finds that all have."""

    key: str = "mark"


class Own(Action, frozen=True, kw_only=True, tag="own"):
    """Somebody says what is unlocked on a sheet that is not tracked: a focus die, Fleet Logistics …"""

    key: str = "own"
    who: Seat
    what: str
    sheet: str = ""


class Advance(Action, frozen=True, kw_only=True, tag="advance"):
    """All advance their deployment line."""

    key: str = "line"


class Muster(Action, frozen=True, kw_only=True, tag="muster"):
    """A player counts the filled nodes of both sectors; in the halves of `fleets` Fleet Logistics helps."""

    key: str = "strength"
    left: int
    right: int
    fleets: tuple[str, ...] = ()


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """What is on the screen has been carried out by all."""

    key: str = "resolve"


class Claim(Action, frozen=True, kw_only=True, tag="claim_all"):
    """All claim what a Council or Production event gives them."""

    key: str = "claim"


class Debate(Action, frozen=True, kw_only=True, tag="debate"):
    """The agenda was read out and debated."""

    key: str = "debate"


class Agenda(Action, frozen=True, kw_only=True, tag="agenda"):
    """The Speaker reveals an agenda; with the AI faction also the counter-agenda."""

    key: str = "agenda"
    agenda: str
    counter: str = ""


class Vote(Action, frozen=True, kw_only=True, tag="vote"):
    """A player votes in secret, or abstains."""

    key: str = "vote"
    side: str
    votes: int = 0


class Cast(Action, frozen=True, kw_only=True, tag="cast"):
    """The Speaker rolls a black die in a council: for a tie, or for the AI's votes."""

    key: str = "cast"
    face: str


class Decide(Action, frozen=True, kw_only=True, tag="decide"):
    """One of those with the largest vote has rolled alone what the roll-off wants, and decides."""

    key: str = "decide"
    who: Seat


class Choose(Action, frozen=True, kw_only=True, tag="choose"):
    """A player chooses what the alternative of an agenda does."""

    key: str = "choose"
    what: str


class Rule(Action, frozen=True, kw_only=True, tag="rule"):
    """A name is written on the Mecatol Rex board; `together` as with objectives."""

    key: str = "mecatol"
    who: Seat
    together: bool = False


class Fulfil(Action, frozen=True, kw_only=True, tag="fulfil"):
    """Somebody announces an objective.

    Where steps are not tracked, `together` says that it was in the same one as the announcement before.
    """

    key: str = "fulfil"
    sheet: str
    who: Seat
    together: bool = False


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Somebody draws a relic; HIDDEN keeps it a secret in the hand until it is played."""

    key: str = "relic"
    who: Seat
    relic: str


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Somebody plays a relic from the hand."""

    key: str = "play"
    who: Seat
    relic: str
    resource: str = ""


class Invoke(Action, frozen=True, kw_only=True, tag="invoke"):
    """A player has carried out the second ability of the faction."""

    key: str = "faction_ability"


class CountUp(Action, frozen=True, kw_only=True, tag="count"):
    """A player counts the sheets at the end: points of each, unspent trade goods."""

    key: str = "count"
    navigation: int
    expansion: int
    industry: int
    warfare: int
    goods: int


class Finish(Action, frozen=True, kw_only=True, tag="finish"):
    """The last round is over: the sheets are scored."""

    key: str = "finish"


class Recall(Action, frozen=True, kw_only=True, tag="recall"):
    """A tied player says how many votes were claimed in the whole game."""

    key: str = "votes"
    votes: int
