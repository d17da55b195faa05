"""What happens in front of a window: things come to lie there, hands pass, and nothing is taken twice."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.reading import Picture, Point
from vision.rest import Kind
from vision.stillness import Still, step

STEP = 0.2


def view(*spots: tuple[int, int], grey: int = 90) -> Picture:
    picture = np.full((120, 160, 3), grey, np.uint8)
    for x, y in spots:
        picture[y - 12 : y + 12, x - 12 : x + 12] = 230
    return picture


def centres(picture: Picture) -> list[Point]:
    """The middles of the bright squares."""
    found = []
    for x in range(12, 160, 4):
        for y in range(12, 120, 4):
            square = picture[y - 12 : y + 12, x - 12 : x + 12]
            if square.shape[:2] == (24, 24) and square.min() > 200:
                found.append((x / 160, y / 120))
    return found


def events(*pictures: Picture, frames: int = 6) -> list[Kind]:
    kept, said, seconds = Still(), [], 0.0
    for picture in pictures:
        for _ in range(frames):
            seconds += STEP
            kept, event = step(kept, picture, seconds, centres, 2)
            if event is not None:
                said.append(event.kind)
    return said


def passing(picture: Picture) -> Iterable[Picture]:
    """A hand goes through the view."""
    for x in range(0, 160, 40):
        shown = picture.copy()
        shown[:, x : x + 50] = 160
        yield shown


def film(*parts: Picture | Iterable[Picture]) -> list[Kind]:
    kept, said, seconds = Still(), [], 0.0
    for part in parts:
        still = isinstance(part, np.ndarray)
        for picture in [part] * 6 if still else part:  # type: ignore[list-item]
            seconds += STEP
            kept, event = step(kept, picture, seconds, centres, 2)
            if event is not None:
                said.append(event.kind)
    return said


def test_what_lies_there_at_the_beginning_is_no_event() -> None:
    assert events(view((40, 40), (100, 80)), frames=20) == []


def test_what_comes_to_lie_there_is_noticed_once() -> None:
    assert film(view(), passing(view()), view((40, 40), (100, 80)), view((40, 40), (100, 80))) == [Kind.ROLL]


def test_a_hand_that_passes_changes_nothing() -> None:
    there = view((40, 40), (100, 80))
    assert film(there, passing(there), there) == [Kind.HAND]


def test_another_number_than_expected_and_nothing_at_all_are_told_apart() -> None:
    two, one = view((40, 40), (100, 80)), view((60, 60))
    assert film(two, passing(one), one, passing(view()), view()) == [Kind.COUNT, Kind.PICKED_UP]


def test_nothing_is_said_while_it_still_moves() -> None:
    there = view((40, 40), (100, 80))
    assert film(view(), passing(there), passing(there), passing(there)) == []


def test_light_that_fades_slowly_is_no_motion() -> None:
    assert film(view((40, 40)), [view((40, 40), grey=90 + change) for change in range(0, 40, 4)]) == []
