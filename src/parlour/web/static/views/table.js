// @ts-check
/** One table in one frame: played, watched or replayed; only the bar under the board differs. */
import { h, put } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { bindKeys } from "../core/keys.js";
import { confirms } from "../core/settings.js";
import { sound } from "../core/sound.js";
import { copyText, toast } from "../core/toast.js";
import { DELAYS } from "../kit/bars.js";
import { failures } from "../kit/cards.js";
import { coach } from "../kit/coach.js";
import { ask } from "../kit/dialogs.js";
import { Frame } from "../kit/frame.js";
import { TableModel } from "../kit/game.js";
import { nextMistake } from "../kit/quality.js";
import { tellCompiling } from "../kit/waiting.js";

/** @param {HTMLElement} main @param {{args: string[], query: URLSearchParams}} route */
export async function show(main, { args: [id], query }) {
  put(main, h("p", { class: "lead", role: "status" }, t("table.opening")));
  const view = new TableView(main, id, query);
  return () => view.leave();
}

class TableView extends Frame {
  /** @param {HTMLElement} main @param {string} id @param {URLSearchParams} query */
  constructor(main, id, query) {
    super(main);
    this.query = query;
    this.pace = "normal";
    this.speed = 1;
    this.sent = -1; // the ply at which a move was sent
    this.finished = false;
    this.awaited = 0; // the move whose verdict is shown once it is there
    this.failed = 0; // kinds of failures of agents that were told
    this.timer = 0;
    this.clock = setInterval(() => this.tick(), 500);
    this.opened = tellCompiling(`/api/tables/${encodeURIComponent(id)}/compiling`, (note) => main.append(note));
    this.advised = () => {}; // takes away what is said while a hint is waited for
    this.model = new TableModel(id, {
      change: (what) => this.change(what),
      error: (reason) => this.refuse(reason),
    });
    this.hide = () => {
      const runs = this.timer || (this.model.mode === "watch" && this.model.live?.status?.playing);
      if (document.hidden && runs) this.play();
    };
    document.addEventListener("visibilitychange", this.hide);
  }

