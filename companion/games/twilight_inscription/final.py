"""The end: what the sheets are worth, the score sheet, ties, and the rank of a game alone or by two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct, convert

from companion.engine import (
    LEGAL,
    Action,
    Cell,
    Demand,
    Draft,
    FactValue,
    Impossible,
    Kind,
    Outcome,
    Ruling,
    ScoreLine,
    ScoreSheet,
    Seat,
    Step,
    but,
    places,
    seat_name,
    text,
    violated,
)

from . import ai, announcing, awards
from .actions import CountUp, Finish, Recall
from .book import value
from .cards import OBJECTIVES, RELICS
from .desk import SHEETS
from .layouts import sheets_of
from .marking import industry
from .seats import put
from .state import COUNT, HIDDEN, OVER, RECALL, SCORING, Tally, TwilightState

ACTIONS: tuple[type[Action], ...] = (Finish, CountUp, Recall)
WHEN: dict[type[Action], tuple[str, ...]] = {
    Finish: (SCORING, COUNT),
    CountUp: (COUNT,),
    Recall: (RECALL,),
}
"""The steps that an action can belong to."""

MOST = 199
"""More points are on no sheet."""

KEYS = ("finish", "count", "votes")
FIELDS = (*SHEETS, "goods")
RULES = dict(zip(FIELDS, ("END-02", "END-02", "END-02", "END-02", "END-04"), strict=True))


class Holdings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player has at the end."""

    navigation: Annotated[
        int, Meta(description="claimed victory points on Navigation, without relics and Mecatol Rex")
    ]
    expansion: Annotated[int, Meta(description="claimed victory points on Expansion")]
    industry: Annotated[int, Meta(description="claimed victory points on Industry")]
    warfare: Annotated[int, Meta(description="claimed victory points on Warfare, less those of lost wars")]
    goods: Annotated[int, Meta(description="claimed, unspent trade goods")] = 0
    votes: Annotated[int, Meta(description="votes claimed in the whole game; only needed for a tie")] = 0
    objectives: Annotated[dict[str, str], Meta(description="objective by its id: first or later")] = {}
    mecatol: Annotated[int, Meta(description="row of the Mecatol Rex board that was rewarded; 0: none")] = 0
    relics: Annotated[tuple[str, ...], Meta(description="relics by their id")] = ()
    level: Annotated[str, Meta(description="alone or by two: easy, medium or hard")] = ""


def demands(state: TwilightState) -> tuple[Demand, ...]:
    """What the table counts."""
    if state.step == RECALL:
        return tuple(
            Demand(key="votes", seat=seat, ask=text("votes.ask"), kind=Kind.ENTER, rules=("END-09",))
            for seat in _leaders(state)
            if votes(state, seat) is None
        )
    secret = announcing.disclosing(state)
    if state.depth == "full":
        finish = Demand(key="finish", ask=text("finish.ask"), kind=Kind.CONFIRM, rules=("END-01",))
        return secret or (finish,)
    counting = tuple(
        Demand(key="count", seat=seat, ask=text("count.ask"), kind=Kind.ENTER, rules=("END-02", "END-04"))
        for seat, side in enumerate(state.sides)
        if side.tally is None
    )
    return (*counting, *secret)


def closing() -> Demand:
    """The last round is over: where only awards are entered, the table says so."""
    return Demand(key="finish", ask=text("finish.scoring"), kind=Kind.CONFIRM, rules=("END-01",))


def step(state: TwilightState, draft: Draft) -> Step | Action:
    """The next number."""
    if draft.key == "finish":
        return Finish(key=draft.key)
    if draft.key == "votes":
        told = draft.number("votes")
        if told is not None:
            return Recall(seat=draft.seat, votes=told)
        return Step(field="votes", ask=text("votes.ask"), entry="number", high=40, rules=("END-09",))
    numbers = {field: draft.number(field) for field in FIELDS}
    for done, (field, number) in enumerate(numbers.items()):
        if number is None:
            ask = text(f"count.{field}")
            low = -MOST if field == "warfare" else 0  # WAR-17
            return Step(
                field=field,
                ask=ask,
                entry="number",
                low=low,
                high=MOST,
                done=done,
                of=len(FIELDS),
                rules=(RULES[field],),
            )
    return convert({"do": "count", "seat": draft.seat, **numbers}, CountUp)


def check(state: TwilightState, action: Action) -> Ruling:
    """Whether this can have been counted."""
    if isinstance(action, CountUp) and state.depth == "full":
        return violated("TABLE-1", key=action.key)
    if isinstance(action, CountUp):
        for field in FIELDS:
            have = getattr(action, field)
            if have < 0 and field != "warfare":
                return violated("END-02", sheet=text(f"count.{field}"), have=have, need=0)
    if isinstance(action, Recall) and action.votes < 0:
        return violated("END-09", who=seat_name(action.seat or 0), have=action.votes, count=0, limit=0)
    return LEGAL


