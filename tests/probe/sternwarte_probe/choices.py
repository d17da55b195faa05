"""What is asked now, and how an answer is put together field by field."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import (
    LEGAL,
    Action,
    Answer,
    Demand,
    Draft,
    Impossible,
    Kind,
    Option,
    Prompt,
    Ruling,
    Seat,
    Step,
    Text,
    but,
    literal,
    seat_name,
    text,
)

from .check import check, ship_taken
from .state import NOBODY, RULES, SHIPS, Announce, Buy, Count, Dock, Harbour, Raid, Reply, Rest, Roll, Vote


def prompt(state: Harbour) -> Prompt:
    """The demands of the phase; a pending decision comes first; a fleet may always be announced."""
    demands = (_pending(state),) if state.pending else _demands(state)
    offers = tuple(
        Demand(key="announce", ask=text("announce.ask"), kind=Kind.CONFIRM, seat=seat, rules=("PR-15",))
        for seat in state.seats
        if check(state, Announce(seat=seat)).allowed
    )
    return Prompt(
        heading=text(f"phase.{state.phase}", round=state.round),
        demands=demands,
        offers=offers,
        turn=demands[0].seat if len(demands) == 1 else None,
        likely=demands[0].draft if demands else None,
    )


def _demands(state: Harbour) -> tuple[Demand, ...]:
    def each(seats: Iterable[Seat], key: str, ask: str, kind: Kind, *rules: str) -> tuple[Demand, ...]:
        return tuple(Demand(key=key, ask=text(ask), kind=kind, seat=seat, rules=rules) for seat in seats)

    match state.phase:
        case "dock":
            waiting = [seat for seat in state.seats if not state.berths[seat]]
            return each(waiting, "dock", "dock.ask", Kind.CHOOSE, "PR-04")
        case "roll":
            return (
                Demand(key="roll", ask=text("roll.ask"), kind=Kind.ROLL, rules=("PR-05",), sees="dice:2"),
            )
        case "turns":
            return each([state.turn], "turn", "turn.ask", Kind.CHOOSE, "PR-06")
        case "vote":
            waiting = [seat for seat in state.seats if state.votes[seat] == NOBODY]
            return each(waiting, f"vote:{state.round}", "vote.ask", Kind.SECRET, "PR-13", "PR-14")
        case "count":
            waiting = [seat for seat in state.seats if not state.counted[seat]]
            return each(waiting, "count", "count.ask", Kind.ENTER, "PR-16")
    return ()


def _pending(state: Harbour) -> Demand:
    raid, top = state.pending[0], state.pending[-1]
    other = raid.seat if top.key == "shield" else int(raid.about)
    ask = text(f"{top.key}.ask", who=seat_name(other or 0))
    return Demand(key=top.key, ask=ask, seat=top.seat, rules=("PR-12",))


def pick(
    field: str, ask: Text, rows: Iterable[tuple[Answer, Text, Ruling]], done: int = 0, of: int = 1
) -> Step:
    """A choice from a list of value, label and ruling."""
    options = tuple(Option(value=value, label=label, ruling=ruling) for value, label, ruling in rows)
    return Step(field=field, ask=ask, options=options, done=done, of=of)


def step(state: Harbour, draft: Draft) -> Step | Action:
    """The next field of a draft; every option carries what `check` says of the action it leads to."""
    match draft.key.partition(":")[0]:
        case "dock":
            return _dock(state, draft)
        case "roll":
            return _roll(draft)
        case "turn":
            return _turn(state, draft)
        case "shield" | "jam":
            return _reply(draft)
        case "vote":
            return _vote(state, draft)
        case "announce":
            return Announce(seat=draft.seat)
        case "count":
            return _count(state, draft)
    raise Impossible(draft.key)


def _dock(state: Harbour, draft: Draft) -> Step | Action:
    berth = draft.number("berth")
    if berth is not None:
        return Dock(seat=draft.seat, berth=berth)
    berths = range(1, RULES.value("PR-04") + 1)
    rows = [(n, text("berth", berth=n), check(state, Dock(seat=draft.seat, berth=n))) for n in berths]
    return pick("berth", text("dock.ask"), rows)


def _roll(draft: Draft) -> Step | Action:
    faces = tuple(int(face) for face in draft.all("faces"))
    book = RULES.value("PR-05")
    if len(faces) == book["dice"]:
        return Roll(faces=faces)
    rows = [(n, literal(str(n)), LEGAL) for n in range(1, book["faces"] + 1)]
    return pick("faces", text("roll.ask"), rows, done=len(faces), of=book["dice"])


def _turn(state: Harbour, draft: Draft) -> Step | Action:
    seat, do = draft.seat, draft.get("do")
    if do == "rest":
        return Rest(seat=seat)
    if do == "buy" and (ship := draft.get("ship")) is not None:
        return Buy(seat=seat, ship=str(ship))
    if do == "raid" and (victim := draft.number("victim")) is not None:
        return Raid(seat=seat, victim=victim)
    ships = [(ship, text("ship", ship=ship), check(state, Buy(seat=seat, ship=ship))) for ship in SHIPS]
    others = (other for other in state.seats if other != seat)
    victims = [(other, seat_name(other), check(state, Raid(seat=seat, victim=other))) for other in others]
    if do == "buy":
        return pick("ship", text("buy.ask"), ships)
    if do == "raid":
        return pick("victim", text("raid.ask"), victims)
    ways = {"buy": _best(row[2] for row in ships), "raid": _best(row[2] for row in victims)}
    ways["rest"] = check(state, Rest(seat=seat))
    return pick("do", text("turn.ask"), [(do, text(f"do.{do}"), ruling) for do, ruling in ways.items()])


def _best(rulings: Iterable[Ruling]) -> Ruling:
    """A way is open if one of its choices is; else the first reason stands for all."""
    found = list(rulings)
    return next((ruling for ruling in found if ruling.allowed), found[0])


def _reply(draft: Draft) -> Step | Action:
    play = draft.number("play")
    if play is not None:
        return Reply(key=draft.key, seat=draft.seat, play=bool(play))
    rows = [(value, text(f"{draft.key}.{word}"), LEGAL) for value, word in ((1, "yes"), (0, "no"))]
    return pick("play", text("reply.ask"), rows)


def _vote(state: Harbour, draft: Draft) -> Step | Action:
    choice = draft.number("choice")
    if choice is not None:
        return Vote(key=draft.key, seat=draft.seat, choice=choice)
    votes = (Vote(key=draft.key, seat=draft.seat, choice=seat) for seat in state.seats)
    return pick("choice", text("vote.ask"), [(v.choice, seat_name(v.choice), check(state, v)) for v in votes])


def _count(state: Harbour, draft: Draft) -> Step | Action:
    """Ore, medals (if nobody kept them), then ships one by one until there are no more, then the fleet."""
    seat, ore, medals = draft.seat or 0, draft.number("ore"), draft.number("medals")
    if ore is None:
        return Step(field="ore", ask=text("count.ore"), entry="number")
    if medals is None and state.depth == "scoring":
        return Step(field="medals", ask=text("count.medals"), entry="number", high=state.rounds)
    ships = tuple(str(ship) for ship in draft.all("ships"))
    if "" not in ships and len(ships) < len(SHIPS):
        left = (ship for ship in SHIPS if ship not in ships)
        rows = [(ship, text("ship", ship=ship), ship_taken(state, ship, seat)) for ship in left]
        end = ("", text("count.end"), LEGAL)
        return pick("ships", text("count.ships"), [end, *rows], done=len(ships), of=len(SHIPS))
    count = Count(
        seat=draft.seat,
        ore=ore,
        medals=state.medals[seat] if medals is None else medals,
        ships=tuple(ship for ship in ships if ship),
    )
    fleet = draft.number("fleet")
    if fleet is not None:
        return but(count, fleet=bool(fleet))
    if not check(state, but(count, fleet=True)).allowed:
        return count
    return pick("fleet", text("count.fleet"), [(1, text("yes"), LEGAL), (0, text("no"), LEGAL)])
