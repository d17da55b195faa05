"""Prompt, choices, ruling and effect of any action: the game's own, and those every game shares."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Any, cast

from .action import Action, Adjust, Learn, Lower, Seat, Unread, but
from .facts import FactValue
from .game import DEPTHS, Game, Impossible, St
from .journal import Move
from .prompt import Demand, Draft, Kind, Option, Prompt, Step
from .rule import LEGAL, Rulebook, Ruling, Violation, violated
from .text import Catalogue, Text, literal, text

HOUSE = Rulebook.parse(resources.files(__package__).joinpath("house.toml").read_text("utf-8"))
"""The rules of the table itself, the same for every game."""

FACT = "fact:"
ADJUST = "adjust"
LOWER = "lower"


def rulebook(game: Game[Any]) -> Rulebook:
    """The game's rules with those of the table."""
    return game.rules.with_(HOUSE)


def prompt(game: Game[St], state: St) -> Prompt:
    """All that may happen now, with the printed values that are wanted and can be told at the table."""
    own = game.prompt(state)
    wanted = [key for key in game.wanted(state) if game.facts[key].plan is None]
    if not wanted:
        return own
    return but(own, offers=(*(fact_demand(game, key) for key in wanted), *own.offers))


def fact_demand(game: Game[Any], fact: str) -> Demand:
    """The question for a printed value."""
    spec = game.facts[fact]
    return Demand(key=FACT + fact, ask=spec.ask, kind=Kind.FACT, rules=(spec.rule,) if spec.rule else ())


def standing(game: Game[St], state: St) -> tuple[Demand, ...]:
    """What the table may do at any time: set something by hand, track less."""
    demands = []
    if game.adjustables(state):
        demands.append(Demand(key=ADJUST, ask=text("adjust.ask"), kind=Kind.CHOOSE, rules=("TABLE-3",)))
    if lower_depths(game, state):
        demands.append(Demand(key=LOWER, ask=text("lower.ask"), kind=Kind.CHOOSE, rules=("TABLE-5",)))
    return tuple(demands)


def lower_depths(game: Game[St], state: St) -> tuple[str, ...]:
    """The depths below the one of this game."""
    return tuple(depth for depth in game.depths if DEPTHS.index(depth) > DEPTHS.index(state.depth))


def step(game: Game[St], state: St, draft: Draft) -> Step | Action:
    """The next field to choose, or the finished action."""
    if draft.key.startswith(FACT):
        return _learn_step(game, draft)
    if draft.key == ADJUST:
        return _adjust_step(game, state, draft)
    if draft.key == LOWER:
        return _lower_step(game, state, draft)
    return game.step(state, draft)


def ruling(game: Game[St], state: St, action: Action) -> Ruling:
    """What the rules say: those of the table, then those of the game, then whether it is due at all."""
    if isinstance(action, Unread):
        return violated("TABLE-6", verb=action.verb)
    if not _seated(state, action):
        return violated("TABLE-1", key=action.key)
    if isinstance(action, Learn):
        return _learn_ruling(game, action)
    if isinstance(action, Adjust):
        return _adjust_ruling(game, state, action)
    if isinstance(action, Lower):
        return LEGAL if action.depth in lower_depths(game, state) else violated("TABLE-5", depth=action.depth)
    found = game.check(state, action)
    if found.allowed and game.prompt(state).find(action.key, action.seat) is None:
        return violated("TABLE-1", key=action.key)
    return found


def apply(game: Game[St], state: St, action: Action) -> St:
    """The state after an action; raises Impossible if it cannot be carried out."""
    if isinstance(action, Unread) or not _seated(state, action):
        raise Impossible(action.verb)
    if isinstance(action, Learn):
        if not _readable(game, action):
            raise Impossible(action.fact)
        return game.learnt(but(state, facts={**state.facts, action.fact: action.value}), action.fact)
    if isinstance(action, Adjust):
        return game.adjust(state, action.what, action.value)
    if isinstance(action, Lower):
        if action.depth not in lower_depths(game, state):
            raise Impossible(action.depth)
        return game.lower(state, action.depth)
    return game.apply(state, action)


def carried(game: Game[St], state: St, move: Move, check: bool = True) -> tuple[St | None, Ruling]:
    """The state after a move that was made before, or None and why it does not fit any more.

    Whatever goes wrong is an answer here, not an error: the move may be of another version of the game,
    or stand where it could never have been made.
    """
    found = LEGAL
    try:
        found = ruling(game, state, move.action) if check else LEGAL
        if not found.allowed and not move.reason:
            return None, found
        return apply(game, state, move.action), found
    except Exception:
        return None, impossible(move.action, found)


def impossible(action: Action, found: Ruling) -> Ruling:
    """The ruling on an action that cannot be carried out even if the table wants it."""
    return Ruling((*found.violations, Violation("TABLE-6", {"verb": action.verb})))


def shown(game: Game[St], now: Iterable[St], before: St, action: Action, viewer: Seat | None = None) -> Text:
    """What the history says of an action to a viewer: only what is secret in none of the states `now`."""
    if any(hidden(game, state, action, viewer) for state in now):
        return text("history.sealed")
    try:
        return describe(game, before, action)
    except Exception:
        return text("history.lost", verb=action.verb)


def hidden(game: Game[St], now: St, action: Action, viewer: Seat | None) -> bool:
    """Whether a viewer may not see what an action chose."""
    return (viewer is None or viewer != action.seat) and game.sealed(now, action)


