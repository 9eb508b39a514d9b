// @ts-check
/** The score: the two teams, what each round brought, and how the last one came about. */
import { h } from "/static/core/dom.js";
import { number, signed, t } from "/static/core/i18n.js";

/** The names of both teams. @param {(seat: number) => string} name */
export const teams = (name) => [0, 1].map((team) => t("tichu.team", { one: name(team), other: name(team + 2) }));

/** @param {any} row @param {number} team */
const sum = (row, team) => row.cards[team] + row.calls[team];

/** A call in words: who, and whether it was made. @param {any} row @param {number} team @param {(seat: number) => string} name */
const callWords = (row, team, name) =>
  row.called.flatMap((/** @type {string} */ call, /** @type {number} */ seat) =>
    call && seat % 2 === team
      ? [
        t(row.out[0] === seat ? "tichu.sheet.made" : "tichu.sheet.failed", {
          who: name(seat),
          call: t(`tichu.call.${call}`),
        }),
      ]
      : []
  ).join(" ");

/** How a round came about, team by team. @param {any} row @param {(seat: number) => string} name */
export function roundTable(row, name) {
  const first = row.out[0] % 2;
  const line = (/** @type {string} */ key, /** @type {any[]} */ cells) =>
    h("tr", {}, h("th", { scope: "row" }, t(key)), cells.map((cell) => h("td", {}, cell)));
  return h(
    "table",
    { class: "tichu-round" },
    h("thead", {}, h("tr", {}, h("td", {}), teams(name).map((team) => h("th", { scope: "col" }, team)))),
    h(
      "tbody",
      {},
      row.double
        ? line("tichu.sheet.double", [0, 1].map((team) => (team === first ? signed(200) : number(0))))
        : line("tichu.sheet.cards", row.cards.map((/** @type {number} */ points) => number(points))),
      line(
        "tichu.sheet.calls",
        [0, 1].map((team) => [
          callWords(row, team, name) ? signed(row.calls[team]) : "–",
          h("span", { class: "mut" }, ` ${callWords(row, team, name)}`),
        ]),
      ),
      line("tichu.sheet.round", [0, 1].map((team) => h("b", {}, number(sum(row, team))))),
    ),
  );
}

/** The sheet of the match: each round, and the running total. @param {any} data @param {(seat: number) => string} name */
export function sheet(data, name) {
  const running = [...data.carried];
  const carried = running.some(Boolean);
  const line = (/** @type {any} */ head, /** @type {any[]} */ points) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, head),
      [0, 1].map((team) =>
        h("td", {}, points.length ? signed(points[team]) : "", h("b", {}, ` ${number(running[team])}`))
      ),
    );
  const rows = data.rounds.map((/** @type {any} */ row, /** @type {number} */ i) => {
    const points = [0, 1].map((team) => sum(row, team));
    points.forEach((gain, team) => (running[team] += gain));
    return line(t("tichu.sheet.number", { n: i + 1 }), points);
  });
  return h(
    "table",
    { class: "tichu-sheet" },
    h("thead", {}, h("tr", {}, h("td", {}), teams(name).map((team) => h("th", { scope: "col" }, team)))),
    h(
      "tbody",
      {},
      carried
        ? h(
          "tr",
          {},
          h("th", { scope: "row" }, t("tichu.sheet.carried")),
          data.carried.map((/** @type {number} */ n) => h("td", {}, h("b", {}, number(n)))),
        )
        : null,
      rows,
      rows.length || carried ? null : h("tr", {}, h("td", { colspan: 3 }, t("tichu.sheet.none"))),
    ),
  );
}

/** Show the sheet over the page. @param {any} data @param {(seat: number) => string} name */
export function showSheet(data, name) {
  const last = data.rounds[data.rounds.length - 1];
  const dialog = h(
    "dialog",
    { "aria-labelledby": "tichu-sheet" },
    h("h2", { id: "tichu-sheet" }, t("tichu.sheet")),
    data.goal ? h("p", { class: "mut" }, t("tichu.sheet.goal", { goal: number(data.goal) })) : null,
    sheet(data, name),
    last ? [h("h3", {}, t("tichu.sheet.last")), roundTable(last, name)] : null,
    h(
      "p",
      { class: "row end" },
      h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("tichu.close")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
