// @ts-check
/** What is told of a player beside the name: points, cars, cards and tickets.
 * @typedef {import("./types.d.ts").Data} Data */
import { h, svg } from "/static/core/dom.js";
import { say } from "./words.js";

/** Signs in a box of 24 x 24. */
const SIGNS = {
  cars: "M2 7H22V16H2ZM5 19A2 2 0 1 0 9 19A2 2 0 1 0 5 19ZM15 19A2 2 0 1 0 19 19A2 2 0 1 0 15 19Z",
  cards: "M3 5H13V20H3ZM15 4L21 6L17 20L15 19Z",
  tickets: "M1 6H23V10A2 2 0 0 0 23 14V18H1V14A2 2 0 0 0 1 10Z",
};

/** @param {keyof SIGNS} what @param {number} n */
const counter = (what, n) =>
  h(
    "span",
    { class: "counter", title: say(`count.${what}`, { n }) },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[what] })),
    h("span", { "aria-hidden": "true" }, String(n)),
    h("span", { class: "sr" }, say(`count.${what}`, { n })),
  );

/** @param {{data: Data}} view @param {number} seat */
export function count({ data }, seat) {
  const { cars, cards, tickets, points, score } = data.seats[seat];
  const total = score?.total ?? points;
  return h(
    "span",
    { class: cars <= 2 ? "ticket-to-ride-count few" : "ticket-to-ride-count" },
    h(
      "b",
      { title: say("points", { n: total }) },
      String(total),
      h("span", { class: "unit" }, ` ${say("count.points", { n: total })}`),
    ),
    counter("cars", cars),
    counter("cards", cards),
    counter("tickets", tickets),
  );
}
