"""The script ./sternwarte, on a pretended machine: every tool that it may use is a link or a stand-in."""

import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What a bare Debian has, and no more: a tool missing here is a hidden dependency of the script.
TOOLS = """
bash basename cat cksum cp cut env flock grep mkdir readlink rm rmdir setsid sleep tail tr
"""
LIBRARIES = """
libGL.so.1 libEGL.so.1 libGLESv2.so.2 libgbm.so.1 libdrm.so.2 libX11.so.6 libXext.so.6 libXrender.so.1
libmtdev.so.1 libgthread-2.0.so.0
"""

# Stands in for Python, venv, pip and the command line at once, and writes down what was asked of it.
PYTHON = """#!/usr/bin/env bash
echo "python $*" >>"$FAKE_CALLS"
case "$*" in
  --version) echo "Python ${FAKE_VERSION:-3.11.2}" ;;
  *sys.version_info\\ \\<*) [[ ${FAKE_VERSION:-3.11.2} != 3.9* ]] ;;
  *sys.version_info\\ \\>=*) [[ ${FAKE_VERSION:-3.11.2} == 3.11* ]] ;;
  *find_spec*) [[ " ${FAKE_MISSING:-} " != *" ${!#} "* ]] ;;
  "-m venv"*)
    mkdir -p "${!#}/bin" && cp "$0" "${!#}/bin/python" && echo made >"${!#}/pyvenv.cfg"
    ;;
  "-m pip --version") ;;
  *XOpenDisplay*) [[ -z ${FAKE_SCREEN:-} ]] || echo "$FAKE_SCREEN" ;;
  "-m pip install"*)
    echo "Collecting kivy"
    sleep "${FAKE_PIP_SECONDS:-0}"
    exit "${FAKE_PIP_EXIT:-0}"
    ;;
  *)
    printf '%s|' "$PWD" "${DISPLAY:-}" "${SDL_VIDEODRIVER:-}" "${KIVY_NO_ARGS:-}" "${@: -2}"
    [[ -z ${FAKE_APP_SECONDS:-} ]] || exec sleep "$FAKE_APP_SECONDS"
    exit "${FAKE_APP_EXIT:-0}"
    ;;
esac
"""

SERVER = """#!/usr/bin/env bash
if [[ $1 == -help ]]; then
  echo "use: X [:<display>] [option] ${FAKE_SERVER_OPTIONS:-}" >&2
  exit 1
fi
echo "${0##*/} $*" >>"$FAKE_CALLS"
if [[ " $* " == *" -terminate "* ]]; then
  echo 78
  exit
fi
echo $$ >"$FAKE_CALLS.server"
echo 77
exec sleep 60
"""


@dataclass
class Machine:
    """A project folder and a machine around it."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        return self.folder / "a project"

    @property
    def venv(self) -> Path:
        return self.project / ".venv"

    @property
    def script(self) -> Path:
        return self.project / "sternwarte"

    def tool(self, name: str, text: str, folder: str = "bin") -> None:
        path = self.folder / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Never through a link into the real machine.
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def start(
        self, *args: str, script: Path | None = None, cwd: Path | None = None, **env: str
    ) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [script or self.script, *args],
            env=self.env | env,
            cwd=cwd or self.folder,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(
        self, *args: str, script: Path | None = None, cwd: Path | None = None, **env: str
    ) -> subprocess.CompletedProcess[str]:
        process = self.start(*args, script=script, cwd=cwd, **env)
        out, err = process.communicate(timeout=30)
        return subprocess.CompletedProcess(args, process.returncode, out, err)

    def shell(self, code: str, **env: str) -> str:
        """What the script's own functions print."""
        command = ["bash", "-c", f'source "$1"; {code}', "bash", str(self.script)]
        return subprocess.run(
            command, env=self.env | env, text=True, capture_output=True, check=False
        ).stdout.strip()

    def calls(self, part: str) -> list[str]:
        """The calls of stand-ins that contain this text, since the last forget()."""
        log = Path(self.env["FAKE_CALLS"])
        return [line for line in log.read_text().splitlines() if part in line] if log.exists() else []

    def forget(self) -> None:
        Path(self.env["FAKE_CALLS"]).unlink(missing_ok=True)

    def has_server(self) -> bool:
        pid = Path(self.env["FAKE_CALLS"] + ".server")
        stat = Path("/proc") / pid.read_text().strip() / "stat" if pid.exists() else pid
        return stat.exists() and ") Z" not in stat.read_text()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    it = Machine(tmp_path)
    for name in ("sternwarte", "pyproject.toml", "requirements/bookworm.txt", "tests/probe/pyproject.toml"):
        (it.project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, it.project / name)
    for name in TOOLS.split():
        found = shutil.which(name)
        assert found, name
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(found)
    it.tool("python3", PYTHON)
    it.tool("Xvfb", SERVER)
    it.tool("Xwayland", SERVER)
    it.tool("ldconfig", "#!/usr/bin/env bash\nprintf '%s (libc6)\\n' " + " ".join(LIBRARIES.split()))
    it.tool("swrast_dri.so", "", "system/usr/lib/some-arch/dri")
    it.env = {
        "PATH": str(tmp_path / "bin"),
        "HOME": str(tmp_path / "home"),
        "LANG": "C",
        "FAKE_CALLS": str(tmp_path / "calls"),
        "STERNWARTE_SYSTEM": str(tmp_path / "system"),
    }
    return it


