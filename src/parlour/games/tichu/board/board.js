// @ts-check
/** Tichu: a table with the partner opposite, a hand to raise cards from, and the trick in the middle. */
import { h, put, putOnce } from "/static/core/dom.js";
import { number, t } from "/static/core/i18n.js";
import { actions } from "./actions.js";
import { middle } from "./decisions.js";
import { Hand } from "./hand.js";
import { bombsOf, find, fitting, matching, playsOf, variety } from "./plays.js";
import { readOut, why } from "./readout.js";
import { roundTable, sheet, showSheet, teams } from "./score.js";
import { seatLook, seatPanel } from "./seats.js";

export { diagrams } from "./diagrams.js";
export { folded, folds, short, tell } from "./say.js";
export { seatLook };
export const round = true;
export const wide = true;

/** @param {number} seat */
const plainName = (seat) => t(`tichu.seat.${seat}`);

export class Board {
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
    this.turned = -1; // the play at which "next play" stands
    /** @type {any} */
    this.advice = null;
    this.adviceKey = "";
    /** @type {any[]} */
    this.grades = [];
    this.hand = new Hand({
      change: () => this.choose(),
      enter: () => this.play(),
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

  /** @param {any} data @param {any[]} [events] */
  update(data, events = []) {
    const before = this.data;
    this.data = data;
    this.fresh = events.some((event) => event.fresh);
    if (!data.trick.length) this.auto = false;
    if (data.phase !== "exchange" && data.phase !== "calls") this.slots = ["", "", ""];
    if (before?.phase !== data.phase || before?.before?.points !== data.before?.points) this.peek = false;
    this.phoenix = [];
    this.paint();
  }

  /** @param {any[]} list */
  setLegal(list) {
    this.legal = list;
    this.turned = -1;
    if (!list.length) this.giving = this.giving && this.data.phase === "exchange";
    if (this.window && this.bombing) this.offerBombs();
    else if (list.length) queueMicrotask(() => this.goOn());
    this.paint();
  }

  /** What follows by itself: cards that are still to be given, a pass that was promised. */
  goOn() {
    const pass = find(this.legal, "pass");
    const next = this.giving && find(this.legal, "give", this.slots[this.data.step]);
    if (next) this.ctx.act(next);
    else if (this.auto && pass) this.ctx.act(pass);
  }

  /** @param {any[]} marks */
  setMarks(marks) {
    const best = marks.find(({ kind, targets }) => kind === "best" && targets);
    this.grades = marks.filter(({ kind }) => kind === "quality" || kind === "better");
    const key = best ? `${best.a} ${JSON.stringify(best.targets)}` : "";
    if (key === this.adviceKey) return this.paintMiddle();
    this.adviceKey = key;
    this.advice = best?.targets ?? null;
    if (this.advice && this.asked) this.hand.raise(this.advice.cards ?? (this.advice.give ? [this.advice.give] : []));
    this.paint();
    this.ctx.refresh?.();
  }

  /** @param {any[]} players */
  setPlayers(players) {
    this.players = players;
    if (this.data) this.paintSeats();
  }

  /** @param {boolean} is */
  flip(is) {
    this.flipped = is;
    this.paint();
  }

  focus() {
    this.hand.focus();
  }

  /** Whether something was there to cancel. */
  cancel() {
    const some = this.hand.raised.size + this.phoenix.length + Number(this.peek) + Number(this.bombing);
    if (this.bombing && this.window) this.pass();
    this.hand.raise([]);
    this.phoenix = [];
    this.peek = this.bombing = false;
    this.choose();
    return some > 0;
  }

  destroy() {
    this.root?.remove();
  }

  /** Other cards are raised. */
  choose() {
    this.anchor = new Set(this.hand.raised);
    this.turned = -1;
    this.phoenix = [];
    this.paint();
    this.ctx.refresh?.();
  }

  /** Play what is raised, or give what lies in the slots; or say why not. */
  play() {
    if (this.data.phase === "exchange") return this.giveAll();
    const items = this.asked || this.window ? matching(this.legal, this.hand.raised) : [];
    if (items.length === 1) this.act(items[0]);
    else if (items.length) {
      this.phoenix = items;
      this.paint();
    } else this.ctx.say(why(this));
  }

  /** @param {any} item */
  act(item) {
    this.bombing = false;
    this.hand.raise([]);
    this.anchor = new Set();
    this.phoenix = [];
    this.ctx.act(item);
  }

  pass() {
    const item = find(this.legal, "pass") ?? find(this.legal, "wait");
    if (item) this.act(item);
  }

  /** Raise the next play that fits. */
  next() {
    const plays = variety(this.legal, this.anchor);
    if (!plays.length) return;
    this.turned = (this.turned + 1) % plays.length;
    this.hand.raise(plays[this.turned]);
    this.paint();
    this.ctx.refresh?.();
  }

  /** Ask for a chance to bomb; with it, choose the bomb. */
  bomb() {
    this.bombing = !this.bombing;
    if (this.bombing) {
      this.ctx.hold?.(this.me);
      this.offerBombs();
    }
    this.paint();
    this.ctx.refresh?.();
  }

  /** Raise a bomb that can be played now. */
  offerBombs() {
    const bombs = bombsOf(this.legal);
    if (bombs.length) this.hand.raise(bombs[0].targets.cards);
    else if (this.legal.length) {
      this.bombing = false;
      this.ctx.say(t("tichu.bomb.low"));
    }
    this.anchor = new Set();
  }

  /** Put a card into a slot, or take back what lies there. @param {number} slot @param {string} [card] */
  give(slot, card = [...this.hand.raised][0]) {
    if (this.giving || this.data.phase !== "exchange" || slot < this.data.step) return;
    this.slots = this.slots.map((other, i) => (i === slot ? card ?? "" : other === card ? "" : other));
    this.hand.raise([]);
    this.choose();
  }

  /** Give the three cards away, one after the other as the rules ask for them. */
  giveAll() {
    if (!this.slots.every((card, i) => card || i < this.data.step)) return this.ctx.say(t("tichu.exchange.more"));
    this.giving = true;
    this.goOn();
    this.paint();
  }

  /** Look at the trick before, or at this one again. */
  look() {
    this.peek = !this.peek;
    this.paint();
  }

  /** The buttons of the bar. */
  actions() {
    return actions(this);
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
    const fits = this.asked && this.data.phase === "play" ? fitting(this.legal, this.hand.raised) : null;
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
      const key = JSON.stringify([data, player, me, Boolean(gift), this.advice?.dragon === way]);
      putOnce(place, key, () => seatPanel(data, player, me, gift ? this.dragonButton(gift, way) : null));
    });
  }

  /** @param {any} item @param {number} way */
  dragonButton(item, way) {
    const star = this.advice?.dragon === way ? "★ " : "";
    return h(
      "button",
      { type: "button", class: star ? "advised" : "", onclick: () => this.act(item) },
      star + t("tichu.dragon.give"),
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

/** What is written beside a player. @param {any} view @param {number} seat */
export const count = (view, seat) => t("tichu.cards", { n: view.data.counts[seat] });

/** What the person has to do. @param {any} view */
export function must({ data, legal = [] }) {
  if (data.phase !== "play") return t(`tichu.must.${data.phase}`);
  if (data.asked) return t("tichu.must.window");
  if (!data.trick.length) return t("tichu.must.lead");
  return t(playsOf(legal).length ? "tichu.must.follow" : "tichu.must.pass");
}

/** How the score came about. @param {any} view */
export function breakdown(view) {
  const { data } = view;
  const last = data.rounds[data.rounds.length - 1];
  if (!last) return null;
  return h("div", { class: "tichu-breakdown" }, roundTable(last, plainName), data.goal ? sheet(data, plainName) : null);
}
