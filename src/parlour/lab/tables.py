"""What the agents of each source do under other rules and at other table sizes than the source's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from parlour.game import game
from parlour.lab.registry import STUDIES, listing, win_share
from parlour.report import Cell, Report, Table, comparison, power
from parlour.report.study import Run
from parlour.stats.agreement import DOUBT
from parlour.stats.estimate import Estimate

__all__ = ["Field", "leaders", "line_ups", "rules_and_tables", "table_sentence"]


class Field(NamedTuple):
    """The agents of a source, and the variants that they meet in; the first is the source's own."""

    title: str
    agents: Sequence[str]
    variants: Mapping[str, str]  # by their names in the table


HEURISTICS = ("basic", "difference", "defensive", "offensive")
FIELDS = (
    Field(
        "Ticket to Ride",
        ("labno", "labno:draw=blind", "net:variant=universal", "net:variant=specific"),
        {
            f"{rules}, {players} players": f"ticket-to-ride:players={players},rules={rules}"
            for rules in ("thesis", "official")
            for players in (2, 3, 4, 5)
        },
    ),
    Field(
        "Dicewars",
        ("random", "two", "difference", "ste", "stei", "wpm", "statistics"),
        {
            **{f"2019, {n} players": f"dicewars:players={n}" for n in (4, 2, 3, 5, 6, 7, 8)},
            "2020, 4 players": "dicewars:players=4,rules=2020",
        },
    ),
    Field(
        "Isolation",
        (
            "random",
            *(f"minimax:depth=3,heuristic={h}" for h in ("basic", "difference", "defensive", "offensive")),
        ),
        {f"{size} x {size}": f"isolation:size={size}" for size in (4, 3, 5, 7)},
    ),
    Field(
        "Jungle",
        ("random", "rollouts:moves=2000", "heuristic"),
        {"sheet": "jungle", "judge": "jungle:rules=judge"},
    ),
    Field(
        "Tichu",
        ("random", "fsm", "mcts:playouts=20", "mc:playouts=20"),
        {"full": "tichu", "mini": "tichu:rules=mini"},
    ),
)

Shares = dict[str, dict[str, Estimate]]  # by variant and agent, in fair shares


def line_ups(agents: Sequence[str], teams: Sequence[int], games: int, seed: int) -> list[list[str]]:
    """Who sits where in each game: an agent a side, drawn at random, but never one agent alone."""
    sides = max(teams) + 1
    random = np.random.default_rng((seed, sides))
    drawn: list[list[str]] = []
    while len(drawn) < games:
        line = [agents[i] for i in random.integers(0, len(agents), sides)]
        if len(set(line)) > 1:
            drawn.append([line[team] for team in teams])
    return drawn


def _variant_shares(run: Run, field: Field, spec: str) -> dict[str, Estimate]:
    """What each agent wins in a variant, in fair shares; the seats of one game count as one observation."""
    variant = game(spec)
    lines = line_ups(field.agents, variant.team_of, run.games, run.seed)
    records = run.play_each(variant, lines, spec)
    won: dict[str, list[float]] = {agent: [] for agent in field.agents}
    for line, record in zip(lines, records, strict=True):
        for agent in set(line):
            seats = [seat for seat, name in enumerate(line) if name == agent]
            won[agent].append(
                sum(win_share(record.rewards, seat, variant.team_of) for seat in seats) / len(seats)
            )
    sides = len(set(variant.team_of))
    return {agent: Estimate.mean_share(games) * sides for agent, games in won.items() if games}


def leaders(shares: Shares) -> tuple[str, list[str]]:
    """Who wins most in the source's own variant, and in which others somebody else does beyond doubt.

    Every rival in every variant is a chance to seem better, so that each must be the surer (Bonferroni). They
    win the same games from each other, so that at worst their errors add up.
    """
    own, *others = shares
    best = max(shares[own], key=lambda agent: shares[own][agent].value)
    chances = sum(len(shares[variant]) - 1 for variant in others)
    changed = []
    for variant in others:
        rivals = {agent: share for agent, share in shares[variant].items() if agent != best}
        first = max(rivals, key=lambda agent: rivals[agent].value)
        lead = rivals[first].value - shares[variant][best].value
        error = rivals[first].error + shares[variant][best].error
        if lead > 0 and chances * math.erfc(lead / error / math.sqrt(2)) < DOUBT:
            changed.append(f"{variant} ({first})")
    return best, changed


def table_sentence(title: str, shares: Shares) -> str:
    """Whether the best agent of the source's own variant stays the best, in a sentence."""
    best, changed = leaders(shares)
    own = next(iter(shares))
    if changed:
        return f"{title}: {best} wins most in {own}, but another does in {listing(changed)}."
    return f"{title}: {best} wins most in {own}, and nowhere does another win more beyond doubt."


def _table(field: Field, shares: Shares) -> Table:
    rows = [(agent, [Cell(shares[variant].get(agent, "")) for variant in shares]) for agent in field.agents]
    return Table(f"{field.title}: games won, in fair shares", tuple(shares), rows, corner="agent")


@STUDIES.add("rules-and-tables", games=400)
def rules_and_tables(run: Run) -> Report:
    """The agents of each source under official rules and at other table sizes: does their order hold?"""
    results = [
        {name: _variant_shares(run, field, spec) for name, spec in field.variants.items()} for field in FIELDS
    ]
    every = [share for shares in results for one in shares.values() for share in one.values()]
    tables = [_table(field, shares) for field, shares in zip(FIELDS, results, strict=True)]
    return run.report(
        "The agents of the sources under other rules and at other tables",
        [
            f"{run.games} games a column; every seat is drawn anew from the agents of a table. What an agent "
            "wins is given in fair shares: 1 is as much as chance would give it at that table. The first "
            "column is the source's own setting. Reversi is left out: it has one set of rules.",
        ],
        tables,
        [
            partial(comparison, f"field-{i}", table, x_label="won, in fair shares")
            for i, table in enumerate(tables, 1)
        ],
        [
            *(table_sentence(field.title, shares) for field, shares in zip(FIELDS, results, strict=True)),
            power(every, "a gain over the fair share", "hundredths of it"),
        ],
    )
