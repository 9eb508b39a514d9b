"""The server: pages, a few questions by HTTP, and a WebSocket for each table that is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour import __version__
from parlour.advice import advisers
from parlour.errors import ParlourError
from parlour.record import Record
from parlour.report.html import POLICY
from parlour.warming import HINT, JUDGE
from parlour.web.browser import Browser
from parlour.web.catalogue import STATIC, Catalogue
from parlour.web.door import complain_quietly
from parlour.web.foundry import spec_of
from parlour.web.guard import Guard
from parlour.web.hall import Hall
from parlour.web.key import Lock
from parlour.web.limits import Patience, Places, Rate, Rates, address_of
from parlour.web.messages import Choice, read_deletion, read_post
from parlour.web.page_files import PageFiles
from parlour.web.results import ResultsFolder
from parlour.web.store import TableStore
from parlour.web.tables import Table
from parlour.web.uploads import read_upload

__all__ = ["make_app"]

LARGEST_POST = 500_000  # bytes: a record of a long game
SLOWEST_POST = 10.0  # seconds

for kind, ending in (("text/javascript", ".js"), ("text/css", ".css"), ("application/json", ".json")):
    mimetypes.add_type(kind, ending)


class Server:
    """The routes and what they share."""

    def __init__(self, hall: Hall, results: ResultsFolder, address: str) -> None:
        self.hall, self.results, self.catalogue = hall, results, hall.catalogue
        self.address = address
        self.sessions = Places(each=64, all=400)
        self.posts = Rates(each=Rate(2, 120), all=Rate(50, 500))
        self.uploads = Rates(each=Rate(0.5, 20), all=Rate(2, 40))
        self.patience, self.long_patience = Patience(1.0), Patience(15.0)
        self.reading = asyncio.Lock()  # one upload after the other

    async def page(self, request: Request) -> Response:
        """The one page."""
        return FileResponse(STATIC / "index.html")

    async def icon(self, request: Request) -> Response:
        """The sign on the browser's tab."""
        return FileResponse(STATIC / "icon.svg")

    async def games(self, request: Request) -> Response:
        """The catalogue."""
        cards = await asyncio.to_thread(lambda: self.catalogue.cards)
        return JSONResponse({"version": __version__, "address": self.address, "games": cards})

    async def words(self, request: Request) -> Response:
        """What the page says of the games, in their own words."""
        return JSONResponse(await asyncio.to_thread(lambda: self.catalogue.words))

    async def board_file(self, request: Request) -> Response:
        """A file of a game's board; nothing outside its folder."""
        game, file = self.catalogue.games.get(request.path_params["game"]), request.path_params["file"]
        if game is None or game.art is None:
            raise HTTPException(404)
        return await PageFiles(directory=game.art, check_dir=False).get_response(file, request.scope)

    async def tables(self, request: Request) -> Response:
        """A page of the tables as everyone may see them; the next begins after its last one."""
        asked = request.query_params
        infos = self.hall.tables(asked.get("after", ""), archived=asked.get("archived") == "1")
        return JSONResponse([info.model_dump(exclude_none=True) for info in infos])

    async def create(self, request: Request) -> Response:
        """A new table; its tokens are told once, to who asked for it."""
        table, tokens = await self.hall.create(read_post(await self._body(request)))
        return JSONResponse({"id": table.id, "tokens": tokens})

    async def compiling(self, request: Request) -> Response:
        """How far the compiling of a game is, while somebody waits for a table of it; null when none is."""
        info = self.hall.foundry.under_way(request.path_params["game"])
        return JSONResponse(info.model_dump() if info else None)

    async def opening(self, request: Request) -> Response:
        """How far the compiling is for which a table cannot be opened yet; null when there is none."""
        info = self.hall.opening(request.path_params["table"])
        return JSONResponse(info.model_dump() if info else None)

    async def delete(self, request: Request) -> Response:
        """Delete a table, for whoever made it."""
        asked = read_deletion(await self._body(request))
        await self.hall.delete(request.path_params["table"], asked.tokens)
        return JSONResponse({})

    async def upload(self, request: Request) -> Response:
        """The games of a file as tables to replay; the page shows the first."""
        name, body = request.query_params.get("name", ""), await self._body(request)
        if not self.uploads.allows(address_of(request.scope)):
            raise ParlourError("too many files: wait a moment")
        async with self.reading:
            records = await asyncio.to_thread(read_upload, name, body)
            table = await self._take_in_all(records)
        return JSONResponse({"id": table.id})

    async def _take_in_all(self, records: list[Record]) -> Table:
        """The first of some games as a table; one that is refused hides no other."""
        tables, refusals = list[Table](), list[ParlourError]()
        for record in records:
            try:
                tables.append(await self.hall.take_in(record))
            except ParlourError as refusal:
                refusals.append(refusal)
        if not tables:
            raise refusals[0]
        return tables[0]

    async def record(self, request: Request) -> Response:
        """A game as a file."""
        table = await self.hall.open(request.path_params["table"])
        name = f"{table.game.name}-{table.id}.jsonl"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(table.record().text() + "\n", headers=disposition)

    async def tournaments(self, request: Request) -> Response:
        """The tournaments and matches of the results folder."""
        listings = await asyncio.to_thread(self.results.tournaments)
        return JSONResponse([listing.model_dump() for listing in listings])

    async def tournament(self, request: Request) -> Response:
        """Standings and cross table."""
        tournament = await asyncio.to_thread(self.results.tournament, request.path_params["name"])
        return JSONResponse(tournament.model_dump())

    async def games_of_pair(self, request: Request) -> Response:
        """The games of two agents of a tournament."""
        name, one, other = (request.path_params[key] for key in ("name", "one", "other"))
        games = await asyncio.to_thread(self.results.games, name, one, other)
        return JSONResponse([game.model_dump() for game in games])

    async def open_game(self, request: Request) -> Response:
        """A game of a tournament as a table to replay."""
        await self._body(request)
        name, number = request.path_params["name"], request.path_params["number"]
        async with self.reading:
            record = await asyncio.to_thread(self.results.record, name, number)
            table = await self.hall.take_in(record)
        return JSONResponse({"id": table.id})

    async def studies(self, request: Request) -> Response:
        """The reports of studies in the results folder."""
        rows = await asyncio.to_thread(self.results.studies)
        return JSONResponse([row.model_dump() for row in rows])

    async def study_page(self, request: Request) -> Response:
        """The report of a study, a page that stands by itself."""
        page = await asyncio.to_thread(self.results.study_page, request.path_params["name"])
        policy = f"{POLICY}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        return FileResponse(page, headers={"Content-Security-Policy": policy})

    async def ratings(self, request: Request) -> Response:
        """The rating lists that are kept with the games."""
        return JSONResponse(await asyncio.to_thread(lambda: self.catalogue.ratings))

    async def training(self, request: Request) -> Response:
        """The training runs of the results folder."""
        runs = await asyncio.to_thread(self.results.training)
        return JSONResponse({name: run.model_dump() for name, run in runs.items()})

    async def _body(self, request: Request) -> bytes:
        address = address_of(request.scope)
        if not self.posts.allows(address):
            await self.patience.wait(address)
            raise ParlourError("too many requests: wait a moment")
        body = b""
        try:
            async with asyncio.timeout(SLOWEST_POST):
                async for part in request.stream():
                    body += part
                    if len(body) > LARGEST_POST:
                        raise ParlourError(f"a request has at most {LARGEST_POST} bytes")
        except TimeoutError:
            raise ParlourError(f"a request takes at most {SLOWEST_POST:g} seconds") from None
        return body

    async def connect(self, socket: WebSocket) -> None:
        """One browser at one table."""
        address = address_of(socket.scope)
        if not self.sessions.take(address):
            await self.long_patience.wait(address)
            await socket.accept()
            await socket.close(1013, "too many connections")
            return
        await socket.accept()
        browser = Browser(socket, address)
        tasks = [asyncio.create_task(browser.read(self.hall)), asyncio.create_task(browser.write())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.sessions.leave(address)
            for task in tasks:
                task.cancel()
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await asyncio.gather(*tasks, return_exceptions=True)
            if browser.table:
                browser.table.leave(browser)
            self.hall.let_go()


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"t": "error", "reason": str(error)}, 400)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)


