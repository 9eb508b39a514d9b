"""Dicewars' positions in text: one line of fields such as ``turn: A``."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games.dicewars.maps import CELLS, MOST_AREAS, lay_out
from parlour.games.dicewars.odds import MOST_DICE
from parlour.games.dicewars.rules import MOST_BATTLES, MOST_RESERVE, PASS_ROUNDS, RULES_2020
from parlour.games.dicewars.state import NOBODY
from parlour.spec import format_fields, read_fields, read_number
from parlour.state import Position, State

__all__ = ["LETTERS", "owner_of", "position", "text"]

LETTERS = "ABCDEFGH"  # the players
FEWEST_AREAS = 29
COUNTERS = {  # and their ranges; the turns of a very long game begin anew from below
    "turns": (-(1 << 15), (1 << 15) - 1),
    "battles": (0, MOST_BATTLES),
    "attacks": (0, MOST_BATTLES),
    "passes": (0, PASS_ROUNDS * len(LETTERS)),
}


def owner_of(state: Position, area: int) -> int:
    """The seat that has an area, both counted from 0."""
    return next(seat for seat, mask in enumerate(state.data["owned"]) if int(mask) >> area & 1)


def text(state: Position) -> str:
    """The position in one line of fields; those that are 0 or empty are left out.

    ``map: 9e3779b97f4a7c15; areas: A3 B1 A8 ...; turn: A; reserve: 2 0; turns: 9; battles: 14;
    attacks: 1; last: 3-2 8:4 00c0ffee00c0ffee``

    `map` is the seed that the map grows from; `areas` the owner and the dice of each area from the first on;
    `reserve` the dice of each player that found no place; `turns` and `battles` count from the start,
    `attacks` in this turn, `passes` the ends of turns since the last attack. `last` is the last battle: from
    where and on what, how many dice each side threw, and the random word that their faces follow from.
    """
    s = state.data
    reserve = s["reserve"][: s["players"]]
    areas = [f"{LETTERS[owner_of(state, area)]}{s['dice'][area]}" for area in range(s["areas"])]
    return format_fields(
        {
            "map": f"{int(s['map_seed']):016x}",
            "areas": " ".join(areas),
            "turn": LETTERS[s["turn"]],
            "reserve": " ".join(map(str, reserve)) if reserve.any() else "",
            **{name: str(s[name]) if s[name] else "" for name in COUNTERS},
            "last": _last_text(s),
        }
    )


def _last_text(s: Any) -> str:
    if s["last_source"] == NOBODY:
        return ""
    attack, throw = f"{s['last_source'] + 1}-{s['last_target'] + 1}", int(s["throw"])
    return f"{attack} {s['last_attackers']}:{s['last_defenders']} {throw:016x}"


def position(game: Game, text: str) -> State:
    """The state of a line of fields as `text` writes them; `map`, `areas` and `turn` are needed."""
    names = ("map", "areas", "turn", "reserve", *COUNTERS, "last")
    fields = read_fields("a Dicewars position", text, names, names[:3])
    state = game.blank()
    s = state.data
    s["players"], s["turn"] = game.players, _seat(game, fields["turn"])
    _read_areas(game, s, fields["areas"].split())
    _read_map(s, fields["map"])
    _read_reserve(s, fields["reserve"].split())
    for name, (low, high) in COUNTERS.items():
        s[name] = read_number(name, fields[name], low, high)
    _read_last(s, fields["last"])
    _settle(s)
    return state


def _seat(game: Game, letter: str) -> int:
    letters = LETTERS[: game.players]
    if len(letter) != 1 or letter not in letters:
        raise ParlourError(f"'{letter[:8]}' is no player: expected a letter from A to {letters[-1]}")
    return letters.index(letter)


def _read_areas(game: Game, s: Any, words: list[str]) -> None:
    most = FEWEST_AREAS if game.encoded[1] == RULES_2020 else MOST_AREAS
    if not FEWEST_AREAS <= len(words) <= most:
        raise ParlourError(f"areas: there are {len(words)}: expected {FEWEST_AREAS} to {most}")
    s["areas"] = len(words)
    for area, word in enumerate(words):
        s["owned"][_seat(game, word[:1])] |= 1 << area
        s["dice"][area] = read_number(f"area {area + 1} {word[:8]}", word[1:], 1, MOST_DICE)


def _read_map(s: Any, word: str) -> None:
    """The seed of the map, and which areas touch on it."""
    if not re.fullmatch("[0-9a-f]{16}", word):
        raise ParlourError(f"map: '{word[:20]}' is no seed: expected 16 digits 0-9 and a-f")
    s["map_seed"] = int(word, 16)
    grid, masks = np.empty(CELLS, np.int8), np.empty(MOST_AREAS + 1, np.uint32)
    lay_out(s["map_seed"], int(s["areas"]), grid, masks)
    s["neighbours"] = masks


def _read_reserve(s: Any, words: list[str]) -> None:
    if words and len(words) != s["players"]:
        raise ParlourError(f"reserve: there are {len(words)} numbers: expected one for each player")
    for seat, word in enumerate(words):
        s["reserve"][seat] = read_number("reserve", word, 0, MOST_RESERVE)


def _read_last(s: Any, text: str) -> None:
    """The last battle: ``3-2 8:4 00c0ffee00c0ffee``."""
    s["last_source"] = s["last_target"] = NOBODY
    if not text:
        return
    battle = re.fullmatch("([0-9]{1,2})-([0-9]{1,2}) ([2-8]):([1-8]) ([0-9a-f]{16})", text)
    if not battle or not _touch(s, int(battle[1]) - 1, int(battle[2]) - 1):
        raise ParlourError(
            f"last: '{text[:40]}' is no battle: expected two neighbours, the dice thrown "
            "and 16 digits 0-9 and a-f such as 3-2 8:4 00c0ffee00c0ffee"
        )
    s["last_source"], s["last_target"] = int(battle[1]) - 1, int(battle[2]) - 1
    s["last_attackers"], s["last_defenders"], s["throw"] = int(battle[3]), int(battle[4]), int(battle[5], 16)


def _touch(s: Any, source: int, target: int) -> bool:
    """Whether two numbers are those of neighbours."""
    return 0 <= source < s["areas"] and target >= 0 and bool(int(s["neighbours"][source]) >> target & 1)


def _settle(s: Any) -> None:
    """Work out whether somebody has won, and whether the game is over."""
    sides = [int(mask).bit_count() for mask in s["owned"]]
    s["winner"] = sides.index(s["areas"]) if s["areas"] in sides else NOBODY
    idle = s["passes"] >= PASS_ROUNDS * sum(areas > 0 for areas in sides)
    s["over"] = s["winner"] != NOBODY or s["battles"] >= MOST_BATTLES or idle
