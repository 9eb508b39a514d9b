"""Commands of the arena: match, tournament, export, bot, check-bot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.options import (
    AgentSpecs,
    ClockOf,
    ClusterAt,
    FreshDeals,
    Games,
    GameSpec,
    Json,
    MatchSeed,
    Memory,
    MoveTime,
    Openings,
    Records,
    StoreAt,
    Trust,
    engine_of,
    origin,
    write_json,
)
from parlour.errors import ParlourError
from parlour.stopping import command_line

if TYPE_CHECKING:
    from parlour.arena.engines import Engine
    from parlour.arena.plan import Plan
    from parlour.stats.results import Results
    from parlour.stats.sprt import Sprt

__all__ = ["add_to"]


def match(
    context: typer.Context,
    game: GameSpec,
    agents: AgentSpecs,
    games: Games = 100,
    seed: MatchSeed = None,
    fresh_deals: FreshDeals = False,
    workers: Annotated[
        int | None, typer.Option(help="processes; 0 = one a core, as by default for many games", min=0)
    ] = None,
    cluster: ClusterAt = None,
    store: StoreAt = None,
    sprt: Annotated[
        str | None, typer.Option(help="stop when it is decided: two Elo differences, 0,10")
    ] = None,
    openings: Openings = None,
    clock: ClockOf = None,
    move: MoveTime = None,
    memory: Memory = None,
    trust: Trust = False,
    records: Records = None,
    json: Json = None,
) -> None:
    """Pit agents against each other; every deal is replayed with the seats rotated.

    Example: parlour match reversi alphabeta:depth=4 mcts:playouts=500 --games 100
    """
    from parlour.arena.plan import plan_of
    from parlour.arena.terms import read_terms
    from parlour.scoreboard import print_match
    from parlour.stats.sprt import Sprt

    terms = read_terms(clock, move, memory)
    fields = {"games": games, "seed": seed, "fresh_deals": fresh_deals, "terms": terms, "trust": trust}
    plan = plan_of(game, agents, openings, **fields)
    try:
        test = Sprt.parse(sprt) if sprt else None
    except ValueError as error:
        raise ParlourError(f"--sprt {sprt}: {error}") from None
    _Outcome(context, print_match, json, records, store).play(
        plan, engine_of(_enough(workers, games), cluster), test
    )


FEW = 20
"""Games for which it does not pay to start more processes."""


def _enough(workers: int | None, games: int) -> int:
    """How many processes: as asked for, or one a core if there are games enough."""
    if workers is not None:
        return workers
    return 1 if games < FEW else 0


def tournament(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="a TOML file, or a game such as reversi")],
    agents: Annotated[list[str] | None, typer.Argument(help="the agents, when a game is given")] = None,
    mode: Annotated[
        str, typer.Option(help="round-robin, or gauntlet: the first against the others")
    ] = "round-robin",
    games: Games = 100,
    seed: MatchSeed = None,
    fresh_deals: FreshDeals = False,
    workers: Annotated[int | None, typer.Option(help="processes; 0 = one a core", min=0)] = None,
    cluster: ClusterAt = None,
    store: StoreAt = None,
    openings: Openings = None,
    clock: ClockOf = None,
    move: MoveTime = None,
    memory: Memory = None,
    trust: Trust = False,
    records: Records = None,
    json: Json = None,
) -> None:
    """Let many agents play each other: standings with ratings, and the cross table.

    Example: parlour tournament reversi random mc:playouts=100 mcts:playouts=100 --games 20
    """
    from parlour.arena.plan import plan_of, read_plan
    from parlour.arena.terms import read_terms
    from parlour.scoreboard import print_tournament

    if game.endswith(".toml"):
        plan, at, size = read_plan(Path(game))
        store, workers = store or at, size if workers is None else workers
    else:
        terms = read_terms(clock, move, memory)
        fields = {"mode": mode, "games": games, "seed": seed, "fresh_deals": fresh_deals}
        plan = plan_of(game, agents or [], openings, terms=terms, trust=trust, **fields)
    _Outcome(context, print_tournament, json, records, store).play(plan, engine_of(workers or 0, cluster))


def export(
    games: Annotated[Path, typer.Argument(help="a store of games, or a file of records or logs")],
    target: Annotated[Path, typer.Argument(help="a file ending in .jsonl, .csv or .parquet")],
) -> None:
    """Write games for other programs: one row a game and seat, or whole records.

    Example: parlour export games.sqlite games.csv
    """
    from parlour.arena.export import export as write
    from parlour.arena.export import read_games

    print(f"{write(read_games(games), target)} rows written to {target}")


def bot(
    game: GameSpec,
    agent: Annotated[str, typer.Argument(help="the agent that plays, such as best")],
    protocol: Annotated[str, typer.Option(help="how it talks: json, or wroclaw")] = "json",
) -> None:
    """Run one of our agents as a bot for others, on standard input and output.

    Example: parlour bot jungle best --protocol wroclaw
    """
    from parlour.bots.serve import main_bot

    main_bot(game, agent, protocol)


def check_bot(
    game: GameSpec,
    command: Annotated[str, typer.Argument(help="the bot's command line")],
) -> None:
    """Check that a bot keeps the protocol; the first thing that it does wrong is explained.

    Example: parlour check-bot reversi "python my_bot.py"
    """
    from parlour.bots.checker import check_bot as check
    from parlour.game import game as find

    check(find(game), command, print)


class _Outcome:
    """Where the results of games go: to files for machines first, then to the terminal."""

    def __init__(
        self,
        context: typer.Context,
        show: Callable[[Results], None],
        json: Path | None,
        records: Path | None,
        store: Path | None,
    ) -> None:
        from parlour.arena.recording import Recording

        self.show, self.json, self.store = show, json, store
        self.debug = bool(context.find_root().params["debug"])
        self.recording = Recording(records) if records else None

    def play(self, plan: Plan, engine: Engine, sprt: Sprt | None = None) -> None:
        """Play what a plan says; every game is written as it ends."""
        from parlour.arena.match import carry_out
        from parlour.terminal import track

        note = self.recording.add if self.recording else None
        results = carry_out(
            plan, engine=engine, store=self.store, sprt=sprt, on_game=note, on_stop=self._stop, track=track
        )
        self._tell(results)

    def _tell(self, results: Results) -> None:
        from parlour.scoreboard import print_traces

        if self.recording:
            self.recording.close()
        write_json(self.json, {**origin(), **results.summary()})
        if self.json and str(self.json) == "-":
            return
        self.show(results)
        if self.debug:
            print_traces(results)

    def _stop(self, results: Results) -> str:
        """Tell what the games so far show, and how to go on."""
        if results.games:
            self._tell(results)
        return (
            f"to go on: {command_line()}" if self.store else "with --store FILE the same command could go on"
        )


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(match)
    app.command()(tournament)
    app.command()(export)
    app.command()(bot)
    app.command("check-bot")(check_bot)
