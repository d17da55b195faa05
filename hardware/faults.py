"""What goes wrong with a device: for now, or for good."""

from __future__ import annotations


class Fault(Exception):
    """A device that does not work now; the message names the place or device that was looked for."""


class Missing(Fault):
    """A device that is not there and will not come by itself: no such pin, no camera."""