def describe(game: Game[St], state: St, action: Action) -> Text:
    """One line for the history."""
    if isinstance(action, Unread):
        return text("history.lost", verb=text("history.unread"))
    if isinstance(action, Learn):
        spec = game.facts.get(action.fact)
        if spec is None:
            return text("learn.done", what=literal(action.fact), value=action.value)
        return text("learn.done", what=spec.ask, value=spec.said(action.value))
    if isinstance(action, Adjust):
        found = game.adjustable(state, action.what)
        label = found.label if found else literal(action.what)
        options = found.options if found else ()
        return text("adjust.done", what=label, value=_shown(options, action.value))
    if isinstance(action, Lower):
        return text("lower.done", depth=text(f"depth.{action.depth}"))
    return game.describe(state, action)


def finished(game: Game[St], state: St, draft: Draft) -> tuple[Action | None, Step | None]:
    """The action or the next step of a draft, taking every step that has only one option by itself."""
    while True:
        found = step(game, state, draft)
        if isinstance(found, Action):
            return found, None
        if found.entry != "pick" or len(found.options) != 1 or not found.options[0].ruling.allowed:
            return None, found
        draft = draft.then(found.field, found.options[0].value)


def texts(game: Game[Any], *more: Catalogue) -> Catalogue:
    """All sentences needed to speak of a game."""
    all_texts = TEXTS
    for catalogue in (game.texts, *more):
        all_texts = all_texts.with_(catalogue)
    return all_texts


def _learn_step(game: Game[Any], draft: Draft) -> Step | Action:
    spec = game.facts.get(draft.key.removeprefix(FACT))
    if spec is None:
        raise Impossible(draft.key)
    value = draft.get("value")
    if value is not None:
        return Learn(key=draft.key, seat=draft.seat, fact=spec.key, value=value)
    names = spec.names or tuple(literal(str(choice)) for choice in spec.choices)
    options = tuple(
        Option(value=choice, label=name) for choice, name in zip(spec.choices, names, strict=True)
    )
    return Step(
        field="value",
        ask=spec.ask,
        options=options,
        entry="pick" if spec.kind == "choice" else "number" if spec.kind == "number" else "text",
        low=spec.low,
        high=spec.high,
    )


def _learn_ruling(game: Game[Any], action: Learn) -> Ruling:
    spec = game.facts.get(action.fact)
    if spec is None:
        return violated("TABLE-2", why=text("fact.none", fact=action.fact))
    problem = spec.problem(action.value)
    return LEGAL if problem is None else violated("TABLE-2", why=problem)


def _readable(game: Game[Any], action: Learn) -> bool:
    """Whether the game can work with a value at all, be it as unlikely as it may."""
    spec = game.facts.get(action.fact)
    if spec is not None and spec.plan is not None:
        return spec.problem(action.value) is None
    if spec is None or spec.kind == "choice":
        return spec is not None and action.value in spec.choices
    return isinstance(action.value, str) == (spec.kind == "text")


def _seated(state: St, action: Action) -> bool:
    return action.seat is None or 0 <= action.seat < state.players


def _adjust_step(game: Game[St], state: St, draft: Draft) -> Step | Action:
    what, area = draft.get("what"), draft.get("area")
    if what is None:
        everything = game.adjustables(state)
        areas = {found.area: found.area_label for found in everything if found.area_label is not None}
        if area is None and len(areas) > 1:
            choices = tuple(Option(value=key, label=label) for key, label in areas.items())
            return Step(field="area", ask=text("adjust.what"), options=choices)
        options = tuple(
            Option(value=found.what, label=found.label, note=_shown(found.options, found.value))
            for found in everything
            if area is None or found.area == area
        )
        return Step(field="what", ask=text("adjust.what"), options=options)
    value = draft.get("value")
    if value is not None:
        return Adjust(key=ADJUST, seat=draft.seat, what=str(what), value=value)
    found = game.adjustable(state, str(what))
    if found is None:
        raise Impossible(str(what))
    if found.options:
        return Step(field="value", ask=found.label, options=found.options)
    return Step(field="value", ask=found.label, entry="number", low=found.low, high=found.high)


def _shown(options: tuple[Option, ...], value: FactValue) -> Text:
    return next((option.label for option in options if option.value == value), literal(str(value)))


def _adjust_ruling(game: Game[St], state: St, action: Adjust) -> Ruling:
    found = game.adjustable(state, action.what)
    if found is None:
        return violated("TABLE-3", what=action.what, value=action.value)
    if found.options:
        fits = any(option.value == action.value for option in found.options)
    else:
        fits = isinstance(action.value, int) and found.low <= action.value <= found.high
    return LEGAL if fits else violated("TABLE-3", what=found.label, value=action.value)


def _lower_step(game: Game[St], state: St, draft: Draft) -> Step | Action:
    depth = draft.get("depth")
    if depth is not None:
        return Lower(key=LOWER, seat=draft.seat, depth=str(depth))
    options = tuple(Option(value=depth, label=text(f"depth.{depth}")) for depth in lower_depths(game, state))
    return Step(field="depth", ask=text("lower.ask"), options=options)


def _house_texts() -> Catalogue:
    import tomllib

    found = tomllib.loads(resources.files(__package__).joinpath("texts.toml").read_text("utf-8"))
    return Catalogue.merged([cast("dict[str, dict[str, str]]", found)])


TEXTS = _house_texts()
"""The sentences of the engine itself."""

__all__ = [
    "ADJUST", "FACT", "HOUSE", "LOWER", "TEXTS", "Seat", "apply", "carried", "describe", "fact_demand",
    "finished", "hidden", "impossible",
    "lower_depths", "prompt", "rulebook", "ruling", "shown", "standing", "step", "texts",
]  # fmt: skip
