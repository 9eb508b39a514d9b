"""What a person sees in a terminal: progress, tables, and a game to play."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from parlour.advice import adviser
from parlour.agent import Agent, agent, consult, line_text
from parlour.arena.play import Chance, Table, play
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Forfeit, Record
from parlour.state import State, View

__all__ = ["ask", "console", "print_result", "print_table", "track", "watch"]

Item = TypeVar("Item")
WIDE = 110
"""Columns of a table that nobody looks at on a terminal."""

console = Console(width=None if sys.stdout.isatty() else WIDE)
_errors = Console(stderr=True)

HELP = "type a move in notation, or: help, moves, hint, undo, quit"


def track(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """The same items, with a progress bar on a terminal and a line every ten seconds elsewhere."""
    size = total if total is not None else len(items) if isinstance(items, Sized) else None
    if not _errors.is_terminal:
        yield from _plain_lines(items, what, size)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_errors, transient=True) as progress:
        yield from progress.track(items, total=size, description=what)


def _plain_lines(items: Iterable[Item], what: str, total: int | None) -> Iterator[Item]:
    said = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if time.monotonic() - said > 10:
            said = time.monotonic()
            print(f"{what}: {done} of {total or '?'}", file=sys.stderr, flush=True)


def print_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]], *, left: int = 1) -> None:
    """A plain table; the first `left` columns are text, the others numbers."""
    table = Grid(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if title:
        console.print(Text(title, style="italic"))
    console.print(table)


def watch(game: Game, agents: list[Agent], seed: int, pause: float = 0.0) -> State:
    """Show a game between agents move by move; the final state."""
    state = game.new(seed)

    def show(before: State, action: int) -> None:
        nonlocal state
        state = before
        console.print(game.notation.draw(before))
        who = f"{game.seat_name(before.mover)} ({agents[before.mover].spec})"
        console.print(f"{len(before.moves) + 1}. {who}: {before.format(action)}\n", markup=False)
        time.sleep(pause)

    record = play(game, agents, seed, on_move=show)
    console.print(game.notation.draw(state))
    print_result(state, record)
    return state


def print_result(state: State, record: Record) -> None:
    """Who won, and who broke the rules of play."""
    _tell_forfeits(state.game, record.forfeits)
    console.print(result_text(state, record.rewards), markup=False)


def result_text(state: State, rewards: Iterable[float]) -> str:
    """Who won, and the scores."""
    game, got = state.game, list(rewards)
    best = max(got)
    winners = [game.seat_name(seat) for seat, reward in enumerate(got) if reward == best]
    scores = ", ".join(f"{game.seat_name(seat)} {score:g}" for seat, score in enumerate(state.scores))
    whole = len(winners) == len(got) or (best <= 0 and len(set(game.team_of)) == 2)
    won = " and ".join(winners) + (" win" if len(winners) > 1 else " wins")
    return f"{'a draw' if whole else won}: {scores}"


def ask(
    game: Game, seats: list[Agent | None], seed: int, read: Callable[[str], str] = input, pause: float = 0.0
) -> State | None:
    """Play in the terminal: seats without an agent are asked; None when the player quits."""
    state, table = game.new(seed), Table(game, seats)
    table.begin(Chance(seed))
    _tell_forfeits(game, table.conduct.forfeits)
    console.print(HELP)
    while not state.over and not table.conduct.ended:
        player = seats[state.mover]
        if player:
            _let_play(state, table, player)
            time.sleep(pause)
            continue
        console.print(game.notation.draw(state.view()))
        answer = _answer(state, read)
        if answer is None:
            return None
        if answer == UNDO:
            _take_back(state, [seat for seat, player in enumerate(seats) if player is None])
        else:
            state.advance(answer)
    console.print(game.notation.draw(state))
    console.print(result_text(state, table.conduct.rewards(state)), markup=False)
    return state


def _let_play(state: State, table: Table, player: Agent) -> None:
    """Play an agent's move; where it fails, what the game's forfeit rule says."""
    seat, before = state.mover, len(table.conduct.forfeits)
    action = table.decide(state)
    _tell_forfeits(state.game, table.conduct.forfeits[before:])
    if action is not None:
        who = f"{state.game.seat_name(seat)} ({player.spec})"
        console.print(f"{who}: {state.format(action)}", markup=False)
        state.advance(action)


def _tell_forfeits(game: Game, forfeits: Iterable[Forfeit]) -> None:
    for forfeit in forfeits:
        who = game.seat_name(forfeit.seat)
        console.print(f"{who} forfeits: {forfeit.reason}: {forfeit.detail}", markup=False)


def _take_back(state: State, people: list[int]) -> None:
    """Take back the player's last move, and the answers to it."""
    if not any(move.seat in people for move in state.moves):
        return
    while state.moves[-1].seat not in people:
        state.undo()
    state.undo()


UNDO = -1


def _answer(state: State, read: Callable[[str], str]) -> int | None:
    """What the player wants: an action, `UNDO`, or None to quit."""
    view, commands = state.view(), {"help": HELP, "moves": ""}
    while True:
        try:
            word = read(f"{state.game.seat_name(state.mover)}> ").strip()
        except EOFError:
            return None
        if word in ("quit", "exit", "q"):
            return None
        if word == "undo" and (state.game.hidden or state.game.chance):
            console.print("nothing can be taken back in a game with chance or hidden cards")
        elif word == "undo":
            return UNDO
        elif word == "hint":
            _hint(view)
        elif word in commands:
            console.print(commands[word] or " ".join(map(view.format, view.legal_moves)), markup=False)
        elif word:
            try:
                return view.parse(word)
            except ParlourError as error:
                console.print(str(error), markup=False)


def _hint(view: View) -> None:
    expert = agent(view.game, adviser(view.game, "hint"))
    explanation = consult(expert, view)
    rows = [
        (view.format(c.action), f"{c.win:.0%}", str(c.visits or ""), " ".join(line_text(view, c.line)))
        for c in explanation.candidates[:5]
    ]
    print_table(f"{expert.spec} would play {rows[0][0]}", ("move", "win", "visits", "line"), rows)
    expert.close()
