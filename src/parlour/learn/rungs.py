"""The models of some rounds of a training run, kept in a folder beside the model: the rungs of its ladder."""

from __future__ import annotations

from pathlib import Path

from parlour.errors import ParlourError
from parlour.files import make_folder, write_bytes
from parlour.model import ENDING, FOLDER

__all__ = ["clear", "folder_of", "keep", "rungs_of"]


def folder_of(model: Path) -> Path:
    """Where the rungs of the run that makes a model lie."""
    return model.with_suffix("")


def _is_rung(done: int) -> bool:
    """Whether the model after so many rounds is kept: 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on."""
    while done % 2 == 0:
        done //= 2
    return done in (1, 3)


def keep(model: Path, done: int, *, last: bool) -> None:
    """Keep the model after so many rounds, if it is the last one or its turn."""
    if last or _is_rung(done):
        write_bytes(make_folder(folder_of(model)) / f"{done:04}{ENDING}", model.read_bytes())


def clear(model: Path) -> None:
    """Delete the rungs of an earlier run, when it is begun afresh."""
    for path in folder_of(model).glob(f"[0-9][0-9][0-9][0-9]{ENDING}"):
        path.unlink()


def rungs_of(run: str) -> list[Path]:
    """The rungs of a run by its model's name, or by the path of its model or folder, from the first on."""
    path = Path(run) if "/" in run or run.endswith(ENDING) else FOLDER / run
    folder = folder_of(path) if path.suffix == ENDING else path
    rungs = sorted(folder.glob(f"[0-9]*{ENDING}"), key=lambda rung: (len(rung.name), rung.name))
    if not rungs:
        raise ParlourError(f"there are no rounds of a run in {folder}/: parlour train keeps some there")
    return rungs
