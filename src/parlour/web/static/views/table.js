// @ts-check
/** One table in one frame: played, watched or replayed; only the bar under the board differs. */
import { gameCard } from "../core/api.js";
import { h, put, putOnce } from "../core/dom.js";
import { has, number, percent, t } from "../core/i18n.js";
import { bindKeys } from "../core/keys.js";
import { confirms } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { ask } from "../kit/dialogs.js";
import { bar, barKey, DELAYS } from "../kit/bars.js";
import { playerName, resultText, seatName, titleOf } from "../kit/cards.js";
import { coach } from "../kit/coach.js";
import { TableModel } from "../kit/game.js";
import { Graph } from "../kit/graph.js";
import { boardModule } from "../kit/modules.js";
import { links, outcome } from "../kit/outcome.js";
import { evalBar, moveList, player, turns } from "../kit/panels.js";
import { nextMistake } from "../kit/quality.js";
import { marksOf, whyPanel } from "../kit/why.js";

/** @param {HTMLElement} main @param {{args: string[], query: URLSearchParams}} route */
export async function show(main, { args: [id], query }) {
  put(main, h("p", { class: "lead", role: "status" }, t("table.opening")));
  const view = new TableView(main, id, query);
  return () => view.leave();
}

class TableView {
  /** @param {HTMLElement} main @param {string} id @param {URLSearchParams} query */
  constructor(main, id, query) {
    this.main = main;
    this.query = query;
    this.pending = /** @type {any} */ (null); // a move that waits to be confirmed
    this.flipped = false;
    this.tab = "moves";
    this.pace = "normal";
    this.speed = 1;
    this.timer = 0;
    this.said = "";
    this.drawn = /** @type {any} */ (null);
    this.clock = setInterval(() => this.tick(), 500);
    this.forced = 0;
    this.model = new TableModel(id, {
      change: (what) => this.change(what),
      error: (reason) => this.refuse(reason),
    });
    this.hide = () => {
      if (document.hidden && this.timer) this.play();
    };
    document.addEventListener("visibilitychange", this.hide);
  }

  leave() {
    this.left = true;
    clearInterval(this.clock);
    clearInterval(this.timer);
    clearTimeout(this.forced);
    document.removeEventListener("visibilitychange", this.hide);
    this.board?.destroy();
    this.model.close();
    delete this.main.dataset.mode;
  }

  /** @param {string} reason */
  refuse(reason) {
    toast(reason, "bad");
    if (!this.model.table) put(this.main, h("h1", {}, t("table.gone")), h("p", {}, reason), h("p", {}, h("a", { href: "#/" }, t("table.home"))));
    this.asked = false;
  }

  /** @param {string} what has changed */
  async change(what) {
    if (this.left) return;
    if (!this.board) {
      if (this.building || !this.model.table) return;
      this.building = true;
      await this.build();
      what = "all";
    }
    if (what === "moved" || what === "all") this.pending = null;
    if (what === "moved" && this.model.over) this.finish();
    this.draw();
    if (what === "moved" || what === "all" || what === "status") this.playForced();
  }

  async build() {
    const { model } = this;
    this.card = (await gameCard(model.table.game)) ?? { name: model.table.game, title: model.table.game, board: false, seat_names: [] };
    this.module = await boardModule(this.card);
    if (this.left) return;
    model.seatLook = this.module.seatLook;
    const title = titleOf(this.card);
    document.title = `${title} – Parlour`;
    this.flipped = model.mine.length === 1 ? Boolean(this.module.flippedFor?.(model.mine[0])) : false;
    const part = (/** @type {string} */ name, tag = "div", props = {}) => (this[/** @type {"players"} */ (name)] = h(tag, { class: name, ...props }));
    const graph = new Graph((ply) => this.look(ply), (seat) => seatName(this.card, seat));
    this.graph = graph;
    put(this.main,
      h("h1", { class: "table-title" }, title),
      part("banner", "p", { role: "alert" }),
      part("players", "ul", { "aria-label": t("table.players") }),
      h("div", { class: "frame" },
        h("section", { class: "stage", "aria-label": t("table.board") },
          part("status", "p", { role: "status", "aria-live": "polite" }),
          part("lesson"),
          part("place"), part("below"),
          part("actions", "div", { role: "toolbar", "aria-label": t("table.actions") }),
          h("div", { class: "graphs" }, part("bar"), graph.element),
          part("outcome")),
        h("aside", { class: "side", "aria-label": t("table.panels") }, part("tabs", "div", { role: "tablist", "aria-label": t("table.panels") }),
          part("panel", "div", { role: "tabpanel", id: "panel", tabindex: "0" }))));
    this.board = new this.module.Board();
    this.board.mount(this.place, {
      name: this.card.name, flipped: this.flipped,
      pick: (/** @type {any} */ item, /** @type {string} */ pointer) => this.pick(item, pointer),
      say: (/** @type {string} */ text) => toast(text),
    });
    this.bind();
    const ply = Number(this.query.get("ply"));
    if (this.query.has("ply") && Number.isFinite(ply)) model.look(ply);
    else if (model.over) model.ply = model.log.length;
    this.lesson_ = this.query.has("coach") ? coach(this.card.name) : null;
  }