def apply(state: TwilightState, action: Action) -> TwilightState:
    """The table after something was counted."""
    match action:
        case Finish():
            return _over(but(state, step=COUNT)) if state.depth == "full" else but(state, step=COUNT)
        case CountUp(seat=seat) if seat is not None and state.depth != "full":
            tally = Tally(**{field: getattr(action, field) for field in FIELDS})
            state = put(state, seat, tally=tally)
            return settled(state)
        case Recall(seat=seat, votes=told) if seat is not None:
            own = state.sides[seat].tally or Tally()
            state = put(state, seat, tally=but(own, votes=told))
            return state if demands(state) else but(state, step=OVER)
    raise Impossible(action.verb)


def settled(state: TwilightState) -> TwilightState:
    """Once all sheets are counted and all relics laid open, the game is over."""
    if state.step != COUNT or state.depth == "full" or demands(state):
        return state
    return _over(state)


def _over(state: TwilightState) -> TwilightState:
    """The game is over, unless votes must break a tie that are not known."""
    tied = _leaders(state)
    asked = len(tied) > 1 and any(votes(state, seat) is None for seat in tied)
    return but(state, step=RECALL if asked else OVER)


def _leaders(state: TwilightState) -> list[Seat]:
    totals = sheet(state).totals
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def votes(state: TwilightState, seat: Seat) -> int | None:
    """How many votes a player has claimed in the whole game, spent ones too; None if nobody has told."""
    side = state.sides[seat]
    if side.desk is not None:
        return industry.votes_claimed(side.desk, sheets_of(state, seat))  # END-09
    return None if side.tally is None or side.tally.votes < 0 else side.tally.votes


def counted(state: TwilightState, seat: Seat) -> Tally:
    """What the marks of a player's sheets come to."""
    own = {one: _own(state, seat, one).points for one in SHEETS}
    return Tally(**own, goods=_goods(state, seat).count or 0, votes=votes(state, seat) or 0)


