// @ts-check
/** The chance to win over a game, from 0 to 100 %, with what each move gave away. */
import { h, put, svg } from "../core/dom.js";
import { percent, t } from "../core/i18n.js";
import { COLOURS } from "./glyphs.js";
import { SIGNS } from "./quality.js";

const WIDE = 600;
const HIGH = 120;
const BARS = 30;
const DASHES = ["", "6 4", "2 3", "8 3 2 3"];

export class Graph {
  /** @param {(ply: number) => void} seek @param {(seat: number) => string} name */
  constructor(seek, name) {
    this.seek = seek;
    this.name = name;
    this.plies = 1;
    this.picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH + BARS}`, role: "img", class: "graph", preserveAspectRatio: "none" });
    this.table = h("table", {});
    this.element = h("div", { class: "graph-box" }, this.picture, h("details", {}, h("summary", {}, t("graph.table")), h("div", { class: "scroll" }, this.table)));
    this.picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
  }

  /** @param {PointerEvent} down */
  drag(down) {
    const at = (/** @type {PointerEvent} */ event) => {
      const box = this.picture.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      this.seek(Math.round(share * this.plies));
    };
    const stop = () => {
      removeEventListener("pointermove", at);
      removeEventListener("pointerup", stop);
    };
    at(down);
    addEventListener("pointermove", at);
    addEventListener("pointerup", stop);
  }

  /** @param {any[]} log @param {Map<number, any>} analyses @param {Map<number, any>} judged @param {number} ply */
  draw(log, analyses, judged, ply) {
    this.plies = Math.max(log.length, 1);
    const x = (/** @type {number} */ at) => (WIDE * at) / this.plies;
    const y = (/** @type {number} */ win) => HIGH * (1 - win);
    const plies = [...analyses.keys()].sort((a, b) => a - b);
    const seats = analyses.size ? [...analyses.values()][0].value.win.length : 0;
    const lines = Array.from({ length: seats === 2 ? 1 : seats }, (_, seat) => {
      const points = plies.flatMap((at) => {
        const win = analyses.get(at).value.win[seat];
        return typeof win === "number" ? [`${x(at)},${y(win)}`] : [];
      });
      return svg("polyline", { points: points.join(" "), class: "line", stroke: COLOURS[seat], "stroke-dasharray": DASHES[seat % 4] });
    });
    const area = seats === 2 && plies.length > 1
      ? svg("polygon", { class: "area", points: `0,${HIGH} ${plies.map((at) => `${x(at)},${y(analyses.get(at).value.win[0] ?? 0.5)}`).join(" ")} ${x(plies.at(-1) ?? 0)},${HIGH}` })
      : null;
    const bars = [...judged].filter(([, { loss }]) => loss >= 0.02).map(([move, { loss, quality }]) =>
      svg("rect", { x: x(move) - 3, y: HIGH, width: 6, height: BARS * Math.min(2 * loss, 1), class: `loss ${quality}` }));
    put(this.picture, svg("rect", { width: WIDE, height: HIGH, class: "back" }), area, svg("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "half" }),
      bars, lines, svg("path", { d: `M${x(ply)} 0V${HIGH + BARS}`, class: "cursor" }));
    const now = analyses.get(ply)?.value.win[0];
    this.picture.setAttribute("aria-label", t("graph.label", { who: this.name(0), plies: log.length, judged: analyses.size, now: typeof now === "number" ? percent(now) : "–" }));
    this.rows(log, analyses, judged);
  }

  /** @param {any[]} log @param {Map<number, any>} analyses @param {Map<number, any>} judged */
  rows(log, analyses, judged) {
    const row = (/** @type {any} */ event) => {
      const win = analyses.get(event.ply)?.value.win[0];
      const found = judged.get(event.ply);
      return h("tr", {}, h("td", {}, event.ply), h("td", {}, event.text), h("td", {}, typeof win === "number" ? percent(win) : ""),
        h("td", {}, found ? `${SIGNS[/** @type {keyof SIGNS} */ (found.quality)]} ${t(`quality.${found.quality}`)}` : ""));
    };
    put(this.table, h("thead", {}, h("tr", {}, ["graph.move", "graph.text", "graph.win", "graph.quality"].map((key) => h("th", { scope: "col" }, t(key, { who: this.name(0) }))))), h("tbody", {}, log.map(row)));
  }
}
