// @ts-check
/** Tournaments: the standings, the cross table, and the games of each pair. */
import { catalogue, get, replayGame } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { number, percent, signed, t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { titleOf } from "../kit/cards.js";
import { elo, endsOf, whisker } from "../kit/elo.js";
import { sheet } from "../kit/sheet.js";

const SURE = 0.975; // below that, two neighbours are not told apart
const AGAIN = 3000; // milliseconds between two looks at a tournament that goes on

/** @param {HTMLElement} main @param {{args: string[]}} route */
export async function show(main, { args: [name, one, other] }) {
  document.title = `${t("standings.title")} – Parlour`;
  if (!name) return list(main);
  if (one !== undefined) return pair(main, name, Number(one), Number(other));
  return tournament(main, name);
}

/** @param {HTMLElement} main */
async function list(main) {
  const [listings, lists, studies, { games }] = await Promise.all([
    get("/api/tournaments"),
    get("/api/ratings"),
    get("/api/studies"),
    catalogue(),
  ]);
  const title = (/** @type {string} */ variant) => {
    const card = games.find((one) => one.name === variant.split(":")[0]);
    return card ? titleOf(card) : variant;
  };
  const row = (/** @type {any} */ one) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#/standings/${encodeURIComponent(one.name)}` },
        h("b", {}, title(one.variant)),
        h("span", { class: "who", translate: "no" }, one.name),
        h("span", { class: "mut" }, t("standings.agents", { n: one.agents.length })),
        h("span", { class: "mut" }, t("standings.games", { n: one.games, games: number(one.games) })),
        h("span", { class: "verb" }, t("standings.open")),
      ),
    );
  put(
    main,
    h("h1", {}, t("standings.title")),
    h("p", { class: "lead" }, t("standings.lead")),
    listings.length
      ? h("ul", { class: "tables" }, listings.map(row))
      : h("div", { class: "empty" }, h("p", {}, t("standings.none")), h("pre", {}, t("standings.command"))),
    lists.length ? ratingLists(lists, title) : null,
    h("h2", {}, t("studies.title")),
    h("p", { class: "note" }, t("studies.lead")),
    studies.length
      ? h("ul", { class: "tables" }, studies.map(study))
      : h("div", { class: "empty" }, h("pre", {}, t("studies.command"))),
  );
}

/** The rating list of each game. @param {any[]} lists @param {(variant: string) => string} title */
const ratingLists = (lists, title) => [
  h("h2", {}, t("ratings.title")),
  h("p", { class: "note" }, t("ratings.lead")),
  h(
    "ul",
    { class: "tables" },
    lists.map((one) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: `#/ratings/${encodeURIComponent(one.name)}` },
          h("b", {}, title(one.name)),
          h("span", { class: "mut" }, t("standings.agents", { n: one.agents.length })),
          h("span", { class: "mut" }, t("standings.games", { n: one.games, games: number(one.games) })),
          h("span", { class: "verb" }, t("standings.open")),
        ),
      )
    ),
  ),
];

/** A study in a line, which leads to its report. @param {any} one */
const study = (one) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: `/studies/${encodeURIComponent(one.name)}`, target: "_blank" },
      h("b", {}, one.title),
      h("span", { class: "who", translate: "no" }, one.name),
      h("span", { class: "mut" }, one.verdict ? t(`studies.${one.verdict}`) : t("studies.none")),
      h("span", { class: "mut" }, one.figures ? t("studies.figures", one) : ""),
      h("span", { class: "verb" }, t("standings.open")),
    ),
  );

/** A tournament, drawn anew as its games come in. @param {HTMLElement} main @param {string} name */
async function tournament(main, name) {
  const order = { key: "rank", down: false };
  let drawn = -1;
  const draw = async () => {
    const results = await get(`/api/tournaments/${encodeURIComponent(name)}`);
    if (results.games !== drawn) put(main, standings(results, order));
    drawn = results.games;
    return results.planned !== null && results.games < results.planned;
  };
  let timer = 0;
  if (await draw()) {
    timer = setInterval(async () => {
      if (document.hidden) return;
      try {
        if (!(await draw())) clearInterval(timer);
      } catch (error) {
        clearInterval(timer);
        toast(/** @type {Error} */ (error).message, "bad");
      }
    }, AGAIN);
  }
  return () => clearInterval(timer);
}

