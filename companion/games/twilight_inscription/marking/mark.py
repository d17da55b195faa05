"""A mark on a sheet, as an action; and what pays for it."""

from __future__ import annotations

from companion.engine import LEGAL, Action, Ruling, text, violated

from ..desk import RESOURCES, Desk, have

FREE = "free"
"""Pays for a mark that a technology or a card gives."""


class Mark(Action, frozen=True, kw_only=True):
    """What all marks have in common: they answer the same demand of their player.

    The fields that follow `seat` are chosen one after the other, in their order.
    """

    key: str = "mark"


class Enough(Mark, frozen=True, kw_only=True, tag="enough"):
    """What may be done several times is done often enough."""

    task: str


def unpaid(desk: Desk, resource: str, rule: str) -> Ruling:
    """Whether there is a resource to spend; `rule` asks for it."""
    if resource in RESOURCES and have(desk, resource) > 0:
        return LEGAL
    name = text(f"resource.{resource}") if resource in RESOURCES else resource
    return violated(rule, resource=name, need=1, have=0)