  leave() {
    this.left = true;
    this.opened();
    this.advised();
    clearInterval(this.clock);
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.hide);
    this.board?.destroy();
    this.model.close();
    delete this.main.dataset.mode;
  }

  /** @param {string} reason */
  refuse(reason) {
    this.opened();
    this.advised();
    if (this.model.table) toast(reason, "bad");
    else {put(
        this.main,
        h("h1", {}, t("table.gone")),
        h("p", {}, reason),
        h("p", {}, h("a", { href: "#/" }, t("table.home"))),
      );}
    this.asked = false;
    this.sent = -1;
  }

  /** @param {string} what has changed */
  async change(what) {
    if (this.left) return;
    if (!this.board) {
      if (this.building || !this.model.table) return;
      this.building = true;
      this.opened();
      await this.build();
      if (!this.board) return;
      this.begin();
      what = "all";
    }
    if (what === "moved" || what === "all") this.pending = null;
    if (what === "moved") sound(this.model.over ? "end" : "move");
    if (this.model.over && !this.finished) this.finish();
    this.noteFailures();
    if (what === "moved") this.announce();
    if (this.awaited && this.model.judged.has(this.awaited)) this.reviewMove(this.awaited);
    if (what === "analysis" || this.model.mode === "watch") this.drawSoon();
    else this.draw();
  }

  /** What happens once, when the board is there. */
  begin() {
    const { model, query } = this;
    this.bind();
    this.finished = model.over;
    const ply = Number(query.get("ply"));
    if (query.has("review")) this.awaitVerdict(Number(query.get("review")) || 1);
    else if (query.has("ply") && Number.isFinite(ply)) model.look(ply);
    else if (model.over) model.look(model.log.length);
    this.coach = query.has("coach") ? coach(this.card.name) : null;
  }

  /** Show the position before a move, and what it gave away as soon as that is known. @param {number} move */
  awaitVerdict(move) {
    const { model } = this;
    model.look(move - 1);
    this.awaited = move;
    if (model.over && !model.analyses.size) model.send({ t: "analyse" });
  }

  bind() {
    const step = (/** @type {number} */ by) => () => this.look(this.model.heading + by);
    const keys = {
      h: () => this.hint(),
      u: () => this.takeBack(),
      f: () => this.flip(),
      v: () => this.speak(),
      c: () => this.copy(),
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: () => this.look(0),
      End: () => this.look(this.model.log.length),
      " ": () => this.play(),
      n: () => this.mistake(1),
      "Shift+n": () => this.mistake(-1),
      Escape: () => this.cancel(),
      b: () => this.board.focus(),
    };
    bindKeys({ ...keys, ...this.boardKeys(keys) });
  }

  /** The keys of the game's own buttons; they are the page's again when nobody plays.
   * @param {Record<string, () => void>} usual */
  boardKeys(usual) {
    const actions = () => this.board.actions?.() ?? [];
    const press = (/** @type {string} */ key) => () => {
      const action = actions().find((/** @type {any} */ one) => one.key === key);
      if (this.model.mode !== "play") usual[key]?.();
      else if (action) action.off ? toast(action.why ?? t("action.not")) : action.run();
    };
    const keys = actions().flatMap((/** @type {any} */ { key }) => (key ? [key] : []));
    return Object.fromEntries(keys.map((/** @type {string} */ key) => [key, press(key)]));
  }

  /** @override @param {any} item @param {string} pointer */
  pick(item, pointer) {
    if (this.model.ply !== null) return;
    if (confirms(pointer) && this.pending?.a !== item.a) {
      this.pending = item;
      this.draw();
      return;
    }
    this.act(item);
  }

  /** @override @param {any} item */
  act(item) {
    this.pending = null;
    const { live, connected } = this.model;
    if (!connected) toast(t("table.lost"), "bad");
    if (!connected || this.sent === live.ply) return; // a second click on the same move
    this.sent = live.ply;
    this.model.send({ t: "act", seat: live.mover, ply: live.ply, action: item.a });
  }

  /** A move that was the only one played itself: say so. */
  announce() {
    const event = this.model.log.at(-1);
    const key = `${this.card.name}.forced`;
    if (event?.targets.forced && this.model.mine.includes(event.seat) && has(key)) toast(t(key));
  }

  /** An agent has failed in a new way: say so, also where the game goes on. */
  noteFailures() {
    const list = this.model.live.status?.failures ?? [];
    if (list.length > this.failed) {
      const { words, detail } = failures(this.card, this.model)[list.length - 1];
      toast(`${words} ${detail}`, "bad");
      this.tab = "game";
    }
    this.failed = list.length;
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
    } else if (!model.live.status?.no_hint && !this.asked) {
      this.asked = true;
      this.draw();
      this.advised = tellCompiling(`/api/compiling/${this.card.name}`, (note) => this.parts.status.after(note));
      model.send({ t: "hint", ply: model.live.ply });
      this.usedHint = true;
    } else if (!this.asked) toast(model.live.status.no_hint);
  }

  /** @override */
  draw() {
    super.draw();
    if (!this.asked) this.advised();
  }

  takeBack() {
    const { no_take_back: refusal } = this.model.live.status ?? {};
    if (refusal) toast(refusal);
    else {
      this.usedTakeBack = true;
      this.sent = -1; // the same ply comes again
      this.model.send({ t: "takeback" });
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.board.flip(this.flipped);
    this.drawPlayers();
  }

  async resign() {
    const goesOn = this.model.live.status?.stand_in;
    if (await ask(t(goesOn ? "resign.goes_on" : "resign.sure"), t("resign.yes"))) {
      const { mine, live } = this.model;
      this.model.send({ t: "resign", seat: mine.includes(live.mover) ? live.mover : mine[0] });
      if (goesOn && mine.length === 1) location.hash = "#/";
    }
  }

  copy() {
    copyText(this.model.shown.text);
  }

  /** Say the value of the position. */
  speak() {
    const win = this.analysis?.value.win;
    toast(win ? this.values(win) : t("eval.none"));
  }

  /** @override @param {number} ply */
  look(ply) {
    this.pending = null;
    this.review = null;
    this.awaited = 0;
    this.model.look(ply);
    if (this.model.over) history.replaceState(null, "", `#/table/${this.model.id}?ply=${this.model.heading}`);
  }

  /** Go to the position before the next mistake. @param {1 | -1} way */
  mistake(way) {
    const { model } = this;
    const move = nextMistake(model.judged, this.review ?? model.heading, way);
    if (move === undefined) toast(t(model.judged.size ? "mistake.none" : "mistake.analyse"));
    else this.reviewMove(move);
  }

  /** Start or stop: agents that are watched, or a replay. */
  play() {
    const { model } = this;
    if (model.mode === "watch") {
      model.send({
        t: "pace",
        playing: !model.live.status.playing,
        delay: DELAYS[/** @type {keyof DELAYS} */ (this.pace)],
      });
    } else if (this.timer) {
      clearInterval(this.timer);
      this.timer = 0;
    } else if (this.review !== null) {
      this.look(this.review);
    } else if (model.over) {
      if (model.shownPly >= model.log.length) this.look(0);
      this.timer = setInterval(() => {
        if (model.heading >= model.log.length) this.play();
        else this.look(model.heading + 1);
      }, 900 / this.speed);
    }
    this.draw();
  }

  /** @param {string} pace how fast agents play that are watched */
  setPace(pace) {
    this.pace = pace;
    this.model.send({
      t: "pace",
      playing: this.model.live.status.playing,
      delay: DELAYS[/** @type {keyof DELAYS} */ (pace)],
    });
  }

  /** @param {number} speed of a replay */
  setSpeed(speed) {
    this.speed = speed;
    if (!this.timer) return;
    this.play();
    this.play();
  }

  /** What happens once, when the game ends. */
  finish() {
    this.finished = true;
    this.tab = "game";
    this.model.look(this.model.log.length);
    if (this.card.hidden) this.see(null);
    if (!this.model.analyses.size) this.model.send({ t: "analyse" });
  }

  /** See the game as a seat saw it, or all open. @param {number | null} seat */
  see(seat) {
    this.model.viewpoint = seat;
    this.model.send({ t: "viewpoint", seat });
  }
}
