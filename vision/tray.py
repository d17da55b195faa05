"""Finds the dice tray in a frame and shows it from above."""

from __future__ import annotations

import cv2

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
MARKERS = (0, 1, 2, 3)
"""The markers of the corners, clockwise from the top left."""
