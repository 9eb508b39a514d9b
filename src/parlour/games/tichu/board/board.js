// @ts-check
/** Tichu: a table with the partner opposite, a hand to raise cards from, and the trick in the middle. */
import { h } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { actions } from "./actions.js";
import { bombsOf, find, matching, playsOf, variety } from "./plays.js";
import { why } from "./readout.js";
import { roundTable, sheet } from "./score.js";
import { seatLook } from "./seats.js";
import { plainName, Table } from "./table.js";

export { diagrams } from "./diagrams.js";
export { folded, folds, name, short, tell } from "./say.js";
export { seatLook };
export const round = true;
export const wide = true;
export const confirms = true; // cards are raised before they are played

export class Board extends Table {
  /** @param {any} data @param {any[]} [events] */
  update(data, events = []) {
    const before = this.data;
    this.data = data;
    this.fresh = events.some((event) => event.fresh);
    if (!data.trick.length) this.auto = false;
    if (data.phase !== "exchange" || before?.seat !== data.seat) {
      this.slots = ["", "", ""];
      this.giving = false;
    }
    if (before?.phase !== data.phase || before?.before?.points !== data.before?.points) this.peek = false;
    this.phoenix = [];
    this.paint();
  }

  /** @param {any[]} list */
  setLegal(list) {
    const key = JSON.stringify([this.data, list.length]);
    const known = key === this.asking;
    this.asking = key;
    this.legal = list;
    if (!known) this.begin();
    this.paint();
  }

  /** A new position, and what may be done in it. */
  begin() {
    this.turned = -1;
    if (!this.legal.length) return;
    if (this.bombing && this.data.phase === "play") this.offerBombs();
    else queueMicrotask(() => this.goOn());
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
    const best = marks.find(({ kind }) => kind === "best") ?? marks.find(({ kind }) => kind === "good");
    this.grades = marks.filter(({ kind }) => kind === "quality" || kind === "better");
    const key = best ? `${best.kind} ${best.a}` : "";
    if (key === this.adviceKey) return this.paintMiddle();
    this.adviceKey = key;
    this.advice = best?.targets ?? null;
    this.root.classList.toggle("sure", best?.kind === "best");
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

  /** Other cards are raised. @override */
  choose() {
    this.anchor = new Set(this.hand.raised);
    this.turned = -1;
    this.phoenix = [];
    this.paint();
    this.ctx.refresh?.();
  }

  /** Play what is chosen, if something is. @override */
  enter() {
    const chosen = this.data.phase === "exchange" ? this.filled : this.hand.raised.size > 0;
    if (chosen) this.play();
    return chosen;
  }

  /** Whether there is a card in each slot. */
  get filled() {
    return this.slots.every((card, i) => card || i < this.data.step);
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

  /** Nothing stays raised. @override @param {any} item */
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

  /** Put a card into a slot, or take back what lies there. @override @param {number} slot @param {string} [card] */
  give(slot, card = [...this.hand.raised][0]) {
    if (this.giving || this.data.phase !== "exchange" || slot < this.data.step) return;
    this.slots = this.slots.map((other, i) => (i === slot ? card ?? "" : other === card ? "" : other));
    this.hand.raise([]);
    this.choose();
  }

  /** Give the three cards away, one after the other as the rules ask for them. */
  giveAll() {
    if (!this.filled) return this.ctx.say(t("tichu.exchange.more"));
    this.hand.raise([]);
    this.giving = true;
    this.goOn();
    this.paint();
  }

  /** Look at the trick before, or at this one again. @override */
  look() {
    this.peek = !this.peek;
    this.paint();
  }

  /** The buttons of the bar. */
  actions() {
    return actions(this);
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
