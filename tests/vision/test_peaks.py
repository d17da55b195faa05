"""Where a network's heat is highest, in the picture's own pixels, and each thing once."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from vision.peaks import STRIDE, each_once, hottest, peaks
from vision.reading import Floats


class Thing(Struct, frozen=True):
    middle: tuple[float, float]
    heat: float
    size: float = 10.0


class Echo:
    """A network that finds one thing, wherever the middle of its picture is."""

    def setInput(self, blob: Floats) -> None:
        self.shape = blob.shape

    def forward(self) -> Floats:
        fields = np.full((1, 4, self.shape[2] // STRIDE, self.shape[3] // STRIDE), -9.0, np.float32)
        fields[0, 1:] = 0
        fields[0, 0, fields.shape[2] // 2, fields.shape[3] // 2] = 3
        return fields


def fields(*hot: tuple[int, int, float]) -> Floats:
    made = np.zeros((4, 16, 16), np.float32)
    made[0] = -9
    for line, column, heat in hot:
        made[0, line, column] = heat
    return made


def test_peaks_are_the_hottest_of_their_neighbours_and_moved_by_their_offset() -> None:
    made = fields((4, 6, 2.0), (4, 7, 1.0), (12, 3, -1.0))
    made[1:3, 4, 6] = (0.25, -0.5)
    first, second = hottest(made, 0.5, (64, 64), 0.1)
    assert first.middle == ((6 + 0.25 + 0.5) * STRIDE / 0.5, (4 - 0.5 + 0.5) * STRIDE / 0.5)
    assert first.heat > 0.8
    assert first.scale == 0.5
    assert second.middle == (3.5 * STRIDE / 0.5, 12.5 * STRIDE / 0.5)


def test_faint_places_and_places_outside_the_picture_are_none() -> None:
    assert not hottest(fields((4, 6, -3.0)), 1.0, (64, 64), 0.1)
    assert not hottest(fields((4, 14, 2.0)), 1.0, (48, 64), 0.1)


def test_a_picture_is_seen_at_the_wanted_size_and_filled_up_to_whole_blocks() -> None:
    net = Echo()
    (one,) = peaks(np.zeros((480, 640, 3), np.uint8), 320, net, 0.1)
    assert net.shape == (1, 3, 256, 320)
    assert one.scale == 0.5
    assert one.middle == ((40 + 0.5) * STRIDE / 0.5, (32 + 0.5) * STRIDE / 0.5)


def test_of_things_that_lie_within_half_a_size_only_the_surest_is_kept() -> None:
    near, best, far = Thing((13, 10), 0.5), Thing((10, 10), 0.9), Thing((30, 10), 0.2)
    assert each_once([near, best, far], lambda one: one.size) == [best, far]
