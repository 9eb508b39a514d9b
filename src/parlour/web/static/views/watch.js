// @ts-check
/** Games between agents: those that go on now, and new ones. */
import { catalogue, get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { gamePicture, mySeats, rowOf, titleOf } from "../kit/cards.js";

const STALE = 3600; // seconds after which a game that stands still is no longer going on

/** Whether a game of others goes on that may be looked at: cards that are hidden are for those who hold them.
 * @param {any[]} games @param {any} table */
function watchable(games, table) {
  const people = table.seats.some((/** @type {any} */ { kind }) => kind !== "agent");
  const secret = people && games.find((card) => card.name === table.game)?.hidden;
  return !table.result && !secret && !mySeats(table.id).length && Date.now() / 1000 - table.updated < STALE;
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = `${t("watch.title")} – Parlour`;
  const [{ games }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const running = tables.filter((/** @type {any} */ table) => watchable(games, table)).slice(0, 20);
  const start = (/** @type {any} */ card) =>
    h(
      "li",
      {},
      h("a", { class: "tile", href: `#/new/${card.name}?watch=1` }, gamePicture(card), h("b", {}, titleOf(card))),
    );
  put(
    main,
    h("h1", {}, t("watch.title")),
    h("p", { class: "lead" }, t("watch.lead")),
    h("ul", { class: "tiles" }, games.map(start)),
    h("h2", {}, t("watch.running")),
    running.length
      ? h("ul", { class: "tables" }, running.map(rowOf(games)))
      : h("p", { class: "empty" }, t("watch.none")),
  );
}
