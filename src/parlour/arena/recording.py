"""A file of records that grows as games end."""

from __future__ import annotations

from pathlib import Path

from parlour.arena.schedule import Slot
from parlour.errors import ParlourError
from parlour.record import Record
from parlour.stopping import whole

__all__ = ["Recording"]


class Recording:
    """Writes every game to a file as it ends, in the order of the plan: a game waits for those before it.

    The file is written straight through, whatever it is: devices and pipes are never replaced.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: dict[int, str] = {}
        self._next = 0
        try:
            if path.is_block_device() or path.is_socket():
                raise OSError("it is not a regular file")
            self._stream = path.open("wb", buffering=0)
        except OSError as error:
            raise self._refusal(error) from None

    def add(self, slot: Slot, record: Record) -> None:
        """A game has ended."""
        with whole():
            self._waiting[slot.number] = record.text()
            while self._next in self._waiting:
                self._write(self._waiting.pop(self._next))
                self._next += 1

    def close(self) -> None:
        """Write the games that waited for others, and let the file go."""
        with whole():
            for number in sorted(self._waiting):
                self._write(self._waiting.pop(number))
            self._stream.close()

    def _write(self, line: str) -> None:
        left = memoryview(line.encode() + b"\n")
        try:
            while left:
                left = left[self._stream.write(left) or 0 :]
        except OSError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: OSError) -> ParlourError:
        return ParlourError(f"cannot write {self.path}: {error.strerror or error}")
