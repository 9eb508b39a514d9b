"""The hall: all tables, those that are in use in memory and all of them in the store."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import secrets
import time

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record
from parlour.seeds import new_seed
from parlour.web.answers import CompilingInfo, Outcome, TableInfo
from parlour.web.catalogue import Catalogue
from parlour.web.foundry import Foundry, spec_of
from parlour.web.messages import NewTable, Seat, Start
from parlour.web.pools import Pools
from parlour.web.seats import Session, Successor, TableSeat, hash_of, seat_table
from parlour.web.store import TableRow, TableStore
from parlour.web.tables import Table
from parlour.web.uploads import check_record

__all__ = ["Hall", "seed_of"]

MOST_LIVE = 100
"""Tables that may be in use at once."""
MOST_KEPT = 20_000
"""Tables of a store outside its archive; the next one sends the oldest there."""
MOST_ARCHIVED = 200_000
IDLE = 30 * 24 * 3600.0
"""Seconds after which a table that nobody used is archived."""


class Hall:
    """Finds and opens tables; a table that nobody uses is let go of and opened again when asked for."""

    def __init__(self, store: TableStore, catalogue: Catalogue) -> None:
        self.store, self.catalogue, self.pools, self.foundry = store, catalogue, Pools(), Foundry()
        self._live: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        store.archive(time.time() - IDLE)

    def tables(self, after: str = "", *, archived: bool = False) -> list[TableInfo]:
        """A page of the tables as everyone may see them, the last used first; damaged ones are left out."""
        rows = self.store.tables(after, archived=archived)
        return [info for row in rows if (info := self._info(row))]

    def _info(self, row: TableRow) -> TableInfo | None:
        """A table; the seed of one that is not in memory is told when it is opened."""
        if row.id in self._live:
            return self._live[row.id].info
        try:
            return self._stored_info(row)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def _stored_info(self, row: TableRow) -> TableInfo:
        outcome = Outcome.model_validate(row.result) if row.result else None
        seats = [TableSeat.read(seat).info for seat in row.seats]
        return TableInfo(
            id=row.id, game=self.catalogue.name_of(row.game), variant=row.game, seats=seats,
            plies=row.plies, result=outcome, updated=row.updated,
        )  # fmt: skip

    async def create(self, request: NewTable) -> tuple[Table, dict[int, str]]:
        """A new table, and the tokens of the people who will sit there."""
        self._need_room(new=True)
        if request.start:
            game, row, moves = await self._branch(request.start)
            _check_branch(game, request)
        else:
            game, moves = self.catalogue.find(request.game, request.options), list[str]()
            row = _row(game, seed_of(game, request))
        await self.foundry.ready(game, [spec_of(seat.choice) for seat in request.seats if seat.choice])
        make = self.catalogue.agent_spec
        seats, tokens = seat_table(game, request.seats, make, ponder=request.ponder)
        owner = hash_of(request.owner) if request.owner else ""
        row = dataclasses.replace(row, seats=[seat.row() for seat in seats], owner=owner)
        table = await self._lay(row, game, [(move, 0.0) for move in moves])
        if table.result:
            raise ParlourError("that position is the end of the game: branch from an earlier move")
        self.store.create(row, moves)
        self._live[table.id] = table
        return table, tokens

    async def again(self, table: Table, session: Session, shift: int) -> None:
        """Another game of the same people, with the seats moved on; whoever asks second joins the first."""
        if table.result is None or not session.seats:
            raise ParlourError("those who played may play again when the game is over")
        if table.successor is None:
            order = [(seat + shift) % len(table.seats) for seat in range(len(table.seats))]
            seats = [Seat(kind=table.seats[old].kind, choice=table.seats[old].choice) for old in order]
            options, ponder = dict(table.game.settings), any(seat.ponders for seat in table.seats)
            request = NewTable(game=table.game.name, options=options, seats=seats, ponder=ponder)
            other, tokens = await self.create(request)
            places = {order[seat]: (seat, token) for seat, token in tokens.items()}
            table.follow_with(Successor(other.id, places))
        else:
            table.follow_with(table.successor)

    async def _branch(self, start: Start) -> tuple[Game, TableRow, list[str]]:
        """Another table's game up to a move; where chance or secrets are involved, only when it is over."""
        origin = await self.open(start.table)
        origin.at(start.ply)
        if not origin.foretold:
            raise ParlourError("a game with chance or hidden cards is branched when it is over")
        moves = [event.text for event in origin.log[: start.ply]]
        seed, begun = origin.origin
        return origin.game, _row(origin.game, seed or new_seed(), begun), moves

    async def take_in(self, record: Record) -> Table:
        """A record from a file as a finished table, once it was replayed."""
        await self.foundry.ready(self.catalogue.open(record.game), ())
        game = record.open_game()
        await asyncio.to_thread(check_record, record, game)
        name = hashlib.sha256(record.text().encode()).hexdigest()[:16]  # the same game twice is one table
        if self.store.find(name):
            return await self.open(name)
        self._need_room(new=True)
        row = dataclasses.replace(
            _row(game, record.seed, record.start),
            id=name,
            seats=[TableSeat("agent", spec[:100]).row() for spec in record.seats],
            result=_outcome(record).model_dump(),
        )
        moves = [(text, 0.0) for text in record.moves]
        table = await self._lay(row, game, moves)
        self.store.create(row, list(record.moves))
        self._live[table.id] = table
        return table

    async def delete(self, name: str, tokens: list[str]) -> None:
        """Delete a table that nobody uses, for whoever made it; a game with a guest only when it is over."""
        table = await self.open(name)
        own = any(seat.kind == "me" and seat.opened_by(tokens) for seat in table.seats)
        if not own and not any(secrets.compare_digest(table.owner, hash_of(token)) for token in tokens):
            raise ParlourError("only who made a table can delete it")
        if table.sessions:
            raise ParlourError("somebody is at that table: it can be deleted when nobody is")
        if table.result is None and any(seat.kind == "guest" for seat in table.seats):
            raise ParlourError("a game with a guest can be deleted when it is over: resign first")
        table.close()
        self._live.pop(name, None)
        self.store.delete_one(name)

    def _need_room(self, *, new: bool = False) -> None:
        """There must be room for one more table in memory; for a new one in the store too."""
        self.let_go()
        if len(self._live) >= MOST_LIVE:
            raise ParlourError(f"{MOST_LIVE} tables are in use: leave one first")
        if new:
            self._need_room_in_store()

    def _need_room_in_store(self) -> None:
        store = self.store
        if store.size >= MOST_KEPT:
            store.archive(most=MOST_KEPT // 20)
        if store.archive_size >= MOST_ARCHIVED:
            raise ParlourError("the archive is full: delete old tables with parlour tidy")

    async def open(self, name: str) -> Table:
        """A table by its name, from memory or from the store; two who ask at once get the same."""
        lock = self._opening.setdefault(name, asyncio.Lock())
        async with lock:
            try:
                if name not in self._live:
                    self._live[name] = await self._load(name)
                return self._live[name]
            finally:
                self._opening.pop(name, None)

    def opening(self, name: str) -> CompilingInfo | None:
        """How far the compiling is that a table of the store may wait for."""
        row = self.store.find(name)
        return self.foundry.under_way(self.catalogue.name_of(row.game)) if row else None

    async def _load(self, name: str) -> Table:
        row = self.store.find(name)
        if row is None:
            raise ParlourError("there is no such table")
        self._need_room()
        game, moves = self.catalogue.open(row.game), self.store.moves(name)
        if game.rules_version != row.rules:
            raise ParlourError(f"the table was played under rules version {row.rules} of {game.name}")
        choices = (TableSeat.read(seat).choice for seat in row.seats)
        await self.foundry.ready(game, [spec_of(choice) for choice in choices if choice])
        try:
            return await self._lay(row, game, moves)
        except (ParlourError, LookupError, TypeError, ValueError) as error:
            raise ParlourError(f"table {name} is damaged: {error}") from None

    async def _lay(self, row: TableRow, game: Game, moves: list[tuple[str, float]]) -> Table:
        """A table with the moves that were played at it, beside the event loop."""
        make = self.catalogue.seat_agent
        return await asyncio.to_thread(Table, row, game, moves, self.store, self.pools, make, self.foundry)

    def let_go(self) -> None:
        """Forget the tables that nobody uses; the store has them."""
        for name in [name for name, table in self._live.items() if not table.busy]:
            del self._live[name]

    def close(self) -> None:
        """Stop thinking and let the file go."""
        self.foundry.close()
        self.pools.close()
        self.store.close()


def seed_of(game: Game, request: NewTable) -> int:
    """The seed of a new game: a secret, unless one may be chosen."""
    if request.seed is None:
        return new_seed()
    if (game.hidden or game.chance) and any(seat.kind != "agent" for seat in request.seats):
        raise ParlourError("the seed is drawn where people play with chance or hidden cards: choose none")
    return request.seed


def _check_branch(game: Game, request: NewTable) -> None:
    """Who has seen a game knows the cards and dice of its branch: nobody else may be invited to it."""
    if (game.hidden or game.chance) and any(seat.kind == "guest" for seat in request.seats):
        raise ParlourError("a branch of a game with chance or hidden cards is played alone: invite no guest")


def _outcome(record: Record) -> Outcome:
    """How a game of a file ended."""
    lost = record.forfeits[0] if record.forfeits else None
    return Outcome(
        scores=list(record.scores), rewards=list(record.rewards), reason=lost.reason if lost else "",
        seat=lost.seat if lost else None, detail=lost.detail if lost else "",
    )  # fmt: skip


def _row(game: Game, seed: int, start: str = "") -> TableRow:
    """A new table, where nobody sits yet."""
    name = secrets.token_urlsafe(9)
    return TableRow(name, game.spec, game.rules_version, seed, [], None, time.time(), start)
