"""The PDFs are well-formed, and the tray sheet shows its markers where they belong."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from vision.pdf import A4, A5, BLACK, MM, Document, text_width
from vision.reading import Picture
from vision.tray import by_markers, find_markers
from vision.tray_sheet import SHEETS, TEXTS, tray_sheet

RECT = re.compile(r"^q ([\d.]+) [\d.]+ [\d.]+ rg ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f Q$", re.M)


def drawn(data: bytes, paper: tuple[float, float], per_mm: float = 4) -> Picture:
    """The filled rectangles of a page."""
    width, height = (round(side * per_mm) for side in paper)
    picture = np.full((height, width, 3), 255, np.uint8)
    for found in RECT.finditer(data.decode("cp1252")):
        tone, x, y, wide, high = (float(number) for number in found.groups())
        left, right = (round(value / MM * per_mm) for value in (x, x + wide))
        top, bottom = (height - round(value / MM * per_mm) for value in (y + high, y))
        picture[top:bottom, left:right] = round(tone * 255)
    return picture


def some_document() -> Document:
    document = Document(title="Würfel (groß)")
    page = document.page(A5)
    page.rect(10, 10, 20, 30)
    page.circle(60, 30, 10, fill=(1, 0, 0), stroke=BLACK)
    page.polygon([(80, 20), (100, 20), (90, 40)], fill=None, stroke=BLACK)
    page.line((10, 60), (110, 60), dash=(2, 1))
    page.text(74, 80, "Größe (ä) \\ ≠", bold=True, align="middle", turn=90)
    document.page(A4)
    return document


def test_every_part_is_where_the_table_says() -> None:
    data = some_document().bytes()
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref")
    places = [int(line[:10]) for line in data[start:].splitlines() if line.endswith(b" n ")]
    assert len(places) == 9
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)


def test_streams_have_the_length_they_claim() -> None:
    data = some_document().bytes()
    streams = list(re.finditer(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.S))
    assert [len(found[2]) for found in streams] == [int(found[1]) for found in streams]
    assert len(streams) == 2


def test_pages_have_their_own_size() -> None:
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", some_document().bytes())
    assert [(round(float(w) / MM), round(float(h) / MM)) for w, h in boxes] == [(148, 210), (210, 297)]


def test_text_is_escaped_and_unknown_letters_do_not_stop_it() -> None:
    assert b"(Gr\xf6\xdfe \\(\xe4\\) \\\\ ?) Tj" in some_document().bytes()


def test_same_pages_give_the_same_bytes() -> None:
    assert some_document().bytes() == some_document().bytes()


def test_y_runs_downwards_from_the_top() -> None:
    picture = drawn(some_document().bytes(), A5)
    dark = np.argwhere(picture[..., 0] == 0)
    assert (dark.min(0) / 4).tolist() == pytest.approx([10, 10], abs=0.5)
    assert (dark.max(0) / 4).tolist() == pytest.approx([40, 30], abs=0.5)


def test_width_of_text() -> None:
    assert text_width("Wi", 1000) == pytest.approx((944 + 222) / MM)
    assert text_width("ß", 10, bold=True) > text_width("ß", 5, bold=True)


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_tray_sheet_shows_its_markers_where_they_belong(paper: str) -> None:
    sheet = SHEETS[paper]
    picture = drawn(tray_sheet(paper), sheet.paper)
    assert sorted(find_markers(picture)) == [0, 1, 2, 3]
    found = by_markers(picture)
    assert found is not None
    corners = np.array(found.corners) * sheet.paper
    assert corners[0].tolist() == pytest.approx([sheet.left, sheet.top], abs=0.3)
    assert (corners[2] - corners[0]).tolist() == pytest.approx([sheet.width, sheet.height], abs=0.4)


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_tray_sheet_fits_its_paper(paper: str) -> None:
    sheet = SHEETS[paper]
    assert sheet.left + max(text_width(text, sheet.text) for text in TEXTS) < sheet.paper[0] - 5
    assert sheet.top + sheet.height + sheet.cell + 3 * 0.45 * sheet.text < sheet.paper[1] - 4


def test_tray_sheet_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "tray.pdf"
    assert cli.main(["vision", "tray-sheet", "--out", str(out), "--paper", "a5"]) == 0
    assert out.read_bytes() == tray_sheet("a5")
    assert str(out) in capsys.readouterr().out


def test_tray_sheet_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert cli.main(["vision", "tray-sheet", "--out", str(tmp_path / "file" / "tray.pdf")]) == 2
    assert "tray.pdf" in capsys.readouterr().err
