// @ts-check
/** Dicewars on its map: choose one of your areas, then a neighbour to attack; or end the turn. */
import { h, put } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { tempo } from "/static/core/settings.js";
import { BattleStrip } from "./battle.js";
import { follow } from "./luck.js";
import { areaName, HexMap } from "./map.js";
import { oddsTable } from "./odds.js";
import { overlay } from "./overlay.js";
import { PlayerList } from "./players.js";
import { anotherMap } from "./remap.js";
import { oddsWords, refusal } from "./speech.js";
import { areaBeside, ARROWS, nextSource, sources } from "./ways.js";

export { diagrams } from "./diagrams.js";
export { below, breakdown } from "./luck.js";
export { name, short, tell } from "./speech.js";

export const wide = true;
export const every = true;
export const round = true; // the players stand beside the map

const TUMBLE = 600; // milliseconds that one's own dice roll at the usual speed
const GLANCE = 250; // and those of the others, whose moves follow each other

export class Board {
  constructor() {
    /** @type {any[]} */
    this.legal = [];
    /** @type {any[]} */
    this.marks = [];
    /** @type {any[]} */
    this.players = [];
    this.data = /** @type {any} */ (null);
    this.drawn = /** @type {any} */ (null); // the position on the map: behind `data` while dice tumble
    this.event = /** @type {any} */ (null);
    this.selected = 0;
    this.pointed = 0;
    this.at = 0; // the area that had the focus last
    this.timer = 0;
  }

  /** @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    this.ctx = ctx;
    follow(ctx);
    this.map = new HexMap({
      click: (area, pointer) => this.pick(area, pointer),
      press: (area, event) => this.press(area, event),
      point: (area) => this.preview(area),
      drop: (from, to) => this.drop(from, to),
    });
    this.strip = new BattleStrip();
    this.line = h("p", { class: "readout", "aria-hidden": "true" });
    this.list = new PlayerList();
    const parts = [this.map.element, this.line, this.strip.element, this.list.element];
    this.frame = h("div", { class: "board-dicewars" }, h("div", { class: "dw-layout" }, parts));
    put(host, this.frame);
  }

  destroy() {
    clearTimeout(this.timer);
    this.frame?.remove();
  }

  /** @param {any} data @param {any[]} events */
  update(data, events = []) {
    if (data.odds) {
      put(/** @type {Element} */ (this.frame), oddsTable());
      return;
    }
    this.settle();
    this.data = data;
    this.event = events.at(-1) ?? null;
    this.selected = 0;
    const roll = this.rollTime();
    this.strip?.show(this.event, roll, data.battles || data.turns ? null : anotherMap(this.ctx));
    if (roll) this.timer = setTimeout(() => this.settle(), roll);
    else this.settle();
  }

  /** For how many milliseconds the dice of the last move tumble. */
  rollTime() {
    if (!this.event?.fresh || !this.event.targets.rolls) return 0;
    return tempo() * ((this.ctx.mine ?? []).includes(this.event.seat) ? TUMBLE : GLANCE);
  }

  /** Show on the map what the dice have decided. */
  settle() {
    clearTimeout(this.timer);
    this.drawn = this.data;
    this.paint();
    if (this.drawn) this.list?.show(this.players, this.drawn);
  }

  /** @param {any[]} players who they are, and whose turn it is */
  setPlayers(players) {
    this.players = players;
    if (this.drawn) this.list?.show(players, this.drawn);
  }

  /** @param {any[]} list */
  setLegal(list) {
    this.legal = list;
    this.selected = 0;
    this.paint();
  }

  /** @param {any[]} marks */
  setMarks(marks) {
    this.marks = marks;
    this.paint();
  }

  /** The map has no side that is one's own. */
  flip() {}

  focus() {
    this.settle();
    this.map?.areas[this.stop]?.focus();
  }

  /** The area that the Tab key comes to: the last one, or the strongest that can attack. */
  get stop() {
    const last = this.at && (this.canAttack(this.at) || this.map?.areas[this.at] === document.activeElement);
    return last ? this.at : sources(this.legal, this.data.dice)[0] ?? 1;
  }

  /** Let go of the chosen area; whether there was one. */
  cancel() {
    const was = this.selected;
    this.choose(0);
    return was !== 0;
  }

