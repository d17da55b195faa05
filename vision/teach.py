"""Learns the faces of the owner's dice from pictures of one die each; checks that they can be told apart."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from vision.reading import Floats

from .blobs import even
from .dice_set import DiceSet
from .reading import Picture

# A patch shows the top of a die and a little more: so many pixels an edge, so many in all.
EDGE = 64
SIDE = 80
LONGEST = 640
# A die fills at least this share of the picture's shorter side.
FEWEST = 0.08
PLAIN = 0.18


class NotTaught(Exception):
    """A picture or a file that teaches nothing; the message says why."""


class Lesson(Struct, frozen=True):
    """One face as it was shown: brightness round the top's middle, and the colours of body and print."""

    kind: str
    face: str
    patch: Picture
    body: Floats
    ink: Floats


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

    def bytes(self) -> bytes:
        """The file that keeps it."""
        out = io.BytesIO()
        np.savez_compressed(
            out,
            name=np.array(self.name),
            kinds=np.array([one.kind for one in self.lessons]),
            faces=np.array([one.face for one in self.lessons]),
            patches=np.stack([one.patch for one in self.lessons]),
            bodies=np.stack([one.body for one in self.lessons]),
            inks=np.stack([one.ink for one in self.lessons]),
        )
        return out.getvalue()


def load(path: Path) -> Taught:
    """What a taught file keeps."""
    try:
        with np.load(path, allow_pickle=False) as file:
            rows = zip(
                file["kinds"], file["faces"], file["patches"], file["bodies"], file["inks"], strict=True
            )
            lessons = tuple(
                Lesson(str(kind), str(face), _patch(patch), body.astype(np.float32), ink.astype(np.float32))
                for kind, face, patch, body, ink in rows
            )
            return Taught(str(file["name"]), lessons)
    except OSError as error:
        raise NotTaught(error.strerror or "cannot be read") from error
    except (KeyError, ValueError, EOFError) as error:
        raise NotTaught("not a file of taught faces") from error


def _patch(patch: Picture) -> Picture:
    if patch.shape != (SIDE, SIDE) or patch.dtype != np.uint8:
        raise ValueError("not a patch")
    return patch


