// @ts-check
/** The frame of a table: board first, players above and below it, everything else in the column beside it.
 * @typedef {import("../core/protocol.d.ts").ViewMessage} ViewMessage
 * @typedef {import("../core/protocol.d.ts").LegalMove} LegalMove
 * @typedef {import("../core/protocol.d.ts").AnalysedMove} AnalysedMove
 * @typedef {import("./game.js").TableModel} TableModel */
import { gameCard, linkOrigin } from "../core/api.js";
import { h, put, putOnce } from "../core/dom.js";
import { number, percent, t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { bar, barKey } from "./bars.js";
import { seatName, titleOf } from "./cards.js";
import { Graph } from "./graph.js";
import { boardModule } from "./modules.js";
import { drawAfter, invites, outcome } from "./outcome.js";
import { evalBar, facts, moveList, player, players, turns } from "./panels.js";
import { must, report } from "./status.js";
import { marksOf, whyPanel } from "./why.js";

const MARGIN = 40; // pixels of the list beyond the current move
const TABS = ["game", "moves", "why"];

export class Frame {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    /** @type {TableModel} */
    this.model = /** @type {any} */ (null);
    this.pending = /** @type {LegalMove | null} */ (null); // a move that waits to be confirmed
    this.pointed = /** @type {AnalysedMove | null} */ (null); // a candidate that is shown alone
    this.review = /** @type {number | null} */ (null); // the move that is about to be played and was a mistake
    this.drawn = /** @type {ViewMessage | null} */ (null); // the view that the board shows
    this.coach = /** @type {((state: any) => any) | null} */ (null);
    this.board = /** @type {any} */ (null);
    this.card = /** @type {any} */ (null);
    this.module = /** @type {any} */ (null);
    this.graph = /** @type {any} */ (null);
    this.parts = /** @type {Record<string, any>} */ ({});
    this.origin = `${location.origin}/`; // what links for guests begin with
    this.said = "";
    this.tab = "moves";
    this.asked = false; // for a hint
    this.usedHint = false;
    this.usedTakeBack = false;
    this.flipped = false;
    this.left = false;
    this.soon = 0; // the frame in which it is drawn anew
  }

  /** Show the position after so many moves. @param {number} ply */
  look(ply) {
    this.model.look(ply);
  }

  /** A move was picked on the board. @param {LegalMove} item @param {string} pointer */
  pick(item, pointer) {
    throw new Error(`${item.a} by ${pointer}: nobody plays here`);
  }

  /** A move is played at once. @param {LegalMove} item */
  act(item) {
    throw new Error(`${item.a}: nobody plays here`);
  }

  async build() {
    const { model } = this;
    this.card = (await gameCard(model.table.game)) ??
      { name: model.table.game, title: model.table.game, board: false, seat_names: [] };
    this.module = await boardModule(this.card, model.live.data);
    this.origin = await linkOrigin();
    if (this.left) return;
    model.seatLook = this.module.seatLook;
    model.every = Boolean(this.module.every);
    const title = titleOf(this.card);
    document.title = `${title} – Parlour`;
    this.flipped = model.mine.length === 1 ? Boolean(this.module.flippedFor?.(model.mine[0])) : false;
    this.graph = new Graph((ply) => this.look(ply), (seat) => seatName(this.card, seat), this.card.teams);
    this.tab = model.over || invites(model.id) ? "game" : "moves";
    put(this.main, h("h1", { class: "table-title" }, title), this.part("banner", "p", { role: "alert" }), this.lay());
    this.board = new this.module.Board();
    this.board.mount(this.parts.place, this.context());
  }

  /** @param {string} name @param {string} [tag] @param {any} [props] @param {any} [children] */
  part(name, tag = "div", props = {}, children = null) {
    return (this.parts[name] = h(tag, { class: name, ...props }, children));
  }

  /** The places of everything; none of them moves while a game goes on. */
  lay() {
    const many = this.model.table.seats.length > 2;
    const stage = [
      this.part("status", "p", { role: "status", "aria-live": "polite" }),
      this.module.round ? null : this.part("above", "ul", {
        class: `players above ${many ? "many" : ""}`,
        "aria-label": t(many ? "table.players" : "table.opponent"),
      }),
      this.part("place"),
      this.module.round || many
        ? null
        : this.part("under", "ul", { class: "players under", "aria-label": t("table.player") }),
      this.part("actions", "div", { role: "toolbar", "aria-label": t("table.actions") }),
    ];
    const panel = (/** @type {string} */ name) =>
      this.part(`panel-${name}`, "div", {
        class: "panel",
        role: "tabpanel",
        id: `panel-${name}`,
        "aria-labelledby": `tab-${name}`,
        tabindex: "0",
      });
    const side = [
      this.part("story", "div", {}, [
        this.part("prelude"),
        this.part("bar"),
        this.graph.element,
        this.part("turns"),
      ]),
      this.part("below"),
      this.part("tabs", "div", { role: "tablist", "aria-label": t("table.panels") }),
      TABS.map(panel),
    ];
    const wide = this.module.wide ? "wide" : "";
    return h(
      "div",
      { class: `frame ${wide}` },
      h("section", { class: `stage ${wide}`, "aria-label": t("table.board") }, stage),
      h("aside", { class: "side", "aria-label": t("table.panels") }, side),
    );
  }

  /** What a board may ask of the frame. */
  context() {
    const { model } = this;
    return {
      name: this.card.name,
      flipped: this.flipped,
      get mine() {
        return model.mine;
      },
      get log() {
        return model.log;
      },
      pick: (/** @type {any} */ item, /** @type {string} */ pointer) => this.pick(item, pointer),
      act: (/** @type {any} */ item) => this.act(item),
      say: (/** @type {string} */ text) => toast(text),
      hold: (/** @type {number} */ seat) => model.send({ t: "hold", seat }),
      refresh: () => this.drawActions(),
    };
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
    const clock = this.main.querySelector(".turn .state");
    const { limit } = model.live.status;
    if (clock && seconds > 0.8 && model.live.status.thinking !== null) {
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

  /** Draw once before the next picture, however much is told until then. */
  drawSoon() {
    this.soon ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.soon);
    this.soon = 0;
    if (!this.board || this.left) return;
    const { model } = this;
    if (model.hint) this.asked = false;
    this.main.dataset.mode = model.mode;
    putOnce(this.parts.banner, String(model.connected), () => (model.connected ? null : t("table.lost")));
    this.drawPlayers();
    this.drawBoard();
    this.drawStatus();
    this.drawActions();
    this.drawStory();
    this.drawPanels();
  }

  /** Round the table where the board draws them; else above and below it, who plays here below. */
  drawPlayers() {
    const { model, card, module } = this;
    if (module.round) {
      this.board.setPlayers?.(players(model, card, module));
      return;
    }
    const seats = model.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seat);
    const low = seats.length > 2 ? -1 : this.flipped ? 1 : 0;
    const strip = (/** @type {number[]} */ list) => list.map((seat) => player(model, card, module, seat));
    put(this.parts.above, strip(seats.filter((/** @type {number} */ seat) => seat !== low)));
    if (this.parts.under) put(this.parts.under, strip([low]));
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
      const { a, targets } = this.pending;
      return [{ square: targets.square, from: targets.from, to: targets.to, kind: "pending", a, targets }];
    }
    if (this.pointed) return marksOf([this.pointed], this.module.worth);
    if (this.review !== null) return this.mistakeMarks(this.review);
    const { analysis } = this;
    if (!analysis || (model.mode === "watch" && model.ply === null)) return this.grade();
    const most = model.mode === "play" && model.hint?.stage === 1 ? 1 : 5;
    return [...marksOf(analysis.moves.slice(0, most), this.module.worth), ...this.grade()];
  }

  /** The better move, and the mistake that is about to be made. @param {number} move */
  mistakeMarks(move) {
    const better = this.model.analyses.get(move - 1)?.moves.slice(0, 1) ?? [];
    return [...marksOf(better, this.module.worth), ...this.graded(move)];
  }

  /** How good the move was that led to what is shown. */
  grade() {
    return this.model.mode === "replay" ? this.graded(this.model.shownPly) : [];
  }

  /** @param {number} move */
  graded(move) {
    const verdict = this.model.judged.get(move);
    if (!verdict?.quality) return [];
    const { text: a, targets } = this.model.log[move - 1];
    const square = targets.square ?? targets.to;
    return [{ square, from: targets.from, to: targets.to, kind: "quality", text: verdict.quality, a, targets }];
  }

  drawStatus() {
    const [said, todo] = [report(this), must(this)];
    const text = `${said} ${todo}`.trim();
    if (text === this.said) return;
    this.said = text;
    put(this.parts.status, said ? h("span", { class: "mut" }, `${said} `) : null, h("b", {}, todo));
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
      slider.value = String(model.heading);
      slider.setAttribute("aria-valuetext", t("status.move", { ply: model.shownPly, plies: model.log.length }));
    }
  }

  /** How the game went: the curve and its turning points; before there is one, a lesson or what will be there. */
  drawStory() {
    const { model } = this;
    const bare = model.mode === "play" || model.analyses.size === 0;
    this.graph.element.hidden = bare;
    this.parts.bar.hidden = bare;
    this.parts.prelude.hidden = !bare;
    const win = model.analyses.get(model.shownPly)?.value.win;
    put(this.parts.bar, win ? evalBar(win, this.card) : null);
    if (bare) putOnce(this.parts.prelude, JSON.stringify(this.lesson), () => this.storyNote());
    else this.graph.draw(model.log, model.analyses, model.judged, model.shownPly);
    const key = JSON.stringify([bare, model.analyses.size, model.log.length]);
    putOnce(
      this.parts.turns,
      key,
      () => (bare ? null : turns(model, this.card, this.module, (move) => this.reviewMove(move))),
    );
  }

  /** How far a guided first game has come. */
  get lesson() {
    const { model } = this;
    return [
      Boolean(this.coach),
      model.over,
      model.log.filter((event) => model.mine.includes(event.seat)).length,
      this.usedHint,
      this.usedTakeBack,
    ];
  }

  storyNote() {
    const [, over, mine, hint, back] = this.lesson;
    if (this.coach) return this.coach({ mine, hint, back, over });
    return h("p", { class: "mut" }, t(over ? "story.analyse" : "story.none"));
  }

  /** Go to the position before a move, and tell what it gave away. @param {number} move */
  reviewMove(move) {
    this.look(move - 1);
    this.review = move;
    this.draw();
  }

  drawPanels() {
    putOnce(this.parts.tabs, this.tab, () => TABS.map((name) => this.tabButton(name)));
    for (const name of TABS) this.parts[`panel-${name}`].hidden = name !== this.tab;
    this.drawGame();
    this.drawMoves();
    this.drawWhy();
  }

  /** @param {string} name */
  tabButton(name) {
    const turn = (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.open(TABS[(TABS.indexOf(this.tab) + way + TABS.length) % TABS.length]);
      /** @type {HTMLElement} */ (this.parts.tabs.querySelector("[aria-selected=true]")).focus();
    };
    return h("button", {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      "aria-selected": String(name === this.tab),
      tabindex: name === this.tab ? 0 : -1,
      onclick: () => this.open(name),
      onkeydown: turn,
    }, t(`tab.${name}`));
  }

  /** Show a panel. @param {string} tab */
  open(tab) {
    this.tab = tab;
    this.draw();
  }

  /** The result and what can be done with it, links for guests, and facts. */
  drawGame() {
    const { model } = this;
    const key = JSON.stringify([
      model.mode,
      model.live.status?.failures,
      model.log.length,
      model.shownPly,
    ]);
    putOnce(this.parts["panel-game"], key, () => [outcome(this), facts(model, this.card)]);
    drawAfter(this.parts["panel-game"], this);
  }

  drawMoves() {
    const { model } = this;
    const key = JSON.stringify([model.log.length, model.shownPly, model.analyses.size, model.viewpoint]);
    const panel = this.parts["panel-moves"];
    if (panel.parlourKey !== key) {
      panel.parlourKey = key;
      moveList(panel, model, this.card, this.module, (ply) => this.look(ply));
    }
    if (this.tab === "moves") requestAnimationFrame(() => this.follow(panel)); // measured once a picture
  }

  /** Keep the current move in sight without moving the page. @param {HTMLElement} panel */
  follow(panel) {
    const here = /** @type {HTMLElement | null} */ (panel.querySelector(".here"));
    if (!here) return;
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (top < panel.scrollTop) panel.scrollTop = top - MARGIN;
    else if (bottom > panel.scrollTop + panel.clientHeight) panel.scrollTop = bottom + MARGIN - panel.clientHeight;
  }

  drawWhy() {
    const { model, analysis } = this;
    const key = JSON.stringify([model.mode, model.hint?.stage, model.shownPly, analysis?.ply, analysis?.ms]);
    putOnce(this.parts["panel-why"], key, () => this.why());
  }

  why() {
    const { model, analysis } = this;
    if (!analysis || (model.mode === "play" && (model.hint?.stage ?? 0) < 2)) {
      return h(
        "p",
        { class: "mut" },
        t(model.mode === "play" ? "why.ask" : model.mode === "replay" ? "why.analyse" : "why.wait"),
      );
    }
    if (!analysis.moves.length) return h("p", { class: "mut" }, t(analysis.seat < 0 ? "why.over" : "why.forced"));
    const point = (/** @type {AnalysedMove} */ move) => {
      this.pointed = this.pointed === move ? null : move;
      this.board.setMarks(this.marks());
    };
    return whyPanel(analysis, this.card.name, this.module, 5, point, seatName(this.card, analysis.seat));
  }
}
