// @ts-check
/** All games that are kept, and records from files. */
import { catalogue, get, openRecord } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { tableRow } from "../kit/cards.js";

/** @param {any} event */
async function open(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    location.hash = `#/table/${await openRecord(await file.text())}`;
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "bad");
  }
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = `${t("games.title")} – Parlour`;
  const [{ games }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const row = (/** @type {any} */ table) => tableRow(games.find((card) => card.name === table.game) ?? { name: table.game, title: table.game, seat_names: [] }, table);
  put(main,
    h("h1", {}, t("games.title")),
    h("p", { class: "field" }, h("label", { for: "file" }, t("games.file")), h("input", { id: "file", type: "file", accept: ".jsonl,.json", onchange: open })),
    tables.length ? h("ul", { class: "tables" }, tables.map(row)) : h("p", {}, t("games.none")));
}
