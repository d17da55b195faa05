"""Trains the face reader on cut-outs of drawn scenes.

python -m vision.training.faces --data DIR --out faces.pt --minutes 15
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.cutting import CUT, cut

from .finder import arguments, started
from .fitting import fit, said
from .heat import tinted
from .nets import FaceReader
from .windows import Shown, area, drawn_scenes, sizes_of

ODD, NONE = 6, 7
SMALLEST = 14.0


def sample(
    rng: np.random.Generator, picture: np.ndarray, dice: np.ndarray, false: np.ndarray
) -> tuple[np.ndarray, int]:
    """One cut-out and its class; `false` are the places where the finder was wrong."""
    turn = float(rng.uniform(0, 2 * np.pi))
    if len(false) and rng.random() < 0.45:
        x, y, size = false[rng.integers(0, len(false))].tolist()
        return cut(picture, (x, y), size * float(np.exp(rng.normal(0, 0.08))), turn), NONE
    if len(dice) == 0 or rng.random() < 0.12:
        return _beside(rng, picture, dice, turn)
    sizes = sizes_of(dice)
    # Few of the smallest: nobody could read them, and they would only teach to guess.
    weights = np.where(dice[:, 1] > 0, 1.0, 0.6) * np.where(sizes < SMALLEST, 0.1, 1.0)
    die = dice[rng.choice(len(dice), p=weights / weights.sum())]
    top = die[3:11].reshape(4, 2)
    size, middle = np.sqrt(area(top)), top.mean(0)
    label = int(die[0]) - 1
    if not die[1]:
        if die[2] > 0.93:
            # Flat and free, only its body is cut off by the rim.
            label = int(die[0]) - 1
        elif die[2] < 0 or die[2] < 0.85:
            label = ODD
        else:
            return _beside(rng, picture, dice, turn)
    away = rng.normal(0, 0.07, 2) * size
    return cut(picture, tuple(middle + away), size * float(np.exp(rng.normal(0, 0.1))), turn), label


def _beside(
    rng: np.random.Generator, picture: np.ndarray, dice: np.ndarray, turn: float
) -> tuple[np.ndarray, int]:
    """A cut-out whose middle is no die's top: ground, sides of dice, gaps between them."""
    for _ in range(20):
        size = float(np.exp(rng.uniform(np.log(9), np.log(90))))
        middle = rng.uniform((0, 0), picture.shape[1::-1])
        if len(dice) and rng.random() < 0.6:
            die = dice[rng.integers(0, len(dice))]
            size = np.sqrt(area(die[3:11].reshape(4, 2))) * float(rng.uniform(0.5, 1.8))
            middle = die[3:11].reshape(4, 2).mean(0) + rng.normal(0, 0.9, 2) * size
        tops = [(d[3:11].reshape(4, 2).mean(0), np.sqrt(area(d[3:11].reshape(4, 2)))) for d in dice]
        if all(np.linalg.norm(middle - m) > 0.45 * max(s, size * 0.8) for m, s in tops):
            break
    else:
        return rng.integers(0, 255, (CUT, CUT, 3)).astype(np.uint8), NONE
    return cut(picture, tuple(middle), size, turn), NONE


def worn(rng: np.random.Generator, piece: np.ndarray) -> np.ndarray:
    """A cut-out that the camera served badly."""
    if rng.random() < 0.25:
        # A small die, seen with few pixels.
        few = int(rng.integers(14, 40))
        piece = cv2.resize(piece, (few, few), interpolation=cv2.INTER_AREA)
        piece = cv2.resize(piece, (CUT, CUT), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        piece = cv2.GaussianBlur(piece, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.3:
        grain = rng.standard_normal(piece.shape) * rng.uniform(2, 12)
        piece = np.clip(piece + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        piece = piece[:, ::-1]
    return piece


def main() -> None:
    """Train for so many minutes."""
    args = arguments(__doc__, 15)
    torch.manual_seed(2)
    rng = np.random.default_rng(2)
    scenes = drawn_scenes(args.data)
    net = started(FaceReader(), args.start, batch(rng, scenes, 512)[0])

    def cost(net: torch.nn.Module) -> torch.Tensor:
        shown, labels = batch(rng, scenes, 128)
        return functional.cross_entropy(said(net, shown), labels, label_smoothing=0.02)

    fit(net, cost, args.out, args.minutes, args.rate, decay=1e-2)


def batch(rng: np.random.Generator, scenes: list[Shown], size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Some cut-outs and their classes."""
    rows = []
    for index in rng.integers(0, len(scenes), size):
        shown = scenes[index]
        piece, label = sample(rng, shown.picture, shown.dice, shown.false)
        rows.append((np.ascontiguousarray(worn(rng, piece).transpose(2, 0, 1)), label))
    shown_ = torch.from_numpy(np.stack([row[0] for row in rows])).float() / 255
    return tinted(rng, shown_), torch.tensor([row[1] for row in rows])


if __name__ == "__main__":
    main()
