"""Who reads what: pips, taught symbols and balls, each in the view where they lie."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_dice import tray

from companion.observe import Eyes, Look, Reading, Sees, Sight, TrayWatch, Views, readers_for
from companion.observe.readers import reader_of
from companion.observe.teaching import packed
from companion.registry import ball_files, dice_files
from hardware.camera import DrawnCamera, Fixed, Frame
from vision import dice_set, teach
from vision.reading import Picture, Seen

SQUARES = ((40, 40), (100, 80))


def squares(*spots: tuple[int, int]) -> Picture:
    picture = np.full((120, 160, 3), 90, np.uint8)
    for x, y in spots:
        picture[y - 12 : y + 12, x - 12 : x + 12] = 230
    return picture


class Squares:
    """Reads bright squares as red balls."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        bright = (picture.min(2) > 200).astype(np.uint8)
        outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        boxes = [cv2.boundingRect(one) for one in outlines]
        return Reading(
            seen=tuple(
                Seen(
                    face="red",
                    kind="ball",
                    confidence=1.0,
                    sure=True,
                    outline=((float(x), float(y)), (float(x + wide), float(y + high))),
                )
                for x, y, wide, high in sorted(boxes)
            )
        )


class Film(Fixed):
    """A camera that shows one picture after the other, five times a second."""

    def __init__(self, pictures: Iterator[Picture]) -> None:
        self.pictures, self.time = pictures, 0.0

    def frame(self, timeout: float = 1.0) -> Frame | None:
        self.time += 0.2
        return Frame(self.time, next(self.pictures))


def seen_by_eyes(eyes: Eyes, sees: Sees, frames: int) -> list[Sight]:
    eyes.watch(sees)
    found = []
    for _ in range(frames):
        eyes.step()
        sight = eyes.drain()
        assert sight is not None
        found.append(sight)
    return found


def window(*pictures: Picture, frames: int = 6) -> Eyes:
    film = Film(iter([one for picture in pictures for one in [picture] * frames]))
    views = Views({"tray": Look(source="tray"), "window": Look(source="window")}, lambda _: film)
    return Eyes(views, {"balls": Squares}, threaded=False)


def test_balls_are_watched_in_the_window_and_read_when_all_is_still() -> None:
    seen = seen_by_eyes(window(squares(), squares(*SQUARES)), Sees("balls", 2), 12)
    assert [sight.number for sight in seen[::6]] == [0, 0]
    assert seen[-1].reading is not None
    assert seen[-1].reading.faces == ("red", "red")
    assert seen[-1].rolled


def test_balls_that_lay_there_before_are_not_taken_and_can_be_read_by_a_wish() -> None:
    eyes = window(squares(*SQUARES), frames=20)
    assert seen_by_eyes(eyes, Sees("balls", 2), 15)[-1].reading is None
    eyes.again()
    eyes.step()
    sight = eyes.drain()
    assert sight is not None
    assert sight.reading is not None
    assert not sight.rolled


def test_without_a_camera_at_the_window_balls_are_left_to_fingers() -> None:
    only_tray = Eyes(Views({"tray": Look(source="x")}), {"balls": Squares, "dice": Squares}, threaded=False)
    assert only_tray.can(Sees("dice", 2))
    assert not only_tray.can(Sees("balls", 2))
    only_window = Eyes(Views({"window": Look(source="x")}), {"balls": Squares}, threaded=False)
    assert only_window.can(Sees("balls", 2))
    assert only_window.ready


def test_a_photo_is_read_once_and_counts_as_no_roll(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "window.png"), squares(*SQUARES))
    views = Views({"window": Look(source=f"photo:{tmp_path / 'window.png'}")})
    seen = seen_by_eyes(Eyes(views, {"balls": Squares}, threaded=False), Sees("balls", 2), 4)
    assert [sight.number for sight in seen] == [1, 1, 1, 1]
    assert seen[-1].reading is not None
    assert len(seen[-1].reading.seen) == 2
    assert not seen[-1].rolled


def test_the_sets_that_lie_with_the_games_have_their_readers() -> None:
    readers = readers_for(dice_files(), ball_files())
    balls = reader_of(readers, Sees("balls", 2))
    assert balls is not None
    # A demand need not name the only set there is.
    assert any(balls is make for name, make in readers.items() if name.startswith("balls:"))
    assert reader_of(readers, Sees("balls", 2, "unheard-of")) is None
    assert reader_of(readers, Sees("modules", 1)) is None
    assert reader_of(readers, Sees("dice", 2)) is not None


def test_two_sets_of_a_kind_must_be_named(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = f'name = "{name}"\n[[ball]]\ncolour = "red"\nbody = "#c02020"\ncount = 2\n'
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    (tmp_path / "bad.toml").write_text("nonsense", "utf-8")
    readers = readers_for(ball_files=sorted(tmp_path.iterdir()))
    assert reader_of(readers, Sees("balls", 2)) is None
    assert reader_of(readers, Sees("balls", 2, "two")) is not None


@pytest.fixture(scope="module")
def dice() -> dice_set.DiceSet:
    return dice_set.load(dice_files()[0])


def test_symbols_are_read_by_what_the_box_was_taught(dice: dice_set.DiceSet) -> None:
    box: dict[str, bytes] = {}
    make = reader_of(readers_for(dice_files(), lessons=lambda name: box), Sees("symbols", 6, dice.name))
    assert make is not None
    paper: Any = make()
    assert set(paper.pairs) == set(dice.pairs)
    first, second = teach.drawn(dice).lessons[:2]
    box["a/1"] = packed(dice, first)
    one: Any = make()
    assert one.pairs == [(first.kind, first.face)]
    assert make() is one
    box["b/1"] = packed(dice, second)
    both: Any = make()
    assert len(both.pairs) == 2


def test_two_watches_never_read_at_the_same_time() -> None:
    inside, most = [0], [0]
    entered, go_on = threading.Event(), threading.Event()

    class Slow:
        def read(self, picture: Picture, expect: int | None = None) -> Reading:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            entered.set()
            go_on.wait(30)
            inside[0] -= 1
            return Reading()

    def looking() -> threading.Thread:
        watch = TrayWatch(DrawnCamera(tray), Slow())
        watch.again()
        thread = threading.Thread(target=watch.look)
        thread.start()
        return thread

    first = looking()
    assert entered.wait(30)
    entered.clear()
    second = looking()
    # The second waits for the first: it must not come in while that one still reads.
    assert not entered.wait(0.3)
    go_on.set()
    first.join(30)
    second.join(30)
    assert most == [1]