/** @param {any} results @param {{key: string, down: boolean}} order */
function standings(results, order) {
  const rows = results.agents.map((/** @type {any} */ agent, /** @type {number} */ place) => ({
    ...agent,
    rank: place + 1,
  }));
  const [low, high] = endsOf(rows);
  const columns = [
    { key: "rank", title: t("standings.rank"), value: (/** @type {any} */ row) => row.rank, cell: rank },
    {
      key: "name",
      title: t("standings.agent"),
      value: (/** @type {any} */ row) => row.name,
      cell: (/** @type {any} */ row) => row.name,
    },
    {
      key: "games",
      title: t("standings.played"),
      down: true,
      value: (/** @type {any} */ row) => row.games,
      cell: (/** @type {any} */ row) => number(row.games),
    },
    {
      key: "wins",
      title: t("standings.wdl"),
      down: true,
      value: (/** @type {any} */ row) => row.wins,
      cell: (/** @type {any} */ row) => `${row.wins}–${row.draws}–${row.losses}`,
    },
    {
      key: "score",
      title: t("standings.score"),
      down: true,
      value: (/** @type {any} */ row) => row.score,
      cell: (/** @type {any} */ row) =>
        `${percent(row.score)} (${percent(row.score_low)} – ${percent(row.score_high)})`,
    },
    {
      key: "elo",
      title: t("standings.elo"),
      down: true,
      value: (/** @type {any} */ row) => row.elo ?? -Infinity,
      cell: elo,
    },
    {
      key: "whisker",
      title: t("standings.interval"),
      down: true,
      value: (/** @type {any} */ row) => row.elo ?? -Infinity,
      cell: (/** @type {any} */ row) => whisker(row, low, high),
    },
    {
      key: "ms",
      title: t("standings.ms"),
      value: (/** @type {any} */ row) => row.ms ?? 0,
      cell: (/** @type {any} */ row) => (row.ms === null ? "–" : number(row.ms, row.ms < 1 ? 2 : 1)),
    },
  ];
  const progress = results.planned !== null && results.games < results.planned;
  return [
    h("p", {}, h("a", { href: "#/standings" }, t("standings.back"))),
    h("h1", {}, results.name),
    h(
      "p",
      { class: "lead" },
      t("standings.about", {
        game: results.variant,
        n: results.games,
        games: number(results.games),
        deals: number(results.deals),
        mode: t(`standings.mode.${results.mode}`),
      }),
    ),
    progress
      ? h(
        "p",
        { class: "row" },
        h("progress", { max: results.planned, value: results.games, "aria-label": t("standings.progress") }),
        t("standings.of", { games: number(results.games), planned: number(results.planned) }),
      )
      : null,
    sheet(t("standings.title"), columns, rows, order),
    h(
      "p",
      { class: "note" },
      t("standings.model", { model: results.model }),
      results.seed === null ? "" : ` ${t("standings.seed", { seed: results.seed })}`,
      " ",
      results.first_seat === null ? "" : t("standings.first", { elo: signed(results.first_seat) }),
    ),
    results.failures.length
      ? h(
        "section",
        {},
        h("h2", {}, t("standings.failures")),
        h("ul", { class: "failures" }, results.failures.map((/** @type {string} */ text) => h("li", {}, text))),
      )
      : null,
    cross(results),
  ];
}

/** The place, and whether it is more than luck. @param {any} row */
const rank = (
  row,
) => (row.behind !== null && row.behind < SURE
  ? h(
    "span",
    {},
    row.rank,
    h("abbr", { class: "same", title: t("standings.same", { chance: percent(row.behind) }) }, " ≈"),
  )
  : row.rank);

/** @param {any} results */
function cross(results) {
  const cell = (/** @type {any} */ one, /** @type {number} */ row, /** @type {number} */ column) => {
    const games = one.wins + one.draws + one.losses;
    if (row === column || !games) return h("td", { class: "none" }, row === column ? "" : "–");
    const score = (one.wins + one.draws / 2) / games;
    return h(
      "td",
      { vars: { share: percent(score).replace(/\s/g, "") } },
      h(
        "a",
        { href: `#/standings/${encodeURIComponent(results.name)}/${row}/${column}`, title: t("standings.pair") },
        h("b", {}, percent(score)),
        h("span", {}, `${one.wins}–${one.draws}–${one.losses}`),
      ),
    );
  };
  return h(
    "section",
    {},
    h("h2", {}, t("standings.cross")),
    h("p", { class: "note" }, t("standings.cross.note")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("standings.cross") },
      h(
        "table",
        { class: "cross" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            results.agents.map((/** @type {any} */ agent, /** @type {number} */ place) =>
              h("th", { scope: "col", title: agent.name }, place + 1)
            ),
          ),
        ),
        h(
          "tbody",
          {},
          results.cross.map((/** @type {any[]} */ line, /** @type {number} */ row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, `${row + 1}. ${results.agents[row].name}`),
              line.map((one, column) => cell(one, row, column)),
            )
          ),
        ),
      ),
    ),
  );
}

/** The games of two agents. @param {HTMLElement} main @param {string} name @param {number} one @param {number} other */
async function pair(main, name, one, other) {
  const at = `/api/tournaments/${encodeURIComponent(name)}`;
  const [results, games] = await Promise.all([get(at), get(`${at}/pairs/${one}/${other}`)]);
  const replay = async (/** @type {any} */ game) => {
    try {
      location.hash = `#/table/${await replayGame(name, game.number)}`;
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  const result = (/** @type {any} */ game) =>
    game.scores.map((/** @type {number} */ score) => number(score, 1)).join(" – ");
  const row = (/** @type {any} */ game) =>
    h(
      "tr",
      {},
      h("td", {}, number(game.number + 1)),
      h("td", {}, number(game.deal + 1)),
      h("th", { scope: "row" }, game.seats.join(" – ")),
      h("td", {}, result(game)),
      h("td", {}, number(game.moves)),
      h(
        "td",
        {},
        h("button", {
          type: "button",
          "aria-label": t("standings.replay", { game: game.number + 1 }),
          onclick: () => replay(game),
        }, t("table.replay")),
      ),
    );
  put(
    main,
    h("p", {}, h("a", { href: `#/standings/${encodeURIComponent(name)}` }, t("standings.to", { name }))),
    h("h1", {}, `${results.agents[one].name} – ${results.agents[other].name}`),
    h("p", { class: "lead" }, t("standings.pair.lead", { n: games.length })),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("standings.pair") },
      h(
        "table",
        { class: "sheet" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["game", "deal", "seats", "result", "moves"].map((key) =>
              h("th", { scope: "col" }, t(`standings.pair.${key}`))
            ),
            h("td", {}),
          ),
        ),
        h("tbody", {}, games.map(row)),
      ),
    ),
  );
}
