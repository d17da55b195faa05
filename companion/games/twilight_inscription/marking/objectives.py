"""Which objectives a desk fulfils, as far as their conditions are known."""

from __future__ import annotations

from ..desk import Desk
from ..sheets import Sheets
from . import chart, objectives_nav_exp, warfare

PARTS = (objectives_nav_exp.fulfilled, chart.fulfilled, warfare.fulfilled)


def fulfilled(desk: Desk, sheets: Sheets, objective: str) -> bool | None:
    """Whether a desk fulfils an objective; None where its condition is not known."""
    told = (part(desk, sheets, objective) for part in PARTS)
    return next((one for one in told if one is not None), None)
