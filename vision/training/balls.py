"""Trains the finder of balls on drawn windows, with balls of any colour and those of a set.

python -m vision.training.balls draw --set SET.toml --out DIR --scenes 9000
python -m vision.training.balls train --data DIR --out balls.pt --minutes 40 \\
    --start vision/weights/finder.onnx.xz
python -m vision.training.balls pack --data balls.pt --out vision/weights
"""

from __future__ import annotations

import argparse
import colorsys
from pathlib import Path

import cv2
import numpy as np
import torch
from msgspec import structs
from torch.nn import functional

from vision.ball_finder import DOUBT, FIELDS, LONGEST, UNIT, dye_as_numbers
from vision.ball_set import BallKind, BallSet, load
from vision.described import colour
from vision.scenes.balls import ODD_CASES, Case, Ranges, Scene, draw

from .fitting import fit, said
from .heat import blank, focal, mark, turned
from .nets import Finder
from .pack import pack
from .shards import Drawn, read, write
from .slim import started

FIRST_SEED = 10_000
"""The bench uses none of these seeds."""

WIDTHS, SHARED = (16, 24, 32, 44, 56), 28
SIDE = 256
"""Of the square parts of pictures that are trained with."""

SIZES = ((480, 360), (360, 480), (400, 400), (480, 360), (400, 300), (640, 480), (300, 400), (448, 448))
WILD = Ranges(
    dim=(0.3, 1.25), blur=(0.0, 2.1), noise=(0.0, 0.04), cast=0.06, glare=0.1, jpeg=(35, 98),
    size=(0.028, 0.24), apart=(1.0, 1.5), warmth=0.5, dye=1.25, veil=(0.0, 0.14), streaks=0.6, clutter=0.25,
    turned=0.4, shadows=0.65,
)  # fmt: skip
"""Worse light and worse cameras than anyone should have."""

DARK_PAIR = 0.4
"""How often, of windows of a known set, only its two darkest balls lie there: they are mistaken most."""

TINTED = structs.replace(WILD, warmth=0.75, dye=1.4, veil=(0.0, 0.17), dim=(0.3, 1.1))
"""Light in which those two differ least."""

WHOLE, HIDDEN = 0.88, 0.72
"""From this share of its disc on a ball is seen whole; below the other it is not."""


STRAY, SAME_DYE, OTHER_DYE = 0.14, 1.2, 1.6
"""How far balls of one colour differ; nearer than this two dyes are one colour, farther than that two."""

BATCH = 16
_DISC = np.array(
    [(x, y) for x in np.linspace(-1, 1, 15) for y in np.linspace(-1, 1, 15) if np.hypot(x, y) <= 1],
    np.float32,
)


def net() -> Finder:
    """The network, not yet trained."""
    return Finder(WIDTHS, SHARED, FIELDS)


def any_set(rng: np.random.Generator) -> BallSet:
    """Balls of three colours that may be anything."""
    kinds = []
    for name in "abc":
        saturation = float(rng.beta(0.6, 1.0) if rng.random() < 0.3 else rng.uniform(0.5, 1.0))
        value = float(rng.uniform(0.03, 0.3) if rng.random() < 0.25 else rng.uniform(0.3, 1.0))
        parts = colorsys.hsv_to_rgb(float(rng.random()), saturation, value)
        kinds.append(BallKind(name, "#" + "".join(f"{round(255 * part):02x}" for part in parts), 3))
    return BallSet("any", tuple(kinds))


def scene(seed: int, known: BallSet) -> Scene:
    """One window to train with; of three, two show balls of the known set, in any pairs."""
    rng = np.random.default_rng(seed)
    balls = known if rng.random() < 0.66 else any_set(rng)
    case: Case = "plain" if rng.random() < 0.6 else ODD_CASES[int(rng.integers(0, len(ODD_CASES)))]
    if case == "plain" and rng.random() < 0.1:
        case = "three"
    many = {"none": 0, "one": 1, "three": 3}.get(case, 2)
    dark = balls is known and rng.random() < DARK_PAIR
    faces = [str(face) for face in rng.choice(darkest(known) if dark else balls.colours, many)]
    ranges = TINTED if dark and rng.random() < 0.5 else WILD
    return draw(rng, balls, faces, ranges, case, SIZES[seed % len(SIZES)])


