"""Write docs/levels.md from what ``parlour ladder --write`` has measured: ``python tools/levels.py``."""

from __future__ import annotations

from pathlib import Path

from parlour.files import write_text
from parlour.game import Game, game, game_names
from parlour.levels import NAMES, Ladder, Rung, ladder_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "levels.md"

HEAD = f"""# Levels

Every game has ten levels, from 1 ({NAMES[0]}) to 10 ({NAMES[-1]}). The page offers them first; everywhere
else a level is an agent like any other:

```
parlour play reversi level:n=4
parlour match tichu level:n=7 plan
```

Behind each level stands an agent that suits the game, with a fixed amount of work (depth, playouts), so that
it is as strong on any machine. Weaker levels *slip*: every agent has the option `slips`, the share of its
decisions that are drawn at random, such as `best:depth=3,slips=0.1`.

`parlour ladder GAME --write` measures the levels of a game: each plays the one below it until the 95 %
interval of its share of the points (a draw is half a point) lies above one half; the games of a pair are
doubled while it does not. Finished games are kept in a folder (`--store`), so that a run that was broken off
goes on where it stopped; all games in that folder count. The ratings are Elo above level 1 (Bradley-Terry
over all games of the ladder); they compare levels of one game, not of two. Times are those of the machine
that measured, while it was busy with other things too. The table is kept with the game (`levels.json`), and
`python tools/levels.py` writes this page from it.
"""


def page() -> str:
    """The page, with a table for every game that has been measured."""
    measured = [(one, ladder_of(one)) for one in map(game, game_names())]
    return "\n".join([HEAD, *(section(one, ladder) for one, ladder in measured if ladder)])


def section(one: Game, ladder: Ladder) -> str:
    rows = [row(rung) for rung in ladder.rungs]
    head = [
        "| level | name | agent | Elo (95 %) | against the level below (95 %) | games | ms a move |",
        "|---|---|---|---|---|---|---|",
    ]
    about = f"`{ladder.game}`, {ladder.protocol}. Measured by `{ladder.command}`."
    return "\n".join([f"## {one.title}", "", about, "", *head, *rows, ""])


def row(rung: Rung) -> str:
    rating, low, high = rung.rating
    elo = f"{rating:.0f} ({low:.0f} to {high:.0f})" if rung.share else "0"
    share = "{:.1%} ({:.1%} to {:.1%})".format(*rung.share) if rung.share else ""
    games = str(rung.games) if rung.share else ""
    cells = (str(rung.level), rung.name, f"`{rung.agent}`", elo, share, games, f"{rung.milliseconds:g}")
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    write_text(PAGE, page())
