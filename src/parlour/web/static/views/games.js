// @ts-check
/** All games that are kept, and records from files. */
import { catalogue, get, openRecord } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { rowOf, titleOf } from "../kit/cards.js";

/** @param {any} event */
async function open(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    location.hash = `#/table/${await openRecord(file)}`;
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "bad");
  }
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = `${t("games.title")} – Parlour`;
  const [{ games }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const list = h("div", {});
  const fill = (/** @type {string} */ name) => {
    const shown = tables.filter((/** @type {any} */ table) => !name || table.game === name);
    put(
      list,
      shown.length
        ? h("ul", { class: "tables" }, shown.map(rowOf(games)))
        : h("p", { class: "empty" }, t("games.none")),
    );
  };
  const pick = h(
    "select",
    { id: "which", onchange: () => fill(pick.value) },
    h("option", { value: "" }, t("games.all")),
    games.map((card) => h("option", { value: card.name }, titleOf(card))),
  );
  const file = h("input", { id: "file", type: "file", onchange: open });
  put(
    main,
    h("h1", {}, t("games.title")),
    h(
      "div",
      { class: "row tools" },
      h("label", { class: "inline", for: "which" }, t("games.which"), pick),
      h("label", { class: "button file" }, t("games.file"), file),
    ),
    list,
  );
  fill("");
}
