"""Ways to disable a rule in the source that decides it: every change of a tagged line, one at a time."""

from __future__ import annotations

import ast
import copy
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FLIPPED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Gt, ast.Lt),
    ast.Gt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SIMPLE = (
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Raise, ast.Continue, ast.Break, ast.Delete,
    ast.Assert,
)  # fmt: skip


GONE = object()
"""In place of a node: nothing, where it is one of a list."""


class Change:
    """One change of a tree that can be made and taken back."""

    def __init__(self, label: str, holder: Any, place: str | int, new: Any) -> None:
        self.label = label
        self.holder = holder
        self.place = place
        self.new = new
        self.inserts = False

    def swap(self) -> None:
        """Make the change; a second time: take it back."""
        old: Any
        if self.new is GONE:
            old = self.holder.pop(self.place)
            self.inserts = True
        elif self.inserts:
            self.holder.insert(self.place, self.new)
            old = GONE
        elif isinstance(self.place, int):
            old = self.holder[self.place]
            self.holder[self.place] = self.new
        else:
            old = getattr(self.holder, self.place)
            setattr(self.holder, self.place, self.new)
        self.new = old


class Source:
    """A module's source with the rules that its lines are tagged with."""

    def __init__(self, path: Path, ids: Sequence[str]) -> None:
        self.path = path
        text = path.read_text("utf-8")
        self.tree = ast.parse(text, str(path))
        self.tags = tags(text, set(ids))
        self._annotated = dict(_returns(self.tree))
        self._elements = set(_elements(self.tree))

    def changes(self, rule: str) -> list[Change]:
        """Every change of the lines tagged with a rule, the likeliest to be noticed first."""
        lines = {number for number, ids in self.tags.items() if rule in ids}
        if not lines:
            return []
        found: list[tuple[int, Change]] = []
        for line in sorted(lines):
            for node, holder, place in _on_line(self.tree, line):
                alone = id(node) in self._elements and _first_line(node) == line
                gone = [(0, "left out", GONE)] if alone else []
                for weight, label, new in (*gone, *self._variants(node)):
                    where = f"{self.path.name}:{getattr(node, 'lineno', line)}"
                    found.append((weight, Change(f"{where}: {label}", holder, place, new)))
        return [change for _, change in sorted(found, key=lambda pair: pair[0])]

    def compiled(self, change: Change | None) -> Any:
        """The module's code with a change; SyntaxError where the change makes no sense."""
        if change is None:
            return compile(self.tree, str(self.path), "exec")
        change.swap()
        try:
            return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            change.swap()

    def _variants(self, node: ast.AST) -> Iterator[tuple[int, str, Any]]:
        """A rank (0: the whole effect goes), words, and the node to put in place of this one."""
        match node:
            case ast.If() | ast.IfExp():
                for holds in (False, True):
                    yield 0, f"if {holds}", _with(node, test=ast.Constant(holds))
                yield 1, "if not", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
            case ast.While():
                yield 0, "while False", _with(node, test=ast.Constant(False))
            case ast.For():
                yield 0, "loop over nothing", _with(node, iter=ast.Tuple([], ast.Load()))
            case ast.comprehension() if node.ifs:
                yield 0, "without its condition", _with(node, ifs=[])
                yield 0, "nothing meets the condition", _with(node, ifs=[ast.Constant(False)])
            case ast.match_case():
                yield 0, "case does nothing", _with(node, body=[ast.Pass()])
                yield 1, "case never", _with(node, guard=ast.Constant(False))
            case ast.Return() if node.value is not None:
                for label, value in self._returned(node):
                    yield 0, label, _with(node, value=value)
            case ast.Compare():
                for operator in FLIPPED[type(node.ops[0])]:
                    yield 1, f"comparison {operator.__name__}", _with(node, ops=[operator(), *node.ops[1:]])
                if len(node.ops) > 1:
                    for operator in FLIPPED[type(node.ops[-1])]:
                        flipped = [*node.ops[:-1], operator()]
                        yield 1, f"comparison {operator.__name__}", _with(node, ops=flipped)
            case ast.BoolOp():
                other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                yield 1, "and/or swapped", _with(node, op=other)
                for at in range(len(node.values)):
                    rest = [value for i, value in enumerate(node.values) if i != at]
                    yield (
                        1,
                        f"condition {at + 1} left out",
                        rest[0] if len(rest) == 1 else _with(node, values=rest),
                    )
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                yield 1, "sign or not left out", node.operand
            case ast.BinOp() if type(node.op) in SWAPPED:
                yield 2, f"{SWAPPED[type(node.op)].__name__}", _with(node, op=SWAPPED[type(node.op)]())
                yield 3, "left side only", node.left
            case ast.Constant(value=bool() as value):
                yield 1, f"{not value}", ast.Constant(not value)
            case ast.Constant(value=int() as value):
                yield 2, f"{value} -> {value + 1}", ast.Constant(value + 1)
                yield 4, f"{value} -> {value - 1}", ast.Constant(value - 1)
            case ast.Call():
                yield from _calls(node)
            case ast.List() | ast.Tuple() | ast.Set() if _is_read(node) and node.elts:
                yield 2, "first element left out", _with(node, elts=node.elts[1:])
                yield 4, "first element only", _with(node, elts=node.elts[:1])
            case ast.Dict() if node.keys:
                yield 2, "first entry left out", _with(node, keys=node.keys[1:], values=node.values[1:])
        if isinstance(node, SIMPLE) and not _is_docstring(node):
            yield 0, "left out", ast.Pass()

    def _returned(self, node: ast.Return) -> Iterator[tuple[str, ast.expr]]:
        assert node.value is not None
        told = self._annotated.get(id(node), "")
        if told == "bool" or isinstance(node.value, ast.Compare | ast.BoolOp):
            yield "returns not", ast.UnaryOp(ast.Not(), node.value)
        elif told == "int":
            yield "returns 1 more", ast.BinOp(node.value, ast.Add(), ast.Constant(1))
        elif told.partition("[")[0] in EMPTY:
            yield "returns nothing", ast.parse(EMPTY[told.partition("[")[0]], mode="eval").body
        if re.search(r"\bNone\b|Optional", told):
            yield "returns None", ast.Constant(None)


