"""Castelein's study: flat Monte Carlo, MCTS and random against each other, and learned determinization."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from parlour.game import game
from parlour.games.tichu.lab.determinizer import judge_position
from parlour.games.tichu.lab.shares import share_without_ties, won
from parlour.kernel import new_rng
from parlour.record import Record
from parlour.report import Cell, Claim, Report, Table, comparison, curve, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate
from parlour.stats.results import Results

__all__ = ["binomial_tail", "budget_sentence", "guess_claims", "no_gain", "report", "saturation"]

MINI, FULL = "tichu:rules=mini", "tichu:calls=no"
PLAYOUTS = (5, 20, 50, 100)
AGENTS = ("Random", "MC", "MCTS")
WAYS = ("uniform", "learned")
TABLE_61 = {  # the share of the column against the row
    "Random": (0.502, 0.892, 0.906),
    "MC": (0.108, 0.504, 0.506),
    "MCTS": (0.094, 0.494, 0.496),
}
TABLE_62 = {"uniform": (0.873, 0.842), "learned": (0.869, 0.882)}  # beside MC and MCTS
WON, LOST, CHANCE = 24_336, 24_212, 0.288  # by learned determinization, and how likely that is by chance
FULL_TICHU = 0.86  # of MC against random
ROUNDS = 970
"""Rounds behind each share of Castelein's: 1,000, of which about 3 % were tied and left out."""
NOTABLE = 0.53  # a share that would be a real gain

Line_up = Mapping[str, Sequence[Record]]


def _spec(agent: str, playouts: int, way: str = "uniform") -> str:
    if agent == "Random":
        return "random"
    learned = ",determinizer=learned" if way == "learned" else ""
    return f"{agent.lower()}:playouts={playouts}{learned}"


def _mirrors(run: Run, playouts: int) -> dict[str, list[Record]]:
    """Rounds that each kind of agent plays against itself, by its spec."""
    specs = ["random", *(_spec(agent, playouts, way) for agent in AGENTS[1:] for way in WAYS)]
    line_ups = [[spec] * 4 for spec in specs for _ in range(run.games)]
    records = run.play_each(game(MINI), line_ups, "rounds of equals")
    return {spec: records[i * run.games : (i + 1) * run.games] for i, spec in enumerate(specs)}


def _meet(run: Run, variant: str, first: str, second: str) -> Results:
    """A match on deals that no other pair has, so that the cells of a table are independent."""
    return run.on_deals_of(variant, first, second).match(game(variant), [first, second])


def _published(share: float) -> Estimate:
    return Estimate.share(share * ROUNDS, ROUNDS)


def _cell(row: str, column: str, shares: Mapping[tuple[str, str], Estimate]) -> Cell:
    """The column's share against the row; below the diagonal it is what the cell above it leaves."""
    theirs = TABLE_61[row][AGENTS.index(column)]
    if (row, column) in shares:
        return Cell.percent(shares[row, column], _published(theirs))
    other = shares[column, row]
    return Cell.percent(Estimate(1 - other.value, 1 - other.high, 1 - other.low), theirs)


def _table_61(run: Run, playouts: int, mirrors: Line_up) -> Table:
    """Castelein's table 6.1: nine cells, of which six are measured and three are what these leave."""
    shares = {}
    for place, row in enumerate(AGENTS):
        rounds = mirrors[_spec(row, playouts)]
        shares[row, row] = share_without_ties([[(record.rewards[0] + 1) / 2] for record in rounds])
        for column in AGENTS[place + 1 :]:
            shares[row, column] = won(_meet(run, MINI, _spec(column, playouts), _spec(row, playouts)))
    return Table(
        "Mini-Tichu: rounds won by the column against the row, ties out (table 6.1)",
        AGENTS,
        [(row, [_cell(row, column, shares) for column in AGENTS]) for row in AGENTS],
        "A cell below the diagonal is the rest of the one above it, of the same rounds, and is not judged "
        "again. On the diagonal: the share of the first team.",
        corner="against",
        basis=f"Published: 1,000 rounds a pair, of which about {ROUNDS} were not tied, as the source says.",
    )


