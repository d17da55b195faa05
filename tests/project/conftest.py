from pathlib import Path

import pytest
from pretended_machine import Machine, make_machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return make_machine(tmp_path)
