"""Dicewars on its map in a real browser: played by mouse, keys and finger, watched, reloaded, explained."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page_play import table_of
from web_helpers import WAIT, Client, Served, findings, visit

import parlour

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MY_TURN = """() => document.querySelector('[data-action=end]:not([aria-disabled])')"""
MOVES = "() => document.querySelectorAll('.moves button').length"
OWNERS = (
    "() => [...document.querySelectorAll('.dw-area')].map((one) => [one.dataset.owner, one.dataset.dice])"
)
FOCUS = "() => Number(document.activeElement.dataset.area ?? 0)"
SKIP = "[data-action='action.skip']:not([aria-disabled])"
SKIPPED = """(skip) => new Promise((done) => {
  document.querySelector(skip).click();
  requestAnimationFrame(() => requestAnimationFrame(
    () => done(document.querySelectorAll('.moves button').length)));
})"""
PLACES = """() => ['.dw-sheet', '.dw-battle', '.dw-players', '.actions'].map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def sit(open_page: Any, served: Served, *others: str, **options: Any) -> tuple[Any, Client]:
    """A table of a person against agents in the browser, and what the server tells that person."""
    table, tokens = served.new_table("dicewars", "me", *others, players=1 + len(others))
    page = open_page(f"#/sit/{table}/0/{tokens['0']}", **options)
    page.wait_for_function(MY_TURN)
    return page, Client(served.url, table, [tokens["0"]])


def area(number: int) -> str:
    """Where to point at an area."""
    return f"[data-area='{number}'] .dw-dice"


def likely_attack(view: dict[str, Any]) -> dict[str, Any] | None:
    """The attack with the best odds, unless the odds are poor."""
    attacks = [move["targets"] for move in view["legal"] if "odds" in move["targets"]]
    best = max(attacks, key=lambda attack: float(attack["odds"]), default=None)
    return best if best and best["odds"] >= 0.6 else None


def until_shown(page: Any, client: Client, ply: int) -> dict[str, Any]:
    """Wait until the next choice after a move, or the end, is there and on the page."""
    while not (client.view["ply"] > ply and (client.view.get("legal") or client.view.get("result"))):
        client.hear("view")
    page.wait_for_function(f"(moves) => ({MOVES})() >= moves", arg=client.view["ply"])
    return client.view