def _full_table(run: Run, playouts: int) -> Table:
    shares = [won(_meet(run, FULL, _spec(agent, playouts), "random")) for agent in AGENTS[1:]]
    cells = [Cell.percent(shares[0], _published(FULL_TICHU)), Cell.percent(shares[1])]
    return Table(
        "Tichu without calls: rounds won against random, ties out",
        AGENTS[1:],
        [("share", cells)],
        basis=f"Published: MC alone; {ROUNDS} rounds are assumed, as in Mini-Tichu.",
    )


def binomial_tail(wins: int, games: int) -> float:
    """How likely so many wins, or more, are when every game is a coin (Castelein's formula)."""
    k = np.arange(wins, games + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, games + 1)))])
    return float(np.exp(logs[games] - logs[k] - logs[games - k] - games * math.log(2)).sum())


def _gain_table(run: Run, playouts: int) -> tuple[Table, Estimate]:
    """Learned against uniform determinization in play, with Castelein's test."""
    results = _meet(run, MINI, *(_spec("MCTS", playouts, way) for way in ("learned", "uniform")))
    line, share = results.lines[0], won(results)
    cells = [
        Cell(line.wins, WON),
        Cell(line.losses, LOST),
        Cell.percent(share, Estimate.share(WON, WON + LOST)),
        Cell.percent(binomial_tail(line.wins, line.wins + line.losses), CHANCE),
    ]
    table = Table(
        "MCTS with learned against uniform determinization, Mini-Tichu",
        ("won", "lost", "share", "chance of as many at 50 %"),
        [("learned", cells)],
        f"The last column is Castelein's binomial test; for his {WON:,} : {LOST:,} it gives "
        f"{binomial_tail(WON, WON + LOST):.1%}. It takes all rounds for independent; our interval takes the "
        "two rounds on a deal for one.",
        basis="Published: as many rounds as the table says.",
    )
    return table, share


def no_gain(share: Estimate) -> Claim:
    """Castelein found no real gain in learned guesses; None when our rounds are too few to rule one out."""
    holds = False if share.low > 0.5 else True if share.high < NOTABLE else None
    text = f"Learned determinization wins hardly more than uniform (here {share:.1%})"
    return Claim(text, holds, findable([share], "a gain"))


def _right(records: Sequence[Record], way: str, seed: int) -> Estimate:
    """How often guesses say rightly who could beat the trick, the guesses of a round as one group."""
    rng, rounds = new_rng(seed), []
    for record in records:
        right = np.zeros(3, np.int64)
        for state, _ in record.steps():
            judge_position(state.buffer, right, rng)
        rounds.append(right)
    predictions, uniform, learned = np.array(rounds).T
    return Estimate.ratio(uniform if way == "uniform" else learned, predictions)


def _table_62(run: Run, playouts: int, mirrors: Line_up) -> Table:
    """Castelein's table 6.2: right guesses, each counted in rounds of the agents that guess so."""
    rows = []
    for way in WAYS:
        cells = []
        for agent, theirs in zip(AGENTS[1:], TABLE_62[way], strict=True):
            ours = _right(mirrors[_spec(agent, playouts, way)], way, run.seed)
            cells.append(Cell.percent(ours, Estimate(theirs, theirs, theirs).rounded(0.001)))
        rows.append((way, cells))
    return Table(
        "Right guesses of who could beat the trick (table 6.2)",
        AGENTS[1:],
        rows,
        "Each cell has rounds of its own: four agents of its column that guess as its row says. A guess is "
        "right when the guessed hand of a player can beat the trick on the table just when the true hand "
        "can. The source does not say at which positions it counts, so the figures stand side by side "
        "without a verdict; which guesses are better is judged.",
        corner="guess",
        basis="Published: over a billion guesses, so that only rounding makes them uncertain.",
        counts=False,
    )


