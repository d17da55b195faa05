"""Whole games with random legal choices, and what is broken in them."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine import (
    Action,
    Answer,
    Demand,
    Draft,
    FactSpec,
    FactValue,
    Game,
    Impossible,
    Kind,
    Prompt,
    Refused,
    Setup,
    Table,
    notation,
)

from .checks import Checker, shown
from .errors import Complaint
from .walk import LETTERS, Chooser, Lost, Trail, every, free, walk

CHECKS = {"every": 1, "tenth": 10, "none": 0}
FACTS = ("unknown", "random", "full")
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay", "Gero", "Hana", "Ivo", "Jana", "Kai", "Lea")
LONGEST = 20_000
"""More actions than this in one game are taken for a game without end."""


class Break(Struct, frozen=True):
    """Something that must not be, and where: game number and how many actions had been played."""

    game: int
    at: int
    what: str


class Result(Struct, kw_only=True):
    """What came out of a simulation."""

    game: str
    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    breaks: list[Break] = []

    def line(self) -> str:
        """The summary in one line of JSON."""
        row = {
            "game": self.game,
            "games": self.games,
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "breaks": len(self.breaks),
        }
        return msgspec.json.encode(row).decode()


class Stuck(Exception):
    """No legal action although the game goes on."""


class Plan(Struct, frozen=True, kw_only=True):
    """What to simulate."""

    players: int
    seed: int = 1
    check: str = "every"
    depth: str = "full"
    facts: str = "random"
    options: dict[str, Answer] = {}

    def setup(self, game: Game[Any], number: int) -> Setup:
        """With what game `number` begins."""
        rng = Random(f"{self.seed}/{number}/box")
        known = {"unknown": 0.0, "random": rng.choice((0.2, 0.5, 0.8)), "full": 1.0}[self.facts]
        return Setup(
            game=game.name,
            players=notation.players(*NAMES[: self.players]),
            depth=self.depth,
            options=self.options,
            facts={
                key: _fact(spec, rng)
                for key, spec in game.facts.items()
                if rng.random() < known and (spec.plan is None or spec.plan.practice)
            },
        )


def count_problem(game: Game[Any], players: int) -> str:
    """Why so many cannot play; empty if they can."""
    if players in game.seats:
        return ""
    return f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {players}"


def setup_problem(game: Game[Any], setup: Setup) -> str:
    """Why a game cannot begin like this; empty if it can."""
    depth, problem = setup.depth, count_problem(game, len(setup.players))
    if problem:
        return problem
    if depth not in game.depths:
        return f"{game.name} has no depth '{depth}': {', '.join(game.depths)}"
    rules = {rule.key: [value for value, _ in rule.values] for rule in game.house_rules}
    for key, value in setup.options.items():
        if key not in rules:
            return f"{game.name} has no option '{key}': {', '.join(rules) or 'it has none'}"
        if value not in rules[key]:
            return f"option {key}: '{value}' is not one of {', '.join(map(str, rules[key]))}"
    return ""


def _fact(spec: FactSpec, rng: Random) -> FactValue:
    if spec.kind == "choice":
        return rng.choice(spec.choices)
    if spec.plan is not None:
        return rng.choice(list(spec.plan.practice.values()))
    if spec.kind == "text":
        return "".join(rng.choice(LETTERS) for _ in range(6)).title()
    return rng.randint(spec.low, min(spec.high, spec.low + 20))


class Player:
    """Plays one game to its end."""

    def __init__(self, game: Game[Any], plan: Plan, number: int, checker: Checker) -> None:
        self.game = game
        self.plan = plan
        self.number = number
        self.breaks: list[Break] = []
        self.chooser = Chooser(Random(f"{plan.seed}/{number}"), tell=0.3 if plan.facts == "random" else 0.0)
        # Dice of its own, so that a game is the same however much of it is checked.
        checker.rng = Random(f"{plan.seed}/{number}/check")
        self.checker = checker
        self.table: Table[Any] | None = None

    def play(self) -> Table[Any] | None:
        """The table after the game; None if it could not even begin."""
        try:
            self.table = Table(self.game, self.plan.setup(self.game, self.number))
            self._play(self.table)
        except Stuck as stuck:
            self._break(str(stuck))
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            self._break(f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})")
        return self.table

    def _play(self, table: Table[Any]) -> None:
        often = CHECKS[self.plan.check]
        while table.outcome() is None:
            count = len(table.line)
            if count >= LONGEST:
                raise Stuck(f"no end after {LONGEST} actions")
            checked = bool(often) and count % often == 0
            prompt = table.prompt()
            demand = self.chooser.choose(prompt)
            if checked and self.plan.facts == "full":
                self._found(
                    f"asks for {offer.key} although everything is known"
                    for offer in prompt.offers
                    if offer.kind is Kind.FACT
                )
            if demand is None or not self._answer(table, demand, checked):
                self._answer_any(table, prompt)
            if checked:
                self._found(self.checker.played(table))
        if often:
            self._found(self.checker.ended(table, written=often == 1 or self.number % often == 0))

    def _answer(self, table: Table[Any], demand: Demand, checked: bool) -> bool:
        for _ in range(20):
            trail: Trail = []
            try:
                action = walk(self.game, table.state, demand.draft, self.chooser.rng, trail)
            except Lost as lost:
                self._break(f"offered as legal, but leads nowhere: {shown(lost.draft)}: {lost}")
                return False
            if checked:
                self._found(self.checker.choices(table, demand, trail))
                checked = False
            if action is None:
                return False
            try:
                table.submit(action)
            except Refused as refused:
                if free(trail):
                    continue
                rules = ", ".join(refused.ruling.rules)
                self._break(f"offered as legal, but refused by {rules}: {shown(_draft(action, trail))}")
                return False
            return True
        return False

    def _answer_any(self, table: Table[Any], prompt: Prompt) -> None:
        for demand in self.chooser.rest(prompt):
            if self._answer(table, demand, False):
                return
        for demand in self.chooser.rest(prompt):
            for action in every(self.game, table.state, demand.draft, 5000):
                try:
                    table.submit(action)
                except (Refused, Impossible):
                    continue
                return
        keys = ", ".join(demand.key for demand in prompt.demands) or "none"
        raise Stuck(f"no legal action although the game goes on (demands: {keys})")

    def _found(self, problems: Iterable[str]) -> None:
        for problem in problems:
            self._break(problem)

    def _break(self, what: str) -> None:
        at = len(self.table.line) if self.table else 0
        self.breaks.append(Break(self.number, at, what))
        if len(self.breaks) >= 10 and not what.startswith("given up"):
            raise Stuck("given up after 10 breaks")


def _draft(action: Action, trail: Trail) -> Draft:
    """The draft that was complete when it became the action: for the report."""
    last = trail[-1][0] if trail else Draft(action.key, action.seat)
    fields = msgspec.structs.asdict(action)
    missing = [(name, value) for name, value in fields.items() if name not in ("key", "seat")]
    return Draft(last.key, last.seat, tuple((name, str(value)) for name, value in missing))


def simulate(
    game: Game[Any],
    plan: Plan,
    numbers: Iterable[int],
    tell: Callable[[Result], None] = lambda result: None,
    save: Path | None = None,
) -> Result:
    """Play the games with these numbers."""
    problem = count_problem(game, plan.players) or setup_problem(game, plan.setup(game, 0))
    if problem:
        raise Complaint(problem)
    result = Result(game=game.name)
    checker = Checker(game, thorough=plan.check == "every")
    began = time.perf_counter()
    for number in numbers:
        player = Player(game, plan, number, checker)
        table = player.play()
        result.games += 1
        result.breaks += player.breaks
        if table is not None:
            result.actions += len(table.line)
            if player.breaks and save is not None:
                save.mkdir(parents=True, exist_ok=True)
                path = save / f"{game.name}-{plan.players}p-s{plan.seed}-g{number}.txt"
                path.write_text(_recording(table, player.breaks), "utf-8")
        result.seconds = time.perf_counter() - began
        tell(result)
    return result


def _recording(table: Table[Any], breaks: list[Break]) -> str:
    notes = "".join(f"# after {found.at} actions: {found.what}\n" for found in breaks)
    return notes + notation.write(table.setup, table.line)


class Progress:
    """Tells on standard error how far it has come, seldom enough not to cost time."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.live = sys.stderr.isatty()
        self.next = time.perf_counter() + (0.2 if self.live else 10)

    def __call__(self, result: Result) -> None:
        """Tell, if it is time to."""
        now = time.perf_counter()
        if now < self.next and result.games < self.games:
            return
        self.next = now + (0.2 if self.live else 10)
        speed = result.games / result.seconds if result.seconds else 0.0
        told = f"{result.games}/{self.games} games, {speed:.1f} a second, {len(result.breaks)} breaks"
        end = "\n" if not self.live or result.games == self.games else ""
        sys.stderr.write(f"\r\033[K{told}{end}" if self.live else f"{told}{end}")
        sys.stderr.flush()


def run(
    game: Game[Any],
    plan: Plan,
    games: int,
    only: int | None = None,
    save: Path | None = None,
) -> int:
    """The command: plays, lists the breaks, ends with one line of JSON."""
    numbers = range(games) if only is None else (only,)
    result = simulate(game, plan, numbers, Progress(len(numbers)), save)
    for found in result.breaks:
        print(f"seed {plan.seed} game {found.game} after {found.at} actions: {found.what}")
    print(result.line())
    return 1 if result.breaks else 0
