// @ts-check
/** How a game went: the chance to win of every side, what each move gave away, and what was luck.
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("../core/protocol.d.ts").Event} PlayedMove
 * @typedef {import("./quality.js").Verdict} Verdict */
import { h, put, svg } from "../core/dom.js";
import { change, number, percent, t } from "../core/i18n.js";
import { COLOURS } from "./glyphs.js";
import { lossBars, luckBars, opinions, side, stacked } from "./plot.js";
import { chances, sidesOf, SIGNS } from "./quality.js";

const WIDE = 600;
const HIGH = 120;
const BARS = 44; // below the curve: what was given away, and luck to both sides of a line
const EDGE = 4; // room for a line at 0 or 100 %
const STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]; // between ply numbers
const LEAST = 8; // points at the edge of a graph of leads

export class Graph {
  /** @param {(ply: number) => void} seek @param {(seat: number) => string} name @param {number[]} [teams] */
  constructor(seek, name, teams) {
    this.seek = seek;
    this.seatName = name;
    this.teams = teams;
    this.plies = 1;
    this.points = false; // show leads in points instead of chances
    this.sides = /** @type {number[][]} */ ([]);
    this.tell = (/** @type {number} */ ply) => String(ply);
    this.again = () => {};
    this.picture = svg("svg", {
      viewBox: `0 ${-EDGE} ${WIDE} ${HIGH + BARS + 2 * EDGE}`,
      role: "img",
      class: "graph",
      preserveAspectRatio: "none",
    });
    this.axis = h("div", { class: "axis", "aria-hidden": "true" });
    this.ruler = h("div", { class: "ruler", "aria-hidden": "true" });
    this.legend = h("p", { class: "legend" });
    this.key = h("summary", {});
    this.note = h("output", { class: "graph-note", "aria-hidden": "true", hidden: true });
    this.table = h("table", {});
    const rows = h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("graph.table") },
      this.table,
    );
    this.element = h(
      "div",
      { class: "graph-box" },
      h("div", { class: "graph-frame" }, this.picture, this.axis, this.ruler, this.note),
      this.legend,
      h("details", {}, this.key, rows),
    );
    this.picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
    this.picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.hover(event));
    this.picture.addEventListener("pointerleave", () => (this.note.hidden = true));
  }

  /** What a side is called. @param {number[]} seats */
  name(seats) {
    return seats.map((seat) => this.seatName(seat)).join(t("result.and"));
  }

  /** The move under the pointer. @param {PointerEvent} event */
  at(event) {
    const box = this.picture.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    return Math.round(share * this.plies);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const ply = this.at(event);
    this.note.hidden = false;
    this.note.textContent = this.tell(ply);
    this.note.style.setProperty("--at", `${(100 * ply) / this.plies}%`);
  }

  /** @param {PointerEvent} down */
  drag(down) {
    const move = (/** @type {PointerEvent} */ event) => this.seek(this.at(event));
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
    };
    move(down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** @param {PlayedMove[]} log
   * @param {Map<number, AnalysisMessage>} analyses @param {Map<number, Verdict>} judged @param {number} ply */
  draw(log, analyses, judged, ply) {
    this.again = () => this.draw(log, analyses, judged, ply);
    this.plies = Math.max(log.length, 1);
    this.sides = sidesOf([...analyses.values()][0]?.value.win.length ?? 2, this.teams);
    this.tell = (/** @type {number} */ at) => this.sentence(at, log, analyses, judged);
    const x = (/** @type {number} */ at) => (WIDE * at) / this.plies;
    const middle = HIGH + EDGE + BARS / 2;
    put(
      this.picture,
      svg("rect", { y: -EDGE, width: WIDE, height: HIGH + 2 * EDGE, class: "back" }),
      this.points ? this.leads(analyses, x) : this.curves(analyses, x),
      svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "half" }),
      luckBars(judged, x, middle, BARS / 2),
      lossBars(judged, x, middle, BARS / 2),
      svg("path", { d: `M${x(ply)} ${-EDGE}V${HIGH + BARS + EDGE}`, class: "cursor" }),
    );
    this.scale(analyses);
    this.explain(analyses, judged);
    this.picture.setAttribute("aria-label", this.label(log, analyses, ply));
    this.rows(log, analyses, judged);
  }

  /** @param {Map<number, AnalysisMessage>} analyses @param {(at: number) => number} x */
  curves(analyses, x) {
    const y = (/** @type {number} */ win) => HIGH * (1 - win);
    if (this.sides.length > 2) return stacked(chances(analyses, this.sides), x, y, this.sides);
    return opinions(analyses).map((one, place) => side(chances(one, this.sides), x, y, HIGH + EDGE, place));
  }

  /** The first side's lead in points. @param {Map<number, AnalysisMessage>} analyses @param {(at: number) => number} x */
  leads(analyses, x) {
    const most = this.most(analyses);
    const y = (/** @type {number} */ lead) => (HIGH * (1 - lead / most)) / 2;
    const known = [...analyses].sort(([a], [b]) => a - b).flatMap(([ply, { value: { lead } }]) =>
      typeof lead === "number" ? [{ ply, win: [lead] }] : []
    );
    return side(known, x, y, HIGH / 2, 0);
  }

  /** The points at the edge of the graph. @param {Map<number, AnalysisMessage>} analyses */
  most(analyses) {
    return Math.max(LEAST, ...[...analyses.values()].map(({ value }) => Math.abs(value.lead ?? 0)));
  }

  /** Write the scale and the numbers of the moves. @param {Map<number, AnalysisMessage>} analyses */
  scale(analyses) {
    const most = number(this.most(analyses));
    const marks = this.points ? [`+${most}`, "0", `−${most}`] : [percent(1), percent(0.5), percent(0)];
    put(this.axis, marks.map((mark) => h("span", {}, mark)));
    const step = STEPS.find((one) => this.plies / one <= 8) ?? this.plies;
    const plies = Array.from({ length: Math.floor(this.plies / step) + 1 }, (_, i) => i * step);
    put(this.ruler, plies.map((at) => h("span", { vars: { at: `${(100 * at) / this.plies}%` } }, String(at))));
  }

  /** Say what the graph shows, with a switch where it can show something else.
   * @param {Map<number, AnalysisMessage>} analyses @param {Map<number, Verdict>} judged */
  explain(analyses, judged) {
    const all = [...judged.values()];
    const open = all.some(({ luck }) => typeof luck === "number");
    const counted = [...analyses.values()].some(({ value }) => typeof value.lead === "number");
    const swatch = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ colour = "") =>
      h("span", { class: "key" }, h("i", { class: kind, vars: colour ? { colour } : {} }), text);
    const names = this.sides.length > 2
      ? this.sides.map((seats) => swatch("area", this.name(seats), COLOURS[seats[0] % COLOURS.length]))
      : this.sides.map((seats, place) => swatch(place ? "back" : "area", this.name(seats)));
    const other = () => {
      this.points = !this.points;
      this.again();
    };
    put(this.key, t(this.points ? "graph.key.points" : open ? "graph.key.open" : "graph.key"));
    put(
      this.legend,
      names,
      all.some(({ loss }) => loss) ? swatch("loss", t("graph.key.loss")) : null,
      open ? swatch("luck", t("graph.key.luck")) : null,
      counted
        ? h(
          "button",
          { type: "button", class: "quiet", onclick: other },
          t(this.points ? "graph.show.win" : "graph.show.points"),
        )
        : null,
    );
  }

  /** @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses @param {number} ply */
  label(log, analyses, ply) {
    const now = analyses.get(ply)?.value.win[0];
    return t("graph.label", {
      who: this.name(this.sides[0] ?? [0]),
      plies: log.length,
      judged: analyses.size,
      now: typeof now === "number" ? percent(now) : "–",
    });
  }

  /** The chances of a position in words. @param {AnalysisMessage | undefined} analysis */
  shares(analysis) {
    if (!analysis) return "";
    const { win, pm } = analysis.value;
    if (typeof win[0] !== "number") return t("graph.unsolved");
    const told = this.sides.length > 2 ? this.sides : this.sides.slice(0, 1);
    return told.map((seats) => `${this.name(seats)} ${percent(win[seats[0]] ?? 0)}`).join(", ") +
      (pm ? ` ± ${percent(pm)}` : "");
  }

  /** A move in one line.
   * @param {number} ply @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses
   * @param {Map<number, Verdict>} judged */
  sentence(ply, log, analyses, judged) {
    const event = log[ply - 1];
    const verdict = judged.get(ply);
    const sign = verdict?.quality ? ` ${SIGNS[verdict.quality]}` : "";
    return [
      event ? `${ply}. ${this.seatName(event.seat)} ${event.text}${sign}` : t("graph.start"),
      this.shares(analyses.get(ply)),
      parted(verdict),
    ].filter(Boolean).join(" · ");
  }

  /** @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses @param {Map<number, Verdict>} judged */
  rows(log, analyses, judged) {
    const luck = [...judged.values()].some((verdict) => typeof verdict.luck === "number");
    const share = (/** @type {number | null | undefined} */ by) => typeof by === "number" ? change(by) : "";
    const row = (/** @type {PlayedMove} */ event) => {
      const win = analyses.get(event.ply)?.value.win[0];
      const verdict = judged.get(event.ply);
      const quality = verdict?.quality;
      return h(
        "tr",
        {},
        h("td", {}, event.ply),
        h("td", {}, event.text),
        h("td", {}, typeof win === "number" ? percent(win) : ""),
        h("td", {}, quality ? `${SIGNS[quality]} ${t(`quality.${quality}`)}` : ""),
        luck ? [h("td", {}, share(verdict?.choice)), h("td", {}, share(verdict?.luck))] : null,
      );
    };
    const heads = [
      "graph.move",
      "graph.text",
      "graph.win",
      "graph.quality",
      ...luck ? ["graph.choice", "graph.luck"] : [],
    ];
    const head = heads.map((key) => h("th", { scope: "col" }, t(key, { who: this.name(this.sides[0] ?? [0]) })));
    put(this.table, h("thead", {}, h("tr", {}, head)), h("tbody", {}, log.map(row)));
  }
}

/** Choice and luck of a move in words. @param {Verdict | undefined} verdict */
function parted(verdict) {
  if (!verdict || typeof verdict.choice !== "number" || typeof verdict.luck !== "number") return "";
  return t("graph.verdict", {
    choice: change(verdict.choice),
    choicePm: percent(verdict.choice_pm ?? 0),
    luck: change(verdict.luck),
    luckPm: percent(verdict.luck_pm ?? 0),
  });
}
