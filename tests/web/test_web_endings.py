"""The page is told why a game ended, also after the server was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web_helpers import Client, Served


def finish(served: Served, game: str, **options: Any) -> tuple[str, dict[str, Any]]:
    """Play the first legal move for both sides to the end; the table and its result."""
    table, tokens = served.new_table(game, "me", "me", **options)
    client = Client(served.url, table, list(tokens.values()))
    while not (view := client.until_mine()).get("result"):
        client.act()
    client.close()
    return table, view["result"]


def test_why_a_game_ended_is_told_and_survives_the_server(tmp_path: Path) -> None:
    served = Served(tmp_path / "tables.sqlite")
    table, result = finish(served, "isolation", size=3)
    loser = result["rewards"].index(min(result["rewards"]))
    assert result["ending"] == {"key": "stuck", "seats": [loser]}
    served.kill()
    served.start()
    again = Client(served.url, table, []).hear("welcome")
    assert again["table"]["result"]["ending"] == result["ending"]
    served.stop()


def test_a_game_that_was_resigned_has_no_ending_by_the_rules(served: Served) -> None:
    table, tokens = served.new_table("reversi", "me", "me")
    client = Client(served.url, table, list(tokens.values()))
    client.until_mine()
    client.ask(t="resign", seat=0)
    while "result" not in client.hear("view"):
        pass
    assert client.view["result"]["reason"] == "resigned"
    assert client.view["result"].get("ending") is None
    client.close()
