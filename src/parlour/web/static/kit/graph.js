// @ts-check
/** The chance to win over a game, from 0 to 100 %, with what each move gave away.
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("../core/protocol.d.ts").Event} PlayedMove
 * @typedef {import("./quality.js").Judged} Judged */
import { h, put, svg } from "../core/dom.js";
import { percent, t } from "../core/i18n.js";
import { COLOURS } from "./glyphs.js";
import { chances, SIGNS } from "./quality.js";

const WIDE = 600;
const HIGH = 120;
const BARS = 30;
const EDGE = 4; // room for a line at 0 or 100 %

export class Graph {
  /** @param {(ply: number) => void} seek @param {(seat: number) => string} name
   * @param {((move: any) => string) | undefined} worth the value of a move in the game's own points */
  constructor(seek, name, worth) {
    this.seek = seek;
    this.name = name;
    this.worth = worth;
    this.plies = 1;
    this.tell = (/** @type {number} */ ply) => String(ply);
    this.picture = svg("svg", {
      viewBox: `0 ${-EDGE} ${WIDE} ${HIGH + BARS + 2 * EDGE}`,
      role: "img",
      class: "graph",
      preserveAspectRatio: "none",
    });
    this.axis = h("div", { class: "axis", "aria-hidden": "true" });
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
      h("div", { class: "graph-frame" }, this.picture, this.axis, this.note),
      h("details", {}, h("summary", {}, t("graph.table")), rows),
    );
    this.picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
    this.picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.hover(event));
    this.picture.addEventListener("pointerleave", () => (this.note.hidden = true));
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
   * @param {Map<number, AnalysisMessage>} analyses @param {Map<number, Judged>} judged @param {number} ply */
  draw(log, analyses, judged, ply) {
    this.plies = Math.max(log.length, 1);
    this.tell = (/** @type {number} */ at) => this.sentence(at, log, analyses, judged);
    const x = (/** @type {number} */ at) => (WIDE * at) / this.plies;
    const y = (/** @type {number} */ win) => HIGH * (1 - win);
    const shares = chances(analyses);
    const seats = shares[0]?.win.length ?? 0;
    const bars = [...judged].filter(([, { loss }]) => loss >= 0.02).map(([move, { loss, quality }]) =>
      svg("rect", {
        x: x(move) - 3,
        y: HIGH + EDGE,
        width: 6,
        height: BARS * Math.min(2 * loss, 1),
        class: `loss ${quality}`,
      })
    );
    put(
      this.picture,
      svg("rect", { y: -EDGE, width: WIDE, height: HIGH + 2 * EDGE, class: "back" }),
      seats > 2 ? stacked(shares, x, y) : opinions(analyses).map((one, place) => lead(chances(one), x, y, place)),
      svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "half" }),
      bars,
      svg("path", { d: `M${x(ply)} ${-EDGE}V${HIGH + BARS + EDGE}`, class: "cursor" }),
    );
    put(
      this.axis,
      seats === 2
        ? [h("span", {}, this.name(0)), h("span", {}, this.name(1))]
        : [h("span", {}, percent(1)), h("span", {}, percent(0))],
    );
    const now = analyses.get(ply)?.value.win[0];
    this.picture.setAttribute(
      "aria-label",
      t("graph.label", {
        who: this.name(0),
        plies: log.length,
        judged: analyses.size,
        now: typeof now === "number" ? percent(now) : "–",
      }),
    );
    this.rows(log, analyses, judged);
  }

  /** A move in one line.
   * @param {number} ply @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses
   * @param {Map<number, Judged>} judged */
  sentence(ply, log, analyses, judged) {
    const analysis = analyses.get(ply);
    const event = log[ply - 1];
    const win = analysis?.value.win.flatMap((
      share,
      seat,
    ) => (typeof share === "number" ? [`${this.name(seat)} ${percent(share)}`] : [])).slice(0, 1) ?? [];
    const worth = analysis?.moves[0] && this.worth?.(analysis.moves[0]);
    const grade = judged.get(ply);
    return [
      event
        ? `${ply}. ${this.name(event.seat)} ${event.text}${grade ? ` ${SIGNS[grade.quality]}` : ""}`
        : t("graph.start"),
      ...win,
      worth ? t("graph.worth", { who: this.name(analysis.seat), worth }) : "",
    ].filter(Boolean).join(" · ");
  }

  /** @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses @param {Map<number, Judged>} judged */
  rows(log, analyses, judged) {
    const row = (/** @type {PlayedMove} */ event) => {
      const win = analyses.get(event.ply)?.value.win[0];
      const verdict = judged.get(event.ply);
      return h(
        "tr",
        {},
        h("td", {}, event.ply),
        h("td", {}, event.text),
        h("td", {}, typeof win === "number" ? percent(win) : ""),
        h("td", {}, verdict ? `${SIGNS[verdict.quality]} ${t(`quality.${verdict.quality}`)}` : ""),
      );
    };
    put(
      this.table,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["graph.move", "graph.text", "graph.win", "graph.quality"].map((key) =>
            h("th", { scope: "col" }, t(key, { who: this.name(0) }))
          ),
        ),
      ),
      h("tbody", {}, log.map(row)),
    );
  }
}

/** @typedef {(at: number) => number} Scale */

/** What each agent said of the positions; what is certain is said by all.
 * @param {Map<number, AnalysisMessage>} analyses @returns {Map<number, AnalysisMessage>[]} */
function opinions(analyses) {
  const agents = new Set([...analyses.values()].map(({ agent }) => agent).filter(Boolean));
  return [...agents].map((agent) => new Map([...analyses].filter(([, one]) => !one.agent || one.agent === agent)));
}

/** The first side's chance as a line, the first agent's over an area.
 * @param {{ply: number, win: number[]}[]} shares @param {Scale} x @param {Scale} y @param {number} place */
function lead(shares, x, y, place) {
  if (shares.length < 2) return null;
  const line = shares.map(({ ply, win }) => `${x(ply)},${y(win[0])}`).join(" ");
  if (place) return svg("polyline", { points: line, class: "line second" });
  return [
    svg("polygon", {
      class: "area",
      points: `${x(shares[0].ply)},${HIGH + EDGE} ${line} ${x(shares[shares.length - 1].ply)},${HIGH + EDGE}`,
    }),
    svg("polyline", { points: line, class: "line" }),
  ];
}

/** The shares of all sides, one upon the other.
 * @param {{ply: number, win: number[]}[]} shares @param {Scale} x @param {Scale} y */
function stacked(shares, x, y) {
  return (shares[0]?.win ?? []).map((_, seat) => {
    const top = (/** @type {number[]} */ win, /** @type {number} */ upTo) =>
      1 - win.slice(0, upTo).reduce((sum, share) => sum + share, 0);
    const upper = shares.map(({ ply, win }) => `${x(ply)},${y(top(win, seat))}`);
    const lower = shares.map(({ ply, win }) => `${x(ply)},${y(top(win, seat + 1))}`).reverse();
    return svg("polygon", {
      class: "share-area",
      points: [...upper, ...lower].join(" "),
      fill: COLOURS[seat % COLOURS.length],
    });
  });
}
