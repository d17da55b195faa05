"""The bench that kills the process: a few kills lose nothing, and a loss would be noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"

LATE = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import kill
from companion.store.file import File

add = File.add

def late(self, *rows):
    held, self.held = getattr(self, "held", ()), rows if rows[0].table == "records" else ()
    for batch in (held, () if self.held else rows):
        if batch:
            add(self, *batch)

File.add = late
sys.exit(kill.main())
"""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")


def run(*words):
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120, check=False)


def test_killed_processes_lose_nothing():
    done = run(str(BENCH / "kill.py"), "--game", "probe", "--times", "5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].split() == ["losses", "0"]


def test_a_store_that_writes_too_late_is_found_out():
    done = run("-c", LATE, str(BENCH), "--game", "probe", "--times", "25")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "only" in done.stdout
