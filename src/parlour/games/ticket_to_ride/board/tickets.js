// @ts-check
/** The tickets of a player, with what each still takes, and those on offer to choose from.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item
 * @typedef {import("./types.d.ts").Ticket} Ticket
 * @typedef {import("./signs.js").Mark} Mark */
import { h, putOnce } from "/static/core/dom.js";
import { TABLE } from "./table.js";
import { say, seatWord, ticketWord } from "./words.js";

/** How a ticket stands. @param {Ticket} ticket @param {boolean} over */
function state({ needs }, over) {
  if (needs === 0) return "done";
  if (over) return "missed";
  return needs === null ? "lost" : "open";
}

export class Tickets {
  /** @param {{show: (ticket: Ticket | null) => void, changed: () => void}} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    /** @type {Set<number>} places of the offered tickets that are chosen */
    this.chosen = new Set();
    /** @type {Ticket | null} shown until it is pressed again */
    this.pinned = null;
    this.offer = "";
    this.data = /** @type {Data | null} */ (null);
    /** @type {Map<number, string>} */
    this.advised = new Map();
    this.seat = 0;
    this.element = h("div", { class: "tickets" });
  }

  /** @param {Data} data @param {number} seat */
  update(data, seat) {
    const offer = JSON.stringify([seat, data.seats[seat].offers?.map(({ ticket }) => ticket)]);
    if (offer !== this.offer) this.chosen.clear();
    if (seat !== this.seat) this.pinned = null;
    [this.data, this.seat, this.offer] = [data, seat, offer];
    this.draw();
  }

  draw() {
    const { data, seat } = this;
    if (!data) return;
    const { kept, offers, tickets } = data.seats[seat];
    const key = JSON.stringify([
      seat,
      kept,
      offers,
      data.phase,
      [...this.chosen],
      [...this.advised],
      this.pinned?.ticket,
    ]);
    putOnce(this.element, key, () => [
      offers?.length ? this.offered(offers, data.keep) : null,
      h("h3", {}, say("tickets.of", { who: seatWord(seat), n: tickets })),
      kept
        ? h("ul", { class: "ticket-list" }, [...kept].sort(byProgress).map((one) => h("li", {}, this.kept(one))))
        : h("p", { class: "mut" }, say("tickets.hidden")),
    ]);
  }

  /** @param {Ticket[]} offers @param {[number, number]} keep */
  offered(offers, [least, most]) {
    return [
      h("h3", {}, say(least === most ? "offer.exactly" : "offer.title", { n: least })),
      h("ul", { class: "ticket-list" }, offers.map((one, place) => h("li", {}, this.choice(one, place)))),
    ];
  }

  /** @param {Ticket} one @param {number} place */
  choice(one, place) {
    const toggle = () => {
      if (!this.chosen.delete(place)) this.chosen.add(place);
      this.draw();
      this.ctx.changed();
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-offer="${place}"]`))?.focus();
    };
    const advice = this.advised.get(place);
    return h(
      "button",
      {
        type: "button",
        class: "ticket offer",
        "data-offer": place,
        "aria-pressed": String(this.chosen.has(place)),
        onclick: toggle,
        ...this.pointing(one),
      },
      ...this.words(one),
      advice ? h("span", { class: `badge ${advice}` }, "★") : null,
    );
  }

  /** @param {Ticket} one */
  kept(one) {
    const pin = () => {
      this.pinned = this.pinned?.ticket === one.ticket ? null : one;
      this.ctx.show(this.pinned);
      this.draw();
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-ticket="${one.ticket}"]`))?.focus();
    };
    return h(
      "button",
      {
        type: "button",
        class: `ticket ${state(one, this.data?.phase === "over")}`,
        "data-ticket": one.ticket,
        "aria-pressed": String(this.pinned?.ticket === one.ticket),
        onclick: pin,
        ...this.pointing(one),
      },
      ...this.words(one),
    );
  }

  /** Cities, points and progress. @param {Ticket} one */
  words(one) {
    return [
      h("span", { class: "ticket-name", translate: "no" }, ticketWord(one.ticket)),
      h("b", { class: "ticket-points" }, String(TABLE.tickets[one.ticket].points)),
      h("span", { class: "ticket-state" }, say(`ticket.${state(one, this.data?.phase === "over")}`, { n: one.needs })),
    ];
  }

  /** @param {Ticket} one */
  pointing(one) {
    const show = () => this.ctx.show(one);
    const hide = () => this.ctx.show(this.pinned);
    return { onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide };
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    const best = marks.find(({ kind, targets }) => targets?.keep && ["best", "better", "pending"].includes(kind));
    this.advised = new Map((best?.targets?.keep ?? []).map((place) => [place, best?.kind ?? ""]));
    this.draw();
  }

  /** The legal move that keeps what is chosen. @param {Item[]} legal */
  move(legal) {
    const wanted = [...this.chosen].sort().join();
    return legal.find(({ targets }) => targets.keep?.join() === wanted) ?? null;
  }
}

/** Open tickets first, those that take least before the others. @param {Ticket} one @param {Ticket} other */
const byProgress = (one, other) => rank(one) - rank(other);

/** @param {Ticket} ticket */
const rank = ({ needs }) => (needs === 0 ? 100 : needs ?? 200);
