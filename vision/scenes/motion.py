"""Drawn motion in a dice tray: rolls, hands, light, pick-ups, nudges; seeded, each frame with its truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

import cv2
import numpy as np

from vision.reading import Floats, Picture, Point

Shots: TypeAlias = "Iterator[Shot]"

WIDTH, HEIGHT = 320, 240
KINDS = ("roll", "hand", "light", "pick_up", "nudge", "mixture")
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
DOWN = np.linspace(-1, 1, HEIGHT, dtype=np.float32)[:, None]
ACROSS = np.linspace(-1, 1, WIDTH, dtype=np.float32)[None]
SKINS = ((140, 170, 225), (110, 140, 200), (70, 95, 150), (50, 65, 100))
# A hand covers a die for a reader when it comes so near, in dice.
COVERS = 0.5


@dataclass(frozen=True)
class Shot:
    """One frame, its time, and the centres (0 to 1) of the dice that can be seen in it."""

    seconds: float
    picture: Picture
    dice: tuple[Point, ...]


@dataclass(frozen=True)
class Die:
    """A die on its way or lying: place in pixels, turn in radians, face."""

    x: float
    y: float
    turn: float
    face: int


@dataclass(eq=False)
class Sequence:
    """A tray and what happens in it. `rolls` fills with the times at which rolls came to rest."""

    kind: str
    seed: int
    rolls: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = self.rng = np.random.default_rng((77, KINDS.index(self.kind), self.seed))
        least = 2 if self.kind in ("nudge", "mixture") else 1
        self.count = int(rng.integers(least, 9))
        self.expected = self.count if rng.random() < 0.7 else None
        self.pause = 1 / rng.uniform(8, 20)
        self.side = float(rng.uniform(18, 25))
        self.dice: list[Die] = []
        self.now = float(rng.uniform(0, 1000))
        self.tilt = rng.uniform(-0.25, 0.25, 2)
        self.flicker = float(rng.choice((0.0, rng.uniform(0, 0.025))))
        self.drift = float(rng.uniform(0, 0.02))
        self.noise = rng.normal(0, rng.uniform(1, 5), (2 * HEIGHT, 2 * WIDTH, 3)).astype(np.float32)
        self.skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32)
        self.sleeve = rng.integers(20, 230, 3).astype(np.float32)
        self.shadow = rng.uniform(-7, 7, 2)
        self.ground = self._ground()
        self.colour, self.pip = self._colours()
        self.shade = (self.ground.mean((0, 1)) * 0.45).tolist()
        self.drawn: tuple[list[Die], Floats] = ([], self.ground)
        # Exposure keeps the ground between nearly black and nearly white.
        tone = float(self.ground.mean((0, 1)).max())
        self.gains = (min(1.0, max(0.45, 45 / tone)), max(0.8, min(1.3, 200 / tone)))
        self.gain = float(rng.uniform(*self.gains))

    @property
    def width_of_a_die(self) -> float:
        """In parts of the picture's width."""
        return self.side / WIDTH

    def shots(self) -> Shots:
        """Everything that happens, frame by frame."""
        acts: dict[str, Callable[[], Shots]] = {
            "roll": self._rolls,
            "hand": lambda: self._some(self.reach, 3),
            "light": lambda: self._some(self.light, 3),
            "pick_up": self._pick_ups,
            "nudge": lambda: self._some(self._nudge_and_rest, 2),
            "mixture": self._mixture,
        }
        if self.kind == "roll":
            yield from self.wait(1.0)
        else:
            self.dice = [replace(die, face=self._face()) for die in self._places(self.count)]
            yield from self.wait(1.2)
        yield from acts[self.kind]()

    def _some(self, act: Callable[[], Shots], most: int) -> Shots:
        for _ in range(int(self.rng.integers(1, most + 1))):
            yield from act()
            yield from self.wait(self.rng.uniform(0.3, 1.5))
        yield from self.wait(1)

    def _nudge_and_rest(self) -> Shots:
        """Two dice moved between two rests would be a roll by its definition."""
        yield from self.nudge()
        yield from self.wait(0.9)

    def _rolls(self) -> Shots:
        for number in range(int(self.rng.integers(1, 4))):
            if number:
                yield from self.pick_up(self.count)
                yield from self.wait(self.rng.uniform(0, 1.2))
            yield from self.roll()

    def _pick_ups(self) -> Shots:
        while self.dice:
            yield from self.pick_up(int(self.rng.integers(1, len(self.dice) + 1)))
            yield from self.wait(self.rng.uniform(0.8, 1.5))

    def _mixture(self) -> Shots:
        again = partial(self._again)
        for _ in range(int(self.rng.integers(3, 6))):
            act = (self.reach, self.light, self.nudge, self.bump, again, again)[int(self.rng.integers(6))]
            yield from act()
            yield from self.wait(self.rng.uniform(0.9, 1.6))

    def _again(self) -> Shots:
        """Two dice or more are picked up and rolled again."""
        yield from self.pick_up(int(self.rng.integers(2, self.count + 1)))
        yield from self.wait(self.rng.uniform(0, 1))
        if self.rng.random() < 0.25:
            yield from self.light()
        yield from self.roll()

    def wait(self, seconds: float) -> Shots:
        """Nothing happens."""
        for _ in range(max(1, round(seconds / self.pause))):
            yield self.shot()

    def roll(self) -> Shots:
        """The dice that are missing are thrown in and come to rest."""
        ends = self._places(self.count, self.dice)[len(self.dice) :]
        lying, angle = list(self.dice), self.rng.uniform(0, 2 * np.pi)
        start = np.array([WIDTH / 2, HEIGHT / 2]) + 230 * np.array([np.cos(angle), np.sin(angle)])
        lasts = [float(self.rng.uniform(0.5, 1.3)) for _ in ends]
        spins = self.rng.normal(0, 9, len(ends))
        bows = self.rng.normal(0, 30, (len(ends), 2))
        began, with_hand = self.now, self.rng.random() < 0.5
        while self.now - began < max(lasts):
            layers = []
            for part in range(3):
                at = self.now - began + part * self.pause / 4
                self.dice = lying + [
                    self._on_its_way(start, die, at / last, spin, bow)
                    for die, last, spin, bow in zip(ends, lasts, spins, bows, strict=True)
                ]
                layers.append(self._tray())
            away = 1 - (self.now - began) / 0.5
            hand = (
                (start + (np.array([WIDTH, HEIGHT]) / 2 - start) * 0.55 * away, start)
                if away > 0 and with_hand
                else None
            )
            yield self.shot(hand, np.mean(layers, axis=0))
        self.dice = lying + ends
        self.rolls.append(self.now)
        yield from self.wait(1.3)

    def _on_its_way(self, start: Floats, end: Die, share: float, spin: float, bow: Floats) -> Die:
        if share >= 1:
            return end
        eased = 1 - (1 - share) ** 2
        x, y = start + (np.array([end.x, end.y]) - start) * eased + bow * np.sin(np.pi * eased) * (1 - share)
        return Die(
            float(x), float(y), end.turn + spin * (1 - share), self._face() if share < 0.8 else end.face
        )

    def reach(self) -> Shots:
        """A hand comes in, may rest there, and goes; no die is touched."""
        yield from self._hand(
            self.rng.uniform((60, 50), (WIDTH - 60, HEIGHT - 50)), self.rng.choice((0.1, 0.5, 1.5))
        )

    def pick_up(self, count: int) -> Shots:
        """A hand takes dice away, all at once or in several turns."""
        while count > 0 and self.dice:
            chosen = self.dice[int(self.rng.integers(len(self.dice)))]
            near = sorted(self.dice, key=lambda die: np.hypot(die.x - chosen.x, die.y - chosen.y))
            taken = near[: min(count, int(self.rng.integers(1, 9)))]
            middle = np.mean([(die.x, die.y) for die in taken], axis=0)
            kept = [die for die in self.dice if die not in taken]
            yield from self._hand(middle, 0.3, lambda kept=kept: setattr(self, "dice", kept))  # type: ignore[misc]
            count -= len(taken)

    def nudge(self) -> Shots:
        """A hand pushes one die a little."""
        which = int(self.rng.integers(len(self.dice)))
        old = self.dice[which]
        others = self.dice[:which] + self.dice[which + 1 :]
        for _ in range(50):
            way, far = self.rng.uniform(0, 2 * np.pi), self.rng.uniform(4, 30)
            pushed = Die(
                old.x + far * np.cos(way),
                old.y + far * np.sin(way),
                old.turn + self.rng.normal(0, 0.4),
                old.face,
            )
            if self._is_free(pushed, others):
                break
        else:
            pushed = replace(old, turn=old.turn + 0.3)

        def push() -> None:
            self.dice = [*others[:which], pushed, *others[which:]]

        yield from self._hand(np.array([old.x, old.y]), 0.2, push)

    def bump(self) -> Shots:
        """Somebody knocks against the table: the picture shakes."""
        for size in (2.5, 2.0, 1.2, 0.6):
            yield self.shot(shake=self.rng.normal(0, size, 2))

    def light(self) -> Shots:
        """A lamp is switched, dimmed or moved, a cloud passes, or the camera changes its exposure."""
        way = int(self.rng.integers(3))
        gain, tilt = float(self.rng.uniform(*self.gains)), self.rng.uniform(-0.3, 0.3, 2)
        before, slope = self.gain, self.tilt
        if way == 0:
            self.gain, self.tilt = gain, tilt
            yield from self.wait(0.3)
            return
        steps = max(2, round(self.rng.uniform(0.5, 3) / self.pause))
        for number in range(1, steps + 1):
            share = number / steps
            # Exposure overshoots at first and then finds its way back.
            over = 1 + 0.35 * (1 - share) * (way == 2)
            self.gain = (before + (gain - before) * share) * over
            self.tilt = slope + (tilt - slope) * share
            yield self.shot()

    def _hand(self, target: Floats, stays: float, does: Callable[[], None] | None = None) -> Shots:
        angle = self.rng.uniform(0, 2 * np.pi)
        start = np.array([WIDTH / 2, HEIGHT / 2]) + 260 * np.array([np.cos(angle), np.sin(angle)])
        steps = max(2, round(self.rng.uniform(0.25, 0.9) / self.pause))
        for number in range(steps):
            yield self.shot((start + (target - start) * number / steps, start))
        shaky = float(self.rng.choice((0.1, 0.7)))
        for _ in range(max(1, round(stays / self.pause))):
            yield self.shot((target + self.rng.normal(0, shaky, 2), start))
        if does:
            does()
        for number in range(steps):
            yield self.shot((target + (start - target) * number / steps, start))

    def shot(
        self,
        hand: tuple[Floats, Floats] | None = None,
        tray: Floats | None = None,
        shake: Floats | None = None,
    ) -> Shot:
        """The next frame."""
        picture = self._tray() if tray is None else tray
        if hand:
            picture = self._with_hand(picture, *hand)
        ys, xs = DOWN, ACROSS
        bands = self.flicker * np.sin(ys * 5 + self.rng.uniform(0, 6))
        light = self.gain * (1 + self.tilt[0] * xs + self.tilt[1] * ys + bands)
        light *= 1 + self.drift * np.sin(self.now * 1.3)
        top, left = int(self.rng.integers(HEIGHT)), int(self.rng.integers(WIDTH))
        seen = picture * light[..., None].astype(np.float32)
        seen += self.noise[top : top + HEIGHT, left : left + WIDTH]
        if shake is not None:
            matrix = np.array([[1, 0, shake[0]], [0, 1, shake[1]]], np.float32)
            seen = cv2.warpAffine(
                seen.astype(np.float32), matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE
            )
        self.now += self.pause
        return Shot(self.now, np.clip(seen, 0, 255).astype(np.uint8), self._seen(hand))

    def _seen(self, hand: tuple[Floats, Floats] | None) -> tuple[Point, ...]:
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        if hand:
            cv2.line(mask, _whole(hand[0]), _whole(hand[1]), 255, 46)
            cv2.circle(mask, _whole(hand[0]), round(30 + COVERS * self.side), 255, -1)
        found = []
        for die in self.dice:
            if 0 <= die.x < WIDTH and 0 <= die.y < HEIGHT and not mask[int(die.y), int(die.x)]:
                x, y = np.array([die.x, die.y]) + self.rng.normal(0, 0.5, 2)
                found.append((float(x) / WIDTH, float(y) / HEIGHT))
        return tuple(found)

    def _tray(self) -> Floats:
        if self.drawn[0] == self.dice:
            return self.drawn[1]
        picture = self.ground.copy()
        for die in self.dice:
            cv2.fillConvexPoly(picture, _outline(die, self.side, self.shadow), self.shade, cv2.LINE_AA)
        for die in self.dice:
            cv2.fillConvexPoly(picture, _outline(die, self.side), self.colour, cv2.LINE_AA)
            turn = np.array([[np.cos(die.turn), -np.sin(die.turn)], [np.sin(die.turn), np.cos(die.turn)]])
            for spot in PIPS[die.face]:
                place = 8 * (turn @ np.array(spot) * self.side * 0.26 + (die.x, die.y))
                cv2.circle(picture, _whole(place), round(self.side * 0.72), self.pip, -1, cv2.LINE_AA, 3)
        self.drawn = list(self.dice), picture
        return picture

    def _with_hand(self, picture: Floats, tip: Floats, start: Floats) -> Floats:
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        along = (start - tip) / max(1.0, float(np.linalg.norm(start - tip)))
        wrist = tip + along * 50
        cv2.line(mask, _whole(tip), _whole(wrist), 255, 44)
        for finger in range(-2, 3):
            end = tip + 14 * finger * 0.7 * np.array([-along[1], along[0]]) - along * (26 - 3 * abs(finger))
            cv2.line(mask, _whole(tip), _whole(end), 255, 11)
        arm = np.zeros_like(mask)
        cv2.line(arm, _whole(wrist), _whole(start), 255, 52)
        shade = cv2.GaussianBlur(np.roll(np.maximum(mask, arm), (9, 7), (0, 1)), (0, 0), 6)
        dark: Floats = picture * (1 - 0.5 * shade.astype(np.float32)[..., None] / 255)
        skin = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
        cloth = cv2.GaussianBlur(arm, (0, 0), 1.2).astype(np.float32)[..., None] / 255
        dark = dark * (1 - cloth) + self.sleeve * cloth
        return np.asarray(dark * (1 - skin) + self.skin * skin, np.float32)

    def _ground(self) -> Floats:
        tone = self.rng.uniform(40, 200) + self.rng.uniform(-35, 35, 3)
        rough = np.zeros((HEIGHT, WIDTH), np.float32)
        for cells in (6, 24, 96):
            grain = self.rng.normal(0, self.rng.uniform(0, 7), (cells * 3 // 4, cells)).astype(np.float32)
            rough += cv2.resize(grain, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
        return np.clip(tone + rough[..., None], 15, 240).astype(np.float32)

    def _colours(self) -> tuple[list[float], list[float]]:
        ground = self.ground.mean((0, 1))
        while True:
            colour = self.rng.uniform(10, 250, 3)
            if np.abs(colour - ground).max() > 60:
                return colour.tolist(), [235.0] * 3 if colour.mean() < 130 else [20.0] * 3

    def _face(self) -> int:
        return int(self.rng.integers(1, 7))

    def _is_free(self, die: Die, others: list[Die]) -> bool:
        inside = self.side < die.x < WIDTH - self.side and self.side < die.y < HEIGHT - self.side
        return inside and all(np.hypot(die.x - one.x, die.y - one.y) > 1.3 * self.side for one in others)

    def _places(self, count: int, lying: list[Die] | None = None) -> list[Die]:
        """So many dice at places of their own, beginning with those that lie there."""
        dice = list(lying or [])
        while len(dice) < count:
            x, y = self.rng.uniform((0, 0), (WIDTH, HEIGHT))
            die = Die(float(x), float(y), float(self.rng.uniform(0, 2 * np.pi)), self._face())
            if self._is_free(die, dice):
                dice.append(die)
        return dice


def _outline(
    die: Die, side: float, shift: Floats | None = None
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """The corners of a die, each cut off a little."""
    half, cut = side / 2, side * 0.36
    flat = np.array(
        [
            (half, cut),
            (cut, half),
            (-cut, half),
            (-half, cut),
            (-half, -cut),
            (-cut, -half),
            (cut, -half),
            (half, -cut),
        ]
    )
    turn = np.array([[np.cos(die.turn), np.sin(die.turn)], [-np.sin(die.turn), np.cos(die.turn)]])
    moved = flat @ turn + (die.x, die.y) + (0 if shift is None else shift)
    return np.asarray(moved.round(), np.int32)


def _whole(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