def _calls(node: ast.Call) -> Iterator[tuple[int, str, Any]]:
    for at, word in enumerate(node.keywords):
        rest = [other for i, other in enumerate(node.keywords) if i != at]
        yield 1, f"without {word.arg or '**'}", _with(node, keywords=rest)
    if isinstance(node.func, ast.Name) and node.func.id in SWAPPED_CALLS:
        other = SWAPPED_CALLS[node.func.id]
        yield 1, f"{node.func.id} -> {other}", _with(node, func=ast.Name(other, ast.Load()))
    if node.args and not isinstance(node.args[0], ast.Starred):
        yield 2, "call left out", node.args[0]


def tags(source: str, ids: set[str]) -> dict[int, set[str]]:
    """The rules named in the comment at the end of each line."""
    found: dict[int, set[str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip():
            named = set(re.findall(r"[\w.-]+", token.string)) & ids
            if named:
                found[token.start[0]] = named
    return found


def _on_line(tree: ast.Module, line: int) -> Iterator[tuple[ast.AST, Any, str | int]]:
    """What a tag on a line means: what begins there; else the statement that ends there."""
    nodes = list(_placed(tree))
    begun = [entry for entry in nodes if _first_line(entry[0]) == line]
    for node, holder, place in begun:
        yield node, holder, place
        if isinstance(node, SCOPES):
            for inner in _placed(node):
                if _first_line(inner[0]) != line:
                    yield inner
    if not begun:
        around = [
            entry
            for entry in nodes
            if isinstance(entry[0], ast.stmt | ast.keyword)
            and entry[0].lineno <= line <= (entry[0].end_lineno or 0)
        ]
        if around:
            node, holder, place = around[-1]
            yield node, holder, place
            if not hasattr(node, "body"):
                yield from _placed(node)


def _placed(tree: ast.AST) -> Iterator[tuple[ast.AST, Any, str | int]]:
    """Every node below, with what holds it; outer ones first. Annotations mean nothing at run time."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        if isinstance(value, ast.AST):
            yield value, tree, field
            yield from _placed(value)
        elif isinstance(value, list):
            for at, part in enumerate(value):
                if isinstance(part, ast.AST):
                    yield part, value, at
                    yield from _placed(part)


def _first_line(node: ast.AST) -> int:
    if isinstance(node, ast.comprehension):
        return node.target.lineno
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    return getattr(node, "lineno", 0)


def _elements(tree: ast.Module) -> Iterator[int]:
    """What stands on a line of its own as one of several: fields of a call, elements of a display."""
    for node in ast.walk(tree):
        parts: Sequence[Any] = ()
        if isinstance(node, ast.Call):
            parts = node.keywords
        elif isinstance(node, ast.List | ast.Tuple | ast.Set) and _is_read(node):
            parts = node.elts
        yield from (id(part) for part in parts if part.lineno > node.lineno)  # type: ignore[attr-defined]


def _returns(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each return with the type that its function promises."""

    def below(node: ast.AST, told: str) -> Iterator[tuple[int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                yield from below(child, ast.unparse(child.returns) if child.returns else "")
                continue
            if isinstance(child, ast.Return):
                yield id(child), told
            yield from below(child, told)

    yield from below(tree, "")


def _with(node: Any, **changes: Any) -> Any:
    new = copy.copy(node)
    for field, value in changes.items():
        setattr(new, field, value)
    return new


def _is_read(node: ast.List | ast.Tuple | ast.Set) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def value_changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values than the one that a rule prints: all parts of it changed, then one at a time."""
    if value is None:
        return
    for step in (1, -1):
        yield f"value, all {step:+}", _shifted(value, step)
    if isinstance(value, list) and value:
        yield "value without its first", value[1:]
        yield "value turned round", value[::-1]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for label, other in value_changes(part):
            changed = copy.copy(value)
            changed[key] = other
            yield f"value {key}: {label}", changed


def _shifted(value: Any, step: int) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + step
    if isinstance(value, str):
        return f"{value}x" if step > 0 else value[1:]
    if isinstance(value, list):
        if value and all(isinstance(part, str) for part in value):
            return value[1:] + value[:1] if step > 0 else value[:-1]
        return [_shifted(part, step) for part in value]
    if isinstance(value, dict):
        return {key: _shifted(part, step) for key, part in value.items()}
    return value
