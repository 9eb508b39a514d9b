"""The page in a real browser: games played, watched and replayed as a person does."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from page_play import MOVES, Person, by_finger, by_keyboard, by_mouse, table_of
from web_helpers import WAIT, Client, Served, visit

GAMES = ("reversi", "isolation", "jungle")


def played(page: Any, moves: int) -> None:
    """Wait until the page shows so many moves."""
    page.wait_for_function("(n) => document.querySelectorAll('.moves button').length === n", arg=moves)


def start_by_mouse(page: Any, game: str) -> None:
    """One click in the lobby."""
    page.click(f"[data-game={game}] .primary")


@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_with_the_mouse(open_page: Any, served: Any, game: str) -> None:
    page = open_page()
    start_by_mouse(page, game)
    assert Person(page, served, by_mouse).finish().over
    assert page.inner_text(".result h2")


@pytest.mark.parametrize(("game", "turns"), [("reversi", 8), ("isolation", 99), ("jungle", 8)])
def test_many_turns_or_a_full_game_with_the_keyboard_only(
    open_page: Any, served: Any, game: str, turns: int
) -> None:
    page = open_page()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(at) => document.activeElement.matches(at)", f"[data-game={game}] .primary"):
            break
    page.keyboard.press("Enter")
    person = Person(page, served, by_keyboard)
    made = sum(1 for _ in takewhile(bool, (person.turn() for _ in range(turns))))
    assert made == turns or person.state().over


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_by_touch_on_a_phone(open_page: Any, served: Any, game: str) -> None:
    phone = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
    page = open_page(**phone)
    page.tap(f"[data-game={game}] .primary")

    def confirmed(page: Any, square: str) -> None:
        by_finger(page, square)
        if page.query_selector(".plate.pending, .arrow.pending"):
            assert not page.evaluate(MOVES)
            page.tap("[data-action='action.confirm']")

    assert Person(page, served, confirmed).turn()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for button in page.query_selector_all(".actions button"):
        assert button.bounding_box()["height"] >= 44


@pytest.mark.parametrize("game", GAMES)
def test_watch_two_agents(open_page: Any, served: Any, game: str) -> None:
    table, _ = served.new_table(game, "mcts:playouts=10", "random")
    page = open_page(f"#/table/{table}")
    page.wait_for_selector("[data-action='action.play']")
    page.click("[data-action='action.play']")
    page.wait_for_function("() => document.querySelector('.status').textContent.includes('Paused')")
    before = len(page.evaluate(MOVES))
    page.click("[data-action='action.step']")
    played(page, before + 1)
    page.click("#tab-why")
    page.click("[data-action='action.step']")
    page.wait_for_selector(".candidates")
    page.click("#tab-moves")
    page.select_option(".actions select", "instant")
    page.keyboard.press("Escape")
    page.click("[data-action='action.play']")
    page.wait_for_selector(".result")
    assert served.get("/api/tables")[0]["result"]["rewards"]


@pytest.mark.parametrize("game", GAMES)
def test_replay_with_analysis(open_page: Any, served: Any, game: str) -> None:
    table, _ = served.new_table(game, "random", "mcts:playouts=30")
    page = open_page(f"#/table/{table}")
    page.select_option(".actions select", "instant")
    page.wait_for_selector(".result")
    page.click(".choose summary")
    page.select_option("#seat--1", "agent:mcts")
    page.click("[data-action='analyse.chosen']")
    page.wait_for_selector("[data-action='analyse']")
    page.wait_for_selector(".legend .key")
    page.click(".status")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.hash.endsWith('ply=0')")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash.endsWith('ply=1')")
    page.click("#tab-why")
    page.wait_for_selector(".candidates li")
    page.keyboard.press("Escape")
    page.click(".status")
    page.keyboard.press("n")
    page.wait_for_selector(".status:has-text('gives away'), .toast")
    page.click("#tab-game")
    page.locator(".graph").click(position={"x": 1, "y": 20})
    page.wait_for_function("() => location.hash.endsWith('ply=0')")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash.endsWith('ply=1')")
    page.click("[data-action='branch.start']")
    page.wait_for_function(
        f"() => location.hash.startsWith('#/table/') && !location.hash.includes('{table}')"
    )
    played(page, 1)
    page.wait_for_selector(".cell.legal, .cell.movable")


@pytest.mark.parametrize("game", GAMES)
def test_reload_in_the_middle_and_take_back(open_page: Any, served: Any, game: str) -> None:
    page = open_page()
    start_by_mouse(page, game)
    person = Person(page, served, by_mouse)
    person.turn()
    person.turn()
    before = page.evaluate(MOVES)
    page.reload()
    page.wait_for_selector(".cell.legal, .cell.movable")
    assert page.evaluate(MOVES)[: len(before)] == before
    page.keyboard.press("u")
    played(page, 2)
    person.turn()
    page.goto(f"{served.url}/#/")
    page.wait_for_selector(f".tables a[href='#/table/{table_of(page)}'], .tables a")
    page.click(".tables a")
    page.wait_for_selector(".cell.legal, .cell.movable, .result")


def test_hint_shows_one_move_then_five_with_reasons(open_page: Any, served: Any) -> None:
    page = open_page()
    start_by_mouse(page, "reversi")
    person = Person(page, served, by_mouse)
    for _ in range(4):
        person.turn()
    page.wait_for_selector(".cell.legal")
    page.keyboard.press("h")
    page.wait_for_selector(".plate")
    assert page.locator(".plate").count() == 1
    assert page.locator(".candidates").count() == 0
    page.keyboard.press("h")
    page.wait_for_selector(".candidates")
    assert 1 < page.locator(".plate").count() <= 5


def test_the_first_guided_game(open_page: Any, served: Any) -> None:
    page = open_page("#/help/isolation")
    assert page.locator(".diagram").count() == 3
    page.click("main .primary")
    page.wait_for_selector(".coach")
    assert "Step 1 of 5" in page.inner_text(".coach")
    Person(page, served, by_mouse).turn()
    page.wait_for_function("() => document.querySelector('.coach').textContent.includes('Step 2')")


def test_two_people_at_one_table_by_a_link(open_page: Any, served: Any) -> None:
    first = open_page("#/new/reversi")
    first.click(".setup summary")
    first.select_option("#seat-1", "guest")
    first.click("button[type=submit]")
    link = first.locator("#panel-game input").input_value()
    second = open_page(link.partition("/#")[2].join(["#", ""]))
    second.wait_for_selector(".board")
    assert "/sit/" not in second.url
    first.wait_for_selector(".cell.legal")
    first.click("[data-square=f5]")
    second.wait_for_selector("[data-square=d6].legal")
    second.click("[data-square=d6]")
    played(first, 2)


def test_a_page_comes_back_by_itself_when_the_server_does(chromium: Any, tmp_path: Path) -> None:
    served = Served(tmp_path / "tables.sqlite")
    table, tokens = served.new_table("reversi", "me", "me")
    context = chromium.new_context()
    context.set_default_timeout(1000 * WAIT)
    page = context.new_page()
    page.goto(f"{served.url}/#/sit/{table}/0/{tokens['0']}")
    page.wait_for_selector(".cell.legal")
    page.click("[data-square=f5]")
    played(page, 1)
    served.kill()
    page.wait_for_selector(".banner:not(:empty)")
    served.start()
    page.wait_for_selector(".banner:empty", state="attached")
    played(page, 1)
    assert page.locator("[data-square=f5][aria-label*=Black]").count() == 1
    context.close()
    served.stop()


def test_pieces_can_be_dragged_and_a_wrong_square_is_explained(open_page: Any, served: Any) -> None:
    table, tokens = served.new_table("jungle", "me", "me")
    page = open_page(f"#/sit/{table}/0/{tokens['0']}")
    page.wait_for_selector(".cell.movable")
    page.click("[data-square=d5]")
    page.wait_for_selector(".toast")
    page.drag_and_drop("[data-square=a3]", "[data-square=a4]")
    played(page, 1)
    assert page.evaluate(MOVES) == ["a3-a4"]


def test_a_move_is_seen_before_the_answer_to_it(open_page: Any, served: Any) -> None:
    table, tokens = served.new_table("reversi", "me", "random")
    page = open_page(f"#/sit/{table}/0/{tokens['0']}", settings={"motion": "on"})
    page.wait_for_selector(".cell.legal")
    page.evaluate("""() => {
      window.seen = {};
      const note = () => (seen[document.querySelectorAll('.moves button').length] ??= performance.now());
      const panel = document.querySelector('.panel');
      new MutationObserver(note).observe(panel, { childList: true, subtree: true });
    }""")
    page.click("[data-square=f5]")
    played(page, 2)
    assert page.evaluate("() => seen[2] - seen[1]") > 400


@pytest.mark.parametrize("wanted", [False, True])
def test_moves_sound_only_when_asked_to(open_page: Any, served: Any, wanted: bool) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    page = open_page(settings={"motion": "off", "sound": wanted})
    page.evaluate("""() => {
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { tones++; start.call(this, at); };
    }""")
    visit(page, f"#/sit/{table}/0/{tokens['0']}", ".cell.legal")
    page.click("[data-square=f5]")
    played(page, 1)
    assert page.evaluate("() => tones") == (1 if wanted else 0)


def test_keys_can_be_switched_off_and_the_list_opened(open_page: Any) -> None:
    page = open_page()
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("header button:last-of-type")
    page.select_option("#setting-keys", "false")
    page.select_option("#setting-theme", "dark")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    page.keyboard.press("?")
    assert page.locator("dialog").count() == 0


def test_the_first_page_is_small(open_page: Any) -> None:
    page = open_page()
    page.wait_for_selector(".card")
    loaded = page.evaluate(
        "() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".reduce((sum, entry) => sum + entry.encodedBodySize, 0)"
    )
    assert 10_000 < loaded < 100_000


def test_board_and_status_change_together_when_an_earlier_move_is_slow_to_come(
    open_page: Any, served: Served
) -> None:
    page = open_page()
    held: list[tuple[Any, str]] = []

    def hold_earlier_positions(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda text: held.append((socket, text)) if '"live":false' in text else socket.send(text)
        )

    page.route_web_socket("**/ws", hold_earlier_positions)
    table, tokens = served.new_table("reversi", "me", "me")
    client = Client(served.url, table, list(tokens.values()))
    for move in ("d3", "c3"):
        client.act(move)
    visit(page, f"#/table/{table}", "[data-square=c3][aria-label*=White]")
    page.keyboard.press("ArrowLeft")
    while not held:
        page.wait_for_timeout(20)
    assert page.locator("[data-square=c3][aria-label*=White]").count() == 1
    assert page.locator(".status:has-text('move 1')").count() == 0
    socket, text = held.pop()
    socket.send(text)
    page.wait_for_selector(".status:has-text('move 1')")
    assert page.locator("[data-square=c3][aria-label*=empty]").count() == 1
