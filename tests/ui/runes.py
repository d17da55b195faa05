"""A set of symbol dice of our own, and the probe game played with two of them."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

import msgspec
from drawn_dice import PlainReader
from sternwarte_probe.state import Roll

from companion.engine import Option, Step, literal
from vision.reading import Picture, Reading

TEXT = """
name = "runes"
title = "Runen"
[[die]]
kind = "red"
body = "#b3202a"
faces = { sun = 4, moon = 2 }
[[die]]
kind = "blue"
body = "#1f4fa8"
faces = { sun = 6 }
[drawing]
sun = [{ points = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] }]
moon = [{ points = [[0, -0.6], [0.6, 0.5], [-0.6, 0.5]] }]
[words]
red = { de = "Roter Würfel", en = "Red die" }
blue = { de = "Blauer Würfel", en = "Blue die" }
sun = { de = "Sonne", en = "Sun" }
moon = { de = "Mond", en = "Moon" }
"""
ALL = [("red", "sun"), ("red", "moon"), ("blue", "sun")]
FACES = {"1": ALL[0], "2": ALL[1], "3": ALL[2]}
"""What a drawn die with so many pips stands for."""


def game() -> Any:
    """The probe game whose roll is made with rune dice."""
    (point,) = entry_points(group="sternwarte.games", name="probe")
    probe: Any = type(point.load())
    numbers = {f"{kind}:{face}": number + 1 for number, (kind, face) in enumerate(ALL)}

    class Runes(probe):  # type: ignore[misc]
        """The same with other dice."""

        def prompt(self, state: Any) -> Any:
            found = super().prompt(state)
            demands = [
                msgspec.structs.replace(one, sees="symbols:runes:2") if one.sees else one
                for one in found.demands
            ]
            return msgspec.structs.replace(found, demands=tuple(demands))

        def step(self, state: Any, draft: Any) -> Any:
            chosen = draft.all("faces")
            if draft.key != "roll":
                return super().step(state, draft)
            if len(chosen) == 2:
                return Roll(faces=tuple(numbers[value] for value in chosen))
            options = tuple(Option(value=value, label=literal(value)) for value in numbers)
            return Step(field="faces", ask=literal("?"), options=options, done=len(chosen), of=2)

    return Runes()


class RuneReader(PlainReader):
    """Reads drawn dice as if their pips were runes."""

    def read(self, picture: Picture, expect: int | None = None) -> Reading:
        """Each die with its kind; one that is not sure may be any face of that kind."""
        found = super().read(picture, expect)
        seen = []
        for one in found.seen:
            kind, face = FACES[one.face]
            likely = tuple((other, 0.5) for of, other in ALL if of == kind)
            seen.append(msgspec.structs.replace(one, kind=kind, face=face, likely=likely))
        return msgspec.structs.replace(found, seen=tuple(seen))
