"""When a view is read: dice after a roll, balls when all is still, a photo at once, or only at a wish."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vision import rest, stillness
from vision.reading import Picture


class Settle(Protocol):
    """Tells a view that lies still from one that moves."""

    @property
    def moving(self) -> bool:
        """Whether something moved and has not come to rest yet."""

    def __call__(
        self, picture: Picture, seconds: float, read: rest.Read, expected: int | None
    ) -> rest.Event | None:
        """What has happened, by the next picture and its time; `read` finds things, `expected` of them."""


class Settling:
    """The rest detector for dice, with its memory."""

    def __init__(self) -> None:
        self._kept = rest.Watch()

    @property
    def moving(self) -> bool:
        """Whether the tray has not come to rest yet."""
        return self._kept.phase is rest.Phase.MOVING

    def __call__(
        self, picture: Picture, seconds: float, read: rest.Read, expected: int | None
    ) -> rest.Event | None:
        """Go one frame on."""
        self._kept, event = rest.step(self._kept, picture, seconds, read, expected)
        return event


class Stilling:
    """Comes to rest when nothing moves any more, with its memory: for what is no dice."""

    def __init__(self) -> None:
        self._kept = stillness.Still()

    @property
    def moving(self) -> bool:
        """Whether something moves."""
        return self._kept.moving

    def __call__(
        self, picture: Picture, seconds: float, read: rest.Read, expected: int | None
    ) -> rest.Event | None:
        """Go one frame on."""
        self._kept, event = stillness.step(self._kept, picture, seconds, read, expected)
        return event


class Once:
    """An imported photo: read at once, and again when another one takes its place; nobody rolled for it."""

    moving = False

    def __init__(self) -> None:
        self._seen: Picture | None = None

    def __call__(
        self, picture: Picture, seconds: float, read: rest.Read, expected: int | None
    ) -> rest.Event | None:
        """A photo that is not the one before."""
        if self._seen is not None and np.array_equal(self._seen, picture):
            return None
        self._seen = picture
        return rest.Event(rest.Kind.NUDGE, seconds, tuple(read(picture)))


class Unsettled:
    """Never comes to rest: while the camera is only aimed."""

    moving = True

    def __call__(
        self, picture: Picture, seconds: float, read: rest.Read, expected: int | None
    ) -> rest.Event | None:
        """Nothing happens."""
        return None
