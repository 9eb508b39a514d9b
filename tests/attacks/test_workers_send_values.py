"""Code of others in a worker process cannot make the main process run anything by what it sends."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.arena.engines import Processes
from parlour.arena.parcels import open_parcel
from parlour.arena.schedule import Slot
from parlour.files import write_text

ISOLATION = parlour.game("isolation:size=4")


class Runs:
    """What runs a function when it is read."""

    def __init__(self, function: object, *words: object) -> None:
        self.function, self.words = function, words

    def __reduce__(self) -> tuple[object, ...]:
        return self.function, self.words


@pytest.mark.parametrize("function", [os.system, eval, write_text, getattr, pickle.loads])
def test_nothing_that_runs_is_read(function: object, tmp_path: Path) -> None:
    target = tmp_path / "harm"
    parcel = pickle.dumps([Runs(function, str(target), "x")])
    with pytest.raises(parlour.ParlourError, match="a worker sends what is no answer"):
        open_parcel(parcel)
    assert not target.exists()


def test_records_arrays_and_slots_arrive() -> None:
    record = parlour.play(ISOLATION, [parlour.agent(ISOLATION, "random") for _ in range(2)], 3)
    slot = Slot(1, 0, 5, ("random", "random"), (0, 1))
    values = [record, slot, {"views": np.arange(6, dtype=np.uint8).reshape(2, 3)}, ("x", 1.5, None, {1, 2})]
    again = open_parcel(pickle.dumps(values))
    assert again[:2] == values[:2]
    assert again[0].work == record.work
    assert (again[2]["views"] == values[2]["views"]).all()  # type: ignore[index]
    assert again[3] == values[3]


HARMFUL = """
import os, pickle

class Harm:
    def __reduce__(self):
        return os.mkdir, ({folder!r},)

def choose(view):
    for number in range(3, 40):
        try:
            if os.readlink(f"/proc/self/fd/{{number}}").startswith("pipe:"):
                os.write(number, pickle.dumps(("answers", pickle.dumps([Harm()]))))
        except OSError:
            pass
    return view.legal_moves[0]
"""


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc to find the pipe")
def test_an_agent_that_writes_into_the_pipe_of_its_worker_harms_nobody(tmp_path: Path) -> None:
    bot, folder = tmp_path / "harmful.py", tmp_path / "harm"
    bot.write_text(HARMFUL.format(folder=str(folder)))
    with pytest.raises(parlour.ParlourError, match="a worker sends what is no answer"):
        parlour.match(ISOLATION, [f"{bot}:choose", "random"], games=4, engine=Processes(2))
    assert not folder.exists()
