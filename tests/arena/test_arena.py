"""Schedules, results and engines."""

from __future__ import annotations

import os
import signal
from collections import Counter

import pytest

import parlour
from parlour.agent import Terms
from parlour.arena.crew import Worker
from parlour.arena.engines import Processes, Serial
from parlour.arena.schedule import Deals, Slot, game_seeds, gauntlet, match_slots, round_robin, seatings
from parlour.arena.terms import read_terms
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record
from parlour.stats.results import Results, labels

REVERSI = parlour.game("reversi")
TEAMS = Game("teams", "Teams", "", "none", seats=4, teams=(0, 1, 0, 1))
FOUR = Game("four", "Four", "", "none", seats=4)


def test_seats_are_rotated_and_deals_replayed() -> None:
    slots = match_slots(REVERSI, ["a", "b"], 6, Deals(5))
    assert [slot.seats for slot in slots] == [("a", "b"), ("b", "a")] * 3
    assert [slot.block for slot in slots] == [0, 0, 1, 1, 2, 2]
    assert all(slots[i].seed == slots[i + 1].seed for i in (0, 2, 4))
    assert len({slot.seed for slot in slots}) == 3
    assert [slot.number for slot in slots] == list(range(6))


def test_fresh_deals_are_played_once_and_balanced() -> None:
    slots = match_slots(REVERSI, ["a", "b"], 6, Deals(5, fresh=True))
    assert len({slot.seed for slot in slots}) == 6
    assert [slot.seats for slot in slots] == [("a", "b"), ("b", "a")] * 3
    assert [slot.block for slot in slots] == [0, 0, 1, 1, 2, 2]


def test_more_games_keep_the_first_seeds() -> None:
    assert game_seeds(9, 100)[:10] == game_seeds(9, 10)
    assert game_seeds(9, 10) != game_seeds(10, 10)


def test_teams_change_sides_and_many_seats_rotate() -> None:
    assert seatings(TEAMS, [0, 1]) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert seatings(FOUR, [0, 1, 2, 3]) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    with pytest.raises(ParlourError, match=r"teams needs 4 agents \(or 2, one a team\), not 3"):
        seatings(TEAMS, [0, 1, 2])


def test_round_robin_lets_every_pair_meet_equally_often() -> None:
    slots = round_robin(REVERSI, ["a", "b", "c"], 4)
    met = Counter(slot.seats for slot in slots)
    assert len(met) == 6
    assert set(met.values()) == {2}


def test_a_gauntlet_is_the_first_against_the_field() -> None:
    slots = gauntlet(REVERSI, ["hero", "x", "y"], 2)
    assert Counter(slot.seats for slot in slots) == {
        ("hero", "x"): 1, ("x", "hero"): 1, ("hero", "y"): 1, ("y", "hero"): 1,
    }  # fmt: skip


def test_equal_agents_are_told_apart() -> None:
    assert labels(["a", "b", "a"]) == ["a #1", "b", "a #2"]
    results = parlour.match(REVERSI, ["random", "random"], games=10)
    first, second = results.lines
    assert (first.wins, first.losses) == (second.losses, second.wins)
    assert first.games == second.games == 10


def record(rewards: tuple[float, ...], scores: tuple[float, ...] = (1, 0)) -> Record:
    return Record(
        game="reversi", seats=("a", "b"), moves=(), scores=scores, rewards=rewards,
        times=((0.1, 0.3), (0.2,)), work=(10, 0),
    )  # fmt: skip


