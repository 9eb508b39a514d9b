// @ts-check
/** The rating list of a game: all its agents, each at several budgets of time. */
import { catalogue, get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { number, percent, t } from "../core/i18n.js";
import { titleOf } from "../kit/cards.js";
import { elo, endsOf, whisker } from "../kit/elo.js";
import { sheet } from "../kit/sheet.js";
import { showMissing } from "./missing.js";

/** @param {HTMLElement} main @param {{args: string[]}} route */
export async function show(main, { args: [name] }) {
  const [lists, { games }] = await Promise.all([get("/api/ratings"), catalogue()]);
  const list = lists.find((/** @type {any} */ one) => one.name === name);
  const card = games.find((one) => one.name === name);
  if (!list || !card) {
    showMissing(main, t("ratings.unknown", { name: name ?? "" }));
    return;
  }
  const title = t("ratings.of", { game: titleOf(card) });
  document.title = `${title} – Parlour`;
  const [least, most] = list.load.map((/** @type {number} */ load) => number(load, 1));
  put(
    main,
    h("p", {}, h("a", { href: "#/standings" }, t("standings.back"))),
    h("h1", {}, title),
    h("p", { class: "lead" }, t("ratings.about", { games: number(list.games), n: list.games })),
    table(list.agents),
    h("p", { class: "note" }, t("ratings.how", { ...list, least, most })),
    h("pre", { translate: "no" }, list.command),
  );
}

/** @param {any[]} agents */
function table(agents) {
  const rows = agents.map(({ rating: [value, low, high], ...agent }, place) => ({
    ...agent,
    rank: place + 1,
    elo: value,
    elo_low: low,
    elo_high: high,
  }));
  const [low, high] = endsOf(rows);
  /** @type {(key: string, word: string, cell?: (row: any) => any, down?: boolean) => any} */
  const column = (key, word, cell = (row) => row[key], down = false) => ({
    key,
    title: t(`standings.${word}`),
    value: (/** @type {any} */ row) => row[key === "whisker" ? "elo" : key],
    cell,
    down,
  });
  const columns = [
    column("rank", "rank"),
    column("agent", "agent"),
    column("elo", "elo", elo, true),
    column("whisker", "interval", (row) => whisker(row, low, high), true),
    column("games", "played", (row) => number(row.games), true),
    column("share", "share", (row) => percent(row.share), true),
    column("milliseconds", "median", (row) => number(row.milliseconds, row.milliseconds < 1 ? 2 : 1)),
  ];
  return sheet(t("ratings.title"), columns, rows, { key: "rank", down: false });
}
