// @ts-check
/** The end of a game: tickets turned over one by one, and how each score came about.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Ticket} Ticket */
import { h } from "/static/core/dom.js";
import { signed } from "/static/core/i18n.js";
import { tempo } from "/static/core/settings.js";
import { seatGlyph } from "/static/kit/glyphs.js";
import { TABLE } from "./table.js";
import { say, seatWord, ticketWord } from "./words.js";

const SHOWN = 900; // milliseconds of each ticket

/** The routes of each path that has the bonus. @param {Data} data */
export const trailsOf = (data) => data.seats.flatMap(({ score }) => (score?.bonus ? [score.trail] : []));

/** All tickets in the order in which they are turned over. @param {Data} data */
const turned = (data) =>
  data.seats.flatMap(({ kept = [] }, seat) =>
    [...kept].sort((one, other) => pointsOf(one) - pointsOf(other)).map((ticket) => ({ seat, ticket }))
  );

/** @param {Ticket} ticket */
const pointsOf = ({ ticket }) => TABLE.tickets[ticket].points;

/** Shows one ticket after the other, until all were shown or it is stopped. */
export class Reveal {
  /** @param {(ticket: Ticket | null, reading: import("./reading.js").Reading | null) => void} show */
  constructor(show) {
    this.show = show;
    this.timer = 0;
  }

  /** @param {Data} data */
  start(data) {
    this.stop();
    const left = turned(data);
    if (!tempo() || !left.length) return;
    const next = () => {
      const one = left.shift();
      if (!one) return this.stop();
      this.show(one.ticket, reading(one));
      this.timer = setTimeout(next, SHOWN * tempo());
    };
    next();
  }

  /** Whether something was stopped. */
  stop() {
    if (!this.timer) return false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.show(null, null);
    return true;
  }
}

/** @param {{seat: number, ticket: Ticket}} one */
function reading({ seat, ticket }) {
  const done = ticket.needs === 0;
  return {
    head: say("reveal.ticket", { who: seatWord(seat), ticket: ticketWord(ticket.ticket) }),
    text: say(done ? "reveal.done" : "reveal.missed", { points: signed((done ? 1 : -1) * pointsOf(ticket)) }),
  };
}

const COLUMNS = /** @type {const} */ (["routes", "done", "missed", "bonus", "total"]);

/** How the final scores came about. @param {{data: Data}} view */
export function breakdown({ data }) {
  if (!data.seats[0].score) return null;
  const row = (/** @type {import("./types.d.ts").Player} */ { score }, /** @type {number} */ seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, glyph(seat), seatWord(seat)),
      COLUMNS.map((name) => h("td", {}, name === "total" ? h("b", {}, score?.[name]) : score?.[name])),
    );
  return h(
    "table",
    { class: "ticket-to-ride-scores" },
    h("thead", {}, h("tr", {}, h("td", {}), COLUMNS.map((name) => h("th", { scope: "col" }, say(`score.${name}`))))),
    h("tbody", {}, data.seats.map(row)),
  );
}

/** The sign of a seat. @param {number} seat */
const glyph = (seat) => seatGlyph(seat, { path: TABLE.owners[seat].shape, fill: TABLE.owners[seat].fill });