  bind() {
    const step = (/** @type {number} */ by) => () => this.look(this.model.shownPly + by);
    bindKeys({
      h: () => this.hint(), u: () => this.takeBack(), f: () => this.flip(), v: () => this.speak(), c: () => this.copy(),
      ArrowLeft: step(-1), ArrowRight: step(1), Home: () => this.look(0), End: () => this.look(this.model.log.length),
      " ": () => this.play(), n: () => this.mistake(1), "Shift+n": () => this.mistake(-1), Escape: () => this.cancel(),
      b: () => this.board.focus(),
    });
  }

  // What a person does

  /** @param {any} item @param {string} pointer */
  pick(item, pointer) {
    if (this.model.ply !== null) return;
    if (confirms(pointer) && this.pending?.a !== item.a) {
      this.pending = item;
      this.draw();
      return;
    }
    this.act(item);
  }

  /** @param {any} item */
  act(item) {
    this.pending = null;
    const { live } = this.model;
    this.model.send({ t: "act", seat: live.mover, ply: live.ply, action: item.a });
  }

  /** A move that is the only one is announced, then played. */
  playForced() {
    clearTimeout(this.forced);
    const { live, ply } = this.model;
    const [only] = live.legal ?? [];
    if (!only?.targets.forced || live.legal.length !== 1 || ply !== null) return;
    toast(t(`${this.card.name}.forced`));
    this.forced = setTimeout(() => this.model.live === live && this.act(only), 1500);
  }

  cancel() {
    if (this.pending) this.pending = null;
    else if (!this.board.cancel() && this.model.ply !== null && !this.model.over) this.look(this.model.log.length);
    this.draw();
  }

  hint() {
    const { model } = this;
    if (model.over || model.ply !== null) return;
    if (model.hint) {
      model.hint.stage = 2;
      this.tab = "why";
      this.draw();
    } else if (model.live.status?.may_hint && !this.asked) {
      this.asked = true;
      this.draw();
      model.send({ t: "hint", ply: model.live.ply });
      this.usedHint = true;
    } else if (!this.asked) toast(t("hint.not"));
  }

  takeBack() {
    if (this.model.live.status?.may_take_back) {
      this.usedTakeBack = true;
      this.model.send({ t: "takeback" });
    } else toast(t("takeback.not"));
  }

  flip() {
    this.flipped = !this.flipped;
    this.board.flip(this.flipped);
  }

  async resign() {
    if (await ask(t("resign.sure"), t("resign.yes"))) {
      const { mine, live } = this.model;
      this.model.send({ t: "resign", seat: mine.includes(live.mover) ? live.mover : mine[0] });
    }
  }

  copy() {
    navigator.clipboard?.writeText(this.model.shown.text).then(() => toast(t("copy.done")), () => toast(t("copy.not"), "bad"));
  }

  /** Say the value of the position. */
  speak() {
    const win = this.analysis?.value.win;
    toast(win ? this.values(win) : t("eval.none"));
  }

  /** @param {(number | null)[]} win */
  values(win) {
    return win.flatMap((share, seat) => (typeof share === "number" ? [`${seatName(this.card, seat)} ${percent(share)}`] : [])).join(", ");
  }

  /** @param {number} ply */
  look(ply) {
    this.pending = null;
    this.model.look(ply);
    if (this.model.over) history.replaceState(null, "", `#/table/${this.model.id}?ply=${this.model.shownPly}`);
  }

  /** @param {1 | -1} way */
  mistake(way) {
    const move = nextMistake(this.model.judged, this.model.shownPly, way);
    if (move === undefined) toast(t(this.model.judged.size ? "mistake.none" : "mistake.analyse"));
    else this.look(move);
  }

  /** Start or stop: agents that are watched, or a replay. */
  play() {
    const { model } = this;
    if (model.mode === "watch") model.send({ t: "pace", playing: !model.live.status.playing, delay: DELAYS[/** @type {keyof DELAYS} */ (this.pace)] });
    else if (this.timer) {
      clearInterval(this.timer);
      this.timer = 0;
    } else if (model.over) {
      if (model.shownPly >= model.log.length) this.look(0);
      this.timer = setInterval(() => {
        if (model.shownPly >= model.log.length) this.play();
        else this.look(model.shownPly + 1);
      }, 900 / this.speed);
    }
    this.draw();
  }

