// @ts-check
/** Ticket to Ride: the map, the piles beside it, a hand, tickets, and a list of routes.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item
 * @typedef {import("./types.d.ts").Ticket} Ticket
 * @typedef {import("./signs.js").Mark} Mark
 * @typedef {import("./reading.js").Reading} Reading */
import { h, put } from "/static/core/dom.js";
import { claimsOf, refusal } from "./claims.js";
import { Reveal, trailsOf } from "./ending.js";
import { Hand } from "./hand.js";
import { Papers } from "./papers.js";
import { Piles } from "./piles.js";
import { readPhase, readRoute, readTicket } from "./reading.js";
import { Sheet } from "./sheet.js";
import { Stage } from "./stage.js";
import { TABLE } from "./table.js";
import { say } from "./words.js";

export { count } from "./counts.js";
export { diagrams } from "./diagrams.js";
export { breakdown } from "./ending.js";
export { must, name, short, tell } from "./words.js";

/** The map takes the whole width. */
export const wide = true;

/** The sign of a player. @param {number} seat */
export const seatLook = (seat) => ({ path: TABLE.owners[seat].shape, fill: TABLE.owners[seat].fill });

export class Board {
  constructor() {
    this.ctx = /** @type {any} */ ({});
    /** @type {Item[]} */
    this.legal = [];
    this.claims = claimsOf([]);
    this.data = /** @type {Data | null} */ (null);
    this.pinned = /** @type {number | null} */ (null); // whose hand is shown, where all are open
    this.live = false; // whether a game goes on before one's eyes, so that its end is one
    const choose = (/** @type {number} */ route, /** @type {string} */ pointer) => this.choose(route, pointer);
    this.reveal = new Reveal((ticket, reading) => this.turnOver(ticket, reading));
    this.stage = new Stage({ choose, point: (route) => this.point(route), skip: () => this.reveal.stop() });
    this.piles = new Piles((item, pointer) => this.ctx.pick(item, pointer), (key) => this.refuse(key));
    this.hand = new Hand();
    this.papers = new Papers({
      choose,
      point: (route) => this.point(route, true),
      show: (ticket) => this.show(ticket),
      changed: () => this.ctx.refresh?.(),
      watch: (seat) => this.watch(seat),
    });
    this.sheet = new Sheet((item) => this.ctx.act(item), () => this.stage.focus());
    this.read = h("p", { class: "read", role: "status", "aria-live": "polite" });
    this.root = this.layOut();
  }

  layOut() {
    this.stage.element.append(this.sheet.element);
    return h(
      "div",
      { class: "board-ticket-to-ride" },
      this.stage.element,
      this.read,
      this.hand.element,
      this.piles.element,
      this.papers.element,
    );
  }

  /** @param {HTMLElement} place @param {any} ctx */
  mount(place, ctx) {
    this.ctx = ctx;
    put(place, this.root);
  }

  /** The seat whose cards and tickets are shown. */
  get seat() {
    const { viewer = null, turn = 0 } = this.data ?? {};
    return viewer ?? this.pinned ?? Math.max(turn, 0);
  }

  /** Whether the person is to move. */
  get mine() {
    return this.legal.length > 0;
  }

  /** @param {Data} data @param {{fresh?: boolean}[]} [events] */
  update(data, events = []) {
    const fresh = events.some((event) => event.fresh);
    const ends = this.live && data.phase === "over";
    this.live = data.phase !== "over" && (this.live || fresh);
    this.data = data;
    if ("part" in data) this.stage.crop(/** @type {any} */ (data), this.root);
    if (data.phase !== "over") this.reveal.stop();
    this.stage.update(data, fresh);
    this.piles.update(data, fresh);
    this.drawSeat();
    this.stage.map.showTrails(data.phase === "over" ? trailsOf(data) : []);
    this.rest();
    if (ends) this.reveal.start(data);
  }

  /** What depends on whose cards are shown. */
  drawSeat() {
    const { data } = this;
    if (!data) return;
    this.hand.update(data, this.seat);
    this.papers.update(data, this.seat, this.claims);
  }

  /** Show the hand of a seat, or of the one to move. @param {number | null} seat */
  watch(seat) {
    this.pinned = seat;
    this.drawSeat();
  }

  /** @param {Item[]} list */
  setLegal(list) {
    this.legal = list;
    this.claims = claimsOf(list);
    this.sheet.close();
    this.stage.setClaims([...this.claims.keys()]);
    this.piles.setLegal(list);
    this.drawSeat();
    this.rest();
    this.ctx.refresh?.();
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.stage.setMarks(marks);
    this.piles.setMarks(marks);
    this.papers.tickets.setMarks(marks);
  }

  /** Write the lines under the map. @param {Reading} reading */
  write({ head, text }) {
    put(this.read, h("b", {}, head), h("span", {}, text));
  }

  /** Nothing is pointed at. */
  rest() {
    if (this.data && !this.reveal.timer) this.write(readPhase(this.data, this.mine));
  }

  /** @param {number | null} route @param {boolean} [bring] whether to bring it into sight */
  point(route, bring = false) {
    this.stage.point(route, bring);
    if (route === null || !this.data) this.rest();
    else this.write(readRoute(this.data, route, this.seat));
  }

  /** @param {Ticket | null} ticket */
  show(ticket) {
    this.stage.showTicket(ticket);
    if (ticket === null || !this.data) this.rest();
    else this.write(readTicket(this.data, ticket, this.seat));
  }

  /** A ticket at the end of the game; none when all were shown. @param {Ticket | null} ticket @param {Reading | null} reading */
  turnOver(ticket, reading) {
    this.stage.showTicket(ticket);
    this.stage.offerSkip(reading !== null);
    if (reading) this.write(reading);
    else this.rest();
  }

  /** Claim a route; how to pay is asked only where there is a choice. @param {number} route @param {string} pointer */
  choose(route, pointer) {
    const ways = this.claims.get(route) ?? [];
    this.point(route);
    if (ways.length > 1) this.sheet.show(route, ways);
    else if (ways.length) this.ctx.pick(ways[0], pointer);
    else if (this.data) this.ctx.say(refusal(this.data, route, this.mine ? this.data.turn : null));
  }

  /** @param {string} key of a pile */
  refuse(key) {
    this.ctx.say(this.piles.why(key, this.mine));
  }

  /** The game's own buttons. */
  actions() {
    const pile = (/** @type {"deck" | "tickets"} */ key, /** @type {string} */ letter) => {
      const item = this.piles.items.get(key);
      return {
        id: key,
        label: say(`action.${key}`),
        key: letter,
        off: !item,
        why: this.piles.why(key, this.mine),
        run: () => item && this.ctx.pick(item, "key"),
      };
    };
    const kept = this.papers.tickets.move(this.legal);
    return [pile("deck", "d"), pile("tickets", "t"), {
      id: "keep",
      label: say("action.keep"),
      key: "k",
      primary: Boolean(kept),
      off: !kept,
      why: this.whyNotKeep(),
      run: () => kept && this.ctx.act(kept),
    }];
  }

  whyNotKeep() {
    if (!this.mine || this.data?.phase !== "keep") return say("keep.none");
    const [least, most] = this.data.keep;
    return say(least === most ? "keep.exactly" : "keep.least", { n: least });
  }

  flip() {}

  /** Diagrams of the rules ask for it. */
  paint() {}

  focus() {
    this.stage.focus();
  }

  cancel() {
    return Boolean(this.sheet.close() || this.reveal.stop());
  }

  destroy() {
    this.reveal.stop();
    this.root.remove();
  }
}
