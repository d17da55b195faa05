"""A pretended machine for ./sternwarte: every tool that the script may use is a link or a stand-in."""

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
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
        try:
            return ") Z" not in stat.read_text()
        except OSError:
            # It ended before its file was opened, or while it was read.
            return False


def make_machine(folder: Path) -> Machine:
    """A machine with what a bare Debian has, a recent Python and X servers."""
    it = Machine(folder)
    for name in ("sternwarte", "pyproject.toml", "requirements/bookworm.txt", "tests/probe/pyproject.toml"):
        (it.project / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, it.project / name)
    for name in TOOLS.split():
        found = shutil.which(name)
        assert found, name
        (folder / "bin").mkdir(exist_ok=True)
        (folder / "bin" / name).symlink_to(found)
    it.tool("python3", PYTHON)
    it.tool("Xvfb", SERVER)
    it.tool("Xwayland", SERVER)
    it.tool("ldconfig", "#!/usr/bin/env bash\nprintf '%s (libc6)\\n' " + " ".join(LIBRARIES.split()))
    it.tool("swrast_dri.so", "", "system/usr/lib/some-arch/dri")
    it.env = {
        "PATH": str(folder / "bin"),
        "HOME": str(folder / "home"),
        "LANG": "C",
        "FAKE_CALLS": str(folder / "calls"),
        "STERNWARTE_SYSTEM": str(folder / "system"),
    }
    return it


def wait_until(condition: Callable[[], object], seconds: float = 5) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not (done := bool(condition())) and time.monotonic() < end:
        time.sleep(0.02)
    return done
