// @ts-check
/** A table that is sorted by the heading that is pressed. */
import { h, put } from "../core/dom.js";

/** @typedef {{key: string, title: string, value: (row: any) => any, cell: (row: any) => any, down?: boolean}} Column */

/** @param {string} caption @param {Column[]} columns @param {any[]} rows
 * @param {{key: string, down: boolean}} order how it is sorted; changed when a heading is pressed */
export function sheet(caption, columns, rows, order) {
  const head = h("tr", {});
  const body = h("tbody", {});
  const fill = () => {
    const by = columns.find((column) => column.key === order.key) ?? columns[0];
    const compare = (/** @type {any} */ a, /** @type {any} */ b) => {
      const [x, y] = [by.value(a), by.value(b)];
      return (order.down ? -1 : 1) * (typeof x === "string" ? x.localeCompare(String(y)) : x - Number(y));
    };
    put(
      head,
      columns.map((column) => {
        const sorted = column.key === order.key ? (order.down ? "descending" : "ascending") : null;
        return h(
          "th",
          { scope: "col", "aria-sort": sorted },
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => press(column),
            },
            column.title,
            h("span", { "aria-hidden": "true", class: "sign" }, sorted === "ascending" ? "▲" : sorted ? "▼" : ""),
          ),
        );
      }),
    );
    put(
      body,
      [...rows].sort(compare).map((row) =>
        h(
          "tr",
          {},
          columns.map((
            column,
            place,
          ) => (place === 1 ? h("th", { scope: "row" }, column.cell(row)) : h("td", {}, column.cell(row)))),
        )
      ),
    );
  };
  const press = (/** @type {Column} */ column) => {
    order.down = column.key === order.key ? !order.down : Boolean(column.down);
    order.key = column.key;
    fill();
  };
  fill();
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", { class: "sheet" }, h("caption", {}, caption), h("thead", {}, head), body),
  );
}
