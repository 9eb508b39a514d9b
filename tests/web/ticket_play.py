"""Playing Ticket to Ride on the page: actions are clicked, tapped or typed where a person would."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from web_helpers import Client, Served

from parlour.games.ticket_to_ride.usa import COLOURS

__all__ = ["Traveller", "kind_of", "late_table", "middle_of", "same_ply"]

MIDDLE = """(track) => {
  const cars = document.querySelectorAll(`.track[data-track="${track}"] rect`);
  const { x, y, width, height } = cars[Math.floor(cars.length / 2)].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def late_table(served: Served, left: int) -> tuple[str, str]:
    """A table where a person takes over from an agent so many moves before the end; its name and token."""
    table, _ = served.new_table("ticket-to-ride", "planner", "planner", players=2)
    client = Client(served.url, table, [])
    client.ask(t="pace", playing=True, delay=0.0)
    while "result" not in client.hear("view"):
        pass
    plies = client.view["ply"]
    client.close()
    seats = [{"kind": "me"}, {"kind": "agent", "choice": {"agent": "planner"}}]
    start = {"table": table, "ply": plies - left}
    status, branch = served.post(
        "/api/tables", {"game": "ticket-to-ride", "options": {"players": 2}, "seats": seats, "start": start}
    )
    assert status == 200, branch
    return branch["id"], branch["tokens"]["0"]


def same_ply(page: Any, ply: int) -> None:
    """Wait until the page shows so many moves."""
    page.wait_for_function("(n) => document.querySelectorAll('.moves button').length === n", arg=ply)


def middle_of(page: Any, track: int) -> tuple[float, float]:
    """Where the middle of a track lies on the screen."""
    x, y = page.evaluate(MIDDLE, track)
    return x, y


class Traveller:
    """One person at one table; a second connection tells when it is the person's turn and what is legal."""

    def __init__(self, page: Any, served: Served, table: str, token: str) -> None:
        self.page, self.client = page, Client(served.url, table, [token])
        self.kinds: set[str] = set()  # what was done so far

    def legal(self) -> dict[str, Any]:
        """The legal actions by their text, once it is the person's turn; none when the game is over."""
        view = self.client.until_mine()
        same_ply(self.page, view["ply"])
        return {item["a"]: item["targets"] for item in view.get("legal", [])}

    def after(self, act: Callable[[], Any]) -> dict[str, Any]:
        """Do what plays an action, and wait for the next turn; what is legal then."""
        self.legal()
        ply = self.client.view["ply"]
        act()
        while self.client.view["ply"] <= ply:
            self.client.hear("view")
        return self.legal()

    def play(self, action: str, targets: dict[str, Any]) -> None:
        """Do an action with the mouse, and wait for the next turn."""
        ply = self.client.view["ply"]
        self.after(lambda: self._press(action, targets))
        assert self.client.view["ply"] > ply

    def _press(self, action: str, targets: dict[str, Any]) -> None:
        if "route" in targets:
            self._claim(targets)
        elif "keep" in targets:
            for place in targets["keep"]:
                self.page.click(f"[data-offer='{place}']")
            self.page.click("[data-action=keep]")
        elif "card" in targets:
            self.page.click(f".face[data-key='card {targets['card']}'] >> nth=0")
        else:
            self.page.click(f".pile[data-key={targets['pile']}]")

    def _claim(self, targets: dict[str, Any]) -> None:
        """Click the route; where there is a choice of payments, the wanted one."""
        page = self.page
        page.mouse.click(*middle_of(page, targets["track"]))
        if page.is_visible(".sheet"):
            self.kinds.add("choice")
            colour, cards, wild = targets["pay"]
            words = [f"{cards} {COLOURS[colour]} cards?"] * bool(cards) + [f"{wild} locomotives?"] * bool(
                wild
            )
            button = page.get_by_role("button", name=re.compile(f"^{' and '.join(words)}$"))
            if not button.is_visible():
                page.click(".sheet > .quiet >> nth=0")
            button.click()

    def first_claim(self) -> tuple[str, dict[str, Any]]:
        """A claim that can be made, drawing from the deck until there is one."""
        while True:
            legal = self.legal()
            for action, targets in legal.items():
                if "route" in targets:
                    return action, targets
            self.play("take deck", legal["take deck"])

    def finish(self, choose: Callable[[dict[str, Any], set[str]], str]) -> None:
        """Play to the end."""
        while legal := self.legal():
            action = choose(legal, self.kinds)
            self.play(action, legal[action])
            self.kinds.add(kind_of(action))


def kind_of(action: str) -> str:
    """What sort of action a text is."""
    return "deck" if action == "take deck" else action.split()[0]
