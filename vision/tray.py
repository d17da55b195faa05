"""Finds the dice tray in a frame, shows it from above, and notices when the camera has moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from .reading import Floats, Picture, Point
from .surroundings import kept_surroundings, moved_against
from .upright import Standpoint

View: TypeAlias = Literal["tray", "table", "window"]
Corners: TypeAlias = tuple[Point, Point, Point, Point]

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
MARKERS = (0, 1, 2, 3)
"""Those of the corners, clockwise from the top left; each turns its own corner of that number outwards."""

CANVAS = (960, 720)
WHOLE: Corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
# How far a marker may be found from its kept place, in parts of the picture's diagonal.
MARKER_MAY_STRAY = 0.008
# Markers are looked for in a picture of this size first, which is quicker and less disturbed by noise.
LOOK_AT = 1280
MARGIN_OF_A_MARKER = 0.12
PADDING = 24
# Focal lengths against the longer side of the picture, and how far they and the markers' places vary.
_LENSES = tuple(float(lens) for lens in np.geomspace(0.5, 3.0, 37))
_USUAL_LENS, _UNUSUAL, _SLOPPY = 1.1, 0.35, 0.01


class Calibration(Struct, frozen=True, kw_only=True):
    """Where a view lies: corners clockwise from the top left, from 0 to 1; and how large it is shown."""

    view: View = "tray"
    corners: Corners = WHOLE
    source: Literal["markers", "hand"] = "hand"
    canvas: tuple[int, int] = CANVAS
    surroundings: bytes = b""

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for a JSON file."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @staticmethod
    def from_dict(plain: Mapping[str, Any]) -> Calibration:
        """From plain values; msgspec.ValidationError where they are none of ours."""
        return msgspec.convert(plain, Calibration, strict=False)


def find_markers(frame: Picture) -> dict[int, Floats]:
    """The four corners of each of our markers in pixels, by its number."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    scale = min(1.0, LOOK_AT / max(grey.shape))
    markers: dict[int, Floats] = {}
    for factor in dict.fromkeys((scale, 1.0)):
        look = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        found, numbers, _ = _detector().detectMarkers(look)
        for number, corners in zip([] if numbers is None else numbers.ravel().tolist(), found, strict=True):
            if number in MARKERS:
                markers.setdefault(number, _floats((corners[0] + 0.5) / factor - 0.5))
        if len(markers) >= 3:
            break
    return markers


def by_markers(frame: Picture, view: View = "tray", canvas: tuple[int, int] = CANVAS) -> Calibration | None:
    """A calibration from at least three markers; None if fewer are seen."""
    markers = find_markers(frame)
    if len(markers) < 3:
        return None
    outer = {number: markers[number][number] for number in markers}
    for missing in set(MARKERS) - set(markers):
        outer[missing] = _fourth_corner(markers, missing)
    height, width = frame.shape[:2]
    points = [_relative(outer[number], width, height) for number in MARKERS]
    corners = (points[0], points[1], points[2], points[3])
    return Calibration(
        view=view,
        corners=corners,
        source="markers",
        canvas=canvas,
        surroundings=kept_surroundings(frame, corners),
    )


def by_hand(
    frame: Picture, corners: Iterable[Point], view: View = "tray", canvas: tuple[int, int] = CANVAS
) -> Calibration:
    """A calibration from four corners (0 to 1) that a person dragged; ValueError if they span no area."""
    points = tuple((float(x), float(y)) for x, y in corners)
    if len(points) != 4:
        raise ValueError(f"four corners are needed, not {len(points)}")
    ordered = _clockwise((points[0], points[1], points[2], points[3]))
    outline = _floats(ordered)
    if not cv2.isContourConvex(outline) or cv2.contourArea(outline) < 0.01:
        raise ValueError("the four corners span no area")
    kept = b"" if ordered == WHOLE else kept_surroundings(frame, ordered)
    return Calibration(view=view, corners=ordered, source="hand", canvas=canvas, surroundings=kept)


def rectify(frame: Picture, calibration: Calibration, size: tuple[int, int] | None = None) -> Picture:
    """What the calibration frames, seen from above; `size` (width, height) instead of its canvas."""
    width, height = size or calibration.canvas
    if calibration.corners == WHOLE:
        shown = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    else:
        shown = cv2.warpPerspective(
            frame, _matrix(calibration, frame, (width, height)), (width, height), flags=cv2.INTER_LINEAR
        )
    return np.ascontiguousarray(shown, np.uint8)


def on_frame(points: Iterable[Point], calibration: Calibration, frame: Picture) -> tuple[Point, ...]:
    """Points of the canvas as points of the frame, both in pixels."""
    there = _floats(list(points)).reshape(-1, 1, 2)
    back = np.linalg.inv(_matrix(calibration, frame, calibration.canvas))
    return tuple((float(x), float(y)) for x, y in cv2.perspectiveTransform(there, back).reshape(-1, 2))


def standpoint(calibration: Calibration, frame: Picture) -> Standpoint | None:
    """Where the camera stands over the canvas; None for corners set by hand, whose distances nobody knows."""
    if calibration.source != "markers":
        return None
    height, width = frame.shape[:2]
    back = np.linalg.inv(_matrix(calibration, frame, calibration.canvas).astype(np.float64))
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    columns = (middle @ back).T
    # The lens is the one with which the sheet's sides are at right angles and as long as they are.
    lens = min(_LENSES, key=lambda lens: _misfit(columns, lens * max(width, height), lens))
    scaled = columns / np.array([lens * max(width, height)] * 2 + [1.0])
    scaled /= np.sqrt(np.linalg.norm(scaled[0]) * np.linalg.norm(scaled[1]))
    right, down = scaled[0], scaled[1]
    turn = np.stack([right, down, np.cross(right, down)], 1)
    place = -np.linalg.solve(turn, scaled[2])
    return Standpoint((float(place[0]), float(place[1])), abs(float(place[2])))


