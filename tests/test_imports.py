"""Imports point one way only, and the rules of a game touch nothing outside themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "vision", "hardware")
ALLOWED: dict[str, set[str]] = {
    "engine": set(),
    "vision": set(),
    "hardware": set(),
    "locale": set(),
    "notify": set(),
    "power": set(),
    "games": {"engine"},
    "store": {"engine"},
    "observe": {"engine", "vision", "hardware"},
    "ui": {"observe", "store", "engine", "locale"},
}
"""What each part may import beside itself."""

FREE = {"app", "cli", "demo", "hands", "registry", "tools"}
"""The parts that put the others together."""

PURE = {"engine", "games"}
OUTSIDE = {
    "os", "io", "sqlite3", "socket", "time", "random", "secrets", "subprocess", "threading", "asyncio",
    "multiprocessing", "pathlib", "shutil", "tempfile", "urllib", "http", "ssl", "select", "signal",
    "datetime", "uuid",
}  # fmt: skip
CALLS = {"open", "input", "print", "eval", "exec", "__import__"}


def part_of(module: str) -> str:
    """The part of the house that a module belongs to; empty for what is not ours."""
    words = module.split(".")
    if words[0] in ("vision", "hardware"):
        return words[0]
    if words[0] != "companion":
        return ""
    return words[1] if len(words) > 1 else "companion"


def imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module that a source imports, by its full name, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                words = module.split(".")
                above = words[: len(words) - node.level + (1 if is_package else 0)]
                base = ".".join([*above, *([base] if base else [])])
            if base in PACKAGES:
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, base


def problems(source: str, module: str, is_package: bool = False) -> list[str]:
    """What a module imports or calls although it must not."""
    tree, own = ast.parse(source), part_of(module)
    if own in FREE or own in ("", "companion"):
        return []
    found = []
    if own not in ALLOWED:
        found.append(f"{module}: the part '{own}' is not in the architecture")
    for line, name in imported(tree, module, is_package):
        other = part_of(name)
        if other and other != own and other not in ALLOWED.get(own, set()):
            found.append(f"{module}:{line}: {own} must not import {other}")
        if own == "games" and other == "games" and name.split(".")[2:3] != module.split(".")[2:3]:
            found.append(f"{module}:{line}: one game must not import another")
        if own in PURE and name.split(".")[0] in OUTSIDE:
            found.append(f"{module}:{line}: {own} must not import {name}")
    if own in PURE:
        found += [
            f"{module}:{node.lineno}: {own} must not call {node.func.id}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS
        ]
    return found


def modules() -> list[tuple[Path, str]]:
    """All sources of the three packages with their module names."""
    found = []
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        words = path.relative_to(ROOT).with_suffix("").parts
        found.append((path, ".".join(words[:-1] if words[-1] == "__init__" else words)))
    return found


def test_imports_point_one_way() -> None:
    found = []
    for path, module in modules():
        found += problems(path.read_text("utf-8"), module, path.name == "__init__.py")
    assert found == []


def test_the_parts_were_looked_at() -> None:
    seen = {part_of(module) for _, module in modules()}
    assert {"engine", "games", "vision", "hardware"} <= seen


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("companion.engine.table", "from companion.store import journal", "engine must not import store"),
        ("companion.engine.table", "from ..games import reworld", "engine must not import games"),
        ("companion.engine.table", "from companion import ui", "engine must not import ui"),
        ("companion.engine.table", "def f():\n    import vision.dice", "engine must not import vision"),
        ("companion.engine.table", "import os.path", "engine must not import os.path"),
        ("companion.games.reworld.game", "import random", "games must not import random"),
        ("companion.games.reworld.game", "from time import sleep", "games must not import time"),
        ("companion.games.reworld.game", "text = open('x').read()", "games must not call open"),
        ("companion.games.reworld.game", "from companion.games.other import x", "one game must not"),
        ("companion.games.reworld.game", "from ..other import x", "one game must not"),
        ("companion.store.journal", "import companion.ui.app", "store must not import ui"),
        ("companion.ui.play", "from companion.games import reworld", "ui must not import games"),
        ("companion.ui.play", "from companion.registry import load", "ui must not import registry"),
        ("companion.observe.dice", "from companion.store import box", "observe must not import store"),
        ("vision.dice", "import companion", "vision must not import companion"),
        ("vision.dice", "from hardware import camera", "vision must not import hardware"),
        ("companion.cloud.upload", "import json", "'cloud' is not in the architecture"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str, said: str) -> None:
    assert any(said in problem for problem in problems(source, module)), problems(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.engine.table", "from . import play\nfrom .game import Game\nimport tomllib"),
        ("companion.engine.play", "from importlib import resources"),
        ("companion.games.reworld.game", "from companion.engine import Game\nfrom .state import Reworld"),
        ("companion.games.reworld.game", "def f(self):\n    self.open()"),
        ("companion.store.journal", "import sqlite3, os\nfrom companion.engine import Journal"),
        ("companion.ui.play", "from companion.store import games\nfrom companion.observe import x"),
        ("companion.observe.dice", "import vision.dice\nfrom hardware import camera"),
        ("companion.cli", "from companion.games import reworld\nimport os"),
        ("companion.tools.sim", "import random, time\nfrom companion.engine import Table"),
    ],
)
def test_a_right_import_is_left_alone(module: str, source: str) -> None:
    assert problems(source, module) == []


def test_relative_imports_of_a_package_are_read_from_inside_it() -> None:
    assert problems("from .table import Table", "companion.engine", is_package=True) == []
    assert problems("from ..ui import app", "companion.engine", is_package=True) != []
