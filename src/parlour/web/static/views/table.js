// @ts-check
/** One table in one frame: played, watched or replayed; only the bar under the board differs. */
import { gameCard, newTable } from "../core/api.js";
import { h, put, putOnce } from "../core/dom.js";
import { has, number, percent, t } from "../core/i18n.js";
import { bindKeys } from "../core/keys.js";
import { confirms, tokensOf } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { ask } from "../kit/dialogs.js";
import { playerName, resultText, seatName, titleOf } from "../kit/cards.js";
import { coach } from "../kit/coach.js";
import { TableModel } from "../kit/game.js";
import { Graph } from "../kit/graph.js";
import { boardModule } from "../kit/modules.js";
import { evalBar, moveList, player, turns } from "../kit/panels.js";
import { nextMistake } from "../kit/quality.js";
import { seatPicker, usualSeats } from "../kit/seats.js";
import { marksOf, whyPanel } from "../kit/why.js";

const DELAYS = { slow: 1.5, normal: 0.7, fast: 0.25, instant: 0 };
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

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
          part("outcome"),
          h("div", { class: "graphs" }, part("bar"), graph.element)),
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

  /** @param {string} key @param {() => void} run @param {{off?: boolean, why?: string, style?: string, sign?: string, id?: string}} [look] */
  button(key, run, { off = false, why = "", style = "", sign = "", id = "" } = {}) {
    const press = () => (off ? toast(why || t("action.not")) : run());
    return h("button", { type: "button", class: style, "data-action": id || key, "aria-disabled": off ? "true" : null, title: off ? why : null, onclick: press },
      sign ? h("span", { "aria-hidden": "true", class: "sign" }, sign) : null, h("span", {}, t(key)));
  }

  drawActions() {
    const { model } = this;
    const status = model.live.status ?? {};
    const state = JSON.stringify([model.mode, model.ply === null, status.may_hint, status.may_take_back, status.playing, this.pending?.a, this.asked, model.hint?.stage,
      this.timer, model.progress?.running, (model.live.legal ?? []).filter((/** @type {any} */ item) => item.targets.button).map((/** @type {any} */ item) => item.a), this.pace, this.speed]);
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.action;
    putOnce(this.actions, state, () => (model.mode === "play" ? this.playActions() : model.mode === "watch" ? this.watchActions() : this.replayActions()));
    if (focused && !document.activeElement?.closest(".actions")) /** @type {HTMLElement | null} */ (this.actions.querySelector(`[data-action="${focused}"]`))?.focus();
    const slider = this.actions.querySelector("input[type=range]");
    if (slider) {
      slider.max = String(model.log.length);
      slider.value = String(model.shownPly);
      slider.setAttribute("aria-valuetext", t("status.move", { ply: model.shownPly, plies: model.log.length }));
    }
  }

  playActions() {
    const { model } = this;
    const status = model.live.status ?? {};
    const past = model.ply !== null;
    const extra = past ? [] : (model.live.legal ?? []).filter((/** @type {any} */ item) => item.targets.button)
      .map((/** @type {any} */ item) => this.button(`${this.card.name}.button.${item.targets.button}`, () => this.act(item), { style: "primary" }));
    return [
      this.button("action.confirm", () => this.act(this.pending), { off: !this.pending, why: t("action.confirm.why"), style: this.pending ? "primary" : "", sign: "✓" }),
      this.button("action.cancel", () => this.cancel(), { off: !this.pending, why: t("action.cancel.why"), sign: "×" }),
      extra,
      this.button(model.hint ? "action.why" : "action.hint", () => this.hint(), { off: past || !status.may_hint, why: t("hint.not"), sign: "★", id: "action.hint" }),
      this.button("action.takeback", () => this.takeBack(), { off: past || !status.may_take_back, why: t("takeback.not"), sign: "↶" }),
      this.button("action.flip", () => this.flip(), { sign: "⇅" }),
      past ? this.button("action.live", () => this.look(model.log.length), { style: "primary" }) : this.button("action.resign", () => this.resign(), { sign: "⚑" }),
    ];
  }

  watchActions() {
    const { model } = this;
    const { playing } = model.live.status ?? {};
    const set = (/** @type {any} */ event) => {
      this.pace = event.target.value;
      model.send({ t: "pace", playing: model.live.status.playing, delay: DELAYS[/** @type {keyof DELAYS} */ (this.pace)] });
    };
    return [
      this.button(playing ? "action.pause" : "action.play", () => this.play(), { style: "primary", sign: playing ? "❚❚" : "▶", id: "action.play" }),
      this.button("action.step", () => model.send({ t: "step" }), { sign: "▶|" }),
      h("label", { class: "inline" }, t("action.speed"), h("select", { onchange: set }, Object.keys(DELAYS).map((name) => h("option", { value: name, selected: name === this.pace }, t(`pace.${name}`))))),
      this.button("action.flip", () => this.flip(), { sign: "⇅" }),
      model.ply !== null ? this.button("action.live", () => this.look(model.log.length)) : null,
    ];
  }

  replayActions() {
    const { model } = this;
    const step = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => number} */ goal) => this.button(key, () => this.look(goal()), { sign, style: "short" });
    const set = (/** @type {any} */ event) => {
      this.speed = Number(event.target.value);
      if (this.timer) {
        this.play();
        this.play();
      }
    };
    const slide = (/** @type {any} */ event) => this.look(Number(event.target.value));
    return [
      h("input", { type: "range", min: 0, max: model.log.length, value: model.shownPly, "aria-label": t("replay.slider"), oninput: slide }),
      step("replay.first", "|◀", () => 0), step("replay.back", "◀", () => model.shownPly - 1),
      this.button(this.timer ? "action.pause" : "action.play", () => this.play(), { style: "primary short", sign: this.timer ? "❚❚" : "▶", id: "action.play" }),
      step("replay.next", "▶", () => model.shownPly + 1), step("replay.last", "▶|", () => model.log.length),
      h("label", { class: "inline" }, t("action.speed"), h("select", { onchange: set }, SPEEDS.map((speed) => h("option", { value: speed, selected: speed === this.speed }, `${speed}×`)))),
      this.button("replay.mistake.back", () => this.mistake(-1), { sign: "?←" }), this.button("replay.mistake.next", () => this.mistake(1), { sign: "?→" }),
      this.button("action.flip", () => this.flip(), { sign: "⇅" }),
    ];
  }

  /** What can be done with a game that is over. */
  drawOutcome() {
    const { model } = this;
    const state = JSON.stringify([model.mode, model.progress, model.analyses.size > 0, this.agent]);
    putOnce(this.outcome, state, () => (model.mode === "replay" ? this.outcomeCard() : this.links()));
  }

  outcomeCard() {
    const { model, card } = this;
    const { result } = model.table;
    const scores = result.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => `${seatName(card, seat)} ${number(score, 1)}`).join(", ");
    const { progress } = model;
    return h("div", { class: "result" },
      h("h2", {}, resultText(card, result)), h("p", {}, t("result.scores", { scores })),
      progress ? h("p", { class: "row" }, h("progress", { max: progress.total, value: progress.done, "aria-label": t("analyse.progress") }), t("analyse.done", progress),
        this.button("analyse.cancel", () => model.send({ t: "cancel" }))) : null,
      h("div", { class: "row" },
        progress ? null : this.button(model.analyses.size ? "analyse.again" : "analyse.start", () => this.analyse(), { style: "primary", id: "analyse" }),
        this.button("branch.start", () => this.branch()), this.button("rematch.start", () => this.rematch(0)), this.button("rematch.swap", () => this.rematch(1)),
        h("a", { class: "button", href: `#/new/${card.name}` }, t("result.new")),
        h("a", { class: "button", href: `/api/tables/${model.id}/record`, download: "" }, t("record.download")), this.button("action.copy", () => this.copy())),
      progress ? null : h("details", { class: "choose" }, h("summary", {}, t("analyse.with")), this.advisers()));
  }

  /** A choice of who analyses. */
  advisers() {
    if (!this.card.levels) return null;
    this.adviser ??= seatPicker(this.card, -1, usualSeats(this.card, 1, true)[0], { people: false });
    return [this.adviser.element, this.button("analyse.chosen", () => this.model.send({ t: "analyse", choice: this.adviser.read().choice }))];
  }

  analyse() {
    this.model.send({ t: "analyse" });
    this.tab = "why";
  }

  /** Links for people who were invited. */
  links() {
    const { model } = this;
    const guests = Object.entries(tokensOf(`guests-${model.id}`));
    if (!guests.length) return null;
    return h("div", { class: "result" }, h("h2", {}, t("guest.title")), guests.map(([seat, token]) => {
      const link = `${location.origin}/#/sit/${model.id}/${seat}/${token}`;
      return h("p", { class: "field" }, h("label", { for: `link-${seat}` }, seatName(this.card, Number(seat))), h("input", { id: `link-${seat}`, readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() }));
    }));
  }

  /** @param {any} wanted */
  async begin(wanted) {
    try {
      location.hash = `#/table/${await newTable(wanted)}`;
    } catch (error) {
      this.refuse(/** @type {Error} */ (error).message);
    }
  }

  branch() {
    const { model } = this;
    const mover = model.shown.mover;
    if (mover < 0) {
      toast(t("branch.end"));
      return;
    }
    const seats = usualSeats(this.card, model.table.seats.length, false).map((seat, number, all) => (number === mover ? all[0] : number === 0 ? all[mover] : seat));
    this.begin({ game: this.card.name, seats, start: { table: model.id, ply: model.shownPly } });
  }

  /** The same again, with the seats moved on by some places. @param {number} shift */
  rematch(shift) {
    const { table } = this.model;
    const seats = table.seats.map((/** @type {any} */ { kind, agent }) => (kind === "agent" ? { kind, choice: spec(agent) } : { kind }));
    const turned = seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seats[(seat + shift) % seats.length]);
    const [, options] = table.variant.split(":");
    this.begin({ game: this.card.name, options: pairs(options ?? ""), seats: turned });
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
    if (here) this.panel.scrollTop = here.offsetTop - this.panel.clientHeight / 2;
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

/** `mcts:playouts=5` as a choice. @param {string} text */
function spec(text) {
  const [agent, options] = text.split(":");
  return { agent, options: pairs(options ?? "") };
}

/** `a=1,b=2` as values; the server reads them as they were declared. @param {string} text */
const pairs = (text) => Object.fromEntries(text.split(",").filter(Boolean).map((pair) => pair.split("=")));
