"""Set-up: who begins, what everybody has, and the planets of the first colonies."""

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
    Setup,
    Step,
    Text,
    but,
    literal,
    seat_name,
    text,
    violated,
)

from .actions import Begin, Outfit, Ready, Survey
from .book import FIRST, SECOND, SORTS, UPGRADES, value
from .facts import STARTS, at_start
from .state import BEGIN, OVER, ROLL, SCORE, SETUP, SHIPS, START, Colony, Side, Stars, with_side
from .supply import opened

NUMBERS = ("2", "3", "4", "5", "6", "8", "9", "10", "11", "12")
DOUBLE = ("3/12", "2/11")
"""Chits that produce on two numbers; only the later edition is known to have some."""

BLOCKED = ("nest", "ice")
LATER = "-"
STARTING = {"drives": 2, "cannons": 1, "rings": 1}
"""The upgrades that lie ready where the set-up is free; everybody takes one of them."""


def begun(setup: Setup) -> Stars:
    """The table before the first action."""
    players = len(setup.players)
    state = Stars(
        players=players,
        depth=setup.depth,
        facts=dict(setup.facts),
        options=dict(setup.options),
        sides=(Side(),) * players,
    )
    free = is_free(state)
    colonies = (Colony(port=True),) * START["ports"] + (Colony(),) * START["colonies"]  # SF-060
    fame = at_start(state.facts, state.edition, "start.fame")
    drives = 0 if free else at_start(state.facts, state.edition, "start.drives")
    side = Side(
        colonies=colonies,
        ships=() if free or setup.depth == "scoring" else tuple(START["ships"]),
        drives=drives,
        fame=fame,
    )
    state = but(state, sides=(side,) * players, given=(fame, drives))
    return opened(state) if state.depth != "scoring" else state


def is_free(state: Stars) -> bool:
    """Whether everybody chooses the first ship and upgrade."""
    return state.edition == SECOND and state.options.get("opening") == "free" and state.depth != "scoring"


def learnt(state: Stars, fact: str) -> Stars:
    """Everybody has what a copy gives at the start, once that was read off."""
    if fact not in STARTS or state.edition != FIRST:
        return state
    fame, drives = (at_start(state.facts, state.edition, key) for key in STARTS)
    sides = []
    for side in state.sides:
        if "fame" not in side.told:
            had = side.fame - state.given[0]
            side = but(side, fame=max(had + fame, had - side.sunk, 0))
        if "drives" not in side.told:
            side = but(side, drives=side.drives + drives - state.given[1])
        sides.append(side)
    return but(state, sides=tuple(sides), given=(fame, drives))


def prompt(state: Stars) -> Prompt:
    """Who begins; then what everybody has."""
    if state.phase == BEGIN:
        begin = Demand(key="begin", ask=text("begin.ask"), rules=("SF-001",))
        return Prompt(heading=text("heading.begin"), demands=(begin,))
    unequipped = [seat for seat, side in enumerate(state.sides) if is_free(state) and not side.ships]
    if unequipped:
        demands = [
            Demand(key="outfit", seat=seat, ask=text("outfit.ask"), rules=("SF-E1",)) for seat in unequipped
        ]
        return Prompt(heading=text("heading.setup"), demands=tuple(demands))
    ready = Demand(key="ready", ask=text("ready.ask"), kind=Kind.CONFIRM, rules=("SF-012",))
    return Prompt(heading=text("heading.setup"), demands=(ready,), offers=offers(state), likely=ready.draft)


def offers(state: Stars) -> tuple[Demand, ...]:
    """Planets can be noted for every player who has a colony without them; who notes none is seldom asked."""
    if state.depth == "scoring" or state.phase in (BEGIN, SCORE, OVER):
        return ()
    if not state.noted and state.phase not in (SETUP, ROLL):
        return ()
    return tuple(
        Demand(key="survey", seat=seat, ask=text("survey.ask"), rules=("SF-012",))
        for seat, side in enumerate(state.sides)
        if any(not colony.planets for colony in side.colonies)
    )


def step(state: Stars, draft: Draft) -> Step | Action:
    """The next field of the set-up."""
    if draft.key == "begin":
        first = draft.number("first")
        if first is not None:
            return Begin(first=first)
        options = tuple(
            Option(value=seat, label=seat_name(seat), icon="flag") for seat in range(state.players)
        )
        return Step(field="first", ask=text("begin.ask"), options=options, rules=("SF-001",))
    if draft.key == "ready":
        return Ready()
    if draft.key == "outfit":
        return _outfit(state, draft)
    place = draft.number("place")
    if place is None:
        side = state.sides[draft.seat or 0]
        bare = [at for at, colony in enumerate(side.colonies) if not colony.planets]
        if len({side.colonies[at].port for at in bare}) < len(bare):
            bare = [
                at
                for at in bare
                if at == min(x for x in bare if side.colonies[x].port == side.colonies[at].port)
            ]
        options = tuple(Option(value=at, label=colony_name(state, draft.seat or 0, at)) for at in bare)
        return Step(field="place", ask=text("survey.which"), options=options)
    asked = planet_step(state, draft)
    return asked or Survey(seat=draft.seat, place=place, planets=planets_of(draft))


