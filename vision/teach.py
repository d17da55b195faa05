"""Learns the faces of the owner's dice from pictures of one die each, and keeps them as small cut-outs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from .alignment import EDGE, SIDE, brightness, cut
from .dice_set import DiceSet, colour
from .reading import Picture
from .scenes.symbols import face_print
from .tops import Top, apart, find

FORM = "sternwarte-taught-1"
# The network sees dice of 20 to 100 pixels best; a die that is shown alone may be of any size.
_LOOKS = (512, 288, 160)
_EDGES, _SAME = (38, 46, 54, 62, 70), 0.25
_CLEAR = 0.35
_SECOND = 0.5
_PLAIN = 0.35
_OUTSIDE = 0.08


class NotTaught(Exception):
    """A picture or a file that teaches nothing; the message says why."""


class Lesson(Struct, frozen=True):
    """One face as it was shown: the cut-out of the die's top."""

    kind: str
    face: str
    shown: Picture


class Taught(Struct, frozen=True):
    """All that was learnt of a set."""

    name: str
    lessons: tuple[Lesson, ...]

    def pairs(self) -> set[tuple[str, str]]:
        """The kinds and faces that are known."""
        return {(lesson.kind, lesson.face) for lesson in self.lessons}

    def without(self, kind: str, face: str) -> Taught:
        """The same with one face forgotten."""
        kept = tuple(one for one in self.lessons if (one.kind, one.face) != (kind, face))
        return Taught(self.name, kept)

    def encode(self) -> bytes:
        """The bytes that keep it, in a file or in the owner's box."""
        rows = [_Row(one.kind, one.face, _packed(one.shown)) for one in self.lessons]
        return msgspec.msgpack.encode(_File(FORM, self.name, rows))


class _Row(Struct, frozen=True, array_like=True):
    kind: str
    face: str
    shown: bytes


class _File(Struct, frozen=True):
    form: str
    name: str
    lessons: list[_Row]


def decode(data: bytes) -> Taught:
    """What `Taught.encode` kept."""
    try:
        kept = msgspec.msgpack.decode(data, type=_File)
    except msgspec.MsgspecError as error:
        raise NotTaught("not a file of taught faces") from error
    if kept.form != FORM:
        raise NotTaught("a file of taught faces in a form that is not known here")
    return Taught(kept.name, tuple(Lesson(row.kind, row.face, _unpacked(row.shown)) for row in kept.lessons))


def load(path: Path) -> Taught:
    """What a file keeps."""
    try:
        return decode(path.read_bytes())
    except OSError as error:
        raise NotTaught(error.strerror or "cannot be read") from error


def _packed(shown: Picture) -> bytes:
    return cv2.imencode(".png", shown)[1].tobytes()


def _unpacked(data: bytes) -> Picture:
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if shown is None or shown.shape != (SIDE, SIDE, 3):
        raise NotTaught("a damaged file of taught faces")
    return np.asarray(shown, np.uint8)


def lesson(picture: Picture, kind: str, face: str) -> Lesson:
    """What a picture of one die teaches."""
    shown = cut(picture, find_die(picture).frame)
    levels = brightness(shown[None])[0]
    middle = levels[SIDE // 5 : -SIDE // 5, SIDE // 5 : -SIDE // 5]
    low, high = np.percentile(middle, (5, 97))
    if high - low < _PLAIN:
        raise NotTaught("no symbol is seen on the die")
    return Lesson(kind, face, shown)


def find_die(picture: Picture) -> Top:
    """The die that lies alone in a picture."""
    found = apart([one for longest in _LOOKS for one in find(picture, longest)])
    if not found or found[0].heat < _CLEAR:
        raise NotTaught("no die is seen")
    if len(found) > 1 and found[1].heat > _SECOND:
        raise NotTaught("more than one die is seen")
    top = _closer(picture, found[0])
    height, width = picture.shape[:2]
    half = np.abs(top.frame[:, :2]).sum(1) / 2 * (1 - _OUTSIDE)
    x, y = top.middle
    if not (half[0] <= x <= width - half[0] and half[1] <= y <= height - half[1]):
        raise NotTaught("the die is cut off by the rim of the picture")
    return top


def _closer(picture: Picture, top: Top) -> Top:
    """The same top as it is seen at those sizes that the network knows best: what is taught must fit well."""
    wide = max(picture.shape[:2])
    looks = [one for edge in _EDGES for one in find(picture, max(32, round(wide * edge / top.edge)))]
    same = sorted((one for one in looks if one.gap(top) < _SAME), key=lambda one: one.edge)
    return same[len(same) // 2] if same else top


def learn(dice: DiceSet, shown: Iterable[tuple[str, str, Picture]]) -> Taught:
    """All that pictures of single dice teach, each with its kind and face."""
    known = set(dice.pairs)
    lessons = []
    for kind, face, picture in shown:
        if (kind, face) not in known:
            raise NotTaught(f"the set {dice.name} has no die {kind} with the face {face}")
        lessons.append(lesson(picture, kind, face))
    return Taught(dice.name, tuple(lessons))


def drawn(dice: DiceSet) -> Taught:
    """What the set's own drawings teach, so that printed paper dice can be read at once."""
    lessons = []
    for die in dice.die:
        body, ink = (np.array(colour(word)[::-1], np.float32) for word in (die.body, die.ink))
        for face in die.faces:
            if face not in dice.drawing:
                continue
            print_ = face_print(dice.drawing[face], ink)
            size = round(EDGE)
            small = cv2.resize(print_, (size, size), interpolation=cv2.INTER_AREA)
            shown = np.broadcast_to(body, (SIDE, SIDE, 3)).copy()
            start = (SIDE - size) // 2
            part = shown[start : start + size, start : start + size]
            part += (small[..., :3] - part) * small[..., 3:]
            lessons.append(Lesson(die.kind, face, np.round(shown * 255).astype(np.uint8)))
    return Taught(dice.name, tuple(lessons))


def missing(dice: DiceSet, taught: Taught) -> tuple[tuple[str, str], ...]:
    """The kinds and faces of a set that were not shown yet."""
    return tuple(pair for pair in dice.pairs if pair not in taught.pairs())


def by_name(files: Iterable[Path]) -> list[tuple[str, str, Path]]:
    """Kind, face and file of pictures that are named like red_double_1.jpg."""
    found = []
    for path in sorted(files):
        kind, _, rest = path.stem.partition("_")
        face = rest.partition("_")[0]
        if kind and face:
            found.append((kind, face, path))
    return found
