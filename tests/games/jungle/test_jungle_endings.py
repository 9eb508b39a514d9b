"""Jungle's endgame tables against forward search, and in play."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numba import types

from parlour.agent import Agent, Clock, agent
from parlour.game import Game, game
from parlour.games.jungle.best import engine
from parlour.games.jungle.best.endgames import extend, layout, load
from parlour.games.jungle.best.endings import (
    ENDINGS,
    NO_TABLE,
    Endings,
    animal_sets,
    canonical,
    look_up,
    result_of,
    table_size,
)
from parlour.games.jungle.rules import QUIET_LIMITS
from parlour.games.jungle.state import DRAWN, RUNNING, WON_0, fields
from parlour.games.jungle.terrain import ANIMALS, DENS, GROUND
from parlour.kernel import STATE, compiled
from parlour.search.minimax import WIN
from parlour.state import State

SHEET, JUDGE = game("jungle"), game("jungle:rules=judge")
BOTH = pytest.mark.parametrize("rules", [SHEET, JUDGE], ids=["sheet", "judge"])


@compiled(types.int64(STATE, ENDINGS))
def entry_at(state, endings):
    """The entry of a running position, for callers in Python; `NO_TABLE` when its animals have no table."""
    return look_up(fields(state), endings)


@compiled(types.int64(STATE, ENDINGS))
def exact_result(state, endings):
    """How a running game ends under perfect play (as `result` in the rules), when the tables know."""
    s = fields(state)
    entry = look_up(s, endings)
    return np.int64(RUNNING) if entry == NO_TABLE else np.int64(result_of(s, entry))


def number(rules: Game) -> int:
    return int(rules.encoded[0])


def limit(rules: Game) -> int:
    return int(QUIET_LIMITS[number(rules)])


def random_ending(rules: Game, rng: np.random.Generator, animals: int, quiet: int) -> State:
    """A running position with so many animals, drawn at random."""
    while True:
        codes = list(animal_sets(animals))
        code = codes[rng.integers(len(codes))]
        slots = [slot for slot in range(16) if code >> slot & 1]
        spots = [s for s in range(63) if s not in DENS]
        board = ["."] * 63
        for slot in slots:
            swims = slot % 8 == 0
            free = [s for s in spots if board[s] == "." and (swims or GROUND[s] != "~")]
            sign = ANIMALS[slot % 8]
            board[free[rng.integers(len(free))]] = sign if slot < 8 else sign.upper()
        return rules.position(f"{''.join(board)} {rng.integers(2)} {quiet}")


def table_result(state: State) -> int:
    return int(exact_result(state.buffer, load(number(state.game))))


def forward_result(state: State, fewest: int) -> int:
    """The result by forward search; with fewer than `fewest` animals the tables are trusted."""
    if state.over:
        return int(state.data["result"])
    if (state.data["places"] != 63).sum() < fewest:
        return table_result(state)
    own, other = WON_0 + state.mover, WON_0 + 1 - state.mover
    best = other
    for action in state.legal_moves:
        after = state.copy()
        after.advance(action)
        found = forward_result(after, fewest)
        if found == own:
            return own
        if found == DRAWN:
            best = DRAWN
    return best


@BOTH
def test_two_animals_agree_with_minimax_to_the_end_of_the_game(rules):
    rng, seen = np.random.default_rng(1), set()
    for _ in range(200):
        left = int(rng.integers(1, 7))
        state = random_ending(rules, rng, 2, limit(rules) - left)
        player = agent(rules, f"minimax:depth={left}")
        player.begin(rules, state.mover, 0)
        player.choose(state.view(), Clock())
        score = player.explain().candidates[0].score
        expected = DRAWN if score == 0 else WON_0 + (state.mover if score > 0 else 1 - state.mover)
        assert abs(score) > WIN / 2 or score == 0
        assert table_result(state) == expected, str(state)
        seen.add(expected)
    assert seen == ({1, 2, 3} if number(rules) else {1, 2})


@BOTH
def test_three_animals_agree_with_forward_search(rules):
    rng = np.random.default_rng(2)
    for _ in range(60):
        state = random_ending(rules, rng, 3, limit(rules) - int(rng.integers(1, 5)))
        assert table_result(state) == forward_result(state, 3), str(state)


@BOTH
def test_entries_are_one_more_than_the_best_successor_has(rules):
    """An entry follows from those one move later, at any distance from the limit."""
    rng, endings = np.random.default_rng(3), load(number(rules))
    for _ in range(400):
        state = random_ending(rules, rng, 3, 0)
        entry = int(entry_at(state.buffer, endings))
        mine = 1 if state.mover == 0 else -1
        wins, losses, others = [], [], 0
        for action in state.legal_moves:
            after = state.copy()
            after.advance(action)
            if after.over or after.data["quiet"] == 0:
                result = int(after.data["result"]) if after.over else table_result(after)
                sign = 0 if result == DRAWN else (1 if result == WON_0 else -1)
                value = mine * sign
            else:
                value = mine * int(entry_at(after.buffer, endings))
                value += 1 if value > 0 else (-1 if value < 0 else 0)
            if value > 0:
                wins.append(value)
            elif value < 0:
                losses.append(-value)
            else:
                others += 1
        if wins and min(wins) <= limit(rules):
            assert mine * entry == min(wins), str(state)
        elif others or (losses and max(losses) > limit(rules)) or wins:
            assert entry == 0, str(state)
        else:
            assert -mine * entry == max(losses), str(state)


def play_on(state: State, seated: list[Agent], seed: int) -> State:
    """Play a position to its end."""
    for seat, player in enumerate(seated):
        player.begin(state.game, seat, seed)
    while not state.over:
        state.play(seated[state.mover].choose(state.view(), Clock()))
    return state


@BOTH
def test_won_endings_are_won_in_play(rules):
    rng, played = np.random.default_rng(4), 0
    rivals = {"best": agent(rules, "best:nodes=300"), "random": agent(rules, "random")}
    winner = agent(rules, "best:nodes=300")
    while played < 60:
        state = random_ending(rules, rng, 3, int(rng.integers(0, 20)))
        if table_result(state) != WON_0 + state.mover or len(state.legal_moves) < 2:
            continue
        seat, rival = state.mover, rivals["best" if played % 2 else "random"]
        seated = [winner, rival] if seat == 0 else [rival, winner]
        assert play_on(state.copy(), seated, played).rewards[seat] == 1, str(state)
        played += 1


def test_sets_that_take_each_other_alike_share_a_table():
    def code(first: str, second: str) -> int:
        return sum(1 << ANIMALS.index(a) for a in first) | sum(256 << ANIMALS.index(a) for a in second)

    assert canonical(code("d", "j")) == canonical(code("c", "w")) == code("c", "d")
    assert canonical(code("l", "w")) == code("t", "c")
    assert canonical(code("l", "t")) == code("l", "t")
    assert canonical(code("re", "j")) == code("re", "c")
    assert canonical(code("cw", "d")) == code("cw", "d")
    for number in range(2, 5):
        for original in animal_sets(number):
            shared = canonical(original)
            assert canonical(shared) == shared
            assert table_size(shared) == table_size(original)


def test_shared_tables_hold_for_every_set_that_shares_them():
    """The Dog against Wolf and Jaguar is the Cat against Dog and Wolf: the engine without tables agrees."""
    rng = np.random.default_rng(5)
    for _ in range(40):
        state = random_ending(SHEET, rng, 2, 22)
        player = agent(SHEET, "best:depth=8,tables=0")
        player.begin(SHEET, state.mover, 0)
        player.choose(state.view(), Clock())
        if len(state.legal_moves) > 1:
            sure = table_result(state) == WON_0 + state.mover
            assert (player.score > WIN / 2) == sure, str(state)


def test_the_directory_covers_every_set_of_up_to_three_animals():
    directory, tables, size = layout(3)
    covered = {code for code in range(1 << 16) if directory[code] >= 0}
    assert covered == {code for n in (2, 3) for code in animal_sets(n)}
    assert size == sum(table_size(code) for code in tables)
    endings = load(0)
    assert endings.entries.size == size
    assert np.abs(endings.entries).max() <= 30


def test_more_animals_are_unknown_until_their_table_is_asked_for():
    board = "c......" + "." * 7 + "....w.." + "." * 28 + "......D" + "......J"
    state = SHEET.position(f"{board} 0")
    assert table_result(state) == RUNNING


def test_four_animals_as_they_come_up():
    """Two against two: the table agrees with forward search that trusts it for three."""
    rng = np.random.default_rng(6)
    code = 0b0000_0110_0000_0110  # Cat and Dog on both sides
    endings = extend(load(0), 0, code)
    assert endings.directory[code] == load(0).entries.size
    checked = 0
    while checked < 12:
        squares = rng.choice([s for s in range(63) if GROUND[s] not in "~*"], 4, replace=False)
        board = ["."] * 63
        for sign, square in zip("cdCD", squares, strict=True):
            board[square] = sign
        state = SHEET.position(f"{''.join(board)} {rng.integers(2)} {30 - rng.integers(1, 4)}")
        assert int(exact_result(state.buffer, endings)) == forward_result(state, 4), str(state)
        checked += 1


def test_a_table_that_must_be_made_keeps_no_clock_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    code, made = 0b0000_0110_0000_0110, threading.Event()
    state = SHEET.position("c......" + "." * 7 + "d......" + "." * 28 + "......D" + "......C 0")

    def make_slowly(endings: Endings, judge: int, code: int) -> Endings:
        made.wait(60)
        directory = endings.directory.copy()
        directory[code] = 0
        return Endings(directory, endings.entries)

    monkeypatch.setattr(engine, "extend", make_slowly)
    player = agent(SHEET, "best:seconds=0.02,tables=4")
    assert isinstance(player, engine.Engine)
    player.begin(SHEET, 0, 0)
    assert player.choose(state.view(), Clock()) in state.legal_moves
    assert not player.knows(state)
    made.set()
    assert player.making
    player.making.result(60)
    player._extend(code)
    assert player.knows(state)
