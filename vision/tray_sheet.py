"""The sheet to print for the dice tray: four markers by which the camera finds it."""

from __future__ import annotations

import cv2
from msgspec import Struct

from .pdf import A4, A5, GREY, WHITE, Document, Page
from .tray import DICTIONARY, MARKERS

CELLS = 6
SCALE_CHECK = 100.0
# White cells overlap a little, because a viewer may show a dark seam between neighbours.
OVERLAP = 0.02
TEXTS = (
    "In die Würfelschale legen oder die vier Marken in ihre Ecken kleben; alle vier sollen im Bild sein. "
    "Ohne Skalierung drucken.",
    "Lay this into the dice tray, or glue the four markers into its corners; the camera should see all four. "
    "Print without scaling.",
)


class Sheet(Struct, frozen=True, kw_only=True):
    """The measures of a sheet in millimetres: four to three between the outer corners of its markers."""

    paper: tuple[float, float]
    top: float
    width: float
    cell: float
    text: float

    @property
    def left(self) -> float:
        """Where the markers begin, so that they stand in the middle."""
        return (self.paper[0] - self.width) / 2

    @property
    def height(self) -> float:
        """From the outer edge of the upper markers to that of the lower ones."""
        return self.width * 3 / 4


SHEETS = {
    "a4": Sheet(paper=(A4[1], A4[0]), top=10, width=240, cell=4, text=8),
    "a5": Sheet(paper=(A5[1], A5[0]), top=9, width=160, cell=3, text=6.5),
}


def tray_sheet(paper: str = "a4") -> bytes:
    """The sheet as a PDF; `paper` is a4 or a5, both lying."""
    sheet = SHEETS[paper]
    document = Document(title="Sternwarte: Würfelschale / dice tray")
    page = document.page(sheet.paper)
    side = CELLS * sheet.cell
    right, bottom = sheet.left + sheet.width - side, sheet.top + sheet.height - side
    corners = ((sheet.left, sheet.top), (right, sheet.top), (right, bottom), (sheet.left, bottom))
    for number, (x, y) in zip(MARKERS, corners, strict=True):
        _marker(page, number, x, y, sheet.cell)
    away = sheet.cell
    page.rect(
        sheet.left - away,
        sheet.top - away,
        sheet.width + 2 * away,
        sheet.height + 2 * away,
        fill=None,
        stroke=GREY,
        thick=0.1,
    )
    _words(page, sheet, sheet.top + sheet.height + away)
    return document.bytes()


def _marker(page: Page, number: int, left: float, top: float, cell: float) -> None:
    page.rect(left, top, CELLS * cell, CELLS * cell)
    for row, cells in enumerate(cv2.aruco.generateImageMarker(DICTIONARY, number, CELLS)):
        for column, light in enumerate(cells):
            if light:
                x, y, side = left + column * cell - OVERLAP, top + row * cell - OVERLAP, cell + 2 * OVERLAP
                page.rect(x, y, side, side, fill=WHITE)


def _words(page: Page, sheet: Sheet, top: float) -> None:
    apart = sheet.text * 0.45
    for number, text in enumerate(TEXTS, 1):
        page.text(sheet.left, top + number * apart, text, sheet.text)
    y = top + (len(TEXTS) + 1) * apart - 0.8
    page.line((sheet.left, y), (sheet.left + SCALE_CHECK, y))
    for x in (sheet.left, sheet.left + SCALE_CHECK):
        page.line((x, y - 1), (x, y + 1))
    page.text(sheet.left + SCALE_CHECK + 2, y + 0.8, "100 mm", sheet.text)
