"""The flight as it is asked: the balls, the encounter, and what the ships do."""

from __future__ import annotations

from companion.engine import (
    Action,
    Demand,
    Draft,
    Kind,
    Option,
    Prompt,
    Ruling,
    Seat,
    Step,
    Text,
    literal,
    seat_name,
    text,
)

from . import encounter_phase, flight
from .actions import Beat, Depart, Effect, End, Found, Shake, Station
from .balls import ball_options
from .book import FIRST, PEOPLES, SORTS, UPGRADES, value
from .cards import CARDS, copies, name, of_people
from .flight import FAME, SHIP, SHOWN, SHUFFLE, STEAL, STOP
from .setting import offers, planet_step, planets_of
from .state import BALLS as SHAKING
from .state import BUILD, ICE, MEET, NEST, TROPHIES, Stars

NUMBERS = range(1, 10)
"""What may stand on a nest or an ice chit."""

FLY, STAY, FREE, OTHER, END, FOUND, STATION = "fly", "stay", "free", "other", "end", "found", "station"


def prompt(state: Stars) -> Prompt:
    """What the flight asks."""
    seat = state.turn
    if state.phase == SHAKING:
        shake = Demand(
            key="balls",
            seat=seat,
            ask=text("balls.ask"),
            kind=Kind.ROLL,
            rules=("SF-081",),
            sees=f"balls:{SHOWN}",
        )
        return Prompt(heading=text("heading.flight", turn=state.turns + 1), demands=(shake,), turn=seat)
    if state.phase == MEET:
        neighbour = seat_name((seat + 1) % state.players)
        meet = Demand(key="meet", seat=seat, ask=text("meet.ask", who=neighbour), rules=("SF-090", "SF-091"))
        likely = meet.draft.then("do", FLY)
        return Prompt(heading=text("heading.meet"), demands=(meet,), turn=seat, likely=likely)
    found = flight.speed(state, seat)
    speed = literal(str(found.low)) if found.exact else text("atleast", count=found.low)
    move = Demand(key="move", seat=seat, ask=text("move.ask", speed=speed), rules=("SF-083", "SF-084"))
    heading = text("heading.flight", turn=state.turns + 1)
    return Prompt(
        heading=heading, demands=(move,), offers=offers(state), turn=seat, likely=move.draft.then("do", END)
    )


def step(state: Stars, draft: Draft) -> Step | Action:
    """The next field of a step of the flight."""
    seat, do = draft.seat or 0, draft.get("do")
    if draft.key == "balls":
        return _balls(seat, draft)
    if draft.key == "meet":
        return _meet(state, draft)
    if do is None:
        return Step(field="do", ask=text("move.do"), options=tuple(_moves(state, seat)))
    if do == END:
        return End(seat=seat)
    if do == FOUND:
        return planet_step(state, draft, skip=True) or Found(seat=seat, planets=planets_of(draft))
    if do in TROPHIES:
        return trophy_step(state, draft, str(do), "move")
    return _station(state, draft)


def _balls(seat: Seat, draft: Draft) -> Step | Action:
    balls = tuple(str(ball) for ball in draft.all("balls"))
    if len(balls) == SHOWN:
        return Shake(seat=seat, balls=balls)
    ask = text("balls.ball", number=len(balls) + 1)
    return Step(field="balls", ask=ask, options=ball_options(balls), done=len(balls), of=SHOWN)


def _meet(state: Stars, draft: Draft) -> Step | Action:
    """A dialogue about what the card asks; or free entry, one thing after the other, until it is done."""
    seat, do, who = draft.seat or 0, draft.get("do"), draft.number("who")
    if do in (FLY, STAY):
        return Depart(seat=seat, fly=int(do == FLY))
    if do is None:
        options = [
            Option(value=FLY, label=text("meet.fly"), icon="ship"),
            Option(value=STAY, label=text("meet.stay"), icon="no"),
            *encounter_phase.questions(),
            Option(value=FREE, label=text("meet.free"), icon="pencil"),
            Option(value=OTHER, label=text("meet.other"), icon="hand"),
        ]
        return Step(field="do", ask=text("meet.which"), options=tuple(options))
    if str(do).startswith(encounter_phase.ASK):
        return encounter_phase.step(state, draft, str(do).removeprefix(encounter_phase.ASK))
    if do == FREE:
        what = draft.get("what")
        if what is not None:
            return _effect(seat, seat, str(what))
        return Step(field="what", ask=text("meet.what"), options=tuple(_effects(state, seat, mine=True)))
    if who is None:
        others = [one for one in range(state.players) if one != seat]
        options = [Option(value=one, label=seat_name(one), icon=f"seat{one}") for one in others]
        return Step(field="who", ask=text("meet.who"), options=tuple(options))
    what = draft.get("what")
    if what is None:
        return Step(field="what", ask=text("meet.what"), options=tuple(_effects(state, who, mine=False)))
    return _effect(seat, who, str(what))