def test_results_are_counted_from_every_seat() -> None:
    results = Results(REVERSI, ["a", "b"], 0)
    results.add((0, 1), record((1, -1), (40, 24)), 0)
    results.add((1, 0), record((0, 0), (32, 32)), 0)
    results.add((0, 1), record((-1, 1), (20, 44)), 1)
    a, b = results.lines
    assert (a.wins, a.draws, a.losses) == (1, 1, 1)
    assert (b.wins, b.draws, b.losses) == (1, 1, 1)
    assert a.mean_points == pytest.approx((40 + 32 + 20) / 3)
    assert a.score.value == pytest.approx((0.75 + 0.0) / 2)
    assert a.lead.value == pytest.approx((8 - 24) / 2)
    assert (a.lead.low, a.lead.high) == pytest.approx((-b.lead.high, -b.lead.low))
    assert a.decisions == 5
    assert a.mean_time == pytest.approx((0.4 + 0.2 + 0.4) / 5)
    assert 0.28 < a.slow_time < 0.33
    assert a.speed == pytest.approx(20 / 1.0)


def texts(engine: Serial | Processes, agents: list[str], games: int) -> list[str]:
    found: dict[int, str] = {}
    parlour.match(
        REVERSI, agents, games, 3, engine=engine, on_game=lambda s, r: found.update({s.number: r.text()})
    )
    return [found[number] for number in range(games)]


def test_every_engine_plays_the_same_games() -> None:
    agents = ["mcts:playouts=30", "alphabeta:depth=2"]
    alone = texts(Serial(), agents, 12)
    assert texts(Processes(1), agents, 12) == alone
    assert texts(Processes(3), agents, 12) == alone


def test_a_killed_worker_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    workers: list[Worker] = []
    begin = Worker.__init__

    def noted(self: Worker, *args: object) -> None:
        begin(self, *args)  # type: ignore[arg-type]
        workers.append(self)

    monkeypatch.setattr(Worker, "__init__", noted)
    agents, found = ["mcts:playouts=200", "random"], dict[int, str]()

    def kill_sometimes(slot: Slot, record: Record) -> None:
        found[slot.number] = record.text()
        if len(found) in (3, 9):
            os.kill(workers[-1].process.pid, signal.SIGKILL)

    parlour.match(REVERSI, agents, 20, 3, engine=Processes(2), on_game=kill_sometimes)
    assert len(workers) == 4
    assert [found[number] for number in range(20)] == texts(Serial(), agents, 20)


def test_an_agent_that_crashes_forfeits_and_the_match_goes_on(tmp_path: object) -> None:
    from pathlib import Path

    bot = Path(str(tmp_path)) / "crash_bot.py"
    bot.write_text("def choose(view):\n    raise ValueError('no idea')\n")
    results = parlour.match(REVERSI, [str(bot), "random"], games=4)
    assert results.lines[0].forfeits == {"crash": 4}
    assert results.lines[0].losses == 4
    assert results.lines[1].wins == 4


def test_late_agents_lose_on_time(tmp_path: object) -> None:
    from pathlib import Path

    bot = Path(str(tmp_path)) / "slow_bot.py"
    bot.write_text("import time\ndef choose(view):\n    time.sleep(0.05)\n    return view.legal_moves[0]\n")
    results = parlour.match(REVERSI, [str(bot), "random"], games=2, terms=Terms(move=0.01))
    assert results.lines[0].forfeits == {"timeout": 2}


@pytest.mark.parametrize(("text", "clock"), [("10+0.1", (10, 0.1)), ("60", (60, 0)), ("0.5+0", (0.5, 0))])
def test_clocks_are_read(text: str, clock: tuple[float, float]) -> None:
    terms = read_terms(text)
    assert (terms.bank, terms.increment) == clock


@pytest.mark.parametrize("text", ["", "0", "ten", "10+", "-1", "10+0.1+2"])
def test_bad_clocks_are_told(text: str) -> None:
    with pytest.raises(ParlourError, match="expected seconds for the game"):
        read_terms(text or "nothing")


def test_memory_is_read() -> None:
    assert read_terms(memory="1G").memory == 1 << 30
    assert read_terms(memory="512M").memory == 512 << 20
    with pytest.raises(ParlourError, match="expected a size"):
        read_terms(memory="lots")
