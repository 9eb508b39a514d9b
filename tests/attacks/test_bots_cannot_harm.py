"""Bots that mean harm: none delays a match, poisons its statistics, outlives it or sees what it need not."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

import pytest

import parlour as package
from parlour.agent import Agent, Clock, Terms
from parlour.arena.export import export
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.play import play
from parlour.arena.schedule import Slot
from parlour.bots.protocol import LARGEST, read_answer
from parlour.errors import Broken
from parlour.record import Forfeit, Record
from parlour.state import Move, View
from parlour.stats.results import Results
from support import Run, start_parlour

REVERSI = package.game("reversi")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose child an orphan is")

DAEMON = """
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for stream in (0, 1, 2):
            os.close(stream)
        os.execve('/bin/sleep', ['sleep', sys.argv[1]], {})
    os._exit(0)
os.wait()
"""


def bot(folder: Path, body: str, start: str = "") -> str:
    """A bot that is ready, and then does at its turn what `body` says, with the message in `m`."""
    path = folder / "bot.py"
    path.write_text(
        f"import json, os, subprocess, sys, time\n{start}\n"
        "def say(**fields): print(json.dumps(fields), flush=True)\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'begin':\n"
        "        say(type='ready', id=m['id'])\n"
        "    elif m['type'] == 'turn':\n"
        + "".join(f"        {row}\n" for row in ["pass", *body.splitlines()])
    )
    return f"exec:{sys.executable} {path}"


ANSWER = "say(type='action', id=m['id'], action=m['legal'][0])"


def play_once(spec: str, terms: Terms) -> Record:
    agents: list[Agent] = [package.agent(REVERSI, spec), package.agent(REVERSI, "random")]
    try:
        return play(REVERSI, agents, 1, terms=terms)
    finally:
        for agent in agents:
            agent.close()


def running(mark: str) -> list[str]:
    """The processes whose words hold a mark."""
    words = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words.append(path.read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [each for each in words if mark in each]


def gone(mark: str, seconds: float = 10.0) -> bool:
    """Whether such processes end."""
    until = time.monotonic() + seconds
    while running(mark) and time.monotonic() < until:
        time.sleep(0.02)
    return not running(mark)


def test_a_bot_that_stops_reading_is_late(tmp_path: Path) -> None:
    """A message of more than a pipe holds is not waited for longer than its answer would be."""
    ready = "print(json.dumps({'type': 'ready', 'id': json.loads(sys.stdin.readline())['id']}), flush=True)"
    agent = package.agent(REVERSI, bot(tmp_path, "", start=f"{ready}\ntime.sleep(60)"))
    start = REVERSI.new(1)
    view = View.from_buffer(REVERSI, 0, start.buffer.copy(), [Move(1, "x" * (1 << 20))])
    try:
        agent.begin(REVERSI, 0, 1)
        with pytest.raises(Broken, match="timeout: does not read its input"):
            agent.choose(view, Clock(move=0.5))
    finally:
        agent.close()
    assert gone(str(tmp_path), 0)


def test_a_bot_that_talks_before_it_reads_is_not_deadlocked(tmp_path: Path) -> None:
    chatter = "for _ in range(200): say(type='info', id=m['id'], candidates=[{'action': 'x' * 900}])"
    record = play_once(bot(tmp_path, f"{chatter}\n{ANSWER}"), Terms(move=30.0))
    assert not record.forfeits


NUMBERS = {
    "work of 400 digits": f"say(type='info', id=m['id'], work=int('9' * 400))\n{ANSWER}",
    "work beyond the largest": f"say(type='info', id=m['id'], work={LARGEST + 1})\n{ANSWER}",
    "work that is a fraction": f"say(type='info', id=m['id'], work=1.5)\n{ANSWER}",
    "an id as text": "say(type='action', id=str(m['id']), action=m['legal'][0])",
    "an id as a fraction": "say(type='action', id=float(m['id']), action=m['legal'][0])",
    "a chance that is no number": (
        f'print(\'{{"type":"info","id":\' + str(m[\'id\']) + \',"candidates":'
        f'[{{"action":"a1","win":NaN}}]}}\', flush=True)\n{ANSWER}'
    ),
}


@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_are_strict_and_bounded(case: str, tmp_path: Path) -> None:
    record = play_once(bot(tmp_path, NUMBERS[case]), Terms(move=30.0))
    assert [forfeit.reason for forfeit in record.forfeits] == ["illegal"]


@pytest.mark.parametrize("field", ["visits", "work", "id"])
def test_every_number_of_an_answer_has_a_largest(field: str) -> None:
    message = {"type": "info", "id": 1, "work": 0, "candidates": [{"action": "a1", "visits": 1}]}
    read_answer(json.dumps(message))
    target = message["candidates"][0] if field == "visits" else message  # type: ignore[index]
    target[field] = 10**30  # type: ignore[index]
    with pytest.raises(ValueError, match=field):
        read_answer(json.dumps(message))


ODD = {
    "much work": {"work": (10**400, 0)},
    "no work": {"work": ()},
    "no times of one seat": {"times": ((0.1,),)},
    "times without end": {"times": ((float("inf"), float("nan")), (-1.0,))},
    "a reward too few": {"rewards": (1.0,)},
    "rewards that are no numbers": {"rewards": (float("nan"), 1.0)},
    "scores without end": {"scores": (float("inf"), 0.0)},
    "no scores": {"scores": ()},
    "a forfeit of nobody": {"forfeits": (Forfeit(seat=99, ply=0, reason="x"),)},
}


@pytest.mark.parametrize("case", ODD)
def test_statistics_survive_any_record(case: str) -> None:
    good = play(REVERSI, [package.agent(REVERSI, "random") for _ in range(2)], 1)
    results = Results(REVERSI, ["random", "mcts"], 0)
    odd = good.model_copy(update=ODD[case])
    for number, record in enumerate([good, odd, good]):
        results.add((number % 2, 1 - number % 2), record, number)
    summary = json.dumps(results.summary(), allow_nan=False)
    assert json.loads(summary)["games"] + results.unfit == 3
    assert str(results)


@pytest.mark.parametrize("case", ODD)
def test_any_record_is_exported(case: str, tmp_path: Path) -> None:
    good = play(REVERSI, [package.agent(REVERSI, "random") for _ in range(2)], 1)
    slot = Slot(0, 0, 1, good.seats, (0, 1))
    assert export([(slot, good.model_copy(update=ODD[case]))], tmp_path / "games.csv") == 2


def test_a_poisoned_store_is_still_shown(tmp_path: Path) -> None:
    plan = Plan.make(REVERSI, ["random", "random"], games=2)
    store = tmp_path / "games.sqlite"
    carry_out(plan, store=store)
    with sqlite3.connect(store) as database:
        (text,) = database.execute("SELECT record FROM games WHERE number = 0").fetchone()
        fields = {**json.loads(text), "work": [10**400, 0]}
        database.execute("UPDATE games SET record = ? WHERE number = 0", (json.dumps(fields),))
    results = carry_out(plan, store=store)
    assert json.dumps(results.summary(), allow_nan=False)


@LINUX
def test_daemons_with_a_clean_environment_die_with_their_bot(tmp_path: Path) -> None:
    mark = f"9{os.getpid()}71"
    daemon = f"subprocess.run([sys.executable, '-c', {DAEMON!r}, '{mark}'])"
    record = play_once(bot(tmp_path, f"{daemon}\n{ANSWER}"), Terms(move=30.0))
    assert not record.forfeits
    assert gone(mark, 0)


@LINUX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_daemons_die_with_the_match(number: signal.Signals, tmp_path: Path) -> None:
    mark = f"9{os.getpid()}{int(number)}"
    daemon = f"subprocess.run([sys.executable, '-c', {DAEMON!r}, '{mark}'])"
    run = start_parlour("match", "reversi", bot(tmp_path, "time.sleep(60)", start=daemon), "random")
    until = time.monotonic() + 60
    while not running(f"sleep {mark}") and time.monotonic() < until:
        time.sleep(0.02)
    run.send_signal(number)
    run.communicate(timeout=30)
    assert gone(mark)
    assert gone(str(tmp_path))


@LINUX
def test_memory_counts_all_processes_of_a_bot(tmp_path: Path) -> None:
    child = "import time; x = bytearray(80 << 20); x[::4096] = b'x' * len(x[::4096]); time.sleep(60)"
    body = f"for _ in range(4): subprocess.Popen([sys.executable, '-c', {child!r}])\ntime.sleep(60)"
    record = play_once(bot(tmp_path, body), Terms(move=50.0, memory=250 << 20))
    assert [forfeit.reason for forfeit in record.forfeits] == ["memory"]
    assert "all its processes" in record.forfeits[0].detail
    assert gone(str(tmp_path), 0)


def test_a_bot_sees_only_the_environment_that_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "swordfish")
    monkeypatch.setenv("MY_MODEL", "model.bin")
    seen = tmp_path / "seen.json"
    start = f"json.dump(dict(os.environ), open({str(seen)!r}, 'w'))"
    play_once(bot(tmp_path, ANSWER, start=start), Terms())
    environment = json.loads(seen.read_text())
    assert environment["PATH"] == os.environ["PATH"]
    assert "swordfish" not in seen.read_text()
    assert "MY_MODEL" not in environment
    spec = f"{bot(tmp_path, ANSWER, start=start)},env=MY_MODEL+MISSING"
    record = play_once(spec, Terms())
    assert record.seats[0] == spec
    assert json.loads(seen.read_text())["MY_MODEL"] == "model.bin"
    assert "swordfish" not in seen.read_text()


@pytest.mark.parametrize(
    ("command", "told", "workers"),
    [
        ("/no/such/bot", "cannot start /no/such/bot: No such file or directory", 1),
        ("/no/such/bot", "cannot start /no/such/bot: No such file or directory", 2),
        (f"{sys.executable} /no/such/bot.py", "it ended with exit code 2", 1),
        (f"{sys.executable} -c 'raise ValueError(7)'", "it ended with exit code 1: ValueError: 7", 1),
    ],
)
def test_a_bot_that_cannot_be_started_stops_the_match_loudly(
    command: str, told: str, workers: int, parlour: Run
) -> None:
    done = parlour("match", "isolation", f"exec:{command}", "random", "--workers", str(workers))
    assert done.returncode == 2
    assert told in done.stderr
    assert not done.stdout
