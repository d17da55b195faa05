"""The trade and build phase as it is asked: what to build, what to trade, and on to the flight."""

from __future__ import annotations

from companion.engine import (
    LEGAL,
    Action,
    Demand,
    Draft,
    Impossible,
    Option,
    Prompt,
    Ruling,
    Seat,
    Step,
    Text,
    but,
    seat_name,
    text,
    violated,
)

from . import building, flight, flight_phase, supply, trading, yields
from .actions import Bank, Beat, Build, BuyFame, Deal, Draw, Fly, Help
from .book import SORTS
from .building import PORT, WHATS
from .setting import colony_name, offers
from .state import BALLS, BUILD, TROPHIES, Stars
from .turn import next_turn

ENOUGH = "-"
FLY, DRAWING, BANK, DEAL, FAME, HELP = "fly", "draw", "bank", "deal", "fame", "help"


def prompt(state: Stars) -> Prompt:
    """Everything is one question; the likely answer is to go on."""
    demand = Demand(key="build", seat=state.turn, ask=text("build.ask"), rules=("SF-002", "SF-045"))
    heading = text("heading.build", turn=state.turns + 1)
    likely = demand.draft.then("do", FLY)
    return Prompt(heading=heading, demands=(demand,), offers=offers(state), turn=state.turn, likely=likely)


def step(state: Stars, draft: Draft) -> Step | Action:
    """The next field of what is built or traded."""
    seat, do = draft.seat or 0, draft.get("do")
    if do is None:
        return Step(field="do", ask=text("build.ask"), options=tuple(_choices(state, seat)))
    if do == FLY:
        return Fly(seat=seat)
    if do == DRAWING:
        return Draw(key="build", seat=seat, take=yields.allowance(state))
    if do == FAME:
        return BuyFame(seat=seat)
    if do == BANK:
        return _bank(state, draft)
    if do == DEAL:
        return _deal(state, draft)
    if do == HELP:
        return _help(state, draft)
    if do in TROPHIES:
        return flight_phase.trophy_step(state, draft, str(do), "build")
    if do not in WHATS:
        raise Impossible("build")
    return _build(state, draft, str(do))


def _choices(state: Stars, seat: Seat) -> list[Option]:
    """What may be done now; what a table without counted cards cannot enter is not offered."""
    found = [Option(value=FLY, label=_going(state), icon="ship" if state.mine.ships else "check")]
    again = Draw(key="build", seat=seat, take=yields.allowance(state))
    if check(state, again).allowed and again.take:
        label = text("draw.late", count=yields.allowance(state))
        found.append(Option(value=DRAWING, label=label, icon="card", ruling=check(state, again)))
    for what in WHATS:
        place = next(iter(building.bare(state, seat)), 0) if what == PORT else 0
        ruling = building.check(state, Build(seat=seat, what=what, place=place))
        found.append(
            Option(
                value=what,
                label=text(f"build.{what}"),
                icon=icon_of(what),
                ruling=ruling,
                note=_price(state, what),
            )
        )
    if state.counted:
        found.append(Option(value=BANK, label=text("bank.do"), icon="bag", ruling=_bankable(state, seat)))
        found.append(Option(value=DEAL, label=text("deal.do"), icon="hand"))
    cards = ((FAME, trading.FAME_CARD, "point"), (HELP, trading.HELP_CARD, "hand"))
    for do, card, icon in cards:
        if card in state.mine.cards and card not in state.used:
            open_now = trading.check_fame(state, BuyFame(seat=seat)) if do == FAME else _helpable(state)
            found.append(Option(value=do, label=text(f"{do}.do"), icon=icon, ruling=open_now))
    if state.mine.ships:
        found += flight_phase.trophy_options(state, seat)
    return found


def icon_of(what: str) -> str:
    """The sign of what can be built."""
    return {PORT: "spaceport", "ship.colony": "colonyship", "ship.trade": "tradeship"}.get(what, what)


def _going(state: Stars) -> Text:
    if state.mine.ships:
        return text("build.fly")
    return text("build.end", who=seat_name((state.turn + 1) % state.players))


def _price(state: Stars, what: str) -> Text | None:
    """What it costs, where that is known."""
    price = building.cost(state, what)
    if not price:
        return None
    parts = tuple(text("price", count=count, sort=text(f"sort.{sort}")) for sort, count in price.items())
    return text("prices", parts=parts)


def _best(rulings: list[Ruling]) -> Ruling:
    return next((one for one in rulings if one.allowed), rulings[0])


def _bankable(state: Stars, seat: Seat) -> Ruling:
    return _best([_bank_ruling(state, seat, give) for give in SORTS])


def _bank_ruling(state: Stars, seat: Seat, give: str) -> Ruling:
    rate = trading.rate(state, seat, give)
    actions = [Bank(seat=seat, give=give, rate=rate, get=get) for get in SORTS if get != give]
    return _best([check(state, action) for action in actions])


def _helpable(state: Stars) -> Ruling:
    return LEGAL if trading.richer(state) else violated("SF-019", who=seat_name(state.turn))


