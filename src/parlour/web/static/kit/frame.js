// @ts-check
/** The frame of a table: the parts around the board, and how each is drawn from what is known.
 * @typedef {import("../core/protocol.d.ts").ViewMessage} ViewMessage
 * @typedef {import("../core/protocol.d.ts").LegalMove} LegalMove
 * @typedef {import("../core/protocol.d.ts").AnalysedMove} AnalysedMove
 * @typedef {import("./game.js").TableModel} TableModel */
import { gameCard } from "../core/api.js";
import { h, put, putOnce } from "../core/dom.js";
import { has, number, percent, t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { bar, barKey } from "./bars.js";
import { playerName, resultText, seatName, titleOf } from "./cards.js";
import { Graph } from "./graph.js";
import { boardModule } from "./modules.js";
import { links, outcome, seedBadge } from "./outcome.js";
import { evalBar, moveList, player, turns } from "./panels.js";
import { marksOf, whyPanel } from "./why.js";

const MARGIN = 40; // pixels of the list beyond the current move

export class Frame {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    /** @type {TableModel} */
    this.model = /** @type {any} */ (null);
    this.pending = /** @type {LegalMove | null} */ (null); // a move that waits to be confirmed
    this.pointed = /** @type {AnalysedMove | null} */ (null); // a candidate that is shown alone
    this.drawn = /** @type {ViewMessage | null} */ (null); // the view that the board shows
    this.coach = /** @type {((state: any) => any) | null} */ (null);
    this.board = /** @type {any} */ (null);
    this.card = /** @type {any} */ (null);
    this.module = /** @type {any} */ (null);
    this.graph = /** @type {any} */ (null);
    this.parts = /** @type {Record<string, any>} */ ({});
    this.said = "";
    this.tab = "moves";
    this.asked = false; // for a hint
    this.usedHint = false;
    this.usedTakeBack = false;
    this.flipped = false;
    this.left = false;
  }

  /** Show the position after so many moves. @param {number} ply */
  look(ply) {
    this.model.look(ply);
  }

  /** A move was picked on the board. @param {LegalMove} item @param {string} pointer */
  pick(item, pointer) {
    throw new Error(`${item.a} by ${pointer}: nobody plays here`);
  }

  async build() {
    const { model } = this;
    this.card = (await gameCard(model.table.game)) ??
      { name: model.table.game, title: model.table.game, board: false, seat_names: [] };
    this.module = await boardModule(this.card);
    if (this.left) return;
    model.seatLook = this.module.seatLook;
    const title = titleOf(this.card);
    document.title = `${title} – Parlour`;
    this.flipped = model.mine.length === 1 ? Boolean(this.module.flippedFor?.(model.mine[0])) : false;
    const part = (
      /** @type {string} */ name,
      tag = "div",
      props = {},
    ) => (this.parts[name] = h(tag, { class: name, ...props }));
    const graph = new Graph((ply) => this.look(ply), (seat) => seatName(this.card, seat), this.module.worth);
    this.graph = graph;
    put(
      this.main,
      h("h1", { class: "table-title" }, title),
      part("banner", "p", { role: "alert" }),
      part("players", "ul", { "aria-label": t("table.players") }),
      h(
        "div",
        { class: "frame" },
        h(
          "section",
          { class: "stage", "aria-label": t("table.board") },
          part("status", "p", { role: "status", "aria-live": "polite" }),
          part("lesson"),
          part("place"),
          part("below"),
          part("actions", "div", { role: "toolbar", "aria-label": t("table.actions") }),
          h("div", { class: "graphs" }, part("bar"), graph.element),
        ),
        h(
          "aside",
          { class: "side", "aria-label": t("table.panels") },
          part("outcome"),
          part("tabs", "div", { role: "tablist", "aria-label": t("table.panels") }),
          part("panel", "div", { role: "tabpanel", id: "panel", tabindex: "0" }),
        ),
      ),
    );
    this.board = new this.module.Board();
    this.board.mount(this.parts.place, {
      name: this.card.name,
      flipped: this.flipped,
      pick: (/** @type {any} */ item, /** @type {string} */ pointer) => this.pick(item, pointer),
      say: (/** @type {string} */ text) => toast(text),
    });
  }

  /** @param {(number | null)[]} win */
  values(win) {
    return win.flatMap((
      share,
      seat,
    ) => (typeof share === "number" ? [`${seatName(this.card, seat)} ${percent(share)}`] : [])).join(", ");
  }

  tick() {
    const { model } = this;
    if (!this.board || model.live?.status?.thinking === undefined || model.ply !== null) return;
    const seconds = (performance.now() - model.thinkingSince) / 1000;
    const clock = this.parts.players.querySelector(".turn .state");
    const { limit } = model.live.status;
    if (clock && seconds > 0.8) {
      clock.textContent = limit
        ? t("player.thinking.of", { seconds: number(seconds), limit: number(limit, 1) })
        : t("player.thinking.for", { seconds: number(seconds) });
    }
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
    put(
      this.parts.players,
      model.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) =>
        player(model, this.card, this.module, seat)
      ),
    );
    putOnce(this.parts.banner, String(model.connected), () => (model.connected ? null : t("table.lost")));
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
    const { ply } = view;
    if (this.drawn !== view) {
      const event = view.event ?? model.log[ply - 1];
      const fresh = model.ply === null && this.drawn && event && this.drawn.ply === ply - 1;
      const waits = this.drawn && this.drawn.ply === ply && this.drawn.live === view.live;
      if (!waits || JSON.stringify(this.drawn?.data) !== JSON.stringify(view.data)) {
        this.board.update(view.data, event ? [{ ...event, fresh }] : []);
      }
      this.drawn = view;
      put(this.parts.below, this.module.below?.(view));
      this.board.setLegal(model.ply === null ? model.live.legal ?? [] : []);
    }
    this.board.setMarks(this.marks());
  }

  marks() {
    const { model } = this;
    if (this.pending) {
      const { square, from, to } = this.pending.targets;
      return [{ square, from, to, kind: "pending" }];
    }
    if (this.pointed) return marksOf([this.pointed], this.module.worth);
    const { analysis } = this;
    if (!analysis || (model.mode === "watch" && model.ply === null)) return this.grade();
    const most = model.mode === "play" && model.hint?.stage === 1 ? 1 : 5;
    return [...marksOf(analysis.moves.slice(0, most), this.module.worth), ...this.grade()];
  }

  /** How good the move was that led to what is shown. */
  grade() {
    const { model } = this;
    const verdict = model.mode === "replay" ? model.judged.get(model.shownPly) : undefined;
    const targets = verdict ? model.log[model.shownPly - 1].targets : {};
    const square = targets?.square ?? targets?.to;
    return verdict && square ? [{ square, kind: "quality", text: verdict.quality }] : [];
  }

  drawStatus() {
    const { model, card } = this;
    const event = model.ply === null ? model.log.at(-1) : model.log[model.ply - 1];
    const report = event
      ? `${t("status.played", { who: seatName(card, event.seat), move: event.text })} ${
        this.module.remark?.(event) ?? ""
      }`.trim()
      : "";
    const text = `${report} ${this.must()}`.trim();
    if (text !== this.said) {
      this.said = text;
      put(this.parts.status, report ? h("span", { class: "mut" }, `${report} `) : null, h("b", {}, this.must()));
    }
  }

  /** What the person must do, or waits for. */
  must() {
    const { model, card } = this;
    if (model.ply !== null && !model.over) return t("status.past", { ply: model.ply });
    if (model.over) {
      return model.shownPly < model.log.length
        ? t("status.move", { ply: model.shownPly, plies: model.log.length })
        : resultText(card, model.table.result);
    }
    const who = seatName(card, model.live.mover);
    if (this.pending) return t("status.confirm", { move: this.pending.a });
    if (this.asked) return t("status.hint");
    if (model.myTurn) {
      const name = model.mine.length > 1 ? `${who}: ` : "";
      return name + t(has(`${card.name}.must`) ? `${card.name}.must` : "status.must");
    }
    if (model.table.seats[model.live.mover].kind === "agent") {
      return t(model.mode === "watch" && !model.live.status?.playing ? "status.paused" : "status.thinks", {
        who,
        name: playerName(model.table, model.live.mover, model.mine),
      });
    }
    return t("status.waits", { who });
  }

  drawActions() {
    const { model } = this;
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.action;
    putOnce(this.parts.actions, barKey(this), () => bar(this));
    if (focused && !document.activeElement?.closest(".actions")) {
      /** @type {HTMLElement | null} */ (this.parts.actions.querySelector(`[data-action="${focused}"]`))?.focus();
    }
    const slider = this.parts.actions.querySelector("input[type=range]");
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
    putOnce(this.parts.outcome, key, () => (model.mode === "replay" ? outcome(this) : links(this)));
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
      /** @type {HTMLElement} */ (this.parts.tabs.querySelector("[aria-selected=true]")).focus();
    };
    putOnce(
      this.parts.tabs,
      this.tab,
      () =>
        names.map((name) =>
          h("button", {
            type: "button",
            role: "tab",
            id: `tab-${name}`,
            "aria-controls": "panel",
            "aria-selected": String(name === this.tab),
            tabindex: name === this.tab ? 0 : -1,
            onclick: () => pick(name),
            onkeydown: turn,
          }, t(`tab.${name}`))
        ),
    );
    this.parts.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    const { analysis } = this;
    const key = JSON.stringify([
      this.tab,
      model.log.length,
      model.shownPly,
      model.analyses.size,
      model.hint?.stage,
      analysis?.ply,
      analysis?.ms,
      model.progress?.running,
    ]);
    putOnce(
      this.parts.panel,
      key,
      () => (this.tab === "moves"
        ? [turns(model, this.card, (ply) => this.look(ply)), moveList(model, this.card, (ply) => this.look(ply))]
        : this.tab === "why"
        ? this.why()
        : this.info()),
    );
    if (this.tab === "moves") this.follow();
  }

  /** Keep the current move in sight without moving the page. */
  follow() {
    const { panel } = this.parts;
    const here = /** @type {HTMLElement | null} */ (panel.querySelector(".here"));
    if (!here) return;
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (top < panel.scrollTop) panel.scrollTop = top - MARGIN;
    else if (bottom > panel.scrollTop + panel.clientHeight) panel.scrollTop = bottom + MARGIN - panel.clientHeight;
  }

  why() {
    const { model } = this;
    const { analysis } = this;
    if (!analysis || (model.mode === "play" && (model.hint?.stage ?? 0) < 2)) {
      return h(
        "p",
        { class: "mut" },
        t(model.mode === "play" ? "why.ask" : model.mode === "replay" ? "why.analyse" : "why.wait"),
      );
    }
    if (!analysis.moves.length) return h("p", { class: "mut" }, t("why.over"));
    const point = (/** @type {AnalysedMove} */ move) => {
      this.pointed = this.pointed === move ? null : move;
      this.board.setMarks(this.marks());
    };
    return whyPanel(analysis, this.card.name, 5, point, seatName(this.card, analysis.seat));
  }

  info() {
    const { model } = this;
    const { table } = model;
    const row = (/** @type {string} */ key, /** @type {any} */ value) => [h("dt", {}, t(key)), h("dd", {}, value)];
    return h(
      "dl",
      { class: "facts" },
      row("info.variant", h("span", { translate: "no" }, table.variant)),
      table.seats.map((
        /** @type {any} */ _,
        /** @type {number} */ seat,
      ) => [h("dt", {}, seatName(this.card, seat)), h("dd", { translate: "no" }, playerName(table, seat, model.mine))]),
      table.seed === undefined ? null : row("info.seed", seedBadge(table.seed)),
      row("info.moves", String(model.log.length)),
      row("info.position", h("code", { translate: "no" }, model.shown.text)),
    );
  }

  drawGraph() {
    const { model } = this;
    const graphs = /** @type {HTMLElement} */ (this.graph.element.parentElement);
    graphs.hidden = model.mode === "play" || model.analyses.size === 0;
    const win = this.analysis?.value.win ?? model.analyses.get(model.shownPly)?.value.win;
    put(this.parts.bar, win ? evalBar(win, this.card) : null);
    if (!graphs.hidden) this.graph.draw(model.log, model.analyses, model.judged, model.shownPly);
  }

  drawLesson() {
    if (!this.coach) return;
    const { model } = this;
    const state = {
      mine: model.log.filter((event) => model.mine.includes(event.seat)).length,
      hint: this.usedHint,
      back: this.usedTakeBack,
      over: model.over,
    };
    putOnce(this.parts.lesson, JSON.stringify(state), () => this.coach?.(state));
  }
}
