"""What is known of a table: the round, the cards, and what every player has."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from companion.engine import Answer, Seat, State

from .desk import Desk

SPEAKER, SEATING, DIFFICULTY, FACTION, OBJECTIVE, DECK, SHEET = (
    "speaker", "seating", "difficulty", "faction", "objective", "deck", "sheet",
)  # fmt: skip
"""The steps of the set-up."""

REVEAL, CARD, ROLL, DICE = "reveal", "card", "roll", "dice"
"""The steps of a Strategy event: a card is revealed, its resources are spent, dice are rolled, and spent."""

LINE, STRENGTH, RESULT = "line", "strength", "result"
"""The steps of a War event: the line advances, strengths are counted, the wars are resolved."""

CLAIM, AGENDA, DEBATE, VOTE, TIE, DECIDER, RESOLVE = (
    "claim", "agenda", "debate", "vote", "tie", "decider", "resolve",
)  # fmt: skip
"""The steps of a Council event; Production has only CLAIM, the special event only RESOLVE."""

SCORING, COUNT, RECALL, OVER = "scoring", "count", "recall", "over"
"""Only awards are entered during play; sheets are counted; a tie asks for votes; the game is over."""

AI: Seat = -1
"""Stands for the AI faction where a seat is named."""


class Ballot(Struct, frozen=True, kw_only=True):
    """A vote that was cast: `side` is "for", "against" or empty for who abstains (CNC-04)."""

    side: str = ""
    votes: int = 0


HIDDEN = "hidden"
"""Stands for a relic that only its owner knows (REL-05)."""


class Held(Struct, frozen=True, kw_only=True):
    """A relic that was drawn."""

    relic: str
    played: bool = False


class Tally(Struct, frozen=True, kw_only=True):
    """What one player's sheets are worth at the end where they are not tracked: one number a sheet, without
    objectives, Mecatol Rex and relics; unspent trade goods; and claimed votes once a tie asks for them."""

    navigation: int = 0
    expansion: int = 0
    industry: int = 0
    warfare: int = 0
    goods: int = 0
    votes: int = -1


Strengths: TypeAlias = tuple[int, int]
"""Left and right."""


class Side(Struct, frozen=True, kw_only=True):
    """What one player has. With full tracking `desk` holds the sheets; the rest serves every depth."""

    faction: str = ""
    active: str = ""
    down: bool = False
    focus: dict[str, tuple[str, ...]] = {}
    """Focus dice that are unlocked by sheet, by their resource; full tracking takes them from the desk."""
    strengths: Strengths | None = None
    logistics: bool = False
    """Whether Fleet Logistics is known to be unlocked; full tracking takes it from the desk."""
    bonus: Strengths = (0, 0)
    """Neighbour advantages that count in every war to come; full tracking takes them from the desk."""
    ballot: Ballot | None = None
    relics: tuple[Held, ...] = ()
    tally: Tally | None = None
    desk: Desk | None = None


class Name(Struct, frozen=True, kw_only=True):
    """A name on the Mecatol Rex board: whose, in which step of the game, and the row whose reward it got."""

    seat: Seat
    tick: int
    row: int
    claimed: bool = False
    """Whether the votes of the row were circled."""


class Award(Struct, frozen=True, kw_only=True):
    """An objective that somebody has fulfilled: of which sheet, in which step, and whether first."""

    sheet: str
    seat: Seat
    tick: int
    first: bool


class War(Struct, frozen=True, kw_only=True):
    """One war of one half: the strengths that met."""

    number: int
    seat: Seat
    half: str
    foe: Seat
    mine: int
    theirs: int

    @property
    def result(self) -> str:
        """Won, lost or tied, for `seat`."""
        if self.mine > self.theirs:  # WAR-09
            return "win"
        return "lose" if self.mine < self.theirs else "tie"  # WAR-10, WAR-11


class Rival(Struct, frozen=True, kw_only=True):
    """The AI faction: how many symbols of each track are crossed out, and where its lines are drawn.

    `marks` counts crossed-out symbols per goal track; `sections` holds them per track and phase for strength
    and votes; `closed` are sections through which a line was drawn.
    """

    difficulty: str = "easy"
    marks: dict[str, int] = {}
    sections: dict[str, dict[str, int]] = {}
    closed: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()
    """The tracks that the last roll has marked, and the goals that it has reached."""


class TwilightState(State, frozen=True, kw_only=True):
    """The whole table. `tick` counts the steps of all rounds: what bears the same one counts as
    simultaneous (MEC-04).
    """

    sides: tuple[Side, ...]
    options: dict[str, Answer] = {}
    step: str = SPEAKER
    tick: int = 0
    began: int = 0
    """The tick with which this round began."""
    round: int = 0
    speaker: Seat = 0
    event: str = ""
    """The event card of this round."""
    deck: tuple[str, ...] = ()
    """The cards to come, top first, where the app has built the deck; nobody may see them."""
    played: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    """The six dice of this round as the camera names them: `black:material`, `red:double`, ..."""
    objectives: dict[str, str] = {}
    """The objective of each sheet."""
    agendas: dict[str, tuple[str, ...]] = {}
    """By phase, the agenda that was revealed; with one or two players the pair."""
    verdict: str = ""
    """The alternative that this round's council resolves; one to each player where there is an AI."""
    verdicts: tuple[str, ...] = ()
    cast: str = ""
    """The face of the black die that this council needed."""
    deciders: tuple[Seat, ...] = ()
    """Who may still be the one to decide in this council (CNC-14)."""
    owed: tuple[Seat, ...] = ()
    """Who still chooses what the alternative does to tracked sheets."""
    mecatol: tuple[Name, ...] = ()
    awards: tuple[Award, ...] = ()
    wars: tuple[War, ...] = ()
    rival: Rival | None = None
    speaker_is: str = ""
    """With two players: which neighbour of the other player the Speaker is, `left` or `right` (SOL-06)."""


def neighbour(state: TwilightState, seat: Seat, half: str) -> Seat:
    """Who sits to the left or right of a player; the AI where nobody does."""
    if state.players == 1:
        return AI  # SOL-18
    if state.players == 2:
        # The Speaker is the neighbour of the other player on one side only, and the other way round.
        speaker_side = "right" if state.speaker_is == "left" else "left"  # SOL-06
        mine = speaker_side if seat == state.speaker else state.speaker_is  # SOL-06
        return 1 - seat if half == mine else AI  # SOL-18
    return (seat + (1 if half == "left" else -1)) % state.players  # MIL-01


def war_of(state: TwilightState) -> int:
    """The number of the war that is fought now, or was fought last, from 1 to 4."""
    return len({war.number for war in state.wars})
