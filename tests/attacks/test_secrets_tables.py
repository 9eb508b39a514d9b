"""Who sits at a table can neither choose nor search nor read the seed of its cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.errors import ParlourError
from parlour.record import Record
from parlour.web.catalogue import Catalogue
from parlour.web.hall import Hall
from parlour.web.messages import Choice, Hello, NewTable, Seat, Start
from parlour.web.store import TableStore
from support import finish

ME, GUEST, AGENT = Seat(kind="me"), Seat(kind="guest"), Seat(kind="agent", choice=Choice(agent="random"))
TABLES = 40


def in_hall(store: Path, work: Callable[[Hall], Coroutine[Any, Any, Any]]) -> Any:
    """Do something in a hall, in a thread of its own: the browser's driver may have a loop in this one."""

    async def run() -> Any:
        hall = Hall(TableStore(store), Catalogue())
        try:
            return await work(hall)
        finally:
            hall.close()

    return finish(run())


def test_the_seed_of_a_table_cannot_be_searched(tmp_path: Path) -> None:
    """A hand of Tichu tells which of all small seeds it came from; wide ones are too many to try."""

    async def work(hall: Hall) -> list[int]:
        request = NewTable(game="tichu", seats=[ME, GUEST, AGENT, AGENT])
        return [(await hall.create(request))[0].seed for _ in range(TABLES)]

    seeds = in_hall(tmp_path / "tables.sqlite", work)
    assert len({seed >> 64 for seed in seeds}) == TABLES
    assert all(seed >= 1 << 64 for seed in seeds)


@pytest.mark.parametrize(("name", "seats"), [("tichu", 4), ("ticket-to-ride", 2), ("dicewars", 4)])
def test_nobody_who_plays_may_choose_the_seed(tmp_path: Path, name: str, seats: int) -> None:
    def table(*people: Seat, **fields: Any) -> NewTable:
        return NewTable(game=name, seats=[*people, *[AGENT] * (seats - len(people))], **fields)

    async def work(hall: Hall) -> None:
        for person in (ME, GUEST):
            with pytest.raises(ParlourError, match="the seed is drawn"):
                await hall.create(table(person, seed=777))
        watched, _ = await hall.create(table(seed=777))
        assert watched.seed == 777

    in_hall(tmp_path / "tables.sqlite", work)


def finished(name: str) -> Record:
    game = parlour.game(name)
    return parlour.play(game, [parlour.agent(game, "random") for _ in range(game.players)], seed=777)


def test_nobody_is_invited_to_a_game_whose_cards_the_host_has_seen(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        known = await hall.take_in(finished("ticket-to-ride"))
        start = Start(table=known.id, ply=4)
        with pytest.raises(ParlourError, match="invite no guest"):
            await hall.create(NewTable(game="ticket-to-ride", seats=[ME, GUEST], start=start))
        alone, _ = await hall.create(NewTable(game="ticket-to-ride", seats=[ME, AGENT], start=start))
        assert alone.ply == 4

    in_hall(tmp_path / "tables.sqlite", work)


def test_the_seed_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    """Also in Isolation: agents draw from it, and a running game can be written down without it."""

    async def work(hall: Hall) -> None:
        table, _ = await hall.create(NewTable(game="isolation", seats=[ME, GUEST]))
        table.play(table.state.legal_moves[0], 0.0)
        running = table.record()
        assert table.info.seed is None
        assert str(table.seed) not in running.text()
        assert (running.last().buffer == table.state.buffer).all()
        branch, _ = await hall.create(
            NewTable(game="isolation", seats=[ME, GUEST], start=Start(table=table.id, ply=1))
        )
        assert (branch.state.buffer == table.state.buffer).all()
        assert branch.seed >= 1 << 64
        while not table.state.over:
            table.play(table.state.legal_moves[0], 0.0)
        assert table.info.seed == str(table.seed)
        assert table.record().seed == table.seed
        assert (table.record().last().buffer == table.state.buffer).all()

    in_hall(tmp_path / "tables.sqlite", work)


OWN, OTHER = "g" * 40, "h" * 40  # tokens that browsers have made for themselves


def test_a_guests_link_opens_the_seat_once(tmp_path: Path) -> None:
    """Who made the table knows the link, but cannot come by it once the guest has, not even later."""
    store = tmp_path / "tables.sqlite"

    async def come(hall: Hall) -> tuple[str, str]:
        table, tokens = await hall.create(NewTable(game="tichu", seats=[ME, GUEST, AGENT, AGENT]))
        link = tokens[1]

        def hello(*own: str, **links: str) -> Hello:
            return Hello(t="hello", table=table.id, tokens=list(own), links=links)

        assert table.admit(hello(tokens[0])) == {0}
        assert table.admit(hello(**{link: OWN})) == {1}
        assert table.admit(hello(OWN, **{link: OWN})) == {1}
        assert table.admit(hello(tokens[0], link)) == {0}
        with pytest.raises(ParlourError, match="come by this link before"):
            table.admit(hello(**{link: OTHER}))
        return table.id, link

    async def come_again(hall: Hall) -> None:
        table = await hall.open(name)
        assert table.admit(Hello(t="hello", table=name, tokens=[OWN])) == {1}
        assert table.admit(Hello(t="hello", table=name, tokens=[link])) == frozenset()

    name, link = in_hall(store, come)
    in_hall(store, come_again)