def _misfit(columns: Floats, focal: float, lens: float) -> float:
    """How badly a focal length suits a view of the table, and how unusual such a lens is."""
    right, down = columns[:2] / np.array([focal, focal, 1.0])
    lengths = np.linalg.norm(right), np.linalg.norm(down)
    askew = float(right @ down) / float(lengths[0] * lengths[1])
    uneven = float(np.log(lengths[0] / lengths[1]))
    return (askew**2 + uneven**2) / _SLOPPY**2 + (np.log(lens / _USUAL_LENS) / _UNUSUAL) ** 2


def without_markers(canvas: Picture) -> Picture:
    """The canvas with its markers painted over in the colour round them, so that none is taken for a die."""
    clean = canvas.copy()
    # They stand at the very edge, but are only found with something light round them.
    light = np.percentile(canvas, 90, axis=(0, 1)).tolist()
    padded = cv2.copyMakeBorder(canvas, PADDING, PADDING, PADDING, PADDING, cv2.BORDER_CONSTANT, value=light)
    for found in find_markers(np.asarray(padded, np.uint8)).values():
        corners = found - PADDING
        middle = corners.mean(0)
        outline = middle + (corners - middle) * (1 + MARGIN_OF_A_MARKER)
        ring = middle + (corners - middle) * (1 + 3 * MARGIN_OF_A_MARKER)
        inside, around = np.zeros(canvas.shape[:2], np.uint8), np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(around, [ring.round().astype(np.int32)], 255)
        cv2.fillPoly(inside, [outline.round().astype(np.int32)], 255)
        around[inside > 0] = 0
        if around.any():
            clean[inside > 0] = np.median(canvas[around > 0], axis=0)
    return clean


def fits(calibration: Calibration, frame: Picture) -> bool:
    """Whether the calibration still shows what it was made for: neither camera nor tray has moved."""
    if calibration.source == "markers":
        height, width = frame.shape[:2]
        strays = [
            float(np.hypot(*(corners[number] - _floats(calibration.corners[number]) * (width, height))))
            for number, corners in find_markers(frame).items()
        ]
        if strays:
            return float(np.median(strays)) <= MARKER_MAY_STRAY * float(np.hypot(width, height))
    return not moved_against(calibration.surroundings, frame)


def _detector() -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(DICTIONARY, settings)


def _matrix(calibration: Calibration, frame: Picture, size: tuple[int, int]) -> Floats:
    height, width = frame.shape[:2]
    source = _floats(calibration.corners) * (width, height) - 0.5
    target = _floats(WHOLE) * size - 0.5
    return _floats(cv2.getPerspectiveTransform(_floats(source), _floats(target)))


def _relative(point: Floats, width: int, height: int) -> Point:
    return round(float((point[0] + 0.5) / width), 6), round(float((point[1] + 0.5) / height), 6)


def _clockwise(points: Corners) -> Corners:
    """The corners sorted round their middle, beginning with the one nearest to the top left."""
    middle = np.mean(points, axis=0)
    turned = sorted(points, key=lambda p: float(np.arctan2(p[1] - middle[1], p[0] - middle[0])))
    first = min(range(4), key=lambda n: turned[n][0] + turned[n][1])
    one, two, three, four = turned[first:] + turned[:first]
    return one, two, three, four


def _fourth_corner(markers: Mapping[int, Floats], missing: int) -> Floats:
    """The outer corner of a covered marker. How far the markers stand apart, in marker sides, is fitted."""
    seen = [number for number in MARKERS if number != missing]
    found = np.concatenate([markers[number] for number in seen])

    def plan(apart: Floats) -> Floats:
        square = _floats(WHOLE)
        board = {number: square + _floats(WHOLE[number]) * (apart - 1) for number in MARKERS}
        matrix, _ = cv2.findHomography(np.concatenate([board[number] for number in seen]), found)
        ends = np.concatenate([board[number] for number in (*seen, missing)])
        return _floats(cv2.perspectiveTransform(ends.reshape(-1, 1, 2), matrix).reshape(-1, 2))

    side = np.linalg.norm(markers[seen[0]] - np.roll(markers[seen[0]], 1, 0), axis=1).mean()
    ends = {number: markers[number][number] for number in seen}
    middle = (missing + 2) % 4
    across, down = (middle ^ 1, 3 - middle)
    apart = _floats(
        [np.linalg.norm(ends[middle] - ends[across]) / side, np.linalg.norm(ends[middle] - ends[down]) / side]
    )
    for _ in range(12):
        here = plan(apart)[:12]
        slopes = [(plan(apart + step)[:12] - here) / 0.05 for step in _floats([[0.05, 0], [0, 0.05]])]
        step, *_ = np.linalg.lstsq(
            np.stack([s.ravel() for s in slopes], 1), (found - here).ravel(), rcond=None
        )
        apart = np.maximum(apart + _floats(step), 1.5)
        if np.abs(step).max() < 1e-3:
            break
    return _floats(plan(apart)[12 + missing])


def _floats(values: Any) -> Floats:
    return np.asarray(values, np.float32)
