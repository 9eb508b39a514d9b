"""Ticket to Ride on the page: its map and cards in a real browser, with mouse, keys and fingers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from ticket_play import Traveller, kind_of, late_table, middle_of, same_ply
from web_helpers import Client, findings

WHOLE = ("take", "deck", "tickets", "keep", "claim")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def something_new(legal: dict[str, Any], kinds: set[str]) -> str:
    """What was not done yet, a claim with a choice of payments first; then any claim, then the deck."""
    routes = [targets["route"] for targets in legal.values() if "route" in targets]
    open_choice = [a for a, t in legal.items() if "route" in t and routes.count(t["route"]) > 1]
    if open_choice and "choice" not in kinds:
        return open_choice[-1]
    new = [action for action in legal if kind_of(action) not in kinds]
    claims = [action for action in legal if kind_of(action) == "claim"]
    return (new or claims or ["take deck"] if "take deck" in legal else list(legal))[0]


def test_a_game_with_the_mouse_to_the_final_score(open_page: Any, served: Any) -> None:
    table, token = late_table(served, 34)
    page = open_page(f"#/sit/{table}/0/{token}")
    page.wait_for_selector(".board-ticket-to-ride .window")
    person = Traveller(page, served, table, token)
    person.finish(something_new)
    assert {*WHOLE, "choice"} <= person.kinds
    page.wait_for_selector(".ticket-to-ride-scores")
    scores = person.client.view["result"]["scores"]
    rows = page.locator(".ticket-to-ride-scores tbody tr")
    for seat, score in enumerate(scores):
        *parts, total = [int(cell) for cell in rows.nth(seat).locator("td").all_inner_texts()]
        assert total == sum(parts) == score
    assert page.locator(".trail-line").count() >= 1
    assert page.locator("[data-ticket]").count() == person.client.view["data"]["seats"][0]["tickets"]
    person.client.close()
    page.reload()
    page.wait_for_selector(".ticket-to-ride-scores")
    assert page.locator(".wagon").count() > 40
    words = r"Claims [A-Z][\w. ]+–[A-Z][\w. ]+|Takes a? ?\w+|Draws (from the deck|tickets)|Keeps \d tickets?"
    texts = page.locator(".moves .text").all_text_contents()
    assert [text for text in texts if not re.fullmatch(words, text)] == []
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('.moves li')].map((li) => li.getBoundingClientRect().left)"
    )
    assert len(set(boxes)) == 1


def test_at_the_end_tickets_are_turned_over_one_by_one_until_skipped(open_page: Any, served: Any) -> None:
    table, token = late_table(served, 8)
    page = open_page(f"#/sit/{table}/0/{token}", settings={"motion": "on", "confirm": "touch"})
    page.wait_for_selector(".hand b")
    person = Traveller(page, served, table, token)
    person.finish(something_new)
    page.wait_for_selector(".skip-reveal", state="visible")
    page.wait_for_selector(".city.ends")
    assert re.fullmatch(r"(Blue|Red): .+–.+", page.inner_text(".read b"))
    page.keyboard.press("Escape")
    page.wait_for_selector(".skip-reveal", state="hidden")
    page.wait_for_function("() => /Longest route: /.test(document.querySelector('.read').textContent)")
    person.client.close()


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector}")


def claim_by_keyboard(page: Any) -> None:
    """Claim the route that has the focus; a choice of payments is left by Escape once."""
    page.keyboard.press("Enter")
    if page.is_visible(".sheet"):
        page.keyboard.press("Escape")
        page.wait_for_selector(".sheet", state="hidden")
        tab_to(page, ".route-list button")
        page.keyboard.press("Enter")
        page.wait_for_selector(".sheet")
        page.keyboard.press("Enter")


def test_full_turns_with_the_keyboard_only(open_page: Any, served: Any) -> None:
    table, tokens = served.new_table("ticket-to-ride", "me", "planner", players=2)
    page = open_page(f"#/sit/{table}/0/{tokens['0']}")
    page.wait_for_selector(".offer")
    person = Traveller(page, served, table, tokens["0"])
    for place in (0, 2):
        tab_to(page, f"[data-offer='{place}']")
        page.keyboard.press("Space")
    page.wait_for_selector(".city.ends")
    for key in ("k", "d", "d"):
        legal = person.after(lambda key=key: page.keyboard.press(key))
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".city.pointed")
    here = page.inner_text(".read b")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("(here) => document.querySelector('.read b').textContent !== here", arg=here)
    name = next(a for a in legal if a.startswith("claim")).split(" ", 1)[1].split("-")[0]
    tab_to(page, "#papers-tickets")
    page.keyboard.press("ArrowRight")
    tab_to(page, ".filter")
    page.keyboard.type(name)
    page.keyboard.press("ArrowDown")
    person.after(lambda: claim_by_keyboard(page))
    assert person.client.view["data"]["seats"][0]["cars"] < 45
    person.client.close()


def test_a_turn_by_touch_on_a_phone(open_page: Any, served: Any) -> None:
    table, tokens = served.new_table("ticket-to-ride", "me", "planner", players=2)
    page = open_page(f"#/sit/{table}/0/{tokens['0']}", **PHONE)
    page.wait_for_selector(".offer")
    person = Traveller(page, served, table, tokens["0"])
    assert page.locator(".stage-map").bounding_box()["y"] < 150
    for place in (0, 1):
        page.tap(f"[data-offer='{place}']")
    legal = person.after(lambda: page.tap("[data-action=keep]"))
    wide = page.locator("svg.map").bounding_box()["width"]
    page.tap("[aria-label='Zoom in']")
    page.wait_for_function(
        "(wide) => document.querySelector('svg.map').getBoundingClientRect().width > wide", arg=wide
    )
    before = person.client.view["ply"]
    page.tap(".pile.deck")
    page.wait_for_selector(".pile.deck .badge.pending")
    assert person.client.view["ply"] == before
    assert "tickets" not in person.after(lambda: page.tap("[data-action='action.confirm']"))
    person.client.close()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    track = next(t["track"] for a, t in legal.items() if "route" in t)
    page.locator(f".track[data-track='{track}']").scroll_into_view_if_needed()
    x, y = middle_of(page, track)
    page.touchscreen.tap(x + 8, y + 8)
    page.wait_for_selector(".toast")


def test_watched_agents_show_all_hands_and_a_replay_opens(open_page: Any, served: Any) -> None:
    table, _ = served.new_table("ticket-to-ride", *["planner"] * 3, players=3)
    client = Client(served.url, table, [])
    client.ask(t="pace", playing=False, delay=0.0)
    page = open_page(f"#/table/{table}")
    page.wait_for_selector("[data-action='action.step']")
    client.hear("welcome")
    for _ in range(4):
        ply = client.view["ply"]
        client.ask(t="step")
        while client.view["ply"] == ply:
            client.hear("view")
    same_ply(page, client.view["ply"])
    for seat in range(3):
        page.select_option(".whose", str(seat))
        page.wait_for_function(
            "(hand) => [...document.querySelectorAll('.hand b')].map((n) => n.innerText).join() === hand",
            arg=",".join(map(str, client.view["data"]["seats"][seat]["hand"])),
        )
        assert page.locator("[data-ticket]").count() == client.view["data"]["seats"][seat]["tickets"]
    client.ask(t="pace", playing=True, delay=0.0)
    while "result" not in client.hear("view"):
        pass
    client.close()
    replay = open_page(f"#/table/{table}?ply=30")
    replay.wait_for_function("() => document.querySelector('.moves .here')?.textContent.startsWith('30.')")
    replay.keyboard.press("End")
    replay.wait_for_selector(".trail-line")


def test_a_reload_in_the_middle_loses_nothing(open_page: Any, served: Any) -> None:
    table, token = late_table(served, 40)
    page = open_page(f"#/sit/{table}/0/{token}")
    person = Traveller(page, served, table, token)
    person.legal()
    shown = (
        "() => [document.querySelector('.hand').innerText, document.querySelectorAll('.wagon').length,"
        " document.querySelector('.tickets').innerText, document.querySelectorAll('.glow.claimable').length]"
    )
    page.wait_for_selector(".hand b")
    before = page.evaluate(shown)
    page.reload()
    page.wait_for_selector(".hand b")
    page.wait_for_function(f"(before) => JSON.stringify(({shown})()) === JSON.stringify(before)", arg=before)
    assert before[1] > 10
    person.client.close()


def test_pointing_says_what_a_route_costs_and_what_a_ticket_lacks(open_page: Any, served: Any) -> None:
    table, token = late_table(served, 60)
    page = open_page(f"#/sit/{table}/0/{token}")
    person = Traveller(page, served, table, token)
    _, claim = person.first_claim()
    page.mouse.move(*middle_of(page, claim["track"]))
    page.wait_for_function("() => /You have .+: pay /.test(document.querySelector('.read').textContent)")
    assert page.locator(".city.pointed").count() == 2
    assert page.locator(".glow.pointed").count() == 1
    high = page.locator(".read").bounding_box()["height"]
    for ticket in page.query_selector_all("[data-ticket]"):
        ticket.hover()
        page.wait_for_function("() => document.querySelectorAll('.city.ends').length === 2")
        assert page.locator(".read").bounding_box()["height"] == high
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('.city.ends')")
    person.client.close()


def test_nothing_serious_for_those_who_need_help(open_page: Any, served: Any) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python: pip install '.[test]'")
    table, token = late_table(served, 60)
    page = open_page(f"#/sit/{table}/0/{token}")
    page.wait_for_selector(".hand b")
    wrong = {}

    def look(name: str) -> None:
        for theme in ("light", "dark"):
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            if faults := findings(page):
                wrong[f"{name} {theme}"] = faults

    look("tickets")
    page.click("#papers-routes")
    page.wait_for_selector(".route-list")
    look("routes")
    page.goto(f"{served.url}/#/help/ticket-to-ride")
    page.wait_for_selector(".diagram .map")
    look("help")
    assert not wrong, json.dumps(wrong, indent=1)


def test_only_tracks_and_lines_that_changed_are_drawn_anew(open_page: Any, served: Any) -> None:
    table, token = late_table(served, 60)
    page = open_page(f"#/sit/{table}/0/{token}")
    person = Traveller(page, served, table, token)
    person.legal()
    page.evaluate("""() => {
      window.drawn = new Set();
      const watcher = new MutationObserver((changes) => {
        for (const { target } of changes) if (target.dataset?.track) window.drawn.add(target.dataset.track);
      });
      watcher.observe(document.querySelector('svg.map'), { childList: true, subtree: true });
      document.querySelector('.moves li').dataset.stays = 'yes';
    }""")
    before = person.client.view["data"]["owner"]
    person.play(*person.first_claim())
    after = person.client.view["data"]["owner"]
    same_ply(page, person.client.view["ply"])
    changed = {str(track) for track, owner in enumerate(after) if owner != before[track]}
    assert set(page.evaluate("() => [...window.drawn]")) == changed
    assert page.locator(".moves li:first-child").get_attribute("data-stays") == "yes"
    person.client.close()
