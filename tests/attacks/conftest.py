"""Attackers need a server: the one of the page's tests, and one that asks for a key."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))

from web_helpers import Served


@pytest.fixture(scope="session")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all attacks."""
    server = Served(tmp_path_factory.mktemp("siege") / "tables.sqlite")
    yield server
    server.stop()
