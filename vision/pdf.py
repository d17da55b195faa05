"""Writes small vector PDFs: millimetres from the top left corner, filled shapes, lines and Helvetica."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin

from .reading import Point

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.5, 0.5, 0.5)

A4 = (210.0, 297.0)
A5 = (148.0, 210.0)

MM = 72 / 25.4
# How far the control points of a quarter circle lie from its ends, in radii.
QUARTER = 0.5522847498
# Helvetica's advance widths in thousandths, where they are not the usual 556.
USUAL = 556
WIDTHS = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft·",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyz",
    584: "+<=>~×",
    611: "FTZß",
    667: "&ABEKPSVXYÄ",
    722: "CDHNRUwÜ",
    778: "GOQÖ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
BOLD_WIDTHS = {
    238: "'",
    278: " ,./I\\ijl·",
    280: "|",
    333: "!()-:;[]`ft",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z",
    584: "+<=>^~×",
    611: "?FLTZbdghnopquöüß",
    667: "EPSVXY",
    722: "&ABCDHKNRUÄÜ",
    778: "GOQwÖ",
    833: "M",
    889: "%m",
    944: "W",
    975: "@",
}


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How many millimetres wide a line of text becomes; `size` is in points."""
    others = {
        letter: width for width, letters in (BOLD_WIDTHS if bold else WIDTHS).items() for letter in letters
    }
    return sum(others.get(letter, USUAL) for letter in words) / 1000 * size / MM


@dataclass
class Page:
    """One sheet. Later shapes cover earlier ones."""

    width: float
    height: float
    lines: list[str] = field(default_factory=list)

    def rect(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: Colour | None = BLACK,
        stroke: Colour | None = None,
        thick: float = 0.2,
    ) -> None:
        """A rectangle, filled, outlined or both."""
        box = f"{self._at(left, top + height)} {width * MM:.3f} {height * MM:.3f} re"
        self._paint(box, fill, stroke, thick)

    def polygon(
        self,
        points: Sequence[Point],
        fill: Colour | None = BLACK,
        stroke: Colour | None = None,
        thick: float = 0.2,
    ) -> None:
        """A closed polygon, filled, outlined or both."""
        first, *rest = (self._at(x, y) for x, y in points)
        path = " ".join([f"{first} m", *(f"{point} l" for point in rest), "h"])
        self._paint(path, fill, stroke, thick)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None = BLACK,
        stroke: Colour | None = None,
        thick: float = 0.2,
    ) -> None:
        """A circle round a centre, filled, outlined or both."""
        near = QUARTER * radius
        path = [f"{self._at(x + radius, y)} m"]
        for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            # The quarter from the direction (right, down) to the next one clockwise, which is (-down, right).
            start = (x + right * radius - down * near, y + down * radius + right * near)
            bend = (x - down * radius + right * near, y + right * radius + down * near)
            end = (x - down * radius, y + right * radius)
            path.append(f"{self._at(*start)} {self._at(*bend)} {self._at(*end)} c")
        self._paint(" ".join([*path, "h"]), fill, stroke, thick)

    def line(
        self,
        start: Point,
        end: Point,
        thick: float = 0.2,
        stroke: Colour = BLACK,
        dash: tuple[float, float] | None = None,
    ) -> None:
        """A straight line; `dash` is the length of a stroke and of the gap after it."""
        path = f"{self._at(*start)} m {self._at(*end)} l"
        if dash:
            path = f"[{dash[0] * MM:.3f} {dash[1] * MM:.3f}] 0 d {path}"
        self._paint(path, None, stroke, thick)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 10,
        colour: Colour = BLACK,
        bold: bool = False,
        align: str = "left",
        turn: float = 0,
    ) -> None:
        """A line of text on the baseline at y; `align` is left, middle or right, `turn` degrees clockwise."""
        back = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * text_width(words, size, bold)
        along, down = cos(radians(turn)), sin(radians(turn))
        place = self._at(x - back * along, y - back * down)
        matrix = f"{along:.5f} {-down:.5f} {down:.5f} {along:.5f} {place}"
        font = f"/F{2 if bold else 1} {size:.2f} Tf"
        self.lines.append(f"BT {_numbers(colour)} rg {font} {matrix} Tm ({_escaped(words)}) Tj ET")

    def _at(self, x: float, y: float) -> str:
        return f"{x * MM:.3f} {(self.height - y) * MM:.3f}"

    def _paint(self, path: str, fill: Colour | None, stroke: Colour | None, thick: float) -> None:
        words = ["q"]
        if fill:
            words.append(f"{_numbers(fill)} rg")
        if stroke:
            words.append(f"{_numbers(stroke)} RG {thick * MM:.3f} w")
        words += [
            path,
            {(True, True): "B", (True, False): "f", (False, True): "S"}.get((bool(fill), bool(stroke)), "n"),
            "Q",
        ]
        self.lines.append(" ".join(words))


@dataclass
class Document:
    """Several pages and the title that a reader shows."""

    title: str = ""
    pages: list[Page] = field(default_factory=list)

    def page(self, size: tuple[float, float] = A4) -> Page:
        """A new, empty page of so many millimetres, wide and high."""
        self.pages.append(Page(*size))
        return self.pages[-1]

    def bytes(self) -> bytes:
        """The whole file; the same pages always give the same bytes."""
        first = 6
        kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(self.pages)))
        # A printer that scales to fit would make every millimetre wrong.
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode(),
            _font("Helvetica"),
            _font("Helvetica-Bold"),
            f"<< /Title ({_escaped(self.title)}) >>".encode("cp1252"),
        ]
        for number, page in enumerate(self.pages):
            content = "\n".join(page.lines).encode("cp1252")
            head = (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width * MM:.3f} {page.height * MM:.3f}] "
                f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {first + 2 * number + 1} 0 R >>"
            )
            parts.append(head.encode())
            parts.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
        return _file(parts)


def _file(parts: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(parts) + 1,
        table,
    )
    return bytes(out)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _escaped(words: str) -> str:
    known = words.encode("cp1252", "replace").decode("cp1252")
    return known.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _numbers(colour: Colour) -> str:
    return " ".join(f"{part:.3f}" for part in colour)
