"""Choosing among actions that are all written out: one field after the other, until one action is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec import structs

from companion.engine import LEGAL, Action, Answer, Draft, Impossible, Option, Ruling, Step, Text

WHAT = "mark"
"""The first field: the verb with the first thing that it is done to."""

Say: TypeAlias = Callable[[Action, str], Text]
"""What a field of an action is called; WHAT names the whole deed."""


def fields(action: Action) -> tuple[tuple[str, Answer], ...]:
    """An action as answers: the verb with its first field, then the other fields."""
    own = [name for name in action.__struct_fields__ if name not in ("key", "seat")]
    values: list[tuple[str, Answer]] = [(name, _answer(getattr(action, name))) for name in own]
    first = f"{action.verb} {values[0][1]}" if values else action.verb
    return ((WHAT, first), *values[1:])


def _answer(value: object) -> Answer:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return value if isinstance(value, int) else str(value)


def narrow(actions: Iterable[Action], draft: Draft) -> list[Action]:
    """The actions that the answers of a draft leave."""
    answers = draft.answers
    return [action for action in actions if fields(action)[: len(answers)] == answers]


def step(
    actions: Iterable[Action],
    draft: Draft,
    ask: Text,
    check: Callable[[Action], Ruling],
    say: Say,
    signs: Mapping[str, str],
) -> Step | Action:
    """The next field in which the actions differ; the action when only one is left.

    A value is as legal as the best action behind it. `signs` are the icons of the verbs.
    """
    left = narrow(actions, draft)
    done = len(draft.answers)
    if draft.answers and not left:
        raise Impossible(draft.key)
    if left and done == len(fields(left[0])):
        return structs.replace(left[0], seat=draft.seat)
    groups: dict[tuple[str, Answer], list[Action]] = {}
    for action in left:
        groups.setdefault(fields(action)[done], []).append(action)
    options = []
    for (field, value), group in groups.items():
        ruling = _best([check(action) for action in group])
        label = say(group[0], field)
        options.append(
            Option(value=value, label=label, ruling=ruling, icon="" if done else signs.get(group[0].verb, ""))
        )
    name = next(iter(groups), (WHAT, ""))[0]
    return Step(field=name, ask=ask, options=tuple(options))


def _best(rulings: list[Ruling]) -> Ruling:
    return next((one for one in rulings if one.allowed), rulings[0] if rulings else LEGAL)
