"""Standings and training: a folder of results as the page tells and shows it."""

from __future__ import annotations

import json
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Served, findings

import parlour
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.errors import ParlourError
from parlour.learn.curves import Curve, read_run
from parlour.report import Claim, Report
from parlour.stats.estimate import Estimate
from parlour.web.catalogue import Catalogue
from parlour.web.results import ResultsFolder

AGENTS = ["random", "mc:playouts=5", "mcts:playouts=50"]


@pytest.fixture(scope="module")
def folder(served: Served) -> Path:
    """The server's own folder, with a tournament and two training runs."""
    game = parlour.game("isolation:size=4")
    plan = Plan.make(game, AGENTS, mode="round-robin", games=6, seed=3)
    carry_out(plan, game=game, store=served.results / "small.sqlite")
    (served.results / "other.sqlite").write_text("not a store")
    for run, rate in (("fast", 0.5), ("slow", 0.9)):
        curve = Curve(served.results / f"{run}.curve.jsonl", run, "reversi", {"rate": rate})
        for step in range(1, 9):
            curve.add(100 * step, {"error": rate**step, "score": Estimate(0.5, 0.4, 0.6)})
    return served.results


def test_standings_and_cross_table_count_the_same_games(folder: Path) -> None:
    tournament = ResultsFolder(folder, Catalogue()).tournament("small")
    assert (tournament.games, tournament.planned, tournament.variant) == (18, 18, "isolation")
    assert {agent.name for agent in tournament.agents} == set(AGENTS)
    assert tournament.agents[-1].name == "random"
    elos = [agent.elo or 0 for agent in tournament.agents]
    assert elos == sorted(elos, reverse=True)
    for place, (agent, line) in enumerate(zip(tournament.agents, tournament.cross, strict=True)):
        assert sum(cell.wins for cell in line) == agent.wins
        assert sum(cell.wins + cell.draws + cell.losses for cell in line) == agent.games == 12
        for other, cell in enumerate(line):
            assert cell.wins == tournament.cross[other][place].losses


def test_who_never_lost_has_a_rating_that_can_be_told_or_none(tmp_path: Path) -> None:
    game = parlour.game("isolation:size=4")
    plan = Plan.make(game, ["solver", "random"], games=8)
    carry_out(plan, game=game, store=tmp_path / "sweep.sqlite")
    tournament = ResultsFolder(tmp_path, Catalogue()).tournament("sweep")
    assert [(agent.wins, agent.losses) for agent in tournament.agents] == [(8, 0), (0, 8)]
    assert json.loads(json.dumps(tournament.model_dump(), allow_nan=False))["games"] == 8


def test_a_game_of_a_pair_is_replayed_and_opened_twice_it_is_one_table(served: Served, folder: Path) -> None:
    games = served.get("/api/tournaments/small/pairs/0/2")
    assert len(games) == 6
    assert len({game["deal"] for game in games}) == 3
    number = games[0]["number"]
    _, first = served.post(f"/api/tournaments/small/games/{number}", {})
    status, again = served.post(f"/api/tournaments/small/games/{number}", {})
    assert (status, again) == (200, first)
    (row,) = [row for row in served.get("/api/tables") if row["id"] == first["id"]]
    assert row["plies"] == games[0]["moves"]
    assert [seat["agent"] for seat in row["seats"]] == games[0]["seats"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/api/tournaments/nothing/games/0", "no results 'nothing'"),
        ("/api/tournaments/..%2Fsmall/games/0", "no such page"),
        ("/api/tournaments/small/games/999", "no game 999"),
    ],
)
def test_what_is_not_there_is_refused(served: Served, folder: Path, path: str, reason: str) -> None:
    status, answer = served.post(path, {})
    assert status in (400, 404)
    assert reason in (answer["reason"] if isinstance(answer, dict) else answer)


def test_only_stores_of_known_games_are_listed(served: Served, folder: Path) -> None:
    assert [row["name"] for row in served.get("/api/tournaments")] == ["small"]


