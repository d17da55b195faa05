"""The game as the engine knows it: each word of the contract, handed on to the part that does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from companion.engine import (
    Action,
    Adjustable,
    Draft,
    FactSpec,
    FactValue,
    Game,
    HouseRule,
    Impossible,
    Option,
    Outcome,
    Page,
    Picture,
    PlanSpec,
    Prompt,
    Reminder,
    Ruling,
    ScoreSheet,
    Seat,
    Setup,
    Step,
    Task,
    Text,
    but,
    plan_facts,
    seat_name,
    text,
    unknown,
)

from . import check, choices, effects, picture, score
from .chart import CHART
from .score import Holdings
from .state import (
    ACTIONS,
    HIDDEN,
    NOBODY,
    RULES,
    SHIPS,
    TEXTS,
    Announce,
    Buy,
    Count,
    Dock,
    Harbour,
    Raid,
    Reply,
    Roll,
    Vote,
)

YES_NO = ((1, text("yes")), (0, text("no")))


class Probe(Game[Harbour]):
    """Sternhafen for 2 to 6."""

    name = "probe"
    title = "Sternhafen"
    seats = range(2, 7)
    state_type = Harbour
    actions = ACTIONS
    holdings_type = Holdings
    rules = RULES
    texts = TEXTS
    icons: ClassVar[dict[str, str]] = {
        "dock": "ship", "roll": "star", "buy": "card", "raid": "warning", "rest": "hand",
        "reply": "shield", "vote": "lock", "announce": "flag", "count": "check",
    }  # fmt: skip
    plans: ClassVar[tuple[PlanSpec, ...]] = (CHART,)
    house_rules: ClassVar[tuple[HouseRule, ...]] = (
        HouseRule(
            key="rounds",
            ask=text("option.rounds"),
            values=tuple((n, text("option.rounds.value", rounds=n)) for n in RULES.value("PR-01").values()),
            default=RULES.value("PR-01")["rounds"],
            rule="PR-01",
        ),
        HouseRule(key="own_vote", ask=text("option.own_vote"), values=YES_NO, default=0, rule="PR-14"),
    )

    def __init__(self) -> None:
        book = RULES.value("PR-16")
        specs = (
            FactSpec(
                key=f"ship.{ship}",
                ask=text("fact.ship", ship=ship),
                group=text("fact.ships"),
                low=book["low"],
                high=book["high"],
                rule="PR-16",
            )
            for ship in SHIPS
        )
        self.facts = {spec.key: spec for spec in specs} | plan_facts(self.plans)

    def setup(self, setup: Setup) -> Harbour:
        """The table at the start, in the depth that was chosen."""
        count, book = len(setup.players), RULES.value("PR-03")
        options = {rule.key: setup.options.get(rule.key, rule.default) for rule in self.house_rules}
        state = Harbour(
            players=count,
            facts=setup.facts,
            rounds=int(options["rounds"]),
            own_vote=bool(options["own_vote"]),
            berths=(0,) * count,
            ore=(book["ore"],) * count,
            shields=(book["shields"],) * count,
            ships=((),) * count,
            fleets=(False,) * count,
            medals=(0,) * count,
            votes=(NOBODY,) * count,
            counted=(False,) * count,
        )
        return state if setup.depth == "full" else effects.lower(state, setup.depth)

    def prompt(self, state: Harbour) -> Prompt:
        """All that may happen now."""
        return choices.prompt(state)

    def step(self, state: Harbour, draft: Draft) -> Step | Action:
        """The next field to choose for a draft."""
        return choices.step(state, draft)

    def check(self, state: Harbour, action: Action) -> Ruling:
        """What the rules say of an action."""
        return check.check(state, action)

    def apply(self, state: Harbour, action: Action) -> Harbour:
        """The state after an action; what is out of order cannot be overruled, all else can."""
        if check.out_of_order(state, action).violations:
            raise Impossible(action.verb)
        return effects.effect(state, action)

    def describe(self, state: Harbour, action: Action) -> Text:
        """One line for the history."""
        match action:
            case Dock(berth=berth):
                return text("dock.done", berth=berth)
            case Roll(faces=faces):
                return text("roll.done", faces=" + ".join(map(str, faces)))
            case Buy(ship=ship):
                return text("buy.done", ship=ship)
            case Raid(victim=victim):
                return text("raid.done", who=seat_name(victim))
            case Reply(play=play):
                return text(f"{action.key}.{'yes' if play else 'no'}")
            case Vote(choice=choice):
                return text("vote.done", who=seat_name(choice))
            case Count():
                return text("count.done", ore=action.ore, medals=action.medals, ships=len(action.ships))
        return text(f"{action.verb}.done")

    def view(self, state: Harbour, viewer: Seat | None) -> Harbour:
        """PR-13: of the votes of others one sees only that they were given."""
        hidden = (
            vote if seat == viewer or vote == NOBODY else HIDDEN for seat, vote in enumerate(state.votes)
        )
        return but(state, votes=tuple(hidden))

    def sealed(self, state: Harbour, action: Action) -> bool:
        """A vote is a secret until all of its round are in."""
        return isinstance(action, Vote) and action.key == f"vote:{state.round}" and state.phase == "vote"

    def pages(self, state: Harbour) -> tuple[Page, ...]:
        """The harbour while docking and rolling, the ships afterwards; last the owner's chart."""
        pages = [Page("ring", text("page.ring")), Page("ships", text("page.ships"))]
        chart = [Page("chart", text("page.chart"))] if CHART.known(state.facts, "chart.a") else []
        return (*(pages if state.phase in ("dock", "roll") else reversed(pages)), *chart)

    def picture(self, state: Harbour, page: str, draft: Draft | None) -> Picture:
        """One picture of the table."""
        if page == "chart" and (chart := CHART.known(state.facts, "chart.a")):
            return picture.chart(state, chart)
        return picture.ring(state, draft) if page == "ring" else picture.ships(state, draft)

    def score(self, state: Harbour) -> ScoreSheet:
        """The points as they stand."""
        return score.sheet(self.holdings(state), state.facts)

    def outcome(self, state: Harbour) -> Outcome | None:
        """The end; None while the game goes on."""
        return score.outcome(self.holdings(state), self.score(state)) if state.phase == "over" else None

    def holdings(self, state: Harbour) -> tuple[Holdings, ...]:
        """What each player has."""
        rows = zip(state.ore, state.medals, state.ships, state.fleets, strict=True)
        return tuple(Holdings(ore=ore, medals=won, ships=own, fleet=told) for ore, won, own, told in rows)

    def tally(self, holdings: Sequence[Holdings], facts: dict[str, FactValue]) -> tuple[ScoreSheet, Outcome]:
        """The final sheet of what lies on the table."""
        if wrong := score.problem(holdings, facts):
            raise ValueError(wrong)
        sheet = score.sheet(holdings, facts)
        return sheet, score.outcome(holdings, sheet)

    def reminders(self, state: Harbour) -> tuple[Reminder, ...]:
        """Fleets that could be announced, and where the dice go."""
        told = [
            Reminder(text("announce.remind", who=seat_name(seat), ships=len(state.ships[seat])), "PR-15")
            for seat in state.seats
            if check.check(state, Announce(seat=seat)).allowed
        ]
        if state.phase == "roll":
            told.append(Reminder(text("remind.captain", who=seat_name(state.captain)), "PR-06"))
        return tuple(told)

    def checklist(self, setup: Setup) -> tuple[Task, ...]:
        """What to lay out."""
        book = RULES.value("PR-03")
        give = text("task.ore", ore=book["ore"], shields=book["shields"], players=len(setup.players))
        return (
            Task(text("task.board"), "PR-18"),
            Task(text("task.ships", ships=len(SHIPS)), "PR-03"),
            Task(give, "PR-03"),
        )

    def wanted(self, state: Harbour) -> tuple[str, ...]:
        """A ship's value matters as soon as somebody has it."""
        return unknown(state.facts, (f"ship.{ship}" for have in state.ships for ship in have))

    def learnt(self, state: Harbour, fact: str) -> Harbour:
        """PR-15: a fleet announced in good faith falls if the value read off the ship is too small."""
        before = {key: value for key, value in state.facts.items() if key != fact}
        rows = zip(state.fleets, state.ships, strict=True)
        kept = (
            told and not (score.is_fleet(have, state.facts) is False and score.is_fleet(have, before) is None)
            for told, have in rows
        )
        return but(state, fleets=tuple(kept))

    def adjustables(self, state: Harbour) -> tuple[Adjustable, ...]:
        """Everybody's ore, and who is captain."""
        ore = (
            Adjustable(
                what=f"ore.{seat}",
                label=text("adjust.ore", who=seat_name(seat)),
                value=state.ore[seat],
                seat=seat,
            )
            for seat in state.seats
        )
        seats = tuple(Option(value=seat, label=seat_name(seat)) for seat in state.seats)
        captain = Adjustable(what="captain", label=text("adjust.captain"), value=state.captain, options=seats)
        return (*ore, captain)

    def adjust(self, state: Harbour, what: str, value: FactValue) -> Harbour:
        """The state after the table set something by hand."""
        name, _, seat = what.partition(".")
        if name == "captain" and value in state.seats:
            return but(state, captain=int(value))
        if name == "ore" and seat.isdigit() and int(seat) in state.seats and isinstance(value, int):
            return but(state, ore=effects.put(state.ore, int(seat), value))
        raise Impossible(what)

    def lower(self, state: Harbour, depth: str) -> Harbour:
        """The state after the table chose to track less."""
        return effects.lower(state, depth)

    def round_of(self, state: Harbour) -> int:
        """The round."""
        return state.round

    def audit(self, state: Harbour, moves: Iterable[Action]) -> list[str]:
        """Ships are unique, nothing is negative, and every ship that was bought is there."""
        wrong = [found] if (found := score.problem(self.holdings(state), state.facts)) else []
        if not any(state.counted):
            bought = {(move.seat, move.ship) for move in moves if isinstance(move, Buy)}
            owned = {(seat, ship) for seat in state.seats for ship in state.ships[seat]}
            wrong += [f"bought but not there: {row}" for row in bought ^ owned]
        return wrong
