"""An agent of this process changes nothing but its own decisions, and bots remember nothing."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.agent import Agent, Clock
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.game import Game
from parlour.record import Record
from parlour.state import View


class First(Agent):
    """Takes the first legal move."""

    spec = "first"

    def choose(self, view: View, clock: Clock) -> int:
        return view.legal_moves[0]


class Vandal(First):
    """Takes the first legal move too, and spoils whatever it can reach by the names that it knows."""

    def choose(self, view: View, clock: Clock) -> int:
        action, anything = super().choose(view, clock), any_of(view)
        view.buffer[:] = 255
        view.game.encoded[:] = 99
        for spoil in (
            lambda: setattr(anything.game.rules, "rewards", lambda state, out: out.fill(1.0)),
            lambda: setattr(anything.game.rules, "apply", lambda state, action, rng: None),
            lambda: anything.game.rules._functions.clear(),
            lambda: anything.game.rules._table.fill(0),
            lambda: setattr(anything.game, "rules", None),
            lambda: anything.history.clear(),
            lambda: anything._moves.clear(),
        ):
            with suppress(AttributeError, TypeError, ValueError):
                spoil()
        return action


def any_of(view: View) -> Any:
    return view


@pytest.mark.parametrize("name", ["isolation", "tichu"])
def test_an_agent_that_spoils_its_view_changes_nothing(name: str) -> None:
    game = parlour.game(name)
    honest, spoilt = (
        parlour.play(game, [kind() for _ in range(game.players)], seed=3) for kind in (First, Vandal)
    )
    assert spoilt == honest
    assert tuple(spoilt.last().rewards) == honest.rewards


class Leaving(First):
    """Ends the program at a chosen moment."""

    def __init__(self, moment: str) -> None:
        self.moment = moment

    def begin(self, game: Game, seat: int, seed: int) -> None:
        if self.moment == "begin":
            sys.exit(0)
        super().begin(game, seat, seed)

    def choose(self, view: View, clock: Clock) -> int:
        if self.moment == "choose":
            raise SystemExit
        return super().choose(view, clock)

    def end(self, scores: Any, rewards: Any) -> None:
        if self.moment == "end":
            raise GeneratorExit
        rewards.clear()


@pytest.mark.parametrize("moment", ["begin", "choose", "end"])
def test_an_agent_that_ends_the_program_has_crashed(moment: str) -> None:
    game = parlour.game("isolation")
    record = parlour.play(game, [Leaving(moment), First()], seed=3)
    (forfeit,) = record.forfeits
    assert (forfeit.seat, forfeit.reason) == (0, "crash")
    assert len(record.rewards) == 2
    assert moment == "end" or record.rewards == (-1.0, 1.0)


COUNTING = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        with open(sys.argv[1], "a") as notes:
            notes.write(json.dumps([os.getpid(), message["id"]]) + "\\n")
        print(json.dumps({"type": "ready", "id": message["id"]}), flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"type": "action", "id": message["id"], "action": message["legal"][0]}), flush=True)
"""


@pytest.fixture
def counting(tmp_path: Path) -> str:
    """A bot that notes its process, and the number of the message that a game begins with."""
    bot = tmp_path / "counting.py"
    bot.write_text(COUNTING)
    return f"exec:{sys.executable} {bot} {tmp_path / 'notes'}"


def notes_of(tmp_path: Path) -> list[tuple[int, int]]:
    return [tuple(json.loads(line)) for line in (tmp_path / "notes").read_text().splitlines()]


def test_a_bot_begins_anew_in_each_game(counting: str, tmp_path: Path) -> None:
    parlour.match(parlour.game("isolation:size=3"), [counting, "random"], 4)
    notes = notes_of(tmp_path)
    assert len({process for process, _ in notes}) == len(notes) == 4
    assert {number for _, number in notes} == {1}


def test_a_bot_that_is_kept_plays_all_games_in_one_process(counting: str, tmp_path: Path) -> None:
    bot = f"{counting},keep=yes"
    results = parlour.match(parlour.game("isolation:size=3"), [bot, "random"], 4)
    assert results.names[0] == bot
    assert len({process for process, _ in notes_of(tmp_path)}) == 1


def test_a_run_that_goes_on_keeps_the_seed_that_was_drawn(counting: str, tmp_path: Path) -> None:
    game, store = parlour.game("isolation:size=3"), tmp_path / "games.sqlite"

    def run(games: int) -> list[Record]:
        records: list[Record] = []
        plan = Plan.make(game, [counting, "random"], games=games)
        carry_out(plan, store=store, on_game=lambda slot, record: records.append(record))
        return records

    first, both = run(2), run(4)
    assert [record.text() for record in both[:2]] == [record.text() for record in first]
    assert len({record.seed for record in both}) == 2
    assert len(notes_of(tmp_path)) == 4
