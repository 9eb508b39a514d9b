"""Write a random game of every game and variant out as text: ``python tools/playthroughs.py``.

The files in tests/data/playthroughs show how a game goes and pin it down: a test plays each again, and a
change of rules, notation or drawing is a readable difference. What counts is what a player meets (who is
to move, the legal moves, the position as drawn, the scores), never the layout of a state.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import parlour
from parlour.files import make_folder, write_text
from parlour.kernel import draw, new_rng

__all__ = ["OUT", "PLAYTHROUGHS", "Playthrough"]

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "tests" / "data" / "playthroughs"
STREAM = 96  # of the chance that picks the moves: no seat and no deal has it
LONGEST = 200  # characters of legal moves that are shown


def digest(*parts: str) -> str:
    """A short fingerprint of some texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def picture(position: parlour.State | parlour.View) -> str:
    """A position as plain text, no blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in str(position).splitlines())


def numbers(values: Sequence[float]) -> str:
    """Scores or rewards in a line."""
    return " ".join(f"{value:.6g}" for value in values)


def some_of(texts: Sequence[str]) -> str:
    """As many of the moves as fit a line or two."""
    shown: list[str] = []
    for text in texts:
        if shown and len("; ".join([*shown, text])) > LONGEST:
            return f"{'; '.join(shown)}; and {len(texts) - len(shown)} more"
        shown.append(text)
    return "; ".join(shown)


class Ply:
    """One position of a game as its players meet it."""

    def __init__(self, state: parlour.State, number: int) -> None:
        self.number, self.mover = number, state.game.seat_name(state.mover)
        self.position, self.scores = picture(state), numbers(state.scores)
        self.moves = [state.format(action) for action in state.legal_moves]
        seats = range(state.game.players) if state.game.hidden else ()
        self.views = [digest(picture(state.view(seat))) for seat in seats]
        self.digest = digest(self.mover, self.position, self.scores, *self.moves, *self.views)

    def short(self, move: str) -> str:
        """The ply in a line."""
        return f"{self.number}  {self.digest}  {self.mover}, {len(self.moves)} legal: {move}"

    def full(self, move: str) -> str:
        """The ply with its position and its legal moves."""
        views = [f"views {' '.join(self.views)}"] if self.views else []
        return "\n".join(
            [
                "",
                f"{self.number}  {self.digest}  {self.mover} to move, scores {self.scores}",
                self.position,
                *views,
                f"{len(self.moves)} legal, {digest(*self.moves)}: {some_of(self.moves)}",
                f"plays: {move}",
            ]
        )


@dataclass(frozen=True)
class Playthrough:
    """Which game is played, and how much of it is shown: the first plies, one now and then, and the last."""

    spec: str
    seed: int = 0
    first: int = 100
    every: int = 20  # plies, one is shown
    last: int = 3
    most: int = 1000  # plies; a longer game is broken off

    def text(self) -> str:
        """The game, played and written out."""
        game = parlour.game(f"{ROOT}/{self.spec}" if self.spec.startswith("examples/") else self.spec)
        state = game.new(self.seed)
        plies = list(self._play(state))
        lines = [
            f"game {self.spec}, seed {self.seed}, rules version {game.rules_version}, {len(plies)} plies",
            *self._lines(plies),
            "",
            "the end" if state.over else "broken off here",
            picture(state),
            f"scores {numbers(state.scores)}",
            f"rewards {numbers(state.rewards)}",
        ]
        return "\n".join([*lines, f"all {digest(*(ply.digest for ply, _ in plies), *lines)}", ""])

    def _play(self, state: parlour.State) -> Iterator[tuple[Ply, str]]:
        """Every ply with the move that was drawn for it."""
        rng = new_rng(self.seed, STREAM)
        for number in range(self.most):
            if state.over:
                break
            ply, actions = Ply(state, number), state.legal_moves
            place = ((int(draw(rng)) >> 32) * len(actions)) >> 32
            yield ply, ply.moves[place]
            state.advance(actions[place])

    def _lines(self, plies: Sequence[tuple[Ply, str]]) -> Iterator[str]:
        """Each ply in full or in a line, a blank line between the two ways."""
        was_full = True
        for number, (ply, move) in enumerate(plies):
            full = number < self.first or number % self.every == 0 or number >= len(plies) - self.last
            if was_full and not full:
                yield ""
            yield ply.full(move) if full else ply.short(move)
            was_full = full


PLAYTHROUGHS = {
    "reversi": Playthrough("reversi"),
    "jungle-sheet": Playthrough("jungle", seed=1, first=15),
    "jungle-judge": Playthrough("jungle:rules=judge", seed=1, first=15),
    "isolation": Playthrough("isolation"),
    "isolation-3": Playthrough("isolation:size=3"),
    "isolation-8": Playthrough("isolation:size=8,start=a1-h8", first=15),
    "isolation-15": Playthrough("isolation:size=15", seed=1, first=5),
    "dicewars-2": Playthrough("dicewars:players=2", first=5, every=50, last=2),
    "dicewars-4": Playthrough("dicewars:players=4", first=5, every=60, last=2),
    "dicewars-2020": Playthrough("dicewars:players=2,rules=2020", first=5, every=50, last=2),
    "ticket-to-ride-2": Playthrough("ticket-to-ride:players=2", first=15, every=40),
    "ticket-to-ride-4": Playthrough("ticket-to-ride:players=4", first=9, every=80, last=2),
    "ticket-to-ride-thesis-2": Playthrough("ticket-to-ride:players=2,rules=thesis", first=15, every=40),
    "ticket-to-ride-thesis-4": Playthrough(
        "ticket-to-ride:players=4,rules=thesis", first=9, every=80, last=2
    ),
    "tichu": Playthrough("tichu", first=15, every=40),
    "tichu-no-calls": Playthrough("tichu:calls=no", first=15, every=80),
    "tichu-match": Playthrough("tichu:length=match", first=5, every=80, most=500),
    "tichu-mini": Playthrough("tichu:rules=mini", first=15, every=80),
    "tictactoe": Playthrough("examples/tictactoe.py"),
    "kuhn": Playthrough("examples/kuhn.py"),
    "connect-four": Playthrough("examples/connect_four/", first=10, every=10),
    "connect-four-4": Playthrough("examples/connect_four/:columns=4,rows=4"),
}
"""The games by the names of their files."""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write random games out as text.")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(PLAYTHROUGHS)}; all by default")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the files")
    chosen = parser.parse_args()
    make_folder(chosen.out)
    for name in chosen.names or PLAYTHROUGHS:
        text = PLAYTHROUGHS[name].text()
        print(f"{write_text(chosen.out / f'{name}.txt', text)}: {len(text)} characters")


if __name__ == "__main__":
    main()
