"""Dicewars in text: an attack is ``12-17`` (from area 12 on area 17), ``end`` ends the turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.errors import ParlourError
from parlour.games.dicewars.maps import COLUMNS, LEFT, ROWS, TOP, map_hexes
from parlour.games.dicewars.positions import LETTERS, owner_of, position, text
from parlour.games.dicewars.state import END, NOBODY, SOURCE
from parlour.state import Position

__all__ = ["draw", "forfeit", "format", "last_battle", "owner_of", "parse", "position", "text"]

_COLOURS = (
    "white on blue", "black on dark_orange", "black on green", "white on magenta",
    "black on yellow", "black on cyan", "white on red", "black on white",
)  # fmt: skip


def format(state: Position, action: int) -> str:
    """``12-17`` or ``end``."""
    return "end" if action == END else f"{action // SOURCE + 1}-{action % SOURCE + 1}"


def parse(state: Position, text: str) -> int:
    """The action that a text stands for."""
    word = text.strip().lower()
    if word == "end":
        return END
    areas = int(state.data["areas"])
    shape = re.fullmatch(r"([0-9]{1,4})\s*-\s*([0-9]{1,4})", word)
    numbers = [int(number) for number in shape.groups()] if shape else []
    if not numbers or not all(1 <= number <= areas for number in numbers) or numbers[0] == numbers[1]:
        raise ParlourError(f"'{text}' is no move: expected an attack such as 12-17 (areas 1-{areas}), or end")
    return SOURCE * (numbers[0] - 1) + numbers[1] - 1


def last_battle(state: Position) -> tuple[list[int], list[int]] | None:
    """The dice that attacker and defender threw in the last battle, die by die."""
    s = state.data
    if s["last_source"] == NOBODY:
        return None
    fraction, faces = int(s["throw"]) & (1 << 61) - 1, []
    attackers, defenders = int(s["last_attackers"]), int(s["last_defenders"])
    for _ in range(attackers + defenders):
        fraction *= 6
        faces.append(1 + (fraction >> 61))
        fraction &= (1 << 61) - 1
    return faces[:attackers], faces[attackers:]


def draw(state: Position) -> str:
    """The map, each area as its owner's letter with its number and dice in the middle, and the players."""
    return "\n".join([*_map_lines(state), "", *_player_lines(state), *_battle_lines(state)])


def _map_lines(state: Position) -> list[str]:
    """Every hex is two characters wide; odd rows lie half a hex to the right."""
    width = 2 * COLUMNS + 1
    letters, seats = [[" "] * width for _ in range(ROWS)], [[NOBODY] * width for _ in range(ROWS)]
    for area, hexes in enumerate(map_hexes(state)):
        seat = owner_of(state, area)
        for x, y in hexes:
            for k in range(2):
                letters[y - TOP][x - LEFT + k], seats[y - TOP][x - LEFT + k] = LETTERS[seat].lower(), seat
        _label(letters, hexes, f"{area + 1}:{state.data['dice'][area]}")
    return [_coloured(*row) for row in zip(letters, seats, strict=True) if any(s >= 0 for s in row[1])]


def _label(letters: list[list[str]], hexes: Sequence[tuple[int, int]], text: str) -> None:
    """Write an area's number and dice into the middle of its widest row."""
    runs = {y: [x for x, row in hexes if row == y] for _, y in hexes}
    middle = sum(y for _, y in hexes) / len(hexes)
    y = max(runs, key=lambda row: (min(len(runs[row]), 3), -abs(row - middle)))
    start = (min(runs[y]) + max(runs[y]) + 2) // 2 - (len(text) + 1) // 2 - LEFT
    letters[y - TOP][start : start + len(text)] = text


def _coloured(letters: list[str], seats: list[int]) -> str:
    """A line of the map with the owners' colours."""
    line, at = "", 0
    while at < len(letters):
        end = at
        while end < len(letters) and seats[end] == seats[at]:
            end += 1
        text = "".join(letters[at:end])
        line += text if seats[at] == NOBODY else f"[{_COLOURS[seats[at]]}]{text}[/]"
        at = end
    return line.rstrip()


def _player_lines(state: Position) -> list[str]:
    s = state.data
    lines = []
    for seat in range(int(s["players"])):
        areas = [area for area in range(int(s["areas"])) if int(s["owned"][seat]) >> area & 1]
        dice = sum(int(s["dice"][area]) for area in areas)
        turn = ">" if seat == state.mover else " "
        standing = f"{len(areas):2} areas {dice:3} dice, reserve {s['reserve'][seat]}" if areas else "out"
        lines.append(f"{turn} [{_COLOURS[seat]}]{LETTERS[seat]}[/] {standing}")
    return lines


def _battle_lines(state: Position) -> list[str]:
    battle = last_battle(state)
    if battle is None:
        return []
    source, target = int(state.data["last_source"]) + 1, int(state.data["last_target"]) + 1
    attackers, defenders = (f"{' '.join(map(str, side))} = {sum(side)}" for side in battle)
    result = "won" if sum(battle[0]) > sum(battle[1]) else "lost"
    return [f"last battle {source}-{target} {result}: {attackers} against {defenders}"]


def forfeit(state: Position) -> int:
    """What is played for a seat that broke the rules of play: its turn ends.

    The course's rule: out of time ends the turn; after an illegal action or a crash the seat only ends turns.
    """
    return END
