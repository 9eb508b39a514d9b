// @ts-check
/** What is known of one table in this browser: fed by the server's messages, read by the view.
 * @typedef {import("../core/protocol.d.ts").ViewMessage} ViewMessage
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("../core/protocol.d.ts").Welcome} Welcome
 * @typedef {import("../core/protocol.d.ts").AgainMessage} Again
 * @typedef {import("../core/protocol.d.ts").Event} PlayedMove
 * @typedef {import("../core/protocol.d.ts").ServerMessage} ServerMessage
 * @typedef {import("../core/protocol.d.ts").ClientMessage} ClientMessage */
import { Socket } from "../core/socket.js";
import { keepTokens, linksOf, tempo, tokensOf } from "../core/settings.js";
import { judge } from "./quality.js";

const APART = 450; // milliseconds: so long a move is seen before the answer to it
const BEHIND = 3; // moves that may wait; with more, the newest is shown at once

export class TableModel {
  /** @param {string} id @param {{change: (what: string) => void, error: (reason: string) => void}} on */
  constructor(id, on) {
    this.id = id;
    this.on = on;
    this.table = /** @type {any} */ (null);
    this.seatLook = /** @type {((seat: number) => any) | undefined} */ (undefined); // how the game draws a seat
    /** @type {number[]} */
    this.mine = [];
    /** @type {PlayedMove[]} */
    this.log = [];
    this.live = /** @type {any} */ (null);
    /** @type {Map<number, ViewMessage>} */
    this.views = new Map(); // earlier positions by ply
    this.past = /** @type {ViewMessage | null} */ (null); // the earlier position that is looked at
    this.goal = /** @type {number | null} */ (null); // the ply that was asked for and has not come yet
    this.viewpoint = /** @type {number | null} */ (null); // the seat through whose eyes a spectator looks
    /** @type {Map<number, AnalysisMessage>} */
    this.analyses = new Map();
    this.hint = /** @type {{analysis: AnalysisMessage, stage: number} | null} */ (null);
    this.watched = /** @type {AnalysisMessage | null} */ (null);
    this.progress = /** @type {any} */ (null);
    this.connected = true;
    this.thinkingSince = 0;
    /** @type {ViewMessage[]} */
    this.waiting = []; // newest positions that are shown one after the other
    this.movedAt = 0;
    this.timer = 0;
    this.every = false; // each move of the others is shown, however many wait
    this.offer = /** @type {{table: string} | null} */ (null); // the next game of the same people
    this.asking = false; // this browser asked for it
    this.socket = new Socket(id, { tokens: Object.values(tokensOf(id)), links: linksOf(id) }, {
      message: (message) => this.hear(message),
      connected: (is) => {
        this.connected = is;
        on.change("connection");
      },
    });
  }

  get over() {
    return Boolean(this.table?.result);
  }

  /** play, watch or replay */
  get mode() {
    return this.over ? "replay" : this.mine.length ? "play" : "watch";
  }

  /** The ply that is looked at; null = the newest. */
  get ply() {
    return this.past?.ply ?? null;
  }

  get shownPly() {
    return this.shown.ply;
  }

  /** The position to draw. @returns {any} */
  get shown() {
    return this.past ?? this.live;
  }

  /** The ply from which the next step is counted, also while it is on its way. */
  get heading() {
    return this.goal ?? this.shownPly;
  }

  get myTurn() {
    return !this.over && this.mine.includes(this.live.mover);
  }

  get judged() {
    return judge(this.log, this.analyses);
  }

  /** @param {ServerMessage} message */
  hear(message) {
    if (message.t === "error") this.on.error(message.reason);
    else if (message.t === "welcome") this.welcome(message);
    else if (message.t === "view") this.see(message);
    else if (message.t === "analysis") this.learn(message);
    else if (message.t === "again") this.follow(message);
    else if (message.t === "progress") {
      this.progress = message.running ? message : null;
      this.on.change("analysis");
    }
  }

  /** Another game of the same people has begun; whoever asked for it goes there. @param {Again} message */
  follow({ table, tokens }) {
    keepTokens(table, tokens);
    this.offer = { table };
    if (this.asking) location.hash = `#/table/${table}`;
    else this.on.change("offer");
  }

  /** @param {Welcome} message */
  welcome({ table, mine, log, view }) {
    const behind = this.live && this.live.ply < view.ply;
    Object.assign(this, { table, mine, log });
    this.views.clear();
    this.waiting = [];
    this.take(view);
    this.on.change(behind ? "moved" : "all");
    if (this.past) this.look(this.heading);
  }

  /** @param {ViewMessage} view */
  take(view) {
    this.live = view;
    this.views.set(view.ply, { ...view, event: this.log[view.ply - 1] });
    if (view.result) Object.assign(this.table, { result: view.result, seed: view.seed });
    this.thinkingSince = performance.now() - 1000 * (view.status?.since ?? 0);
  }

  /** @param {ViewMessage} view */
  see(view) {
    if (!view.live) {
      this.views.set(view.ply, view);
      if (view.ply === this.goal) this.look(view.ply);
      return;
    }
    this.waiting.push(view);
    this.showNext();
  }

  /** Show what waits; while a person plays, one move at a time. */
  showNext() {
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const early = this.movedAt + APART * tempo() - performance.now();
      const answers = this.mine.length && this.waiting[0].ply > this.live.ply;
      if (answers && early > 0 && (this.every || this.waiting.length <= BEHIND)) {
        this.timer = setTimeout(() => this.showNext(), early);
        return;
      }
      this.show(/** @type {ViewMessage} */ (this.waiting.shift()));
    }
  }

  /** Show the newest position at once. */
  skip() {
    clearTimeout(this.timer);
    for (const view of this.waiting.splice(0)) this.show(view);
  }

  /** Ask for another game with the same people, the seats moved on by some places. @param {number} shift */
  again(shift) {
    this.asking = true;
    this.send({ t: "again", shift });
  }

  /** @param {ViewMessage} view the newest position */
  show(view) {
    const moved = view.ply !== this.live.ply;
    if (moved) this.movedAt = performance.now();
    if (view.ply < this.log.length) {
      this.log.length = view.ply;
      for (const ply of this.views.keys()) if (ply > view.ply) this.views.delete(ply);
      if (this.past && this.past.ply > view.ply) this.past = null;
    }
    if (view.event && view.event.ply === this.log.length + 1) this.log.push(view.event);
    if (moved) this.hint = null;
    this.take(view);
    this.on.change(moved ? "moved" : "status");
  }

  /** @param {AnalysisMessage} analysis */
  learn(analysis) {
    if (analysis.purpose === "replay") this.analyses.set(analysis.ply, analysis);
    else if (analysis.purpose === "watch") {
      this.watched = analysis;
      this.analyses.set(analysis.ply, analysis);
    } else if (analysis.ply === this.live.ply) this.hint = { analysis, stage: 1 };
    this.on.change("analysis");
  }

  /** Look at the position after so many moves; what is shown changes when it is there. @param {number} ply */
  look(ply) {
    const goal = Math.min(Math.max(ply, 0), this.log.length);
    const newest = goal === this.live.ply && !this.over;
    this.goal = newest || this.views.has(goal) ? null : goal;
    if (this.goal !== null) {
      this.send({ t: "look", ply: goal });
      return;
    }
    this.past = newest ? null : this.views.get(goal) ?? null;
    this.on.change("look");
  }

  /** @param {ClientMessage} message */
  send(message) {
    this.socket.send(message);
  }

  close() {
    clearTimeout(this.timer);
    this.socket.close();
  }
}