def goods_worth(goods: int) -> int:
    """What unspent trade goods are worth."""
    row = value("END-04")
    return int(goods // row["goods"] * row["points"])  # END-04


def sheet(state: TwilightState) -> ScoreSheet:
    """The points as they stand; sheets that are not tracked count once they were counted."""
    seats = range(state.players)
    lines = [
        ScoreLine(
            text("score.sheet", sheet=text(f"sheet.{one}")),
            tuple(_own(state, seat, one) for seat in seats),
            "END-02",
        )
        for one in SHEETS
    ]
    lines += [  # END-05
        ScoreLine(text("score.goods"), tuple(_goods(state, seat) for seat in seats), "END-04"),
        ScoreLine(text("score.objectives"), tuple(_objectives(state, seat) for seat in seats), "END-03"),
        ScoreLine(text("score.mecatol"), tuple(_mecatol(state, seat) for seat in seats), "MEC-11"),
        ScoreLine(text("score.relics"), tuple(_relics(state, seat) for seat in seats), "REL-06"),
    ]
    return ScoreSheet(tuple(lines), state.players)


def _own(state: TwilightState, seat: Seat, one: str) -> Cell:
    side = state.sides[seat]
    if side.tally is not None:
        return Cell(getattr(side.tally, one))
    if side.desk is not None:
        return Cell(sheets_of(state, seat).points(side.desk, one))
    return Cell(open=True)


def _goods(state: TwilightState, seat: Seat) -> Cell:
    side = state.sides[seat]
    if side.tally is not None:
        have = side.tally.goods
    elif side.desk is not None:
        have = industry.goods_left(side.desk, sheets_of(state, seat))
    else:
        return Cell(open=True)
    return Cell(goods_worth(have), have)


def _objectives(state: TwilightState, seat: Seat) -> Cell:
    own = [award for award in state.awards if award.seat == seat]
    return _cell([awards.objective_worth(state, award) for award in own])


def _mecatol(state: TwilightState, seat: Seat) -> Cell:
    own = [name.row for name in state.mecatol if name.seat == seat]  # END-07
    return _cell([awards.row_worth(row, "points", state.facts) for row in own])  # MEC-03, MEC-11


def _relics(state: TwilightState, seat: Seat) -> Cell:
    return _cell([awards.relic_worth(held.relic, state.facts) for held in state.sides[seat].relics])  # REL-06


def _cell(worth: Sequence[int | None]) -> Cell:
    return Cell(sum(one or 0 for one in worth), len(worth), open=None in worth)


def outcome(state: TwilightState) -> Outcome | None:
    """The end."""
    if state.step != OVER:
        return None
    told = [votes(state, seat) or 0 for seat in range(state.players)]
    return ranked(sheet(state).totals, told, None if state.rival is None else state.rival.difficulty)


def ranked(totals: Sequence[int], told: Sequence[int], difficulty: str | None) -> Outcome:
    """Who has won: points, then claimed votes, then together; against the AI only with a rank."""
    order = places(list(zip(totals, told, strict=True)))  # END-08, END-09, GEN-06
    winners = tuple(seat for seat, place in enumerate(order) if place == 1)  # END-10
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if difficulty is not None:
        rank = ai.rank(difficulty, max(totals))
        if ai.rank_of(difficulty, max(totals)) == value("SOL-34"):  # SOL-30
            return Outcome(tuple(place + 1 for place in order), (), rank, ai.RANKS[difficulty])
        return Outcome(order, winners, rank, ai.RANKS[difficulty])
    if len(best) == 1:
        return Outcome(order, winners, rule="END-08")
    if len(winners) > 1:
        return Outcome(order, winners, text("tie.coalition"), "END-10")
    return Outcome(order, winners, text("tie.votes", votes=told[winners[0]]), "END-09")


def holdings(state: TwilightState) -> tuple[Holdings, ...]:
    """What each player has now that is worth points."""
    found = []
    for seat, side in enumerate(state.sides):
        own = {one: _own(state, seat, one).points for one in SHEETS}
        rows = [name.row for name in state.mecatol if name.seat == seat]
        found.append(
            Holdings(
                **own,
                goods=_goods(state, seat).count or 0,
                votes=votes(state, seat) or 0,
                objectives={
                    state.objectives[award.sheet]: "first" if award.first else "later"
                    for award in state.awards
                    if award.seat == seat and award.sheet in state.objectives
                },
                mecatol=rows[0] if rows else 0,
                relics=tuple(held.relic for held in side.relics if held.relic != HIDDEN),
                level="" if state.rival is None else state.rival.difficulty,
            )
        )
    return tuple(found)


def tally(players: Sequence[Holdings], known: dict[str, FactValue]) -> tuple[ScoreSheet, Outcome]:
    """The final sheet of what lies on the table."""
    _possible(players)
    lines = [
        ScoreLine(
            text("score.sheet", sheet=text(f"sheet.{one}")),
            tuple(Cell(getattr(have, one)) for have in players),
            "END-02",
        )
        for one in SHEETS
    ]
    lines += [
        ScoreLine(
            text("score.goods"),
            tuple(Cell(goods_worth(have.goods), have.goods) for have in players),
            "END-04",
        ),
        ScoreLine(
            text("score.objectives"),
            tuple(
                _cell(
                    [
                        awards.printed_worth(key, rank == "first", known)
                        for key, rank in have.objectives.items()
                    ]
                )
                for have in players
            ),
            "END-03",
        ),
        ScoreLine(
            text("score.mecatol"),
            tuple(
                _cell([awards.row_worth(have.mecatol, "points", known)] if have.mecatol else [])
                for have in players
            ),
            "MEC-11",
        ),
        ScoreLine(
            text("score.relics"),
            tuple(_cell([awards.relic_worth(relic, known) for relic in have.relics]) for have in players),
            "REL-06",
        ),
    ]
    found = ScoreSheet(tuple(lines), len(players))
    return found, ranked(found.totals, [have.votes for have in players], players[0].level or None)


def _possible(players: Sequence[Holdings]) -> None:
    limits = value("CMP-14")
    if not limits["min"] <= len(players) <= limits["max"]:
        raise ValueError(f"CMP-14: {limits['min']} to {limits['max']} players, not {len(players)}")
    owners: dict[str, int] = {}
    for seat, have in enumerate(players):
        if have.level not in ("", *ai.RANKS):
            raise ValueError(
                f"SOL-07: players[{seat}].level: '{have.level}' is none of {', '.join(ai.RANKS)}"
            )
        for relic in have.relics:
            if relic not in RELICS:
                known = ", ".join(RELICS)
                raise ValueError(f"CMP-09: players[{seat}].relics: no relic '{relic}'; there are {known}")
            if relic in owners:
                raise ValueError(
                    f"REL-01: relic {relic} is with players[{owners[relic]}] and players[{seat}]"
                )
            owners[relic] = seat
        if not 0 <= have.mecatol <= limits["max"]:
            raise ValueError(f"MEC-07: players[{seat}].mecatol: there is no row {have.mecatol}")
        for objective, rank in have.objectives.items():
            if objective not in OBJECTIVES:
                known = ", ".join(OBJECTIVES)
                raise ValueError(f"CMP-08: players[{seat}].objectives: no '{objective}'; there are {known}")
            if rank not in ("first", "later"):
                raise ValueError(
                    f"OBJ-03: players[{seat}].objectives.{objective}: '{rank}' is neither first nor later"
                )
        for field in (*SHEETS, "goods", "votes"):
            if getattr(have, field) < 0 and field != "warfare":
                raise ValueError(f"END-02: players[{seat}].{field}: {getattr(have, field)} cannot be")
    if players[0].level:
        return  # the AI may have been first
    for objective in {key for have in players for key in have.objectives}:
        if all(have.objectives.get(objective) != "first" for have in players):
            raise ValueError(f"OBJ-03: nobody was first to fulfil {objective}")
