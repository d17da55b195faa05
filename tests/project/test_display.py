"""The script ./sternwarte finds the screen, or makes one that ends with the app."""

import signal
import subprocess
from collections.abc import Iterator

import pytest
from pretended_machine import Machine, wait_until


def test_tests_run_on_a_display_of_their_own(machine: Machine) -> None:
    result = machine.run("test", "-k", "dice", DISPLAY=":5", WAYLAND_DISPLAY="wayland-0", FAKE_APP_EXIT="3")
    assert result.returncode == 3
    assert result.stdout == f"{machine.project}|:77|x11|1|-k|dice|"
    assert wait_until(lambda: not machine.has_server())


def test_ci_measures_coverage(machine: Machine) -> None:
    assert "--cov" in "".join(machine.run("test", CI="true").stdout)
    assert "--cov" not in machine.run("test").stdout
    assert "--cov" not in machine.run("test", "tests/engine", CI="true").stdout


@pytest.fixture
def demo(machine: Machine) -> Iterator[subprocess.Popen[str]]:
    machine.run("sim")
    process = machine.start("demo", "reworld", FAKE_APP_SECONDS="30")
    assert wait_until(lambda: machine.calls("companion.cli demo"))
    assert machine.has_server()
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_virtual_display_ends_with_the_app(
    machine: Machine, demo: subprocess.Popen[str], how: signal.Signals
) -> None:
    demo.send_signal(how)
    assert demo.wait(5) == -how
    assert wait_until(lambda: not machine.has_server())


def test_virtual_display_is_announced(machine: Machine) -> None:
    machine.run("sim")
    assert "virtual display" in machine.run("demo", "reworld").stderr
    assert "virtual display" in machine.run().stderr


def test_virtual_display_that_does_not_start(machine: Machine) -> None:
    machine.run("sim")
    machine.tool("Xvfb", "#!/usr/bin/env bash\nexit 1")
    result = machine.run("demo", "reworld")
    assert result.returncode == 1
    assert "Xvfb" in result.stderr


@pytest.mark.parametrize(
    ("env", "card", "status", "kind"),
    [
        ({"DISPLAY": ":0"}, True, "connected", "x11"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False, "", "x11"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, "connected", "wayland"),
        ({}, True, "connected", "drm"),
        ({}, True, "disconnected", "virtual"),
        ({}, False, "connected", "virtual"),
        ({"CI": "true"}, True, "connected", "virtual"),
        ({}, False, "", "virtual"),
    ],
)
def test_display_decision(machine: Machine, env: dict[str, str], card: bool, status: str, kind: str) -> None:
    if card:
        machine.tool("card1", "", "system/dev/dri")
    if status:
        machine.tool("status", f"{status}\n", "system/sys/class/drm/card1-DSI-1")
    assert machine.shell("display_kind", **env) == kind
    machine.env |= env
    where = {"x11": ":0 x11", "wayland": ":77 x11", "drm": "kmsdrm", "virtual": ":77 x11"}[kind]
    assert machine.shell('prepare_display; echo "${DISPLAY:-} ${SDL_VIDEODRIVER:-}"') == where
    assert bool(machine.calls("Xwayland")) == (kind == "wayland")
    assert bool(machine.calls("Xvfb")) == (kind == "virtual")


@pytest.mark.parametrize("screen", ["", "800x480"])
@pytest.mark.parametrize("options", ["", "-fullscreen -geometry"])
def test_wayland_without_x_is_a_kiosk(machine: Machine, options: str, screen: str) -> None:
    machine.run("sim")
    env = {"WAYLAND_DISPLAY": "wayland-0", "FAKE_SERVER_OPTIONS": options, "FAKE_SCREEN": screen}
    size = "${KCFG_GRAPHICS_WIDTH-} ${KCFG_GRAPHICS_HEIGHT-}"
    code = f'prepare_display; echo "$DISPLAY $STERNWARTE_FULLSCREEN {size}"'
    assert machine.shell(code, **env).split() == [":77", "1", *screen.replace("x", " ").split()]
    call = machine.calls("Xwayland")[-1]
    assert ("-fullscreen" in call) == bool(options)
    assert ("-geometry 800x480" in call) == bool(options and screen)
    assert ("-geometry" in call) == bool(options and screen)
    assert wait_until(lambda: not machine.has_server())


@pytest.mark.parametrize("env", [{"DISPLAY": ":0"}, {}])
def test_elsewhere_the_app_opens_a_window(machine: Machine, env: dict[str, str]) -> None:
    assert machine.shell('prepare_display; echo "full ${STERNWARTE_FULLSCREEN:-no}"', **env) == "full no"


@pytest.mark.parametrize(("verbose", "mode"), [("", "PYTHON"), ("1", "default")])
def test_what_goes_wrong_is_seen_and_the_rest_on_request(machine: Machine, verbose: str, mode: str) -> None:
    code = 'prepare_kivy "$HOME/kivy"; echo "${KIVY_LOG_MODE:-default} ${KIVY_NO_CONSOLELOG:-loud}"'
    assert machine.shell(code, STERNWARTE_VERBOSE=verbose) == f"{mode} loud"
