"""Photos of real symbol dice: each face is taught from its photo and found again in changed copies of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision import picture_file, teach
from vision.dice_set import SIDES, DiceSet, DieKind
from vision.reading import Picture
from vision.scenes.grounds import ground
from vision.symbols import SymbolReader

FACES = {
    ("black", "failure"): "eote_black_failure.jpg",
    ("black", "threat"): "eote_black_threat.jpg",
    ("white", "advantage"): "eote_blue_advantage.jpg",
    ("white", "success"): "eote_blue_success.jpg",
}
"""The six-sided dice among the photos. Left out are those with eight sides (green, purple) and with twelve
(red, yellow, triumph, despair), and the photos of several (all, 2_dice_2, green_advantage_hard)."""

COPIES = 40
FIRST_SEED = 35_000_000
WIDE, HIGH = 640, 480


def photo_set(pairs: Iterable[tuple[str, str]]) -> DiceSet:
    """Dice with these faces as a set; how often each stands on its die does not matter."""
    faces: dict[str, list[str]] = {}
    for kind, face in pairs:
        faces.setdefault(kind, []).append(face)
    dice = [DieKind(kind, {face: SIDES // len(own) for face in own}) for kind, own in faces.items()]
    return DiceSet("photos", tuple(dice))


def cut_out(picture: Picture) -> tuple[Picture, Picture]:
    """The die of a photo with a mask of it."""
    top = teach.find_die(picture)
    reach = int(0.95 * top.edge)
    x, y = (int(value) for value in top.middle)
    part = picture[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    marks = np.full(part.shape[:2], cv2.GC_PR_BGD, np.uint8)
    middle = (min(x, reach), min(y, reach))
    cv2.circle(marks, middle, int(0.62 * top.edge), cv2.GC_PR_FGD, -1)
    cv2.circle(marks, middle, int(0.45 * top.edge), cv2.GC_FGD, -1)
    marks[:3] = marks[-3:] = marks[:, :3] = marks[:, -3:] = cv2.GC_BGD
    cv2.setRNGSeed(1)
    cv2.grabCut(part, marks, (0, 0, 1, 1), np.zeros((1, 65)), np.zeros((1, 65)), 5, cv2.GC_INIT_WITH_MASK)
    mask = np.isin(marks, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    count, labels = cv2.connectedComponents(mask)
    mask = (labels == labels[middle[1], middle[0]]).astype(np.uint8) if count > 1 else mask
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(mask, outlines, -1, 1, -1)
    return part, np.asarray(mask, np.uint8)


def changed(rng: np.random.Generator, die: Picture, mask: Picture) -> Picture:
    """The die on another ground: turned, scaled, relit, blurred, with noise."""
    picture = ground(rng, HIGH, WIDE).astype(np.float32) * np.float32(rng.uniform(0.5, 1.0))
    size = float(rng.uniform(0.07, 0.16)) * WIDE
    outline = cv2.findNonZero(mask)
    scale = size / min(cv2.minAreaRect(outline)[1])
    turn, reach = float(rng.uniform(0, 360)), 1.2 * size
    x, y = rng.uniform(reach, WIDE - reach), rng.uniform(reach, HIGH - reach)
    soft = cv2.GaussianBlur(die, (0, 0), max(0.3, 0.4 / scale))
    matrix = cv2.getRotationMatrix2D((die.shape[1] / 2, die.shape[0] / 2), turn, scale)
    matrix[:, 2] += np.array([x, y]) - np.array([die.shape[1], die.shape[0]]) / 2
    shown = cv2.warpAffine(soft, matrix, (WIDE, HIGH), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    cover = cv2.warpAffine(mask.astype(np.float32), matrix, (WIDE, HIGH), flags=cv2.INTER_LINEAR)
    away = rng.normal(0, 0.12 * size, 2)
    shadow = cv2.GaussianBlur(np.roll(cover, (int(away[0]), int(away[1])), (0, 1)), (0, 0), 0.08 * size)
    picture *= 1 - (shadow * rng.uniform(0.2, 0.6))[..., None]
    cover = cv2.GaussianBlur(cover, (0, 0), 0.6)[..., None]
    picture = picture * (1 - cover) + shown * cover
    ys, xs = np.mgrid[0:HIGH, 0:WIDE].astype(np.float32)
    way = rng.uniform(0, 2 * np.pi)
    slope = (xs / WIDE - 0.5) * np.cos(way) + (ys / HIGH - 0.5) * np.sin(way)
    picture *= (1 + slope * rng.uniform(0, 0.6))[..., None] * (1 + rng.normal(0, 0.12, 3))
    picture = np.clip(picture * rng.uniform(0.55, 1.2), 0, 1) ** rng.uniform(0.75, 1.25)
    blur = float(rng.uniform(0, 1.4))
    picture = cv2.GaussianBlur(picture, (0, 0), blur) if blur > 0.3 else picture
    picture = picture + rng.standard_normal((HIGH, WIDE, 1)) * rng.uniform(0, 0.025)
    return np.clip(picture * 255, 0, 255).astype(np.uint8)


def photo_table(folder: Path) -> tuple[list[str], list[str]]:
    """The lines of the table, and what must be better."""
    dice = photo_set(FACES)
    photos = {pair: picture_file.load(folder / name) for pair, name in FACES.items()}
    known = teach.learn(dice, [(*pair, photo) for pair, photo in photos.items()])
    full = SymbolReader(dice, known)
    lines = [f"photos{'':26}{'copies':>8}{'found':>7}{'sure':>7}{'wrong, sure':>13}{'untaught: sure':>16}"]
    sums: Counter[str] = Counter()
    for number, (pair, photo) in enumerate(photos.items()):
        die, mask = cut_out(photo)
        # The reader does not even know that there is such a face.
        without = SymbolReader(photo_set(other for other in FACES if other != pair), known.without(*pair))
        row: Counter[str] = Counter()
        for copy in range(COPIES):
            picture = changed(np.random.default_rng(FIRST_SEED + 1000 * number + copy), die, mask)
            seen = full.read(picture, expect=1).seen
            row["found"] += len(seen) == 1 and (seen[0].kind, seen[0].face) == pair
            sure = [one for one in seen if one.sure]
            row["sure"] += bool(sure)
            row["wrong"] += any((one.kind, one.face) != pair for one in sure)
            row["untaught"] += any(one.sure for one in without.read(picture, expect=1).seen)
        counts = f"{COPIES:>8}{row['found']:>7}{row['sure']:>7}{row['wrong']:>13}{row['untaught']:>16}"
        lines.append(f"  {' '.join(pair):<30}{counts}")
        sums += row
    missed = []
    total = COPIES * len(FACES)
    if sums["found"] < total:
        missed.append(f"photos: {total - sums['found']} of {total} copies are not found again")
    for name, what in (("wrong", "wrong though sure"), ("untaught", "sure though their face is not taught")):
        if sums[name]:
            missed.append(f"photos: {sums[name]} of {total} copies are {what}")
    return lines, missed
