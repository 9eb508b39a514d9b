// @ts-check
/** Another map before the first move: a new table with the same players and another seed. */
import { get, newTable, sameAgain } from "/static/core/api.js";
import { h } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { toast } from "/static/core/toast.js";

/** Start the same game on another map. */
async function change() {
  const [, id] = location.hash.match(/^#\/table\/([^/?]+)/) ?? [];
  const table = (await get("/api/tables")).find((/** @type {any} */ one) => one.id === id);
  if (!table) return;
  if (table.seats.some((/** @type {any} */ seat) => seat.kind === "guest")) {
    toast(t("dicewars.another.guest"));
    return;
  }
  location.hash = `#/table/${await newTable(sameAgain(table))}`;
}

/** The question whether this map is liked, where a person may still change it. @param {any} ctx */
export function anotherMap(ctx) {
  if (!ctx.mine?.length) return null;
  const press = () => change().catch((error) => toast(error.message, "bad"));
  return h(
    "div",
    { class: "dw-start" },
    h("span", { class: "mut" }, t("dicewars.start")),
    h("button", { type: "button", class: "dw-another", onclick: press }, t("dicewars.another")),
  );
}
