"""The plain recipe that others use for pip dice: round blobs, grouped by distance. No bench by itself."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Picture

APART = 40.0
"""Pixels between pips of one die, as the recipe has it."""


def blob_dice(picture: Picture) -> list[int]:
    """The number of pips in each group."""
    options = cv2.SimpleBlobDetector_Params()
    options.filterByInertia = True
    options.minInertiaRatio = 0.6
    blurred = cv2.medianBlur(picture, 7)
    points = np.array([spot.pt for spot in cv2.SimpleBlobDetector_create(options).detect(blurred)])
    groups: list[list[int]] = []
    for index in range(len(points)):
        near = [
            group for group in groups if np.linalg.norm(points[group] - points[index], axis=1).min() < APART
        ]
        groups = [group for group in groups if group not in near]
        groups.append([index, *(member for group in near for member in group)])
    return sorted(len(group) for group in groups)


if __name__ == "__main__":
    print(__doc__)