def test_a_run_that_goes_on_drops_what_it_had_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.curve.jsonl"
    curve = Curve(path, "a", "reversi", {})
    for games in (10, 20, 30):
        curve.add(games, {"error": 1 / games})
    with path.open("a") as stream:
        stream.write('{"games": 40, "sec')
    assert [step.games for step in read_run(path).steps] == [10, 20, 30]
    Curve(path, "a", "reversi", {}, games=20).add(25, {"error": 0.1})
    assert [step.games for step in read_run(path).steps] == [10, 20, 25]
    Curve(path, "a", "reversi", {})
    assert read_run(path).steps == []
    path.write_text("[]")
    with pytest.raises(ParlourError, match="not the curve"):
        read_run(path)


def test_the_page_shows_standings_sorts_them_and_opens_a_game(open_page: Any, folder: Path) -> None:
    page = open_page("#/standings")
    page.click(".tables a")
    page.wait_for_selector(".sheet tbody tr")
    assert page.locator(".sheet tbody tr").count() == 3
    page.click(".sheet thead th:nth-child(2) button")
    assert not findings(page)
    names = page.locator(".sheet tbody th").all_inner_texts()
    assert names == sorted(names)
    assert page.get_attribute(".sheet thead th:nth-child(2)", "aria-sort") == "ascending"
    page.click(".cross td a >> nth=0")
    page.wait_for_selector(".sheet tbody button")
    assert not findings(page)
    page.click(".sheet tbody button >> nth=0")
    page.wait_for_selector(".result")
    assert page.locator(".moves button").count() > 3


def test_the_page_draws_training_runs(open_page: Any, folder: Path) -> None:
    page = open_page("#/training")
    page.wait_for_selector(".chart")
    assert page.locator(".chart").count() == 2
    assert not findings(page)
    lines = page.locator(".curve >> nth=0 >> polyline")
    assert lines.count() == 4
    page.hover(".chart >> nth=0")
    assert "games 400: fast 0.063, slow 0.656" in page.inner_text(".read >> nth=0")
    before = lines.nth(1).get_attribute("points")
    page.check("#log")
    assert lines.nth(1).get_attribute("points") != before
    page.uncheck(".run >> nth=0 >> input")
    assert lines.count() == 2
    assert json.loads(page.evaluate("() => localStorage.getItem('parlour.training')"))["off"] == ["fast"]


def test_a_study_is_listed_with_its_verdict_and_its_report_opens(
    open_page: Any, served: Served, tmp_path: Path
) -> None:
    claims = [Claim("the first player wins more", holds=True)]
    Report("first-study", "The first study", ["What it is."], claims=claims).write(
        served.results / "first-study"
    )
    page = open_page("#/standings")
    page.wait_for_selector("a[href='/studies/first-study']:has-text('replicated')")
    assert not findings(page)
    page.goto(f"{served.url}/studies/first-study")
    page.wait_for_selector("h1:has-text('The first study')")
    width = page.evaluate("() => getComputedStyle(document.querySelector('main')).maxWidth")
    assert width != "none", "the report brings its own style"


@pytest.mark.parametrize("name", ["nothing", "..%2Fsmall", "other"])
def test_only_reports_are_served_as_studies(name: str, served: Served, folder: Path) -> None:
    (folder / "other").mkdir(exist_ok=True)
    (folder / "other" / "other.html").write_text("<p>not a report")
    with pytest.raises(urllib.error.HTTPError):
        served.get(f"/studies/{name}")


def test_the_page_shows_the_rating_list_of_a_game(open_page: Any, served: Served, folder: Path) -> None:
    lists = served.get("/api/ratings")
    if not lists:
        pytest.skip("no game has been rated: parlour ratings --write")
    page = open_page("#/standings")
    page.click(f".tables a[href='#/ratings/{lists[0]['name']}']")
    page.wait_for_selector(".sheet tbody tr")
    assert not findings(page)
    assert page.locator(".sheet tbody tr").count() == len(lists[0]["agents"])
    names = page.locator(".sheet tbody th").all_inner_texts()
    assert names == [agent["agent"] for agent in lists[0]["agents"]]
    assert lists[0]["date"] in page.inner_text("main .note")
