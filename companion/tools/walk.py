"""A random player: walks from a demand through its choices to an action."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine import Action, Answer, Demand, Draft, Game, Impossible, Kind, Prompt, Step, play

LONGEST = 400
"""More fields than this in one action are taken for a loop."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"

Trail = list[tuple[Draft, Step]]
"""The steps on the way to an action, each with the draft before it."""


class Lost(Exception):
    """A walk that does not come to an action: an option offered as legal leads nowhere."""

    def __init__(self, draft: Draft, why: str) -> None:
        super().__init__(why)
        self.draft = draft


def pick(step: Step, rng: Random) -> Answer | None:
    """A value that the step offers as legal; None where it offers none."""
    options = step.options
    if step.entry != "pick" and not (options and rng.random() < 0.5):
        return _enter(step, rng)
    size = len(options)
    for _ in range(min(size, 4)):
        option = options[int(rng.random() * size)]
        if not option.ruling.violations:
            return option.value
    legal = [option.value for option in options if not option.ruling.violations]
    return legal[int(rng.random() * len(legal))] if legal else None


def _enter(step: Step, rng: Random) -> Answer | None:
    if step.entry == "text":
        return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 8))).title()
    if step.high < step.low:
        return None
    if step.entry == "chance":
        return rng.randint(step.low, step.high)
    # Most counters of a table are small; the whole range still comes up.
    high = step.high if rng.random() < 0.3 else min(step.high, step.low + 6)
    return rng.randint(step.low, high)


def walk(game: Game[Any], state: Any, draft: Draft, rng: Random, trail: Trail) -> Action | None:
    """An action that answers a draft by options offered as legal; None if there is no first one."""
    start = len(draft.answers)
    while True:
        found = play.step(game, state, draft)
        if isinstance(found, Action):
            return found
        trail.append((draft, found))
        value = pick(found, rng)
        if value is None:
            if len(draft.answers) == start:
                return None
            raise Lost(draft, f"no legal option for '{found.field}'")
        if len(draft.answers) - start > LONGEST:
            raise Lost(draft, f"'{found.field}' is asked without end")
        draft = draft.then(found.field, value)


def free(trail: Trail) -> bool:
    """Whether something on the way was entered rather than picked: the rules may still refuse it."""
    return any(step.entry != "pick" for _, step in trail)


def every(game: Game[Any], state: Any, draft: Draft, budget: int) -> Iterator[Action]:
    """The actions that a draft can become by options offered as legal, within a budget of steps."""
    waiting = [draft]
    while waiting and budget > 0:
        draft = waiting.pop()
        budget -= 1
        try:
            found = play.step(game, state, draft)
        except Impossible:
            continue
        if isinstance(found, Action):
            yield found
            continue
        values: list[Answer] = [option.value for option in found.options if not option.ruling.violations]
        if found.entry == "number":
            values += range(found.low, min(found.high, found.low + 100) + 1)
        elif found.entry == "chance":
            values.append(found.low)
        elif found.entry == "text":
            values.append("X")
        waiting += [draft.then(found.field, value) for value in reversed(values)]


class Chooser:
    """Which demand or offer a random player takes up."""

    def __init__(self, rng: Random, tell: float = 0.0, offer: float = 0.1) -> None:
        self.rng = rng
        self.tell = tell
        self.offer = offer

    def choose(self, prompt: Prompt) -> Demand | None:
        """A demand, now and then an offer or a printed value; None where nothing is left."""
        rng = self.rng
        offers = prompt.offers
        if offers:
            asked = [demand for demand in offers if demand.kind is Kind.FACT]
            if asked and rng.random() < self.tell:
                return asked[int(rng.random() * len(asked))]
            open_offers = [demand for demand in offers if demand.kind is not Kind.FACT]
            if open_offers and (not prompt.demands or rng.random() < self.offer):
                return open_offers[int(rng.random() * len(open_offers))]
        demands = prompt.demands
        return demands[int(rng.random() * len(demands))] if demands else None

    def rest(self, prompt: Prompt) -> list[Demand]:
        """All that may be tried when the first choice led nowhere; never a printed value as an offer."""
        found = [*prompt.demands, *(offer for offer in prompt.offers if offer.kind is not Kind.FACT)]
        self.rng.shuffle(found)
        return found
