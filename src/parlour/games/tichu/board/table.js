// @ts-check
/** The table as it is drawn: who sits where, the middle, the line above the hand, and the hand. */
import { h, put, putOnce } from "/static/core/dom.js";
import { number, t } from "/static/core/i18n.js";
import { middle } from "./decisions.js";
import { Hand } from "./hand.js";
import { isBomb, readingOf } from "./combos.js";
import { find, fitting } from "./plays.js";
import { readOut } from "./readout.js";
import { showSheet, teams } from "./score.js";
import { seatKey, seatPanel } from "./seats.js";

/** What a seat is called when nobody says otherwise. @param {number} seat */
export const plainName = (seat) => t(`tichu.seat.${seat}`);

export class Table {
  constructor() {
    /** @type {any} */
    this.ctx = null;
    /** @type {any} */
    this.data = null;
    /** @type {any[]} */
    this.legal = [];
    /** @type {any[]} */
    this.players = [];
    this.flipped = false;
    /** @type {string[]} */
    this.slots = ["", "", ""]; // cards that are to be given away
    this.giving = false; // they are on their way
    this.bombing = false; // a chance to bomb was asked for
    this.auto = false; // pass until this trick is over
    this.peek = false; // the trick before is looked at
    /** @type {any[]} */
    this.phoenix = []; // plays of the same cards, one of which is to be chosen
    /** @type {Set<string>} */
    this.anchor = new Set(); // cards that were raised by hand
    this.asking = ""; // the position for which the legal actions were told
    this.turned = -1; // the play at which "next play" stands
    /** @type {any} */
    this.advice = null;
    this.adviceKey = "";
    /** @type {any[]} */
    this.grades = [];
    this.hand = new Hand({
      change: () => this.choose(),
      enter: () => this.enter(),
      drop: (card, slot) => this.give(slot, card),
    });
    this.parts = {
      score: h("button", { type: "button", class: "score", onclick: () => showSheet(this.data, this.name) }),
      seats: [0, 1, 2, 3].map((place) => h("div", { class: `place-${place}` })),
      middle: h("div", { class: "middle" }),
      last: h("button", { type: "button", class: "last", onclick: () => this.look() }),
      readout: h("p", { class: "says", role: "status", "aria-live": "polite" }),
    };
    this.root = h("div", { class: "tichu" });
  }

  /** @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    this.ctx = ctx;
    this.flipped = Boolean(ctx.flipped);
    const { score, seats, middle, last, readout } = this.parts;
    put(
      this.root,
      h("div", { class: "felt" }, score, seats.slice(1), middle, last),
      h("div", { class: "own" }, seats[0], readout),
      this.hand.element,
    );
    put(host, h("div", { class: "board-tichu" }, this.root));
  }

  /** The seat at the bottom: the own one, or whose eyes are looked through. */
  get me() {
    const mine = this.ctx.mine ?? [];
    return this.data.seat ?? (mine.length ? mine[0] : this.flipped ? 2 : 0);
  }

  /** What a seat is called. */
  get name() {
    return (/** @type {number} */ seat) => this.players.find((player) => player.seat === seat)?.name ?? plainName(seat);
  }

  /** Whether it is a chance to bomb out of turn, and nothing else. */
  get window() {
    return Boolean(find(this.legal, "wait"));
  }

  /** Whether a decision is asked for here and now. */
  get asked() {
    return this.legal.length > 0 && (!this.window || this.bombing);
  }

  /** Whether the turn plays itself: there is no choice, or only a bomb could be thrown. */
  get lapses() {
    const { data, legal } = this;
    const top = data.trick[data.trick.length - 1];
    if (legal.length < 2 || !top || !find(legal, "pass")) return legal.length === 1;
    return data.turn === data.owner || top.cards[0] === "dragon" || isBomb(readingOf(top.cards, top.as));
  }

  /** Other cards are raised. */
  choose() {}

  /** Whether the Enter key does more than raise a card. */
  enter() {
    return false;
  }

  /** Look at the trick before. */
  look() {}

  /** Something was decided. @param {any} item */
  act(item) {
    this.ctx.act(item);
  }

  /** Put a card into a slot. @param {number} slot @param {string} [card] */
  give(slot, card) {
    if (card) this.slots[slot] = card;
  }

  /** The own cards that are not in a slot. */
  get held() {
    const hand = this.data.hands[this.me] ?? [];
    const gone = this.data.phase === "exchange" ? [...this.slots, ...this.data.gifts[this.me]] : [];
    return hand.filter((/** @type {string} */ card) => !gone.includes(card));
  }

  paint() {
    if (!this.data) return;
    this.paintSeats();
    this.hand.set(this.held, { live: this.data.seat !== null, one: this.data.phase === "exchange" });
    const chooses = this.asked && this.data.phase === "play" && (this.bombing || !this.lapses);
    const fits = chooses ? fitting(this.legal, this.hand.raised) : null;
    const stars = new Set(this.asked ? this.advice?.cards ?? (this.advice?.give ? [this.advice.give] : []) : []);
    this.hand.dress({ fits: fits?.size ? fits : null, stars, givers: this.givers });
    this.paintMiddle();
    put(this.parts.readout, readOut(this));
    const [ours, theirs] = this.data.total;
    putOnce(this.parts.score, `${ours}:${theirs}:${this.players.map(({ name }) => name)}`, () => {
      const [one, other] = teams(this.name);
      return [h("span", {}, one), h("b", {}, `${number(ours)} : ${number(theirs)}`), h("span", {}, other)];
    });
  }

  /** Who gave which card, as long as that is shown. @returns {Record<string, string>} */
  get givers() {
    if (!this.data.opening || !["play", "wish"].includes(this.data.phase)) return {};
    const gifts = [1, 2, 3].map((
      way,
    ) => [this.data.gifts[(this.me + way) % 4][3 - way], this.name((this.me + way) % 4)]);
    return Object.fromEntries(gifts.filter(([card]) => card));
  }

  paintSeats() {
    const { data, me } = this;
    this.parts.seats.forEach((place, way) => {
      const seat = (me + way) % 4;
      const player = this.players.find((one) => one.seat === seat) ?? { seat, name: plainName(seat) };
      const gift = data.phase === "dragon" ? find(this.legal, "dragon", way) : null;
      const key = `${seatKey(data, player, me)} ${Boolean(gift)} ${this.advice?.dragon === way}`;
      putOnce(place, key, () => seatPanel(data, player, me, gift ? this.dragonButton(gift, way) : null));
    });
  }

  /** @param {any} item @param {number} way */
  dragonButton(item, way) {
    const star = this.advice?.dragon === way;
    return h(
      "button",
      { type: "button", class: star ? "advised" : "", onclick: () => this.act(item) },
      t("tichu.dragon.give"),
    );
  }

  paintMiddle() {
    if (!this.data) return;
    const { last } = this.parts;
    last.hidden = !this.data.before;
    last.setAttribute("aria-pressed", String(this.peek));
    put(last, t("tichu.last"));
    middle(this, this.parts.middle);
  }
}
