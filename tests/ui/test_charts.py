"""The sums behind the pictures of points."""

from __future__ import annotations

import pytest

from companion.ui.charts import nice_step, thinned


@pytest.mark.parametrize(
    ("span", "most", "step"), [(0, 5, 1), (9, 5, 2), (10, 5, 2), (40, 5, 10), (1000, 6, 200)]
)
def test_grid_lines_stand_at_round_numbers(span, most, step):
    assert nice_step(span, most) == step


@pytest.mark.parametrize("count", [1, 240, 241, 1000, 1001])
def test_a_long_course_is_thinned_but_keeps_both_ends(count):
    kept = thinned(range(count), 240)
    assert (kept[0], kept[-1]) == (0, count - 1)
    assert len(kept) <= 241
