"""Switching off: the box goes down, somebody's computer stays."""

from __future__ import annotations

import sys

import pytest

from companion import power


@pytest.mark.parametrize(("env", "box"), [({"STERNWARTE_BOX": "1"}, True), ({"STERNWARTE_BOX": ""}, False)])
def test_the_service_says_that_this_is_the_box(env: dict[str, str], box: bool) -> None:
    assert power.is_box(env) is box


def test_the_box_is_powered_off_and_the_app_left_to_the_system() -> None:
    calls: list[object] = []
    switch = power.Switch(
        lambda: calls.append("closed"), box=True, run=lambda words: calls.append(words) or ""
    )
    assert switch.off() == ""
    assert calls == [("systemctl", "poweroff", "--no-ask-password")]


def test_on_a_computer_only_the_app_is_closed() -> None:
    calls: list[object] = []
    switch = power.Switch(
        lambda: calls.append("closed"), box=False, run=lambda words: calls.append(words) or ""
    )
    assert switch.off() == ""
    assert calls == ["closed"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.exit('Access denied')", "Access denied"),
        ("raise SystemExit(4)", "4"),
        ("import time; time.sleep(60)", "timed out"),
    ],
)
def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch, code: str, said: str) -> None:
    monkeypatch.setattr(power, "COMMAND", (sys.executable, "-c", code))
    monkeypatch.setattr(power, "PATIENCE", 0.2 if said == "timed out" else 30)
    assert said in power.Switch(lambda: None, box=True).off()


def test_a_machine_without_systemd_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "COMMAND", ("no-such-systemctl",))
    assert "no-such-systemctl" in power.Switch(lambda: None, box=True).off()
