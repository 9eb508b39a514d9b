"""What is attacked: something that reads bytes which others could have written."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from pathlib import Path
from random import Random

from .mutations import mutated

__all__ = ["Target"]


class Target(abc.ABC):
    """Reads what was damaged; whatever it raises but a one-line `ParlourError` is a defect."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # of its own, where the damaged file lies

    @abc.abstractmethod
    def samples(self) -> Sequence[bytes]:
        """What is whole, made by Parlour itself."""

    @abc.abstractmethod
    def read(self, content: bytes) -> None:
        """Let Parlour read it as it does for a user."""

    def case(self, samples: Sequence[bytes], random: Random) -> bytes:
        """A damaged sample."""
        return mutated(samples, random)

    def file(self, content: bytes, name: str) -> Path:
        """A file of the damaged bytes."""
        path = self.folder / name
        path.write_bytes(content)
        return path

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Let go of everything."""
