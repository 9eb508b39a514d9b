"""Playing Tichu on the page: tables from given deals, and a script that plays what fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web_helpers import Served, as_seat

import parlour
from parlour.agent import Clock, agent
from parlour.record import Record

DECISION = """() => document.querySelector('.result') ? 'over'
  : document.querySelector('.board-tichu .slot:not([disabled])') ? 'exchange'
  : document.querySelector('.board-tichu .answers.pair') ? 'call'
  : document.querySelector('.board-tichu .answers.choices') ? 'wish'
  : document.querySelector('.board-tichu .gifts button') ? 'dragon'
  : document.querySelector('.board-tichu .fits') ? 'play' : ''"""
SEEN = "() => [...document.querySelectorAll('.board-tichu .option, .felt')].map((e) => e.innerHTML).join()"
MOVED = f"(before) => ({SEEN})() !== before"

# South leads with the Mahjong, and holds the Dog and a bomb. Two rounds are left of the match.
DEAL = (
    "phase: grand calls; turn: south; score: 100 50; rounds: 98; "
    "south: 9r 9g 9b 9s Ar Ag dog mahjong + Kr Kg Qr Jr 5r 3r; "
    "west: Ab Kb Qg Jg 8r 7r 6r 4r + 10r 8g 7g 6g 5g 3g; "
    "north: As Ks Qb Jb 8b 7b 6b 4b + 10g 10b 5b 4g 3b 2r; "
    "east: dragon phoenix Qs Js 8s 7s 6s 4s + 10s 5s 3s 2g 2b 2s"
)


def record_from(spec: str, start: str, seed: int) -> Record:
    """A game of four `plan` agents from a position on, as a record."""
    game = parlour.game(spec)
    state, players = game.position(start, seed), [agent(game, "plan") for _ in range(4)]
    for seat, player in enumerate(players):
        player.begin(game, seat, seed)
    while not state.over:
        state.play(players[state.mover].choose(state.view(), Clock()))
    return Record(
        game=game.spec, rules=game.rules_version, seed=seed, start=start, seats=("plan",) * 4,
        moves=tuple(move.text for move in state.moves), scores=tuple(state.scores),
        rewards=tuple(state.rewards),
    )  # fmt: skip


def table_from(served: Served, spec: str, start: str, seed: int = 1) -> tuple[str, dict[str, str]]:
    """A table of a person and three `plan` agents that begins with a given position."""
    body = record_from(spec, start, seed).text().encode()
    status, answer = served.post("/api/records?name=deal.jsonl", body)
    assert status == 200, answer
    seats = [as_seat(seat) for seat in ("me", "plan", "plan", "plan")]
    wanted = {"game": "tichu", "seats": seats, "start": {"table": answer["id"], "ply": 0}}
    status, table = served.post("/api/tables", wanted)
    assert status == 200, table
    return table["id"], table["tokens"]


def sit_down(page: Any, table: str, tokens: dict[str, str]) -> None:
    """Open a table with the tokens of its seats."""
    page.evaluate("(all) => localStorage.setItem('parlour.tokens', JSON.stringify(all))", {table: tokens})
    page.evaluate("(hash) => { location.hash = hash; }", f"#/table/{table}")
    page.wait_for_selector(".board-tichu .hand .option")


class Player:
    """Plays at the table that a page shows, with a mouse or a finger; counts what it presses."""

    def __init__(self, page: Any, press: Callable[[str], None] | None = None) -> None:
        self.page, self.clicks = page, 0
        self._press = press or page.click

    def click(self, selector: str) -> None:
        self.clicks += 1
        self._press(selector)

    def decision(self) -> str:
        """Wait until something is to be decided, and tell what."""
        self.page.wait_for_function(DECISION)
        return str(self.page.evaluate(DECISION))

    def card(self, name: str) -> None:
        """Raise a card of the hand, or put it down."""
        self.click(f".option[data-card='{name}']")

    def hand(self) -> list[str]:
        return list(self.page.eval_on_selector_all(".option", "(all) => all.map((one) => one.dataset.card)"))

    def act(self, run: Callable[[], None]) -> None:
        """Do something, and wait until the table shows it."""
        before = self.page.evaluate(SEEN)
        run()
        self.page.wait_for_function(MOVED, arg=before)

    def give(self, *cards: str) -> None:
        """Give three cards: left, partner, right."""
        for slot, card in enumerate(cards):
            self.card(card)
            self.click(f"[data-slot='{slot}']")
        self.click("[data-action=play]")
        self.page.wait_for_selector(".slot:not([disabled])", state="detached")

    def play_what_fits(self) -> None:
        """The weakest play that is legal, or a pass where there is none."""
        self.click("[data-action=next]")
        self.act(lambda: self.click("[data-action=play]"))

    def decide(self) -> str:
        """Take one decision in some way."""
        what = self.decision()
        if what == "exchange":
            self.give(*[card for card in self.hand() if card not in ("dog", "dragon", "phoenix")][-3:])
        elif what == "call":
            self.act(lambda: self.click(".answers.pair button:has-text('No call')"))
        elif what == "wish":
            self.act(lambda: self.click(".answers.choices button >> nth=0"))
        elif what == "dragon":
            self.act(lambda: self.click(".gifts button >> nth=0"))
        elif what == "play":
            self.play_what_fits()
        return what
