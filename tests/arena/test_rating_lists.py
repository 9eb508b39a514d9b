"""The rating list of a game: who meets whom, what is kept, and what is told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
import ratings as tool
from parlour.arena.rating import DEAL, Budgets, contenders, next_pairs, rate_agents
from parlour.arena.schedule import Deals, meetings
from parlour.arena.store import Store
from parlour.game import Game, game_names
from parlour.ratings import ANCHOR, keep, kept_list
from parlour.stats.results import Results
from support import Run, lay

REVERSI = parlour.game("reversi")


@pytest.fixture
def tiny(examples: Path, tmp_path: Path) -> Game:
    """A game whose games are over soon, in a folder of its own."""
    return parlour.game(str(lay(examples / "tictactoe.py", tmp_path / "tictactoe.py")))


def results_of(pairs: list[list[int]], agents: int) -> Results:
    """What pairs came to if the agent with the higher number always wins."""
    results = Results(REVERSI, [f"agent-{number}" for number in range(agents)], 0)
    for block, (one, other) in enumerate(pairs):
        for seats in ((one, other), (other, one)):
            results.games.append((seats, (1.0, -1.0) if seats[0] > seats[1] else (-1.0, 1.0), block))
    return results


def test_pairs_that_meet_later_add_games_at_the_end() -> None:
    agents = ["a", "b", "c"]
    first = meetings(REVERSI, agents, DEAL, Deals(5), [[0, 1], [1, 2]])
    longer = meetings(REVERSI, [*agents, "d"], DEAL, Deals(5), [[0, 1], [1, 2], [3, 1]])
    assert longer[: len(first)] == first
    assert ["".join(slot.seats) for slot in longer] == ["ab", "ba", "bc", "cb", "db", "bd"]
    assert [slot.block for slot in longer] == [0, 0, 1, 1, 2, 2]
    assert [slot.number for slot in longer] == list(range(6))
    assert len({slot.seed for slot in longer}) == 3, "every meeting has a deal of its own"


def test_neighbours_meet_once_a_few_games_have_found_them() -> None:
    agents, games, pairs = 8, 40, list[list[int]]()
    rounds = 0
    while more := next_pairs(results_of(pairs, agents), pairs, games):
        late, rounds = pairs[len(pairs) :], rounds + 1
        pairs += more
        late = more
    played = [DEAL * sum(number in pair for pair in pairs) for number in range(agents)]
    assert min(played) >= games
    assert sum(played) <= 1.5 * agents * games
    assert rounds <= 10
    near = [abs(one - other) for one, other in late]
    assert sum(near) / len(near) < 2


def test_agents_that_take_seconds_have_each_budget_and_levels_are_not_counted_twice() -> None:
    names = contenders(parlour.game("isolation"), [0.01, 0.5])
    assert {"random", "mcts:seconds=0.01", "mcts:seconds=0.5", "best:seconds=0.01", "best"} <= set(names)
    assert "minimax" in names
    assert not [name for name in names if name.startswith(("level", "learned"))]
    assert len(set(names)) == len(names)


def test_a_list_that_was_broken_off_goes_on_and_others_may_join(tiny: Game, tmp_path: Path) -> None:
    store, played = tmp_path / "store.sqlite", list[int]()

    class Cut(Exception):
        pass

    def track(games: Any, what: str, total: int | None = None) -> Any:
        for game in games:
            played.append(1)
            if len(played) == 9:
                raise Cut
            yield game

    with pytest.raises(Cut):
        rate_agents(tiny, Budgets([0.001], 4), store, track=track)
    kept = [record.text() for _, record in Store.open(store).games()]
    assert len(kept) >= 8
    rated = rate_agents(tiny, Budgets([0.001], 4), store)
    again = [record.text() for _, record in Store.open(store).games()]
    assert again[: len(kept)] == kept
    assert len(again) == rated.games
    assert {one.agent for one in rated.agents} == set(contenders(tiny, [0.001]))
    assert min(one.games for one in rated.agents) >= 4
    anew = rate_agents(tiny, Budgets([0.001], 4), store)
    assert [(one.agent, one.rating, one.games) for one in anew.agents] == [
        (one.agent, one.rating, one.games) for one in rated.agents
    ], "nothing is played anew"

    more = rate_agents(tiny, Budgets([0.002], 4), store)
    assert {one.agent for one in more.agents} == {*contenders(tiny, [0.001]), *contenders(tiny, [0.002])}
    assert more.games > rated.games
    assert more.load[0] <= min(rated.load) <= max(rated.load) <= more.load[1], "of all runs together"


def test_a_list_begins_at_random_and_is_kept_with_the_game(tiny: Game, tmp_path: Path) -> None:
    rated = rate_agents(tiny, Budgets([0.001], 6), tmp_path / "store.sqlite", command="parlour ratings x")
    ratings = {one.agent: one.rating for one in rated.agents}
    assert ratings["random"] == (0, 0, 0)
    elos = [one.rating[0] for one in rated.agents]
    assert elos == sorted(elos, reverse=True)
    assert sum(one.games for one in rated.agents) == 2 * rated.games
    assert keep(tiny, rated) == tmp_path / "tictactoe_ratings.json"
    assert kept_list(tiny) == rated
    assert "parlour ratings x" in tool.section(tiny, rated)


def test_the_command_writes_the_list_and_shows_it(
    parlour: Run, tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = parlour("ratings", str(tiny.path), "--seconds", "0.001", "--games", "2", "--write")
    assert done.returncode == 0, done.stderr
    assert "mcts:seconds=0.001" in done.stdout
    content = json.loads(Path("results/tictactoe-ratings.json").read_text())
    assert content["agents"][-1].keys() == {"agent", "rating", "games", "share", "milliseconds"}
    assert json.loads((tmp_path / "tictactoe_ratings.json").read_text()) == content


@pytest.mark.parametrize(
    ("option", "value", "fault"),
    [
        ("--seconds", "0.01;0.1", "expected times"),
        ("--seconds", "0", "at least 0.001"),
        ("--games", "1", "at least 2"),
    ],
)
def test_what_tells_nothing_is_refused(parlour: Run, option: str, value: str, fault: str) -> None:
    done = parlour("ratings", "reversi", option, value)
    assert done.returncode == 2
    assert fault in done.stderr


def test_the_page_of_ratings_is_current() -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(), "run python tools/ratings.py"


@pytest.mark.parametrize("name", [name for name in game_names() if kept_list(parlour.game(name))])
def test_kept_lists_go_down_to_random(name: str) -> None:
    ratings = kept_list(parlour.game(name))
    assert ratings
    assert parlour.game(ratings.game).name == name
    elos = [one.rating[0] for one in ratings.agents]
    assert elos == sorted(elos, reverse=True)
    (anchor,) = [one for one in ratings.agents if one.agent == ANCHOR]
    assert anchor.rating == (0, 0, 0)
    assert all(low <= value <= high for value, low, high in (one.rating for one in ratings.agents))
