"""Imports a module with other code than its file has."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from .mutate import Change, Source


class Mutants(MetaPathFinder):
    """Finds the module of a source and gives it a changed code."""

    def __init__(self, source: Source, change: Change) -> None:
        self.source = source
        self.change = change

    def install(self) -> None:
        """From now on imports take the changed code; where the change makes no sense, the unchanged."""
        try:
            self.code = self.source.compiled(self.change)
        except (SyntaxError, ValueError):
            return
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The usual spec, with another loader where the file is the changed one."""
        if name.rpartition(".")[2] not in (self.source.path.stem, self.source.path.parent.name):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or os.path.realpath(spec.origin or "") != os.path.realpath(self.source.path):
            return None
        spec.loader = _Loader(name, str(self.source.path), self.code)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code
