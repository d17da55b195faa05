"""What the eyes see and what it means: a reading under the current prompt is a proposed action."""

from vision.reading import Odd, Picture, Point, Reading, Seen
from vision.tray import Calibration, View

from .eyes import Eyes, crop, strip
from .photos import glimpse, opened, photos, shape, sheet
from .proposal import (
    Meaning,
    Proposal,
    Reason,
    Sees,
    added,
    around,
    choices,
    corrected,
    propose,
    seen_by,
    without,
)
from .readers import READERS, readers_for
from .views import NAMES, Look, Views, camera_for, source_of
from .watching import BLIND, Runner, Sight, TrayWatch

__all__ = [
    "BLIND", "NAMES", "READERS", "Calibration", "Eyes", "Look", "Meaning", "Odd", "Picture", "Point",
    "Proposal", "Reading", "Reason", "Runner", "Seen", "Sees", "Sight", "TrayWatch", "View", "Views",
    "added", "around", "camera_for", "choices", "corrected", "crop", "glimpse", "opened", "photos", "propose",
    "readers_for", "seen_by", "shape", "sheet", "source_of", "strip", "without",
]  # fmt: skip