  /** The end of the turn, always in the same place. */
  actions() {
    const end = this.legal.find(({ targets }) => targets.end);
    const attacks = this.legal.some(({ targets }) => targets.from);
    const out = this.ctx.mine.every((/** @type {number} */ seat) => this.data?.players[seat].areas === 0);
    return [{
      id: "end",
      label: end ? t("dicewars.end", { n: end.targets.gain }) : t("dicewars.end.idle"),
      sign: this.endsBest() ? "★" : "▶|",
      key: "e",
      off: !end,
      why: t(out ? "dicewars.end.out" : "dicewars.end.why"),
      primary: Boolean(end) && !attacks,
      run: () => end && this.ctx.act(end),
    }];
  }

  /** Whether the end of the turn is what is advised. */
  endsBest() {
    return this.marks.some(({ kind, targets }) => (kind === "best" || kind === "better") && targets?.end);
  }

  /** The attack on an area out of the chosen one. @param {number} area */
  attack(area) {
    return this.legal.find(({ targets }) => targets.from === this.selected && targets.to === area);
  }

  /** @param {number} area */
  canAttack(area) {
    return this.legal.some(({ targets }) => targets.from === area);
  }

  /** @param {number} area @param {string} pointer */
  pick(area, pointer) {
    this.settle();
    const move = this.selected ? this.attack(area) : undefined;
    if (move) this.ctx.pick(move, pointer);
    else if (area === this.selected) this.choose(0);
    else if (this.canAttack(area)) this.choose(area);
    else if (this.legal.length) this.ctx.say(refusal(this.data, this.selected, area));
  }

  /** An attack by dragging. @param {number} from @param {number} to */
  drop(from, to) {
    if (!this.canAttack(from)) return;
    this.choose(from);
    this.pick(to, "drag");
  }

  /** @param {number} area the source of an attack, 0 for none */
  choose(area) {
    this.selected = area;
    if (area) this.at = area;
    this.paint();
    this.ctx.refresh?.();
  }

  /** @param {number} area @param {KeyboardEvent} event */
  press(area, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goal = event.key === "Tab" ? nextSource(this, area, event.shiftKey) : areaBeside(this, area, event.key);
    if (event.key === "Enter" || event.key === " ") this.pick(area, "keyboard");
    else if (goal) this.map?.areas[goal].focus();
    else if (!(event.key in ARROWS)) return;
    event.preventDefault();
  }

  /** @param {number} area that is pointed at or has the focus; 0 for none */
  preview(area) {
    if (area && this.map?.areas[area] === document.activeElement) this.at = area;
    this.pointed = area;
    this.read();
    this.paint();
  }

  /** Say in a line what is pointed at or chosen. */
  read() {
    const area = this.pointed || this.selected;
    const move = this.pointed ? this.attack(this.pointed) : undefined;
    const text = move
      ? t("dicewars.read.attack", { from: this.selected, to: area, odds: oddsWords(move.targets) })
      : area
      ? areaName(area, this.drawn, false, this.selected === area ? [t("dicewars.read.choose")] : [])
      : this.endsBest()
      ? t("dicewars.read.end")
      : "";
    if (this.line) put(this.line, text);
  }

  paint() {
    const { drawn, map } = this;
    if (!drawn || !map) return;
    map.lay(drawn, t("dicewars.board"));
    const { stop } = this;
    for (let area = 1; area < map.areas.length; area++) map.dress(area, drawn, this.look(area, stop));
    map.cover(overlay(this));
    this.read();
  }

  /** How an area stands now. @param {number} area @param {number} stop where the Tab key comes to */
  look(area, stop) {
    const [move, able] = [this.selected ? this.attack(area) : undefined, this.canAttack(area)];
    const mine = (this.ctx.mine ?? []).includes(this.drawn.owners[area - 1]);
    const mark = this.marks.find(({ kind, to }) => to === area && kind === "best");
    const more = [
      area === this.selected ? t("dicewars.chosen") : able ? t("dicewars.able") : "",
      move ? t("dicewars.target", { odds: oddsWords(move.targets) }) : "",
      mark ? t("dicewars.advised", { from: mark.from }) : "",
    ];
    return {
      name: areaName(area, this.drawn, mine, more),
      state: move ? "target" : able ? "able" : "",
      pressed: area === this.selected,
      stop: area === stop,
    };
  }
}
