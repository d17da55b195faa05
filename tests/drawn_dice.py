"""Plain drawn dice for tests of what comes after the reader: a dark tray, white dice, and who reads them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.alignment import SIDE
from vision.reading import Odd, Outline, Picture, Reading, Seen, reasons
from vision.teach import Lesson, NotTaught

SIZE = 72
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
PLACES = ((220, 200), (560, 330), (400, 560), (760, 180), (700, 600), (160, 480))


def tray(*faces: int, shift: int = 0) -> Picture:
    """A tray with dice that show these faces, at their places or a little beside them."""
    picture = np.full((720, 960, 3), (60, 48, 40), np.uint8)
    cv2.rectangle(picture, (18, 18), (942, 702), (92, 76, 66), 6)
    for face, (x, y) in zip(faces, PLACES, strict=False):
        _die(picture, face, x + shift, y + shift // 2)
    return picture


def _die(picture: Picture, face: int, x: int, y: int) -> None:
    half = SIZE // 2
    cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), (235, 238, 240), -1)
    for right, down in PIPS[face]:
        cv2.circle(picture, (x + right * 20, y + down * 20), 7, (20, 20, 24), -1, cv2.LINE_AA)


class PlainReader:
    """Reads these drawings: bright squares, with as many dark spots as their face; `doubt` is never sure."""

    def __init__(self, *doubt: str) -> None:
        self.doubt = doubt
        self.reads = 0

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """The dice from the top left to the bottom right."""
        self.reads += 1
        grey = np.where(picture.min(axis=2) > 200, 255, 0).astype(np.uint8)
        outlines, _ = cv2.findContours(grey, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        boxes = [cv2.boundingRect(one) for one in outlines if cv2.contourArea(one) > 600]
        seen = tuple(self._seen(grey, box) for box in sorted(boxes, key=lambda box: (box[1] // 60, box[0])))
        whole = (Odd.COUNT,) if expect is not None and len(seen) != expect else ()
        return Reading(seen=seen, why=reasons(seen, whole))

    def _seen(self, grey: Picture, box: tuple[int, int, int, int]) -> Seen:
        left, top, wide, high = box
        inside = 255 - grey[top + 3 : top + high - 3, left + 3 : left + wide - 3]
        face = str(cv2.connectedComponents(inside)[0] - 1)
        outline = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
        sure = face not in self.doubt
        other = str(int(face) % 6 + 1)
        return Seen(
            face=face,
            confidence=0.99 if sure else 0.62,
            outline=tuple((float(x), float(y)) for x, y in outline),
            sure=sure,
            odd=() if sure else (Odd.COCKED,),
            likely=((face, 0.62), (other, 0.3)),
        )


def one_die(picture: Picture) -> Outline | None:
    """The outline of the one thing that stands out in a picture; None if there is nothing, or more."""
    ground = np.median(picture.reshape(-1, 3), axis=0)
    mask = (np.abs(picture.astype(int) - ground).max(axis=2) > 60).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.boundingRect(one) for one in outlines if cv2.contourArea(one) > 600]
    if len(boxes) != 1:
        return None
    left, top, wide, high = boxes[0]
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    return tuple((float(x), float(y)) for x, y in corners)


def lesson_of(picture: Picture, kind: str, face: str) -> Lesson:
    """What such a picture teaches."""
    outline = one_die(picture)
    if outline is None:
        raise NotTaught("no die is seen")
    (left, top), _, (right, bottom), _ = ((int(x), int(y)) for x, y in outline)
    shown = cv2.resize(picture[top:bottom, left:right], (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return Lesson(kind, face, np.asarray(shown, np.uint8))
