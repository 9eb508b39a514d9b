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

/** The next page of tables after some: those in use first, then the archive. @param {any[]} tables */
async function following(tables) {
  const last = tables.at(-1);
  const after = last ? `after=${encodeURIComponent(last.id)}` : "";
  const next = last?.archived ? [] : await get(`/api/tables?${after}`);
  if (next.length) return next;
  const old = await get(`/api/tables?archived=1&${last?.archived ? after : ""}`);
  return old.map((/** @type {any} */ table) => ({ ...table, archived: true }));
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = `${t("games.title")} – Parlour`;
  const [{ games }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const list = h("div", {});
  const fill = () => {
    const name = pick.value;
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
    { id: "which", onchange: fill },
    h("option", { value: "" }, t("games.all")),
    games.map((card) => h("option", { value: card.name }, titleOf(card))),
  );
  const more = h("button", {
    type: "button",
    class: "more",
    onclick: async () => {
      const next = await following(tables);
      tables.push(...next);
      more.hidden = !next.length;
      fill();
    },
  }, t("games.more"));
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
    h("p", {}, more),
  );
  fill();
}