async def _not_there(request: Request, error: Exception) -> Response:
    return PlainTextResponse("there is no such page\n", 404)


def make_app(store: TableStore, results: Path, catalogue: Catalogue, address: str, key: str = "") -> ASGIApp:
    """The application over one store of tables, a folder of results and the games it offers.

    `address` is where others reach it: what links for guests begin with. Where there is a `key`, only those
    who have it are let in.
    """

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        complain_quietly(asyncio.get_running_loop())
        warm = asyncio.create_task(_warm(server.hall))
        yield
        warm.cancel()
        server.hall.close()

    server = Server(Hall(store, catalogue), ResultsFolder(results, catalogue), address)
    routes = [
        Route("/", server.page),
        Route("/favicon.ico", server.icon),
        Route("/api/games", server.games),
        Route("/api/words", server.words),
        Route("/api/tables", server.tables),
        Route("/api/tables", server.create, methods=["POST"]),
        Route("/api/compiling/{game}", server.compiling),
        Route("/api/records", server.upload, methods=["POST"]),
        Route("/api/tables/{table}", server.delete, methods=["DELETE"]),
        Route("/api/tables/{table}/compiling", server.opening),
        Route("/api/tables/{table}/record", server.record),
        Route("/api/tournaments", server.tournaments),
        Route("/api/tournaments/{name}", server.tournament),
        Route("/api/tournaments/{name}/pairs/{one:int}/{other:int}", server.games_of_pair),
        Route("/api/tournaments/{name}/games/{number:int}", server.open_game, methods=["POST"]),
        Route("/api/ratings", server.ratings),
        Route("/api/training", server.training),
        Route("/api/studies", server.studies),
        Route("/studies/{name}", server.study_page),
        WebSocketRoute("/ws", server.connect),
        Route("/games/{game}/{file:path}", server.board_file),
        Mount("/static", PageFiles(directory=STATIC)),
    ]
    handlers: dict[Any, Any] = {ParlourError: _refused, ClientDisconnect: _gone, 404: _not_there}
    layers = [Middleware(GZipMiddleware, minimum_size=1000)]
    app: ASGIApp = Starlette(routes=routes, middleware=layers, exception_handlers=handlers, lifespan=life)
    return Guard(Lock(app, key) if key else app)


async def _warm(hall: Hall) -> None:
    """Compile, one after the other, and load what first games need, then what advises in them and judges."""
    catalogue = hall.catalogue
    cards = await asyncio.to_thread(lambda: catalogue.cards)
    usual = {card["name"]: _usual_opponent(card) for card in cards}
    for name, choice in usual.items():
        with contextlib.suppress(ParlourError):
            await hall.foundry.ready(catalogue.games[name], [spec_of(choice)], background=True)
            await asyncio.to_thread(catalogue.games[name].new, 0)
    for game in map(catalogue.games.__getitem__, usual):
        with contextlib.suppress(ParlourError):
            await hall.foundry.ready(game, [HINT, *advisers(game, "hint")], background=True)
    for game in map(catalogue.games.__getitem__, usual):
        with contextlib.suppress(ParlourError):
            await hall.foundry.ready(game, [JUDGE, *advisers(game, "replay")], background=True)


def _usual_opponent(card: dict[str, Any]) -> Choice:
    """Who plays in a first game."""
    level = card["levels"][card["usual"] - 1]
    return Choice(agent=level["agent"], options=level["options"])