def test_a_whole_game_with_the_mouse(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two")
    view, places = client.until_mine(), page.evaluate(PLACES)
    while not view.get("result"):
        attack = likely_attack(view)
        if attack:
            page.click(area(attack["from"]))
            page.wait_for_selector(f"[data-area='{attack['to']}'].target")
            label = page.get_attribute(f"[data-area='{attack['to']}']", "aria-label")
            own, other = attack["dice"]
            assert f"{own} v {other}: {round(100 * attack['odds'])}%" in label
            assert page.evaluate(PLACES) == places
            page.click(area(attack["to"]))
        else:
            page.click("[data-action=end]")
        view = until_shown(page, client, view["ply"])
        if not view.get("result"):
            page.wait_for_function(MY_TURN)
            assert page.evaluate(PLACES) == places
    client.close()
    page.wait_for_selector(".result")
    assert "You won" in page.inner_text(".result h2")
    page.wait_for_function("() => document.querySelectorAll('.dw-area:not([data-owner=\"0\"])').length === 0")
    assert page.locator(".result .dw-table tbody tr").count() == 2


def test_a_turn_with_the_keyboard_only(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two", "stei")
    view = client.until_mine()
    dice = {
        move["targets"]["from"]: move["targets"]["dice"][0]
        for move in view["legal"]
        if "odds" in move["targets"]
    }
    page.keyboard.press("b")
    walk = []
    for _ in dice:
        walk.append(page.evaluate(FOCUS))
        page.keyboard.press("Tab")
    assert sorted(walk) == sorted(dice)
    assert [dice[one] for one in walk] == sorted(dice.values(), reverse=True)
    assert not page.evaluate(FOCUS)
    page.keyboard.press("b")
    source = page.evaluate(FOCUS)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-area='{source}'][aria-pressed=true]")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"[data-area='{source}'][aria-pressed=false]")
    page.keyboard.press("Enter")
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        if page.evaluate(FOCUS) != source:
            break
    target = page.evaluate(FOCUS)
    assert f"{source}-{target}" in {move["a"] for move in view["legal"]}
    page.keyboard.press("Enter")
    view = until_shown(page, client, 0)
    page.wait_for_selector(".dw-fight")
    page.wait_for_function(MY_TURN)
    page.keyboard.press("e")
    view = until_shown(page, client, view["ply"])
    assert view["mover"] == 0
    assert view["data"]["turns"] >= 3
    client.close()


def test_an_attack_by_dragging(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two")
    attack = likely_attack(client.until_mine())
    assert attack
    page.drag_and_drop(area(attack["from"]), area(attack["to"]))
    until_shown(page, client, 0)
    client.close()


def test_a_turn_by_touch_on_a_phone(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two", **PHONE)
    attack = likely_attack(client.until_mine())
    assert attack
    assert page.evaluate("() => document.querySelector('.dw-sheet').getBoundingClientRect().top") <= 150
    page.tap(area(attack["from"]))
    page.wait_for_selector(f"[data-area='{attack['to']}'].target")
    places = page.evaluate(PLACES)
    page.tap(area(attack["to"]))
    page.wait_for_selector(".dw-arrow.pending")
    assert page.evaluate(PLACES) == places
    assert page.evaluate(MOVES) == 0
    page.tap("[data-action='action.confirm']")
    until_shown(page, client, 0)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => [...document.querySelectorAll('.dw-dice')].every((text) => "
                         "text.getBoundingClientRect().height >= 12)")  # fmt: skip
    client.close()


def test_agents_are_watched_to_the_end_and_the_game_is_replayed(open_page: Any, served: Served) -> None:
    table, _ = served.new_table("dicewars", "difference", "two", "random", players=3)
    page = open_page(f"#/table/{table}")
    page.wait_for_selector(".dw-area")
    page.select_option(".actions select", "instant")
    page.wait_for_selector(".result")
    page.wait_for_function("() => document.querySelectorAll('.dw-player.out').length === 2")
    page.click("h2")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.hash.endsWith('ply=0')")
    page.wait_for_function("() => !document.querySelector('.dw-player.out')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".dw-fight, .dw-supply")


def test_a_reload_brings_everything_back(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two", "ste")
    view = client.until_mine()
    for _ in range(3):
        attack = likely_attack(view)
        action = f"{attack['from']}-{attack['to']}" if attack else "end"
        client.ask(t="act", seat=0, ply=view["ply"], action=action)
        view = until_shown(page, client, view["ply"])
    page.wait_for_function(MY_TURN)
    before = page.evaluate(OWNERS)
    page.reload()
    page.wait_for_function(MY_TURN)
    assert page.evaluate(OWNERS) == before
    battles = page.evaluate("() => [...document.querySelectorAll('.below .dw-table tbody tr')]"
                            ".map((row) => Number(row.cells[1].textContent))")  # fmt: skip
    assert sum(battles) == 2 * view["data"]["battles"]
    client.close()


def test_another_map_before_the_first_move(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two", "stei")
    client.close()
    first, shape = table_of(page), page.get_attribute(".dw-ground", "d")
    page.click(".dw-another")
    page.wait_for_function("(first) => !location.hash.includes(first)", arg=first)
    page.wait_for_function(MY_TURN)
    page.wait_for_function(
        "(shape) => document.querySelector(`.dw-ground:not([d='${shape}'])`) !== null", arg=shape
    )
    tables = {row["id"]: row for row in served.get("/api/tables")}
    assert tables[table_of(page)]["seats"] == tables[first]["seats"]


def test_skip_shows_at_once_what_the_others_did(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "stei", "stei", "stei", settings={"speed": "normal"})
    ply = client.until_mine()["ply"]
    page.click("[data-action=end]")
    while not (client.view["ply"] > ply and (client.view.get("legal") or client.view.get("result"))):
        client.hear("view")
    page.wait_for_selector(SKIP)
    assert page.evaluate(SKIPPED, SKIP) == client.view["ply"]
    client.close()


def test_who_has_lost_every_area_sees_the_game_to_its_end(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "wpm", "wpm", settings={"motion": "off", "speed": "instant"})
    while not client.until_mine().get("result"):
        client.act("end")
    assert client.view["scores"][0] == min(client.view["scores"])
    client.close()
    page.wait_for_selector(".result")
    assert "You lost" in page.inner_text(".result h2")


def test_a_hint_stands_on_the_map_and_says_why(open_page: Any, served: Served) -> None:
    page, client = sit(open_page, served, "two")
    client.close()
    page.keyboard.press("h")
    page.wait_for_selector(".dw-arrow")
    page.wait_for_selector(".dw-plate")
    page.keyboard.press("h")
    page.wait_for_selector(".candidates .reasons")
    assert re.search(r"\d+ → \d+, \d v \d: \d+%", page.inner_text(".candidates"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Any, served: Served, theme: str) -> None:
    page, client = sit(open_page, served, "two", "ste", settings={"theme": theme, "motion": "off"})
    attack = likely_attack(client.until_mine())
    assert attack
    client.close()
    page.click(area(attack["from"]))
    page.wait_for_selector(".dw-plate")
    assert findings(page) == []
    page.click(area(attack["to"]))
    page.wait_for_selector(".dw-fight")
    assert findings(page) == []
    visit(page, "#/help/dicewars", ".diagram .dw-table")
    assert findings(page) == []


def test_no_message_tells_the_dice_to_come(served: Served) -> None:
    """While a person plays, neither the seed nor the state of the generator is in anything that is sent."""
    seed = 8_315_467_201_337
    seats = [{"kind": "me"}, {"kind": "agent", "choice": {"agent": "two", "options": {}}}]
    wanted = {"game": "dicewars", "options": {"players": 2}, "seats": seats, "seed": seed}
    _, table = served.post("/api/tables", wanted)
    state = parlour.game("dicewars:players=2").new(seed)
    client = Client(served.url, table["id"], list(table["tokens"].values()))
    while state.ply < 30:
        text = str(client.socket.recv(WAIT))
        message = json.loads(text)
        view = message.get("view", message)
        if view.get("event"):
            state.play(view["event"]["text"])
        assert view["ply"] == state.ply
        assert not [secret for secret in (seed, *map(int, state.rng)) if str(secret) in text]
        if view.get("legal"):
            attack = likely_attack(view)
            action = f"{attack['from']}-{attack['to']}" if attack else "end"
            client.ask(t="act", seat=0, ply=view["ply"], action=action)
    client.close()
