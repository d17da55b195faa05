"""A plan as a text that can be read, compared line by line, and written by hand.

    plan sheet.navigation "Our sheet A"
    size 1000 700
    grid hex 60 80 47.5
    set votes=7
    place home system 120 340
    place s2 system 200 310 cost=2 name="Far out"
    link lane home s2 length=1

One thing a line, in any order after the first. Numbers stand bare, words bare or in quotes, `#` begins a
comment. `grid` gives its shape (square, hex, flathex), the middle of its first cell and the distance between
neighbours; `set` what holds for the whole plan.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from .plan import WIDTH, FieldValue, Grid, Link, Place, Plan
from .text import Text, literal, text

SHAPES = ("square", "hex", "flathex")
LINES = ("plan", "size", "grid", "set", "place", "link")
COUNTS = {"plan": (2, 2), "size": (2, 2), "grid": (4, 4), "set": (0, 0), "place": (4, 4), "link": (3, 3)}
"""How many words follow the first, before the fields."""

FIELDS = ("set", "place", "link")

_ID = re.compile(r"[\w.-]{1,40}")
_BARE = re.compile(r"[^\W\d][\w.:/+-]*")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,12})?")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(
    rf'\s+|(?P<note>#.*)|(?P<key>[\w.-]+)=(?P<value>{_QUOTED}|[^\s"#=]+)|(?P<word>{_QUOTED}|[^\s"#=]+)'
)


class BadPlan(ValueError):
    """A text that is no plan: which line, and why."""

    def __init__(self, line: int, why: Text) -> None:
        super().__init__(f"line {line}: {why.key} {why.args}")
        self.line = line
        self.why = text("plan.bad", line=line, why=why)


class _Row(NamedTuple):
    """One line, taken apart."""

    line: int
    word: str
    words: list[FieldValue]
    fields: dict[str, FieldValue]

    def id(self, at: int) -> str:
        """A word that names something."""
        found = str(self.words[at])
        if _ID.fullmatch(found) is None:
            raise BadPlan(self.line, text("plan.bad.id", word=found))
        return found

    def whole(self, at: int) -> int:
        """A word that is a whole number."""
        found = self.words[at]
        if not isinstance(found, int):
            raise BadPlan(self.line, text("plan.bad.number", word=found, what=self.what))
        return found

    def decimal(self, at: int) -> float:
        """A word that is a number."""
        found = str(self.words[at])
        if _DECIMAL.fullmatch(found) is None:
            raise BadPlan(self.line, text("plan.bad.number", word=found, what=self.what))
        return float(found)

    @property
    def what(self) -> str:
        """What the line is about, for messages."""
        return " ".join((self.word, *map(str, self.words[:1]))) if self.word == "place" else self.word


def write_plan(plan: Plan) -> str:
    """The text of a plan; `read_plan` gives the same plan again."""
    lines = [f"plan {plan.kind} {_written(plan.name)}", f"size {WIDTH} {plan.height}"]
    if plan.grid is not None:
        grid = plan.grid
        lines.append(f"grid {grid.shape} {_decimal(grid.x)} {_decimal(grid.y)} {_decimal(grid.step)}")
    if plan.fields:
        lines.append(f"set{_fields(plan.fields)}")
    for place in plan.places:
        lines.append(f"place {place.id} {place.kind} {place.x} {place.y}{_fields(place.fields)}")
    for link in plan.links:
        lines.append(f"link {link.kind} {link.a} {link.b}{_fields(link.fields)}")
    return "\n".join(lines) + "\n"


def read_plan(words: str) -> Plan:
    """The plan that a text tells of; raises BadPlan with the line and the reason."""
    rows = [row for number, line in enumerate(words.split("\n"), 1) if (row := _row(number, line))]
    if not rows or rows[0].word != "plan":
        raise BadPlan(rows[0].line if rows else 1, text("plan.bad.head"))
    once: dict[str, int] = {}
    for row in rows:
        if row.word in ("plan", "size", "grid") and once.setdefault(row.word, row.line) != row.line:
            raise BadPlan(row.line, text("plan.bad.again", what=row.word, first=once[row.word]))
    head = {row.word: row for row in rows}
    places = tuple(_places(rows))
    fields: dict[str, FieldValue] = {}
    for row in rows:
        fields.update(row.fields if row.word == "set" else {})
    return Plan(
        kind=rows[0].id(0),
        name=str(rows[0].words[1]),
        height=_height(head["size"]) if "size" in head else Plan(kind="", name="").height,
        grid=_grid(head["grid"]) if "grid" in head else None,
        fields=fields,
        places=places,
        links=tuple(_links(rows, {place.id for place in places})),
    )


def _height(row: _Row) -> int:
    wide, high = row.whole(0), row.whole(1)
    if wide != WIDTH or not 100 <= high <= 4000:
        raise BadPlan(row.line, text("plan.bad.size", wide=WIDTH))
    return high


def _grid(row: _Row) -> Grid:
    shape = str(row.words[0])
    if shape not in SHAPES:
        raise BadPlan(row.line, text("plan.bad.shape", word=shape, shapes=", ".join(SHAPES)))
    step = row.decimal(3)
    if step < 4:
        raise BadPlan(row.line, text("plan.bad.step"))
    return Grid(cast("Any", shape), row.decimal(1), row.decimal(2), step)


def _places(rows: list[_Row]) -> Iterator[Place]:
    lines: dict[str, int] = {}
    for row in rows:
        if row.word == "place":
            id = row.id(0)
            if id in lines:
                raise BadPlan(row.line, text("plan.bad.again", what=id, first=lines[id]))
            lines[id] = row.line
            yield Place(id=id, kind=row.id(1), x=row.whole(2), y=row.whole(3), fields=row.fields)


def _links(rows: list[_Row], known: set[str]) -> Iterator[Link]:
    for row in rows:
        if row.word == "link":
            link = Link(kind=row.id(0), a=row.id(1), b=row.id(2), fields=row.fields)
            for id in (link.a, link.b):
                if id not in known:
                    raise BadPlan(row.line, text("plan.bad.end", place=id))
            yield link


def _row(number: int, line: str) -> _Row | None:
    """A line taken apart; None where there is nothing in it."""
    words: list[FieldValue] = []
    fields: dict[str, FieldValue] = {}
    at = 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None:
            raise BadPlan(number, text("plan.bad.sign", rest=line[at : at + 20].strip()))
        at = found.end()
        if found["key"] is not None:
            if found["key"] in fields:
                raise BadPlan(number, text("plan.bad.field", field=found["key"]))
            fields[found["key"]] = _read(number, found["value"])
        elif found["word"] is not None:
            words.append(_read(number, found["word"]))
    if not words and not fields:
        return None
    word = str(words[0]) if words else ""
    if word not in LINES:
        raise BadPlan(number, text("plan.bad.word", word=word, words=", ".join(LINES)))
    row = _Row(number, word, words[1:], fields)
    least, most = COUNTS[word]
    if not least <= len(row.words) <= most or (fields and word not in FIELDS):
        what = text("plan.bad.line", line=literal(row.what))
        raise BadPlan(number, text("plan.bad.form", what=what, form=text(f"plan.form.{word}")))
    return row


def _read(number: int, word: str) -> FieldValue:
    if word.startswith('"'):
        try:
            return str(json.loads(word))
        except ValueError as error:
            raise BadPlan(number, text("plan.bad.sign", rest=word[:20])) from error
    return int(word) if _WHOLE.fullmatch(word) else word


def _written(value: FieldValue) -> str:
    if isinstance(value, int) or _BARE.fullmatch(value):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _fields(fields: Mapping[str, FieldValue]) -> str:
    return "".join(f" {key}={_written(value)}" for key, value in fields.items())


def _decimal(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
