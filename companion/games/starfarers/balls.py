"""The balls of the mother ship as they are chosen: by their colour, where a dark word stands well on it."""

from __future__ import annotations

from companion.engine import Option, text

from . import flight
from .book import BALLS, BLACK

TONES = {"yellow": "#f2d64b", "red": "#ff8f7d", "blue": "#8fb8ff"}
"""Lighter than the balls are, so that words on them can be read."""


def ball_options(shown: tuple[str, ...]) -> tuple[Option, ...]:
    """The balls that may lie in the window beside those that are there."""
    return tuple(
        Option(
            value=ball,
            label=text("ball.value", ball=text(f"ball.{ball}"), value=count),
            icon="card" if ball == BLACK else "circle",
            tone=TONES.get(ball, ""),
            ruling=flight.check_balls((*shown, ball)),
        )
        for ball, count in BALLS.items()
    )
