"""What the eyes see and what it means: a reading under the current prompt is a proposed action."""

from .proposal import Proposal, Reason, Sees, corrected, propose, seen_by, without
from .views import Look, Views, camera_for
from .watching import Runner, Sight, TrayWatch

__all__ = [
    "Look", "Proposal", "Reason", "Runner", "Sees", "Sight", "TrayWatch", "Views", "camera_for", "corrected",
    "propose", "seen_by", "without",
]  # fmt: skip
