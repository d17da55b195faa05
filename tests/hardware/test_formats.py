"""Buffers of every format become the same picture, however their rows are padded."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from hardware.formats import PACKED, PLANAR, BadBuffer, picture

SIZE = (48, 32)
COLOURS = {"blue": (220, 40, 30), "green": (50, 200, 60), "red": (30, 40, 210), "grey": (128, 128, 128)}


def scene() -> Any:
    """Four quarters in colours that tell every mistake in the order of channels."""
    wide, high = SIZE
    drawn = np.zeros((high, wide, 3), np.uint8)
    quarters = ((0, 0), (0, wide // 2), (high // 2, 0), (high // 2, wide // 2))
    for (top, left), colour in zip(quarters, COLOURS.values(), strict=True):
        drawn[top : top + high // 2, left : left + wide // 2] = colour
    return drawn


def padded(plane: Any, stride: int) -> Any:
    """The rows of a plane, each followed by bytes that mean nothing."""
    rows = plane.reshape(plane.shape[0], -1)
    out = np.full((rows.shape[0], stride), 0xAB, np.uint8)
    out[:, : rows.shape[1]] = rows
    return out.ravel()


def planes(drawn: Any, full_range: bool) -> tuple[Any, Any, Any]:
    """Light and the two colours, by the book: BT.601, 0 to 255 or 16 to 235."""
    blue, green, red = (drawn[:, :, at].astype(float) for at in range(3))
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    first, second = (blue - light) * 0.5 / 0.886, (red - light) * 0.5 / 0.701
    if not full_range:
        light, first, second = 16 + light * 219 / 255, first * 224 / 255, second * 224 / 255
    small = [cv2.resize(one, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for one in (first, second)]
    return tuple(
        np.clip(np.round(one), 0, 255).astype(np.uint8) for one in (light, small[0] + 128, small[1] + 128)
    )


def encoded(layout: str, padding: int, full_range: bool = True) -> tuple[Any, int]:
    """The scene in a format, and its stride."""
    drawn, (wide, _) = scene(), SIZE
    if layout in PACKED:
        shown = drawn if "RGB" in layout else drawn[:, :, ::-1]
        if PACKED[layout] == 4:
            shown = np.dstack([shown, np.full(shown.shape[:2], 255, np.uint8)])
        stride = wide * PACKED[layout] + padding
        return padded(shown, stride), stride
    light, first, second = planes(drawn, full_range)
    stride = wide + padding
    if layout in ("YVU420", "NV21"):
        first, second = second, first
    if layout.startswith("NV"):
        return np.concatenate([padded(light, stride), padded(np.dstack([first, second]), stride)]), stride
    return np.concatenate(
        [padded(light, stride), padded(first, stride // 2), padded(second, stride // 2)]
    ), stride


@pytest.mark.parametrize("padding", [0, 16, 64])
@pytest.mark.parametrize("layout", [*PACKED, *PLANAR])
def test_every_format_gives_the_same_picture_with_and_without_padding(layout: str, padding: int) -> None:
    buffer, stride = encoded(layout, padding)
    found = picture(buffer, layout, SIZE, stride)
    assert found.shape == (32, 48, 3)
    assert found.flags["C_CONTIGUOUS"]
    assert np.abs(found.astype(int) - scene()).max() <= (0 if layout in PACKED else 4)


@pytest.mark.parametrize("layout", PLANAR)
def test_the_narrow_range_of_films_is_told_apart(layout: str) -> None:
    buffer, stride = encoded(layout, 16, full_range=False)
    found = picture(buffer, layout, SIZE, stride, full_range=False)
    assert np.abs(found.astype(int) - scene()).max() <= 4


@pytest.mark.parametrize("layout", [*PACKED, *PLANAR])
def test_a_longer_buffer_is_cut_and_a_shorter_one_refused(layout: str) -> None:
    buffer, stride = encoded(layout, 16)
    page = np.concatenate([buffer, np.full(4096, 7, np.uint8)])
    assert (picture(page, layout, SIZE, stride) == picture(buffer, layout, SIZE, stride)).all()
    with pytest.raises(BadBuffer):
        picture(buffer[: len(buffer) // 2], layout, SIZE, stride)


def test_the_padding_of_the_last_row_may_be_missing() -> None:
    buffer, stride = encoded("NV12", 64)
    assert (picture(buffer[:-64], "NV12", SIZE, stride) == picture(buffer, "NV12", SIZE, stride)).all()


def test_what_cannot_be_a_picture_is_refused() -> None:
    buffer, _ = encoded("RGB888", 0)
    for layout, size, stride in (("MJPEG", SIZE, 0), ("RGB888", SIZE, 100), ("NV12", (47, 31), 0)):
        with pytest.raises(BadBuffer):
            picture(buffer, layout, size, stride)