def darkest(balls: BallSet) -> list[str]:
    """The two colours of a set that reflect least light."""
    dyes = {one.colour: colour(one.body) for one in balls.ball}
    return sorted(balls.colours, key=lambda name: sum(dyes[name]))[:2]


def row(seed: int, known: BallSet) -> Drawn:
    """A picture as the network sees it, and for each ball: seen, apart, place, radius and dye."""
    made = scene(seed, known)
    height, width = made.picture.shape[:2]
    scale = LONGEST / max(width, height)
    small = cv2.resize(made.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    down, across = (LONGEST - extent for extent in small.shape[:2])
    square = cv2.copyMakeBorder(small, 0, down, 0, across, cv2.BORDER_REPLICATE)
    rows = [
        [
            ball.seen,
            ball.apart,
            ball.middle[0] * scale,
            ball.middle[1] * scale,
            ball.radius * scale,
            *ball.dye,
        ]
        for ball in made.balls
    ]
    return np.asarray(square, np.uint8), np.array(rows, np.float32).reshape(-1, 8)


def cut(rng: np.random.Generator, drawn: Drawn) -> Drawn:
    """A square part of a picture, nearer or farther, and the balls in it, which it may cut off."""
    picture, balls = drawn
    zoom = float(np.exp(rng.uniform(np.log(0.72), np.log(1.3))))
    half = SIDE / zoom / 2
    centre = rng.uniform(0, LONGEST, 2)
    if len(balls) and rng.random() < 0.9:
        centre = balls[rng.integers(0, len(balls)), 2:4] + rng.uniform(-0.8, 0.8, 2) * half
    centre = np.clip(centre, half, LONGEST - half) if 2 * half < LONGEST else np.full(2, LONGEST / 2)
    start = SIDE / 2 - zoom * centre
    matrix = np.array([[zoom, 0, start[0]], [0, zoom, start[1]]])
    shown = cv2.warpAffine(
        picture, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    balls = balls.copy()
    balls[:, 2:4] = balls[:, 2:4] * zoom + start
    balls[:, 4] *= zoom
    for ball in balls:
        points = ball[2:4] + ball[4] * _DISC
        ball[0] *= np.mean(np.all((points >= 0) & (points <= SIDE), 1))
    return np.asarray(shown, np.uint8), balls


def targets(balls: np.ndarray, side: int = SIDE) -> tuple[np.ndarray, np.ndarray]:
    """What the network should say for one square picture, and where it counts (heat, then the rest)."""
    goal, counts = blank(FIELDS, side)
    for seen, _, *middle, radius, blue, green, red in balls:
        near = mark(goal, counts, np.array(middle), 1.6 * radius, seen)
        if near is not None:
            goal[3][near] = np.log(radius / UNIT)
            goal[4][near] = np.clip((seen - HIDDEN) / (WHOLE - HIDDEN), 0, 1)
            goal[5:8, near] = dye_as_numbers(np.array([blue, green, red]))[:, None]
    return goal, counts


def loss(found: torch.Tensor, goal: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat; where balls lie, distance of the geometry, and doubt of whole and dye."""
    places = counts[:, 1:2]
    away = functional.smooth_l1_loss(found[:, 1:4], goal[:, 1:4], reduction="none", beta=0.1) * places
    whole = functional.binary_cross_entropy_with_logits(found[:, 4:5], goal[:, 4:5], reduction="none")
    doubt = found[:, 8:9].clamp(*DOUBT)
    dye = (found[:, 5:8] - goal[:, 5:8]).abs() * torch.exp(-doubt) + doubt
    rest = away.sum() + ((0.5 * whole + 0.5 * dye.mean(1, keepdim=True)) * places).sum()
    here = places[:, 0] > 0
    told, meant = (part.permute(0, 2, 3, 1)[here] for part in (found, goal))
    return focal(found, goal, counts) + rest / places.sum().clamp(min=1) + 0.4 * confused(told, meant)


def confused(told: torch.Tensor, meant: torch.Tensor) -> torch.Tensor:
    """The cost of dyes that lie nearer to other dyes of the same batch than to their own; a cell each."""
    if not len(told):
        return told.sum()
    palette = torch.unique(meant[:, 5:8], dim=0)
    spread = torch.exp(told[:, 8:9].clamp(*DOUBT)) + STRAY
    near = -(told[:, None, 5:8] - palette).abs().sum(2) / spread
    apart = (meant[:, None, 5:8] - palette).abs().sum(2)
    own = torch.logsumexp(near.masked_fill(apart > SAME_DYE, -1e4), 1)
    every = torch.logsumexp(near.masked_fill((apart > SAME_DYE) & (apart < OTHER_DYE), -1e4), 1)
    return (every - own).mean()


def relit(rng: np.random.Generator, picture: np.ndarray, balls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A picture from 0 to 1 in other light, sometimes grainier, sometimes with all dyes changed."""
    shown = picture.astype(np.float32) / 255
    if rng.random() < 0.06:
        order = rng.permutation(3)
        shown, balls[:, 5:8] = shown[..., order], balls[:, 5:8][:, order]
    shown = np.maximum(shown, 1e-3) ** np.float32(rng.uniform(0.78, 1.28))
    shown = shown * (rng.uniform(0.7, 1.3) * rng.normal(1, 0.06, 3)).astype(np.float32)
    if rng.random() < 0.2:
        grain = rng.standard_normal(shown.shape, np.float32)
        shown = shown + grain * np.float32(rng.uniform(0, 0.035))
    return np.clip(shown, 0, 1), balls


def example(rng: np.random.Generator, drawn: Drawn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A part of a drawn window, turned and in other light, with what the network should say of it."""
    picture, balls = cut(rng, drawn)
    picture, balls[:, 2:4] = turned(picture, balls[:, 2:4], int(rng.integers(0, 4)), rng.random() < 0.5)
    shown, balls = relit(rng, picture, balls)
    return np.ascontiguousarray(shown.transpose(2, 0, 1)), *targets(balls)


def _train(args: argparse.Namespace) -> None:
    torch.manual_seed(3)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.first_seed)
    drawn = read(args.data)
    made = started(net(), args.start, [drawn[index][0] for index in rng.integers(0, len(drawn), 16)])

    def cost(net: torch.nn.Module) -> torch.Tensor:
        rows = [example(rng, drawn[index]) for index in rng.integers(0, len(drawn), BATCH)]
        shown, goal, counts = (torch.from_numpy(np.stack(part)) for part in zip(*rows, strict=True))
        return loss(said(net, shown), goal, counts)

    fit(made, cost, args.out, args.minutes, args.rate)


def _pack(args: argparse.Namespace) -> None:
    made = net()
    made.load_state_dict(torch.load(args.data))
    pack(made, (1, 3, 256, 320), args.out / "balls.onnx.xz")


def _draw(args: argparse.Namespace) -> None:
    known = load(args.set)
    write(args.out, args.first_seed, args.scenes, lambda seed: row(seed, known))


def main() -> None:
    """Draw windows, train with them, or pack what was trained."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("draw", "train", "pack"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--set", type=Path, metavar="SET.toml")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=9000)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("--minutes", type=float, default=40, help="of one processor, however busy")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on with, or the packed finder of pip dice")
    args = parser.parse_args()
    {"draw": _draw, "train": _train, "pack": _pack}[args.step](args)


if __name__ == "__main__":
    main()