def _outfit(state: Stars, draft: Draft) -> Step | Action:
    ship, upgrade = draft.get("ship"), draft.get("upgrade")
    if ship is None:
        options = tuple(
            Option(value=one, label=text(f"build.ship.{one}"), icon=f"{one}ship") for one in SHIPS
        )
        return Step(field="ship", ask=text("outfit.ship"), options=options)
    if upgrade is None:
        options = tuple(
            Option(value=one, label=text(f"upgrade.{one}"), ruling=_left(state, one), icon=one)
            for one in UPGRADES
        )
        return Step(field="upgrade", ask=text("outfit.which"), options=options)
    return Outfit(seat=draft.seat, ship=str(ship), upgrade=str(upgrade))


def _left(state: Stars, upgrade: str) -> Ruling:
    """Whether an upgrade still lies ready."""
    ready = STARTING[upgrade]
    if sum(getattr(side, upgrade) for side in state.sides) < ready:
        return LEGAL
    return violated("SF-E1", what=text(f"upgrade.{upgrade}"), limit=ready)


def planet_step(state: Stars, draft: Draft, skip: bool = False) -> Step | None:
    """What is asked next of the two planets that a colony touches; None when both are noted."""
    for at in (1, 2):
        sort, number = draft.get(f"sort{at}"), draft.get(f"number{at}")
        if sort is None:
            choices = [Option(value=one, label=text(f"sort.{one}"), icon=one) for one in SORTS]
            if skip and at == 1:
                choices.append(Option(value=LATER, label=text("survey.later")))
            return Step(
                field=f"sort{at}",
                ask=text("survey.sort", number=at),
                options=tuple(choices),
                done=at - 1,
                of=2,
            )
        if sort == LATER:
            return None
        if number is None:
            fits = (*NUMBERS, *(DOUBLE if state.edition == SECOND else ()))
            options = [Option(value=one, label=literal(one)) for one in fits]
            options += [
                Option(value=one, label=text(f"trophy.{one}"), ruling=blocked(one)) for one in BLOCKED
            ]
            ask = text("survey.number", sort=text(f"sort.{sort}"))
            return Step(field=f"number{at}", ask=ask, options=tuple(options), done=at - 1, of=2, keys=True)
    return None


def blocked(number: Answer) -> Ruling:
    """Nothing is founded beside a pirate nest or an ice chit."""
    return violated("SF-145", what=text(f"trophy.{number}")) if number in BLOCKED else LEGAL  # SF-145


def planets_of(draft: Draft) -> tuple[str, ...]:
    """The planets that a draft has named."""
    if draft.get("sort1") == LATER:
        return ()
    return tuple(f"{draft.get(f'sort{at}')}:{draft.get(f'number{at}')}" for at in (1, 2))


def check_planets(planets: Iterable[str]) -> Ruling:
    """Whether a colony may stand between planets."""
    for planet in planets:
        sort, _, number = planet.partition(":")
        if not blocked(number).allowed:
            return blocked(number)
        if sort not in SORTS or number not in (*NUMBERS, *DOUBLE):
            return violated("SF-012")
    return LEGAL


def colony_name(state: Stars, seat: Seat, place: int) -> Text:
    """A colony by its planets, else by its number."""
    side = state.sides[seat]
    colony = side.colonies[place]
    what = text("piece.port" if colony.port else "piece.colony")
    if colony.planets:
        return text("colony.planets", what=what, planets=tuple(planet_name(one) for one in colony.planets))
    if colony.port and side.ports == 1:
        return what
    return text("colony.number", what=what, number=place + 1 - (side.colonies[0].port and not colony.port))


def planet_name(planet: str) -> Text:
    """A planet by sort and number."""
    sort, _, number = planet.partition(":")
    return text("planet", sort=text(f"sort.{sort}"), number=number)


def check(state: Stars, action: Action) -> Ruling:
    """What the rules say of a step of the set-up."""
    if isinstance(action, Begin):
        return LEGAL if 0 <= action.first < state.players else violated("TABLE-1", key="begin")
    if isinstance(action, Outfit):
        fits = is_free(state) and action.ship in SHIPS and action.upgrade in UPGRADES
        return _left(state, action.upgrade) if fits else violated("TABLE-1", key="outfit")
    if isinstance(action, Survey):
        colonies = state.sides[action.seat or 0].colonies
        if action.place not in range(len(colonies)) or len(action.planets) != value("SF-061"):
            return violated("TABLE-1", key="survey")
        return check_planets(action.planets)
    return LEGAL


def apply(state: Stars, action: Action) -> Stars:
    """The table after a step of the set-up."""
    if isinstance(action, Begin):
        if not 0 <= action.first < state.players:
            raise Impossible("begin")
        phase = SCORE if state.depth == "scoring" else SETUP
        return but(state, phase=phase, first=action.first, turn=action.first)
    if isinstance(action, Ready):
        return but(state, phase=ROLL)
    if action.seat is None:
        raise Impossible(action.verb)
    side = state.sides[action.seat]
    if isinstance(action, Outfit):
        if action.ship not in SHIPS or action.upgrade not in UPGRADES:
            raise Impossible("outfit")
        got = getattr(side, action.upgrade) + 1
        return with_side(state, action.seat, ships=(action.ship,), **{action.upgrade: got})
    assert isinstance(action, Survey)
    if action.place not in range(len(side.colonies)):
        raise Impossible("survey")
    return with_side(state, action.seat, colonies=surveyed(side, action.place, action.planets))


def surveyed(side: Side, place: int, planets: tuple[str, ...]) -> tuple[Colony, ...]:
    """The colonies of a side with the planets of one noted."""
    colony = but(side.colonies[place], planets=planets)
    return (*side.colonies[:place], colony, *side.colonies[place + 1 :])