  /** @param {string} pace how fast agents play that are watched */
  setPace(pace) {
    this.pace = pace;
    this.model.send({ t: "pace", playing: this.model.live.status.playing, delay: DELAYS[/** @type {keyof DELAYS} */ (pace)] });
  }

  /** @param {number} speed of a replay */
  setSpeed(speed) {
    this.speed = speed;
    if (!this.timer) return;
    this.play();
    this.play();
  }

  finish() {
    clearTimeout(this.forced);
    this.model.ply = this.model.log.length;
  }

  // What is drawn

  tick() {
    const { model } = this;
    if (!this.board || model.live?.status?.thinking === undefined || model.ply !== null) return;
    const seconds = (performance.now() - model.thinkingSince) / 1000;
    const clock = this.players.querySelector(".turn .state");
    if (clock && seconds > 0.8) clock.textContent = t("player.thinking.for", { seconds: number(seconds) });
  }

  /** The analysis that belongs to what is shown. */
  get analysis() {
    const { model } = this;
    if (model.mode === "replay") return model.analyses.get(model.shownPly);
    if (model.mode === "watch") return model.ply === null ? model.watched : model.analyses.get(model.ply);
    return model.ply === null ? model.hint?.analysis : undefined;
  }

  draw() {
    if (!this.board || this.left) return;
    const { model } = this;
    if (model.hint) this.asked = false;
    this.main.dataset.mode = model.mode;
    put(this.players, model.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => player(model, this.card, this.module, seat)));
    putOnce(this.banner, String(model.connected), () => (model.connected ? null : t("table.lost")));
    this.drawBoard();
    this.drawStatus();
    this.drawActions();
    this.drawOutcome();
    this.drawPanel();
    this.drawGraph();
    this.drawLesson();
  }

  drawBoard() {
    const { model } = this;
    const view = model.shown;
    const ply = model.ply === null || model.views.has(model.ply) ? view.ply : model.live.ply;
    if (this.drawn !== view) {
      const event = view.event ?? model.log[ply - 1];
      const fresh = model.ply === null && this.drawn && event && this.drawn.ply === ply - 1;
      const waits = this.drawn && this.drawn.ply === ply && this.drawn.live === view.live;
      if (!waits || JSON.stringify(this.drawn.data) !== JSON.stringify(view.data)) this.board.update(view.data, event ? [{ ...event, fresh }] : []);
      this.drawn = view;
      put(this.below, this.module.below?.(view));
      this.board.setLegal(model.ply === null ? model.live.legal ?? [] : []);
    }
    this.board.setMarks(this.marks());
  }

  marks() {
    const { model } = this;
    const pending = this.pending && [{ ...this.pending.targets, kind: "pending", text: "" }];
    if (pending) return pending.map(({ square, from, to, kind }) => ({ square, from, to, kind }));
    if (this.pointed) return marksOf([this.pointed], this.module.worth);
    const { analysis } = this;
    if (!analysis || (model.mode === "watch" && model.ply === null)) return [];
    const most = model.mode === "play" && model.hint?.stage === 1 ? 1 : 5;
    return marksOf(analysis.moves.slice(0, most), this.module.worth);
  }

  drawStatus() {
    const { model, card } = this;
    const event = model.ply === null ? model.log.at(-1) : model.log[model.ply - 1];
    const told = event ? `${t("status.played", { who: seatName(card, event.seat), move: event.text })} ${this.module.told?.(event) ?? ""}`.trim() : "";
    const text = `${told} ${this.must()}`.trim();
    if (text !== this.said) {
      this.said = text;
      put(this.status, told ? h("span", { class: "mut" }, `${told} `) : null, h("b", {}, this.must()));
    }
  }

  /** What the person must do, or waits for. */
  must() {
    const { model, card } = this;
    if (model.ply !== null && !model.over) return t("status.past", { ply: model.ply });
    if (model.over) {
      return model.shownPly < model.log.length ? t("status.move", { ply: model.shownPly, plies: model.log.length }) : resultText(card, model.table.result);
    }
    const who = seatName(card, model.live.mover);
    if (this.pending) return t("status.confirm", { move: this.pending.a });
    if (this.asked) return t("status.hint");
    if (model.myTurn) {
      const name = model.mine.length > 1 ? `${who}: ` : "";
      return name + t(has(`${card.name}.must`) ? `${card.name}.must` : "status.must");
    }
    if (model.table.seats[model.live.mover].kind === "agent") {
      return t(model.mode === "watch" && !model.live.status?.playing ? "status.paused" : "status.thinks", { who, name: playerName(model.table, model.live.mover, model.mine) });
    }
    return t("status.waits", { who });
  }

  drawActions() {
    const { model } = this;
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.action;
    putOnce(this.actions, barKey(this), () => bar(this));
    if (focused && !document.activeElement?.closest(".actions")) /** @type {HTMLElement | null} */ (this.actions.querySelector(`[data-action="${focused}"]`))?.focus();
    const slider = this.actions.querySelector("input[type=range]");
    if (slider) {
      slider.max = String(model.log.length);
      slider.value = String(model.shownPly);
      slider.setAttribute("aria-valuetext", t("status.move", { ply: model.shownPly, plies: model.log.length }));
    }
  }

  /** What can be done with a game that is over, or links for people who were invited. */
  drawOutcome() {
    const { model } = this;
    const key = JSON.stringify([model.mode, model.progress, model.analyses.size > 0]);
    putOnce(this.outcome, key, () => (model.mode === "replay" ? outcome(this) : links(this)));
  }

  drawPanel() {
    const { model } = this;
    const names = ["moves", "why", "info"];
    const pick = (/** @type {string} */ name) => {
      this.tab = name;
      this.draw();
    };
    const turn = (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      pick(names[(names.indexOf(this.tab) + way + names.length) % names.length]);
      /** @type {HTMLElement} */ (this.tabs.querySelector("[aria-selected=true]")).focus();
    };
    putOnce(this.tabs, this.tab, () => names.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "aria-selected": String(name === this.tab), tabindex: name === this.tab ? 0 : -1, onclick: () => pick(name), onkeydown: turn }, t(`tab.${name}`))));
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    const { analysis } = this;
    const key = JSON.stringify([this.tab, model.log.length, model.shownPly, model.analyses.size, model.hint?.stage, analysis?.ply, analysis?.ms, model.progress?.running]);
    putOnce(this.panel, key, () => (this.tab === "moves" ? [turns(model, this.card, (ply) => this.look(ply)), moveList(model, this.card, (ply) => this.look(ply))] : this.tab === "why" ? this.why() : this.info()));
    if (this.tab === "moves") this.follow();
  }

  /** Keep the current move in sight without moving the page. */
  follow() {
    const here = /** @type {HTMLElement | null} */ (this.panel.querySelector(".here"));
    const list = here?.closest("ol");
    if (here && list) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }

  why() {
    const { model } = this;
    const { analysis } = this;
    if (!analysis || (model.mode === "play" && model.hint?.stage < 2)) return h("p", { class: "mut" }, t(model.mode === "play" ? "why.ask" : model.mode === "replay" ? "why.analyse" : "why.wait"));
    if (!analysis.moves.length) return h("p", { class: "mut" }, t("why.over"));
    const point = (/** @type {any} */ move) => {
      this.pointed = this.pointed === move ? null : move;
      this.board.setMarks(this.marks());
    };
    return whyPanel(analysis, this.card.name, 5, point, seatName(this.card, analysis.seat));
  }

  info() {
    const { model } = this;
    const { table } = model;
    const row = (/** @type {string} */ key, /** @type {any} */ value) => [h("dt", {}, t(key)), h("dd", {}, value)];
    return h("dl", { class: "facts" }, row("info.variant", table.variant),
      table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => [h("dt", {}, seatName(this.card, seat)), h("dd", {}, playerName(table, seat, model.mine))]),
      table.seed === undefined ? null : row("info.seed", table.seed), row("info.moves", String(model.log.length)), row("info.position", h("code", {}, model.shown.text)));
  }

  drawGraph() {
    const { model } = this;
    const graphs = /** @type {HTMLElement} */ (this.graph.element.parentElement);
    graphs.hidden = model.mode === "play" || model.analyses.size === 0;
    const win = this.analysis?.value.win ?? model.analyses.get(model.shownPly)?.value.win;
    put(this.bar, win ? evalBar(win, this.card) : null);
    if (!graphs.hidden) this.graph.draw(model.log, model.analyses, model.judged, model.shownPly);
  }

  drawLesson() {
    if (!this.lesson_) return;
    const { model } = this;
    const state = { mine: model.log.filter((event) => model.mine.includes(event.seat)).length, hint: this.usedHint, back: this.usedTakeBack, over: model.over };
    putOnce(this.lesson, JSON.stringify(state), () => this.lesson_?.(state));
  }
}
