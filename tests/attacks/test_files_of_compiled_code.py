"""The cache of compiled code: damaged files are made anew, and nobody else's are ever run."""

from __future__ import annotations

import importlib.util
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.kernel import PLAIN, cache_root
from support import run_python

CODE = """
from numba import int64
from parlour.kernel import compiled

@compiled(int64(int64))
def twice(x):
    return 2 * x
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Load a file with one compiled function as a new process would, its cache in a folder of the test."""
    if PLAIN:
        pytest.skip("nothing is compiled")
    source = tmp_path / "double.py"
    source.write_text(CODE)
    monkeypatch.setattr("parlour.kernel.compiling._cache_folder", lambda place: tmp_path / "cache")

    def one() -> Any:
        spec = importlib.util.spec_from_file_location("double", source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.twice

    return one


def from_cache(function: Any) -> bool:
    """Whether a compiled function was loaded rather than compiled."""
    return bool(function.stats.cache_hits)


def kept_files(folder: Path, ending: str) -> list[Path]:
    files = list((folder / "cache").rglob(f"*{ending}"))
    assert files
    return files


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("harm", ["empty", "cut", "flipped", "garbage"])
def test_a_damaged_file_is_compiled_anew(
    load: Callable[[], Any], tmp_path: Path, ending: str, harm: str
) -> None:
    assert load()(21) == 42
    assert from_cache(load())
    for file in kept_files(tmp_path, ending):
        data = bytearray(file.read_bytes())
        half = len(data) // 2
        data[half] ^= 0xFF
        harmed = {"empty": b"", "cut": data[:half], "flipped": data, "garbage": b"cos\nsystem\n(S'x'\ntR."}
        file.write_bytes(harmed[harm])
    anew = load()
    assert anew(21) == 42
    assert not from_cache(anew)
    assert from_cache(load())


def test_a_folder_to_which_others_can_write_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shared, temporary = tmp_path / "shared", tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o777)
    temporary.mkdir()
    monkeypatch.setenv("PARLOUR_CACHE", str(shared))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    root = cache_root.__wrapped__()
    assert root.parent == temporary
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert "others can write to it" in capsys.readouterr().err


@pytest.mark.parametrize("trap", ["open to all", "a link", "of somebody else"])
def test_a_temporary_folder_that_somebody_prepared_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    usual = tmp_path / f"parlour-{os.geteuid()}"
    if trap == "a link":
        (tmp_path / "elsewhere").mkdir()
        usual.symlink_to(tmp_path / "elsewhere")
    else:
        usual.mkdir()
        usual.chmod(0o777 if trap == "open to all" else 0o755)
    if trap == "of somebody else":
        if os.geteuid() != 0:
            pytest.skip("only root can give a folder away")
        os.chown(usual, 65534, 65534)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PARLOUR_CACHE", "/proc/nowhere")
    root = cache_root.__wrapped__()
    assert root != usual
    assert stat.S_IMODE(root.lstat().st_mode) == 0o700
    assert not list(usual.iterdir())


def test_the_temporary_folder_of_an_earlier_run_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PARLOUR_CACHE", "/proc/nowhere")
    assert cache_root.__wrapped__() == cache_root.__wrapped__()


GAMES = """
import sys; sys.path.insert(0, ".")
import parlour
from parlour.agent import agent
from parlour.arena.play import play
from bits import places
game = parlour.game("isolation:size=3")
for seed in range(3):
    print("game", play(game, [agent(game, "random"), agent(game, "random")], seed).text())
print("bits", places())
"""
BITS = """
import numpy as np
from numba import int64
from parlour.kernel import compiled, nth_bit, popcount

@compiled(int64(int64))
def places_of(mask):
    total = 0
    for n in range(popcount(np.uint64(mask))):
        total = 64 * total + nth_bit(np.uint64(mask), n)
    return total

def places():
    return [places_of(mask) for mask in range(1, 1 << 12, 37)]
"""


def test_code_for_any_processor_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba may be told to compile for another processor than this one, which may know fewer instructions."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bits.py").write_text(BITS)
    ours, theirs = (
        [line for line in run_python(GAMES, **target).splitlines() if line.startswith(("game", "bits"))]
        for target in ({}, {"NUMBA_CPU_NAME": "generic"})
    )
    assert ours == theirs
    assert len(ours) == 4
