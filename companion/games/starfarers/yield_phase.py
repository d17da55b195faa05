"""The yield phase as it is asked: the roll, the 7, the theft, relief, and the card from the draw pile."""

from __future__ import annotations

from companion.engine import (
    Action,
    Demand,
    Draft,
    Kind,
    Option,
    Prompt,
    Step,
    literal,
    seat_name,
    text,
)

from . import supply, yields
from .actions import Draw, Relieve, Return, Rob, Roll, Share
from .book import SORTS
from .setting import offers
from .state import NOBODY, RELIEF, ROB, ROLL, SEVEN, SHARED, Stars
from .yields import DICE, FACES, short


def prompt(state: Stars) -> Prompt:
    """What the yield phase asks."""
    heading = text("heading.yield", turn=state.turns + 1)
    if state.pending:
        top = state.pending[-1]
        ask = text(f"{top.key}.ask", sort=text(f"sort.{top.about or SORTS[0]}"))
        rule = "SF-134" if top.key == RELIEF else "SF-012"
        demand = Demand(key=top.key, seat=top.seat, ask=ask, rules=(rule,))
        return Prompt(heading=heading, demands=(demand,), turn=state.turn)
    if state.phase == ROLL:
        roll = Demand(
            key="roll",
            seat=state.turn,
            ask=text("roll.ask"),
            kind=Kind.ROLL,
            rules=("SF-010",),
            sees=f"dice:{DICE}",
        )
        return Prompt(heading=heading, demands=(roll,), offers=offers(state), turn=state.turn)
    if state.phase == SEVEN:
        return Prompt(heading=heading, demands=_returning(state), turn=state.turn)
    if state.phase == ROB:
        rob = Demand(key="rob", seat=state.turn, ask=text("rob.ask"), rules=("SF-019",))
        return Prompt(heading=heading, demands=(rob,), turn=state.turn)
    count = yields.allowance(state)
    draw = Demand(key="draw", seat=state.turn, ask=text("draw.ask", count=count), rules=("SF-025", "SF-026"))
    likely = draw.draft.then("take", count)
    return Prompt(heading=heading, demands=(draw,), offers=offers(state), turn=state.turn, likely=likely)


def _returning(state: Stars) -> tuple[Demand, ...]:
    if not state.counted:
        return (Demand(key="return", ask=text("return.all"), kind=Kind.CONFIRM, rules=("SF-018",)),)
    return tuple(
        Demand(key="return", seat=seat, ask=text("return.ask", count=count), rules=("SF-018",))
        for seat, count in enumerate(state.owing)
        if count
    )


def step(state: Stars, draft: Draft) -> Step | Action:
    """The next field of a step of the yield phase."""
    seat = draft.seat
    if draft.key == "roll":
        dice = tuple(int(face) for face in draft.all("dice"))
        if len(dice) == DICE:
            return Roll(seat=seat, dice=dice)
        options = tuple(Option(value=n, label=literal(str(n)), icon=f"die{n}") for n in range(1, FACES + 1))
        ask = text("roll.die", number=len(dice) + 1)
        return Step(field="dice", ask=ask, options=options, done=len(dice), of=DICE, keys=True)
    if draft.key == "return":
        return _return_step(state, draft)
    if draft.key == "rob":
        return _rob_step(state, draft)
    if draft.key == RELIEF:
        sort = draft.get("sort")
        if sort is not None:
            return Relieve(seat=seat, sort=str(sort))
        options = yields.sort_options(state)
        if yields.unsure(state, seat or 0):
            options = (*options, Option(value=yields.NONE, label=text("relief.none")))
        return Step(field="sort", ask=text("relief.which"), options=options, rules=("SF-134",))
    if draft.key == SHARED:
        return _share_step(state, draft)
    take = draft.number("take")
    if take is not None:
        return Draw(seat=seat, take=take)
    count = yields.allowance(state)
    yes = Draw(seat=seat, take=count)
    options = (
        Option(
            value=count, label=text("draw.yes", count=count), icon="card", ruling=yields.check(state, yes)
        ),
        Option(value=0, label=text("draw.no")),
    )
    return Step(field="take", ask=text("draw.ask", count=count), options=options)


def _return_step(state: Stars, draft: Draft) -> Step | Action:
    if draft.seat is None:
        return Return()
    cards = tuple(str(card) for card in draft.all("cards"))
    owing = state.owing[draft.seat]
    if len(cards) >= owing:
        return Return(seat=draft.seat, cards=cards)
    options = []
    for sort in SORTS:
        cost = supply.counted((*cards, sort))
        ruling = short(state, draft.seat, cost)
        options.append(Option(value=sort, label=text(f"sort.{sort}"), icon=sort, ruling=ruling))
    ask = text("return.which", number=len(cards) + 1, count=owing)
    return Step(field="cards", ask=ask, options=tuple(options), done=len(cards), of=owing, keys=True)


def _rob_step(state: Stars, draft: Draft) -> Step | Action:
    victim = draft.number("victim")
    if victim is not None:
        return Rob(seat=draft.seat, victim=victim)
    others = [seat for seat in range(state.players) if seat != state.turn]
    options = [
        Option(
            value=seat,
            label=seat_name(seat),
            icon=f"seat{seat}",
            ruling=yields.check(state, Rob(seat=draft.seat, victim=seat)),
            note=text("cards.count", count=state.sides[seat].hand.total) if state.counted else None,
        )
        for seat in others
    ]
    options.append(Option(value=NOBODY, label=text("rob.nobody")))
    return Step(field="victim", ask=text("rob.ask"), options=tuple(options), rules=("SF-019",))


def _share_step(state: Stars, draft: Draft) -> Step | Action:
    sort = state.pending[-1].about
    claims, left = yields.claimed(state, sort), state.stock[SORTS.index(sort)]
    counts: list[int] = []
    for seat, claim in enumerate(claims):
        most = min(claim, left - sum(counts))
        found = draft.number(f"seat{seat}")
        if found is None and most:
            ask = text("share.seat", who=seat_name(seat), sort=text(f"sort.{sort}"))
            options = tuple(Option(value=n, label=literal(str(n))) for n in range(most + 1))
            return Step(field=f"seat{seat}", ask=ask, options=options, keys=True)
        counts.append(found or 0)
    return Share(counts=tuple(counts))
