"""Write docs/ratings.md from what ``parlour ratings --write`` has measured: ``python tools/ratings.py``."""

from __future__ import annotations

from pathlib import Path

from parlour.files import write_text
from parlour.game import Game, game, game_names
from parlour.ratings import Rated, RatingList, kept_list

PAGE = Path(__file__).resolve().parents[1] / "docs" / "ratings.md"

HEAD = """# Ratings

`parlour ratings GAME --write` rates all agents of a game: those that take `seconds` with 0.01, 0.1 and 1 s
for a decision (`--seconds 0.01,0.1`), the others as they are. Ratings are Elo above `random` (Bradley-Terry
over all games of the list, with 95 % intervals that count deals); they compare agents of one game only.

Games are played in rounds. In each round every agent meets those whose games tell most: the less sure the
difference of the two and the more open their game, the more. So neighbours on the list meet, and `--games` is
what each agent plays at least. The games and the list are kept in `results` (`--out`): a run that was broken
off goes on where it stopped, more games or other budgets are added to those that there are, and the page
shows the list as it grows, under *Standings*. `--workers` and `--cluster` play side by side; agents that
decide by time need a core each.

Each table says how busy the machine was. Where more processes wanted a core than there are, agents that
decide by time had less of it than they asked for, and the others lost nothing: `ms a move` beyond the seconds
of an agent is time that it waited.

The tables are kept with the games (`ratings.json`), and `python tools/ratings.py` writes this page from them.
"""


def page() -> str:
    """The page, with a table for every game that has been measured."""
    measured = [(one, kept_list(one)) for one in map(game, game_names())]
    return "\n".join([HEAD, *(section(one, ratings) for one, ratings in measured if ratings)])


def section(one: Game, ratings: RatingList) -> str:
    """The table of a game, and how it was measured."""
    least, most = ratings.load
    head = [
        "| | agent | Elo (95 %) | games | score | ms a move, median |",
        "|---|---|---|---|---|---|",
    ]
    about = (
        f"`{ratings.game}`, {ratings.protocol}. {ratings.games} games, measured by `{ratings.command}` on "
        f"{ratings.date} ({ratings.machine}; {least:g} to {most:g} processes wanted a core). {ratings.model}."
    )
    rows = [row(rank, rated) for rank, rated in enumerate(ratings.agents, 1)]
    return "\n".join([f"## {one.title}", "", about, "", *head, *rows, ""])


def row(rank: int, rated: Rated) -> str:
    rating, low, high = rated.rating
    elo = f"{rating:.0f} ({low:.0f} to {high:.0f})" if low < high else "0"
    cells = (
        str(rank),
        f"`{rated.agent}`",
        elo,
        str(rated.games),
        f"{rated.share:.1%}",
        f"{rated.milliseconds:g}",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    write_text(PAGE, page())
