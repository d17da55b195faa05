"""The script ./sternwarte sets up once, repeats what was interrupted, and passes on what it is told."""

import signal

import pytest
from pretended_machine import PYTHON, Machine, wait_until


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


@pytest.mark.parametrize("command", ["install", "uninstall", "update", "doctor"])
def test_commands_for_the_box_need_no_set_up(machine: Machine, command: str) -> None:
    result = machine.run(command, "--dry-run", FAKE_APP_EXIT="4")
    assert (result.returncode, result.stderr) == (4, "")
    assert machine.calls("-P -m companion.cli") == [f"python -P -m companion.cli {command} --dry-run"]
    assert not machine.calls("pip")
    assert not machine.venv.exists()


@pytest.mark.parametrize("where", ["a project/.venv/bin", "system/opt/sternwarte/current/bin"])
def test_the_doctor_looks_at_what_the_app_would_run_with(machine: Machine, where: str) -> None:
    machine.tool("python", PYTHON.replace("python $*", "the-right-python $*"), where)
    assert machine.run("doctor").returncode == 0
    assert machine.calls("") == ["the-right-python -P -m companion.cli doctor"]
    machine.forget()
    machine.run("install")
    assert not machine.calls("the-right-python"), "the system's own Python makes the box's environment"


def test_runs_through_a_link(machine: Machine) -> None:
    link = machine.folder / "link"
    link.symlink_to("a project/sternwarte")
    assert machine.run("sim", script=link).returncode == 0
    assert (machine.venv / "bin" / "python").exists()