def _build(state: Stars, draft: Draft, what: str) -> Step | Action:
    seat, place = draft.seat or 0, draft.number("place")
    if what == PORT and place is None:
        options = tuple(
            Option(
                value=at,
                label=colony_name(state, seat, at),
                icon="planet",
                ruling=building.check(state, Build(seat=seat, what=what, place=at)),
            )
            for at in _different(state, seat)
        )
        return Step(field="place", ask=text("port.which"), options=options, rules=("SF-066",))
    paid = tuple(str(one) for one in draft.all("paid"))
    if state.counted and building.cost(state, what) is None and ENOUGH not in paid:
        return _cards(state, draft, "paid", text("paid.ask"), seat)
    return Build(seat=seat, what=what, place=place or 0, paid=tuple(one for one in paid if one != ENOUGH))


def _different(state: Stars, seat: Seat) -> list[int]:
    """The colonies without a ring; of those that nobody can tell apart only the first."""
    colonies = state.sides[seat].colonies
    bare = building.bare(state, seat)
    return [
        at for at in bare if colonies[at].planets or at == min(x for x in bare if not colonies[x].planets)
    ]


def _cards(state: Stars, draft: Draft, field: str, ask: Text, seat: Seat) -> Step:
    """Cards of a hand, one after the other until it is enough."""
    chosen = [str(one) for one in draft.all(field)]
    options = [Option(value=ENOUGH, label=text("cards.enough"), icon="check")]
    for sort in SORTS:
        price = supply.counted((*chosen, sort))
        broken = building.check_price(state, seat, price)
        options.append(
            Option(
                value=sort,
                label=text(f"sort.{sort}"),
                icon=sort,
                ruling=Ruling(tuple(broken)) if broken else LEGAL,
            )
        )
    return Step(field=field, ask=ask, options=tuple(options), done=len(chosen), of=len(chosen) + 1)


def _bank(state: Stars, draft: Draft) -> Step | Action:
    seat, give, get = draft.seat or 0, draft.get("give"), draft.get("get")
    if give is None:
        options = tuple(
            Option(
                value=sort,
                label=text("bank.give", rate=trading.rate(state, seat, sort), sort=text(f"sort.{sort}")),
                icon=sort,
                ruling=_bank_ruling(state, seat, sort),
            )
            for sort in SORTS
        )
        return Step(field="give", ask=text("bank.ask"), options=options, rules=("SF-037", "SF-038"))
    rate = trading.rate(state, seat, str(give))
    if get is None:
        options = tuple(
            Option(
                value=sort,
                label=text(f"sort.{sort}"),
                icon=sort,
                ruling=check(state, Bank(seat=seat, give=str(give), rate=rate, get=sort)),
            )
            for sort in SORTS
            if sort != give
        )
        return Step(field="get", ask=text("bank.for"), options=options)
    return Bank(seat=seat, give=str(give), rate=rate, get=str(get))


def _deal(state: Stars, draft: Draft) -> Step | Action:
    seat, other = draft.seat or 0, draft.number("other")
    if other is None:
        options = tuple(
            Option(value=one, label=seat_name(one), icon=f"seat{one}")
            for one in range(state.players)
            if one != seat
        )
        return Step(field="other", ask=text("deal.who"), options=options, rules=("SF-036",))
    give, get = (tuple(str(one) for one in draft.all(field)) for field in ("give", "get"))
    if ENOUGH not in give:
        return _cards(state, draft, "give", text("deal.give", who=seat_name(other)), seat)
    if ENOUGH not in get:
        given = supply.paid(state, seat, supply.counted(give[:-1]))
        return _cards(given, draft, "get", text("deal.get", who=seat_name(other)), other)
    return Deal(seat=seat, other=other, give=give[:-1], get=get[:-1])


def _help(state: Stars, draft: Draft) -> Step | Action:
    victims = tuple(int(one) for one in draft.all("victim"))
    named = tuple(one for one in victims if one >= 0)
    left = [seat for seat in trading.richer(state) if seat not in named]
    if len(named) == trading.HELPED or len(victims) > len(named) or (named and not left):
        return Help(seat=draft.seat, victims=named)
    options = [Option(value=seat, label=seat_name(seat), icon=f"seat{seat}") for seat in left]
    if named:
        options.append(Option(value=-1, label=text("cards.enough"), icon="check"))
    return Step(
        field="victim", ask=text("help.ask"), options=tuple(options), done=len(named), of=trading.HELPED
    )


def check(state: Stars, action: Action) -> Ruling:
    """What the rules say of building and trading."""
    match action:
        case Build():
            return building.check(state, action)
        case Bank():
            return trading.check_bank(state, action)
        case Deal():
            return trading.check_deal(state, action)
        case BuyFame():
            return trading.check_fame(state, action)
        case Help():
            return trading.check_help(state, action)
        case Beat():
            return flight.check(state, action)
        case Draw():
            return yields.check_draw(state, action.take)
    return LEGAL if action.seat == state.turn else violated("SF-001", who=seat_name(state.turn))


def apply(state: Stars, action: Action) -> Stars:
    """The table after something was built or traded."""
    if state.phase != BUILD:
        raise Impossible(action.verb)
    match action:
        case Build():
            return building.apply(state, action)
        case Bank() | Deal() | BuyFame() | Help():
            return trading.apply(state, action)
    if not state.mine.ships:  # SF-080
        return next_turn(state)
    return but(state, phase=BALLS, gains=(), skipped=False)
