"""The app as a whole: how it starts, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import registry
from companion.engine import Setup
from companion.engine.notation import players

HEAVY = ("cv2", "numpy", "segno")

STARTED = """
import sys
from companion.app import SternwarteApp
from companion.store import Store
app = SternwarteApp(store=Store(sys.argv[1]))
app._run_prepare()
print(app.house.screen, *[name for name in sys.argv[2:] if name in sys.modules])
"""


@pytest.mark.screen
def test_the_first_screen_imports_nothing_it_does_not_need(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path), *HEAVY, "companion.ui.play"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["home"]


@pytest.mark.screen
def test_without_a_waiting_game_it_begins_at_home(start):
    assert start().house.screen == "home"


@pytest.mark.screen
def test_a_game_put_away_is_not_opened_by_itself(start, tmp_path):
    screen = start(Setup(game="probe", players=players("Anna", "Ben")))
    screen.house.panel.put_away()
    screen.close()
    assert start(folder=tmp_path).house.screen == "home"


@pytest.mark.screen
def test_a_game_that_is_no_longer_installed_does_not_stop_the_start(start):
    screen = start(Setup(game="gone", players=players("Anna", "Ben")))
    assert screen.house.screen == "home"


@pytest.mark.screen
def test_the_end_of_the_game_leads_to_the_final_score_and_is_kept(start):
    screen = start(Setup(game="probe", players=players("Anna", "Ben"), depth="scoring"))
    panel = screen.house.panel
    while screen.house.table.outcome() is None:
        demand = panel.way.prompt.demands[0]
        panel.open(demand.draft)
        while panel.way.step is not None and panel.way.draft.seat == demand.seat:
            step = panel.way.step
            panel.answer(step.low if step.entry == "number" else step.legal[0].value)
    screen.frames()
    assert screen.house.screen == "final"
    assert screen.app.store.finished()[0].result is not None


def test_games_are_found_by_entry_point():
    assert "probe" in registry.games()
    assert registry.load("probe") is registry.games()["probe"]
    with pytest.raises(registry.UnknownGame, match="nothing"):
        registry.load("nothing")