def lesson(picture: Picture, kind: str, face: str) -> Lesson:
    """What a picture of one die in the middle teaches."""
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    centre, edge, turn = find_die(np.asarray(small, np.uint8))
    frame = cv2.getRotationMatrix2D(centre, turn, EDGE / edge)
    frame[:, 2] = frame[:, 2] + SIDE / 2 - np.array(centre)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.3, 0.35 * edge / EDGE))
    shown = cv2.warpAffine(soft, frame, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = even(np.asarray(shown, np.uint8))
    inside = disc(0.42)
    body, ink = two_tones(shown.astype(np.float32), levels, inside)
    if float(np.abs(np.log((ink + 8) / (body + 8))).max()) < PLAIN:
        raise NotTaught("no symbol is seen on the die")
    low, high = np.percentile(levels, (0.5, 99.5))
    patch = np.clip((levels - low) / max(high - low, 1e-3) * 255, 0, 255).astype(np.uint8)
    return Lesson(kind, face, patch, body, ink)


def disc(
    radius: float, side: int = SIDE, edge: float = EDGE
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """The pixels of a patch that lie within so many edges of its middle."""
    at = np.arange(side) - (side - 1) / 2
    return np.hypot(at[:, None], at[None, :]) <= radius * edge


def two_tones(
    colours: Floats, levels: Floats, inside: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> tuple[Floats, Floats]:
    """The colours of body and print; the body is what lies at the rim."""
    values = levels[inside].reshape(-1, 1).astype(np.float32)
    cut, _ = cv2.threshold(
        np.clip((values - values.min()) / max(float(np.ptp(values)), 1e-3) * 255, 0, 255).astype(np.uint8),
        0,
        255,
        cv2.THRESH_OTSU,
    )
    bright = levels > values.min() + cut / 255 * max(float(np.ptp(values)), 1e-3)
    rim = inside & ~disc(0.36, levels.shape[0], EDGE * levels.shape[0] / SIDE)
    bright_ink = float(bright[rim].mean()) < 0.5
    print_ = (bright == bright_ink) & inside
    kernel = np.ones((3, 3), np.uint8)
    core = cv2.erode(print_.astype(np.uint8), kernel) > 0
    rest = (cv2.dilate(print_.astype(np.uint8), kernel) == 0) & inside
    core, rest = (core if core.sum() > 8 else print_), (rest if rest.sum() > 8 else inside & ~print_)
    if not core.any() or not rest.any():
        same = np.median(colours[inside], axis=0).astype(np.float32)
        return same, same
    return (
        np.median(colours[rest], axis=0).astype(np.float32),
        np.median(colours[core], axis=0).astype(np.float32),
    )


def find_die(picture: Picture) -> tuple[tuple[float, float], float, float]:
    """The middle, edge and turn in degrees of the die that lies alone in a picture."""
    height, width = picture.shape[:2]
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(4, min(height, width) // 16)
    border = np.ones((height, width), bool)
    border[rim:-rim, rim:-rim] = False
    ground = np.median(lab[border], axis=0)
    # A shadow changes the brightness most and the colour little.
    far = np.sqrt((((lab - ground) * (0.6, 1.5, 1.5)) ** 2).sum(2))
    far = np.clip(far * 2, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(far, 0, 1, cv2.THRESH_OTSU)
    mask = _main_part(mask)
    if mask is None:
        raise NotTaught("no die is seen in the middle")
    marks = np.where(mask > 0, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    marks[border] = cv2.GC_BGD
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    marks[deep > 0.5 * deep.max()] = cv2.GC_FGD
    cv2.setRNGSeed(1)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(picture, marks, (0, 0, 1, 1), *models, 4, cv2.GC_INIT_WITH_MASK)
    cut = _main_part(np.isin(marks, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8))
    if cut is not None and cut.sum() > 0.4 * mask.sum():
        mask = cut
    (x, y), (one, other), turn = cv2.minAreaRect(cv2.findNonZero(mask))
    edge = min(one, other)
    if edge < FEWEST * min(height, width):
        raise NotTaught("the die is too small in the picture")
    if max(one, other) > 1.9 * edge:
        raise NotTaught("more than one die, or something else beside it")
    return (float(x), float(y)), float(edge), float(turn)


def _main_part(mask: Picture) -> Picture | None:
    """The part of a mask next to the middle, whole and without threads."""
    height, width = mask.shape
    size = max(3, min(height, width) // 60) | 1
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, size), np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask)
    best, rank = 0, 0.0
    for number in range(1, count):
        away = float(np.hypot(*(centres[number] - (width / 2, height / 2)))) / min(height, width)
        worth = float(stats[number][cv2.CC_STAT_AREA]) * max(0.0, 1 - away)
        if worth > rank:
            best, rank = number, worth
    if not best:
        return None
    outlines, _ = cv2.findContours(
        (labels == best).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    whole = np.zeros((height, width), np.uint8)
    cv2.drawContours(whole, outlines, -1, 1, -1)
    return whole


def learn(dice: DiceSet, shown: Iterable[tuple[str, str, Picture]]) -> Taught:
    """All that pictures of single dice teach, each with its kind and face."""
    known = set(dice.pairs)
    lessons = []
    for kind, face, picture in shown:
        if (kind, face) not in known:
            raise NotTaught(f"the set {dice.name} has no die {kind} with the face {face}")
        lessons.append(lesson(picture, kind, face))
    return Taught(dice.name, tuple(lessons))


def missing(dice: DiceSet, taught: Taught) -> tuple[tuple[str, str], ...]:
    """The kinds and faces of a set that were not shown yet."""
    return tuple(pair for pair in dice.pairs if pair not in taught.pairs())


def by_name(names: Mapping[str, Path]) -> list[tuple[str, str, Path]]:
    """Kind, face and file of pictures that are named like red_double_1."""
    found = []
    for name, path in sorted(names.items()):
        kind, _, rest = name.partition("_")
        face = rest.partition("_")[0]
        if kind and face:
            found.append((kind, face, path))
    return found