def wait_until(condition: Callable[[], object], seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while not (done := bool(condition())) and time.monotonic() < end:
        time.sleep(0.02)
    return done


def test_help_needs_no_set_up(machine: Machine) -> None:
    english = machine.run("--help")
    assert english.returncode == 0
    assert "./sternwarte test" in english.stdout
    assert "Umgebung" in machine.run("--help", LANG="de_DE.UTF-8").stdout
    assert "Environment" in machine.run("--help", LANG="de_DE.UTF-8", LC_ALL="en_GB.UTF-8").stdout
    assert not machine.venv.exists()
    assert not machine.calls("")


def test_old_python_is_named(machine: Machine) -> None:
    result = machine.run("sim", FAKE_VERSION="3.9.2")
    assert result.returncode == 1
    assert "3.11" in result.stderr
    assert "Python 3.9.2" in result.stderr
    assert not machine.venv.exists()


def test_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    machine.tool("python3", "#!/usr/bin/env bash\nexit 1")
    machine.tool("python3.12", PYTHON)
    assert machine.run("sim", FAKE_VERSION="3.12.1").returncode == 0


def test_set_up_happens_once(machine: Machine) -> None:
    first = machine.run("sim")
    assert first.returncode == 0
    assert "1/2" in first.stderr
    assert "2/2" in first.stderr
    assert machine.calls(
        f"pip install --disable-pip-version-check --no-input --prefer-binary -e {machine.project}"
    )
    machine.forget()
    second = machine.run("sim")
    assert second.stderr == ""
    assert second.stdout == first.stdout
    assert len(machine.calls("")) == 1


def test_later_starts_only_start(machine: Machine) -> None:
    machine.run("sim")
    machine.forget()
    forbidden = ("python3", "apt-get", "sudo", "ldconfig", "flock")
    for name in forbidden:
        machine.tool(name, f'#!/usr/bin/env bash\necho "{name} $*" >>"$FAKE_CALLS"\nexit 1')
    before = machine.venv.stat().st_mtime_ns, (machine.venv / ".sternwarte").stat().st_mtime_ns
    result = machine.run("sim")
    assert (result.returncode, result.stderr) == (0, "")
    assert machine.calls("") == ["python -P -m companion.cli sim"]
    assert before == (machine.venv.stat().st_mtime_ns, (machine.venv / ".sternwarte").stat().st_mtime_ns)


def test_set_up_messages_in_german(machine: Machine) -> None:
    assert "Python-Pakete werden installiert" in machine.run("sim", LC_ALL="de_AT.UTF-8").stderr


def test_changed_requirements_are_installed(machine: Machine) -> None:
    machine.run("sim")
    machine.forget()
    with (machine.project / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    machine.run("sim")
    assert len(machine.calls("pip install")) == 1
    assert not machine.calls("-m venv")


def test_moved_project_is_set_up_again(machine: Machine) -> None:
    machine.run("sim")
    machine.forget()
    moved = machine.project.rename(machine.folder / "elsewhere")
    assert machine.run("sim", script=moved / "sternwarte").returncode == 0
    assert machine.calls(f"-e {moved}")


def test_tests_need_more_than_the_app(machine: Machine) -> None:
    machine.run("sim")
    assert not machine.calls("[test]")
    machine.run("test")
    assert machine.calls(f"-e {machine.project}[test] -e {machine.project}/tests/probe")
    machine.forget()
    machine.run("sim")
    machine.run("test")
    assert not machine.calls("pip install")


def test_rules_ask_the_tests(machine: Machine) -> None:
    machine.run("rules", "reworld")
    assert not machine.calls("[test]")
    machine.run("rules", "reworld", "--prove")
    assert machine.calls("[test]")


def test_failed_first_set_up_leaves_nothing(machine: Machine) -> None:
    result = machine.run("sim", FAKE_PIP_EXIT="1")
    assert result.returncode == 1
    assert "Collecting kivy" in result.stderr
    assert "lines above" in result.stderr
    assert str(machine.venv) + ".log" in result.stderr
    assert result.stdout == ""
    assert not machine.venv.exists()
    assert machine.run("sim").returncode == 0


def test_failed_update_keeps_the_environment_but_is_repeated(machine: Machine) -> None:
    machine.run("sim")
    requirements = machine.project / "requirements" / "bookworm.txt"
    before = requirements.read_text()
    requirements.write_text(before + "# changed\n")
    assert machine.run("sim", FAKE_PIP_EXIT="1").returncode == 1
    machine.forget()
    assert machine.run("sim").returncode == 0
    assert machine.calls("pip install")
    assert not machine.calls("-m venv")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_interrupted_set_up_is_repeated_from_the_start(machine: Machine, how: signal.Signals) -> None:
    process = machine.start("sim", FAKE_PIP_SECONDS="1")
    assert wait_until(lambda: machine.calls("pip install"))
    process.send_signal(how)
    process.communicate(timeout=10)
    assert process.returncode != 0
    machine.forget()
    assert machine.run("sim").returncode == 0
    assert machine.calls("-m venv")
    assert machine.calls("pip install")


def test_two_first_starts_at_once_set_up_once(machine: Machine) -> None:
    both = [machine.start("sim", FAKE_PIP_SECONDS="0.5") for _ in range(2)]
    for process in both:
        process.communicate(timeout=20)
    assert [process.returncode for process in both] == [0, 0]
    assert len(machine.calls("pip install")) == 1


def test_working_environment_of_somebody_else_is_kept(machine: Machine) -> None:
    machine.tool("python", PYTHON, "a project/.venv/bin")
    machine.run("sim")
    assert not machine.calls("-m venv")
    assert machine.calls("pip install")


def test_environment_elsewhere(machine: Machine) -> None:
    machine.run("sim", STERNWARTE_VENV="other/place")
    assert (machine.folder / "other" / "place" / "bin" / "python").exists()
    assert not machine.venv.exists()


def test_folder_that_is_no_environment_stays_untouched(machine: Machine) -> None:
    precious = machine.folder / "home" / "letters.txt"
    precious.parent.mkdir()
    precious.write_text("dear")
    result = machine.run("sim", STERNWARTE_VENV=str(precious.parent))
    assert result.returncode == 1
    assert precious.read_text() == "dear"
    assert not machine.calls("pip install")


def test_missing_packages_are_named_and_work_goes_on(machine: Machine) -> None:
    machine.tool("ldconfig", "#!/usr/bin/env bash\necho 'libGL.so.1 (libc6)'")
    result = machine.run("sim")
    assert "libmtdev1" in result.stderr
    assert "libgl1 " not in result.stderr
    assert "sudo apt-get install" in result.stderr
    assert "2/2" in result.stderr
    assert result.returncode == 0


def test_missing_packages_are_installed(machine: Machine) -> None:
    (machine.folder / "bin" / "Xvfb").unlink()
    call = '#!/usr/bin/env bash\necho "apt-get $*" >>"$FAKE_CALLS"'
    machine.tool("apt-get", call)
    machine.tool("sudo", '#!/usr/bin/env bash\n[[ $1 == -* ]] || exec "$@"')
    machine.tool("true", "#!/usr/bin/env bash")
    result = machine.run("sim", FAKE_MISSING="ensurepip")
    assert "python3-venv" in result.stderr
    assert "1/3" in result.stderr
    assert [c.split(" ", 1)[1] for c in machine.calls("apt-get")] == [
        "update",
        "install -y --no-install-recommends xvfb python3-venv",
    ]
    assert result.returncode == 1, "the stand-in installed nothing, so there is no way on"
    assert not machine.venv.exists()


@pytest.mark.parametrize(("version", "pinned"), [("3.11.2", True), ("3.13.5", False)])
def test_raspberry_pi_sees_the_systems_camera_library(machine: Machine, version: str, pinned: bool) -> None:
    machine.tool("model", "Raspberry Pi 5 Model B Rev 1.0\0", "system/proc/device-tree")
    machine.tool("python3", PYTHON, "system/usr/bin")
    result = machine.run("sim", FAKE_VERSION=version, FAKE_MISSING="picamera2")
    assert "python3-picamera2" in result.stderr
    assert machine.calls("-m venv --system-site-packages")
    assert bool(machine.calls("requirements/bookworm.txt")) == pinned


def test_exit_code_arguments_and_folder_pass_through(machine: Machine) -> None:
    cwd = machine.folder / "somewhere else"
    cwd.mkdir()
    result = machine.run("replay", "a file*.txt", cwd=cwd, FAKE_APP_EXIT="7")
    assert result.returncode == 7
    assert result.stdout == f"{cwd}|||1|replay|a file*.txt|"


def test_runs_through_a_link(machine: Machine) -> None:
    link = machine.folder / "link"
    link.symlink_to("a project/sternwarte")
    assert machine.run("sim", script=link).returncode == 0
    assert (machine.venv / "bin" / "python").exists()


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