def guess_claims(table: Table) -> list[Claim]:
    """Castelein found learned guesses worse beside MC and better beside MCTS; None: too close to tell."""
    rows, claims = dict(table.rows), []
    for place, (agent, better) in enumerate((("MC", False), ("MCTS", True))):
        learned, uniform = (rows[way][place].ours for way in ("learned", "uniform"))
        assert isinstance(learned, Estimate)
        assert isinstance(uniform, Estimate)
        gap = learned - uniform
        text = (
            f"Beside {agent} learned guesses are right {'more' if better else 'less'} often than uniform ones"
        )
        holds = None if gap.holds(0.0) else (gap.value > 0) == better
        claims.append(Claim(text, holds, findable([gap], "a gap")))
    return claims


def saturation(name: str, shares: Sequence[Estimate]) -> Claim:
    """Castelein found that more playouts help less and less; None when our rounds are too few to tell."""
    first, last = shares[1] - shares[0], shares[-1] - shares[-2]
    fade = first - last
    holds = None if fade.holds(0.0) else fade.value > 0
    return Claim(f"More playouts help {name} less and less", holds, findable([fade], "a loss of gain"))


def budget_sentence(series: Mapping[str, Sequence[Estimate]]) -> str:
    """Whether another number of playouts would give the published shares against random."""
    words = []
    for agent, shares in series.items():
        theirs = _published(TABLE_61["Random"][AGENTS.index(agent)])
        gaps = [abs(share.value - theirs.value) for share in shares]
        place = gaps.index(min(gaps))
        same = "agrees" if (shares[place] - theirs).holds(0.0) else "still differs"
        words.append(
            f"{agent} comes nearest to {theirs.value:.1%} with {PLAYOUTS[place]} playouts, "
            f"{shares[place].value:.1%}, which {same}"
        )
    return f"What was tried for the shares against random, another budget: {'; '.join(words)}."


def report(run: Run) -> Report:
    """Flat Monte Carlo, MCTS and random in Mini-Tichu and Tichu, and learned determinization."""
    playouts = int(run.settings["playouts"] or 20)
    mirrors = _mirrors(run, playouts)
    pairs, guesses = _table_61(run, playouts, mirrors), _table_62(run, playouts, mirrors)
    gain, share = _gain_table(run, playouts)
    series = {
        agent: [won(_meet(run, MINI, _spec(agent, n), "random")) for n in PLAYOUTS] for agent in AGENTS[1:]
    }
    by_playouts = Table(
        "Mini-Tichu against random, by playouts for a decision (figure 4-13)",
        tuple(map(str, PLAYOUTS)),
        [(agent, [Cell.percent(one) for one in shares]) for agent, shares in series.items()],
        corner="agent",
    )
    return run.report(
        "Tichu: Monte Carlo agents and determinization",
        [
            "Each deal is played twice with the teams swapped, and counts once; every pair has deals of its "
            "own; ties are left out, as published. The learned counters come from the planner's self-play.",
            "Playouts are the whole budget of a decision, shared by its candidates, and run to the end of "
            "the round; the source examines 20 possible moves in a position, and does not say how many "
            "playouts each gets.",
        ],
        [pairs, _full_table(run, playouts), gain, guesses, by_playouts],
        [
            lambda: comparison("agents", pairs, x_label="rounds won, %"),
            lambda: curve(
                "playouts", "Mini-Tichu against random (figure 4-13)", [float(n) for n in PLAYOUTS], series,
                x_label="playouts for a decision", y_label="share of rounds won",
            ),
        ],
        [budget_sentence(series)],
        [no_gain(share), *guess_claims(guesses), *(saturation(*one) for one in series.items())],
    )  # fmt: skip
