"""Bots in other processes: the documented ones play, and the bad ones end in their own verdict."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.agent import Agent, Terms
from parlour.arena.play import play
from parlour.bots.checker import check_bot
from parlour.bots.protocol import read_answer
from parlour.errors import ParlourError
from parlour.record import Record

ROOT = Path(__file__).resolve().parents[2]
REVERSI = parlour.game("reversi")
ISOLATION = parlour.game("isolation")
PARLOUR = [sys.executable, "-m", "parlour"]
PAGE = (ROOT / "docs" / "bots.md").read_text()


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(block("python"))
    return path


def test_the_documented_python_bot_plays(bot_file: Path) -> None:
    assert len(block("python").strip().splitlines()) <= 25
    for game in (REVERSI, ISOLATION):
        told: list[str] = []
        check_bot(game, f"{sys.executable} {bot_file}", told.append)
        assert told[-1].endswith("keeps the protocol")


def test_the_documented_shell_bot_plays(tmp_path: Path) -> None:
    if not shutil.which("bash"):
        pytest.skip("needs bash")
    path = tmp_path / "my_bot.sh"
    path.write_text(block("bash"))
    check_bot(ISOLATION, f"bash {path}", lambda _: None)


def play_inside_and_outside(name: str, spec: str) -> list[Record]:
    """The same game with an agent of this process, and with the same agent as a bot."""
    game, records = parlour.game(name), []
    for seat in (spec, f"exec:{sys.executable} -m parlour bot {name} {spec}"):
        agents = [parlour.agent(game, seat), parlour.agent(game, "random")]
        records.append(play(game, agents, 5))
        for agent in agents:
            agent.close()
    return records


def test_our_agents_are_bots_too() -> None:
    inside, outside = play_inside_and_outside("reversi", "alphabeta:depth=2")
    assert inside.moves == outside.moves
    assert outside.work[0] > 0


def test_our_agents_are_bots_in_games_with_hidden_cards_too() -> None:
    inside, outside = play_inside_and_outside("ticket-to-ride", "planner")
    assert inside.moves == outside.moves
    assert not outside.forfeits


def bad_bot(tmp_path: Path, body: str) -> str:
    """A bot that is ready and then does something else than it should."""
    path = tmp_path / "bad_bot.py"
    path.write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'begin':\n"
        "        print(json.dumps({'type': 'ready', 'id': m['id']}), flush=True)\n"
        "    elif m['type'] == 'turn':\n" + "".join(f"        {row}\n" for row in body.splitlines())
    )
    return f"exec:{sys.executable} {path}"


def play_bad(spec: str, terms: Terms) -> Record:
    agents: list[Agent] = [parlour.agent(REVERSI, spec), parlour.agent(REVERSI, "random")]
    try:
        return play(REVERSI, agents, 1, terms=terms)
    finally:
        for agent in agents:
            agent.close()


def left_over(mark: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if mark in words:
            found.append(words)
    return found


BAD = {
    "hangs": ("time.sleep(60)", "timeout"),
    "exits": ("sys.exit(3)", "crash"),
    "raises": ("raise ValueError('lost')", "crash"),
    "is killed": ("os.kill(os.getpid(), 9)", "crash"),
    "prints garbage": ("print('I move to the corner', flush=True)", "illegal"),
    "answers with another type": ("print(json.dumps({'type':'ready','id':m['id']}), flush=True)", "illegal"),
    "answers illegally": (
        "print(json.dumps({'type':'action','id':m['id'],'action':'a1'}), flush=True)", "illegal",
    ),
    "answers with a wrong field": (
        "print(json.dumps({'type':'action','id':m['id'],'action':7}), flush=True)", "illegal",
    ),
    "floods its output": (
        "for _ in range(100): sys.stdout.write('x' * (1 << 20))\nsys.stdout.flush()", "illegal",
    ),
    "floods with info": (
        "while True: print(json.dumps({'type':'info','id':m['id']}), flush=True)", "illegal",
    ),
    "answers an old question": (
        "print(json.dumps({'type':'action','id':0,'action':m['legal'][0]}), flush=True)", "timeout",
    ),
    "takes too much memory": ("x = bytearray(3 << 30)", "memory"),
    "forks children": (
        "import subprocess\nsubprocess.Popen(['sleep', '987654'])\n"
        "subprocess.Popen(['sleep', '987654'], start_new_session=True)\ntime.sleep(60)", "timeout",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_every_bad_bot_ends_in_its_own_verdict(case: str, tmp_path: Path) -> None:
    body, verdict = BAD[case]
    memory = 1 << 30 if verdict == "memory" else None
    record = play_bad(
        bad_bot(tmp_path, body), Terms(move=1.0 if verdict == "timeout" else 20.0, memory=memory)
    )
    assert [(forfeit.seat, forfeit.reason) for forfeit in record.forfeits] == [(0, verdict)], record.forfeits
    assert record.rewards == (-1, 1)
    assert not left_over(str(tmp_path))
    if case == "forks children":  # another test may be at it elsewhere
        assert not left_over("987654")


def test_the_match_goes_on_after_a_bad_bot(tmp_path: Path) -> None:
    spec = bad_bot(tmp_path, "sys.exit(1)")
    results = parlour.match(REVERSI, [spec, "random"], games=4)
    assert results.lines[0].forfeits == {"crash": 4}
    assert len(results.games) == 4
    assert not left_over(str(tmp_path))


def test_start_up_is_not_charged(tmp_path: Path, bot_file: Path) -> None:
    slow = tmp_path / "slow_start.py"
    slow.write_text("import time\ntime.sleep(1.0)\n" + bot_file.read_text())
    record = play_bad(f"exec:{sys.executable} {slow}", Terms(bank=5.0, move=0.8))
    assert not record.forfeits


def test_the_checker_explains_the_first_failure(tmp_path: Path) -> None:
    command = bad_bot(tmp_path, "print('hello', flush=True)").removeprefix("exec:")
    with pytest.raises(ParlourError, match="game 1 as black, move 1: illegal: its answer is no message"):
        check_bot(REVERSI, command, lambda _: None)


NAMES = st.sampled_from(["type", "id", "action", "name", "extra", "candidates"])
VALUES = st.one_of(
    st.none(), st.integers(), st.sampled_from(["action", "info", "x"]), st.lists(st.integers())
)


@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_wrong_messages_are_told_in_one_line(message: dict[str, object]) -> None:
    told = ""
    try:
        answer = read_answer(json.dumps(message))
    except ValueError as error:
        told = str(error)
        assert told
    else:
        assert answer.id == message["id"]
    assert "\n" not in told


def test_a_killed_worker_takes_its_bots_along(tmp_path: Path) -> None:
    """Even when the main process is killed, no bot stays behind."""
    spec = bad_bot(tmp_path, "time.sleep(60)")
    run = subprocess.Popen(
        [*PARLOUR, "match", "reversi", spec, "random", "--games", "4", "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and len(bots(tmp_path)) < 2:
        time.sleep(0.1)
    assert len(bots(tmp_path)) >= 2
    os.kill(run.pid, 9)
    run.wait()
    until = time.monotonic() + 20
    while time.monotonic() < until and bots(tmp_path):
        time.sleep(0.1)
    assert not bots(tmp_path)


def bots(tmp_path: Path) -> list[str]:
    return [words for words in left_over(str(tmp_path / "bad_bot.py")) if " match " not in words]