def _effect(seat: Seat, who: Seat, entry: str) -> Effect:
    what, _, count = entry.partition(":")
    return Effect(seat=seat, who=who, what=what, count=int(count or 1))


def _effects(state: Stars, who: Seat, mine: bool) -> list[Option]:
    """What a card may bring a player; cards only where they are counted."""
    entries = [f"{what}:{sign}1" for what in (FAME, *UPGRADES) for sign in ("", "-")]
    if state.counted:
        entries += [f"{sort}:{sign}1" for sort in SORTS for sign in ("", "-")]
    entries += [SHIP, STOP, SHUFFLE] if mine else [STEAL] if state.counted else []
    found = []
    for entry in entries:
        action = _effect(state.turn, who, entry)
        label = effect_name(state, action.what, action.count)
        found.append(
            Option(value=entry, label=label, icon=_sign(action.what), ruling=flight.check(state, action))
        )
    return found


def _sign(what: str) -> str:
    return {FAME: "point", SHIP: "tradeship", STOP: "no", SHUFFLE: "card", STEAL: "hand"}.get(what, what)


def effect_name(state: Stars, what: str, count: int) -> Text:
    """An effect in a few words."""
    if what in (SHIP, STEAL, SHUFFLE):
        return text(f"effect.{what}")
    if what == STOP:
        return text(f"effect.stop.{state.edition}")
    if what == FAME:
        return text("effect.count", count=signed(count), what=text(f"fame.{state.edition}"))
    return text(
        "effect.count", count=signed(count), what=text(f"{'sort' if what in SORTS else 'upgrade'}.{what}")
    )


def signed(count: int) -> str:
    """A change with its sign."""
    return f"+{count}" if count > 0 else f"−{-count}"


def _moves(state: Stars, seat: Seat) -> list[Option]:
    after = seat_name((state.turn + 1) % state.players)
    stations = [flight.check_dock(state, people) for people in PEOPLES]
    best = next((one for one in stations if one.allowed), stations[0])
    return [
        Option(value=END, label=text("move.end", who=after), icon="check"),
        Option(
            value=FOUND, label=text("move.found"), icon="colony", ruling=flight.check(state, Found(seat=seat))
        ),
        Option(value=STATION, label=text("move.station"), icon="friendship", ruling=best),
        *trophy_options(state, seat),
    ]


def trophy_options(state: Stars, seat: Seat) -> list[Option]:
    """A nest or an ice planet to beat, if the mother ship is strong enough for the weakest."""
    key = "move" if state.phase != BUILD else "build"
    return [
        Option(value=kind, label=text(f"beat.{kind}"), icon=icon, ruling=_beatable(state, seat, kind, key))
        for kind, icon in ((NEST, "nest"), (ICE, "ice"))
    ]


def _beatable(state: Stars, seat: Seat, kind: str, key: str) -> Ruling:
    found = [
        flight.check(state, Beat(key=key, seat=seat, kind=kind, number=one)) for one in numbers(state, kind)
    ]
    return next((one for one in found if one.allowed), found[0])


def numbers(state: Stars, kind: str) -> tuple[int, ...]:
    """What may stand on a chit of a kind."""
    return tuple(NUMBERS) if state.edition == FIRST else tuple(value("SF-E10")[kind])


def trophy_step(state: Stars, draft: Draft, kind: str, key: str) -> Step | Action:
    """The number on a nest or an ice chit that is beaten."""
    number = draft.number("number")
    if number is not None:
        return Beat(key=key, seat=draft.seat, kind=kind, number=number)
    options = tuple(
        Option(
            value=one,
            label=literal(str(one)),
            ruling=flight.check(state, Beat(key=key, seat=draft.seat, kind=kind, number=one)),
        )
        for one in numbers(state, kind)
    )
    return Step(field="number", ask=text(f"beat.{kind}.number"), options=options, keys=True)


def _station(state: Stars, draft: Draft) -> Step | Action:
    seat, people, card = draft.seat or 0, draft.get("people"), draft.get("card")
    if people is None:
        options = tuple(
            Option(
                value=one,
                label=text(
                    "station.at",
                    people=text(f"people.{one}"),
                    dock=min(flight.next_dock(state, one), flight.DOCKS),
                ),
                ruling=flight.check_dock(state, one),
            )
            for one in PEOPLES
        )
        return Step(field="people", ask=text("station.where"), options=options, rules=("SF-131",))
    if card is None:
        options = tuple(
            Option(value=one, label=name(one), note=_left(state, one), ruling=flight.check_card(state, one))
            for one in of_people(str(people), state.edition)
        )
        return Step(field="card", ask=text("station.card"), options=options, rules=("SF-134",))
    return Station(seat=seat, people=str(people), card=str(card))


def _left(state: Stars, card: str) -> Text | None:
    count = copies(card) - sum(side.cards.count(card) for side in state.sides)
    return text("card.left", count=count) if card in CARDS and copies(card) > 1 else None
