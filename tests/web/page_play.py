"""Playing on the page as a person does: with the mouse, the keyboard or a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import parlour
from parlour.agent import Clock, agent
from parlour.record import Record
from parlour.state import State

READY = """() => document.querySelector('.result')
  || (document.querySelector('.cell.legal, .cell.movable') && !document.querySelector('.toast'))"""
MOVES = """() => [...document.querySelectorAll('.moves button')]
  .map((button) => button.getAttribute('aria-label').match(/[a-o]\\d+(-[a-o]\\d+)?|pass/)[0])"""
SQUARES = "() => [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square)"
ANSWERED = """(played) => {
  const moves = document.querySelectorAll('.moves button').length;
  const ready = document.querySelector('.cell.legal, .cell.movable');
  return document.querySelector('.result') || moves > played + 1 || (moves === played + 1 && ready);
}"""
PLAYERS = {"reversi": "mcts:playouts=20", "isolation": "mcts:playouts=20", "jungle": "best:depth=3"}


def table_of(page: Any) -> str:
    """The name of the table that is shown."""
    return str(page.url.partition("#/table/")[2].partition("?")[0])


class Person:
    """Plays one table by some way of picking squares; knows the game only from what the page shows."""

    def __init__(self, page: Any, served: Any, pick: Callable[[Any, str], None]) -> None:
        self.page, self.pick = page, pick
        page.wait_for_selector(".players")
        (info,) = [row for row in served.get("/api/tables") if row["id"] == table_of(page)]
        self.game = parlour.game(info["variant"])
        self.record = Record.model_validate(served.get(f"/api/tables/{info['id']}/record"))
        self.brain = agent(self.game, PLAYERS[self.game.name])
        self.brain.begin(self.game, 0, 1)

    def state(self) -> State:
        """The game as the list of moves on the page tells it."""
        state = self.record.first()
        for text in self.page.evaluate(MOVES):
            state.play(state.parse(text))
        return state

    def turn(self) -> bool:
        """Make one move once it is our turn; whether there was one to make."""
        self.page.wait_for_function(READY)
        if self.page.query_selector(".result"):
            return False
        state = self.state()
        if state.over:  # the result is about to be shown
            self.page.wait_for_selector(".result")
            return False
        action = self.brain.choose(state.view(), Clock())
        targets = self.game.room("board").targets(state, action)
        for square in (targets.get("from"), targets.get("to") or targets.get("square")):
            if square:
                self.pick(self.page, square)
        played = len(state.moves)
        self.page.wait_for_function(ANSWERED, arg=played)
        return True

    def finish(self) -> State:
        """Play to the end."""
        while self.turn():
            pass
        return self.state()


def by_mouse(page: Any, square: str) -> None:
    page.click(f"[data-square={square}]")


def by_finger(page: Any, square: str) -> None:
    page.tap(f"[data-square={square}]")


def by_keyboard(page: Any, square: str) -> None:
    """Walk over the board with the arrows, then press Enter."""
    if not page.evaluate("() => document.activeElement?.closest('[role=grid]') !== null"):
        page.keyboard.press("b")
    names = page.evaluate(
        "() => [...document.querySelectorAll('[data-square]')].map((c) => c.dataset.square)"
    )
    columns = page.evaluate("() => document.querySelector('[role=row]').children.length")
    here = names.index(page.evaluate("() => document.activeElement.dataset.square"))
    goal = names.index(square)
    across, down = goal % columns - here % columns, goal // columns - here // columns
    for steps, plus, minus in ((across, "ArrowRight", "ArrowLeft"), (down, "ArrowDown", "ArrowUp")):
        for _ in range(abs(steps)):
            page.keyboard.press(plus if steps > 0 else minus)
    assert page.evaluate("() => document.activeElement.dataset.square") == square
    page.keyboard.press("Enter")
