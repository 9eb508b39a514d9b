// @ts-check
/** The map: one group an area, drawn once, and a layer above for what is chosen, advised and played. */
import { h, put, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { COLOURS, onColour, seatPath } from "/static/kit/glyphs.js";

const PLAQUE = 24; // the side of the front die on an area
const RISE = 2.4; // how much each further die of a stack shows

/** @typedef {{click: (area: number, pointer: string) => void, press: (area: number, event: KeyboardEvent) => void,
 *   point: (area: number) => void, drop: (from: number, to: number) => void}} Handlers */

export class HexMap {
  /** @param {Handlers} on */
  constructor(on) {
    this.on = on;
    /** @type {any[]} */
    this.areas = []; // the group of each area, the first at 1
    this.land = svg("g", { class: "dw-land" });
    this.over = svg("g", { class: "dw-over", "aria-hidden": "true" });
    this.sheet = svg("svg", { class: "dw-sheet", role: "group" }, this.land, this.over);
    this.element = h("div", { class: "dw-map" }, this.sheet);
    this.key = "";
  }

  /** Draw the areas when the map has changed. @param {any} data @param {string} name of the map */
  lay(data, name) {
    const key = data.outlines.join("");
    if (key === this.key) return;
    this.key = key;
    const [, , width, height] = data.frame;
    this.sheet.setAttribute("viewBox", data.frame.join(" "));
    this.sheet.setAttribute("aria-label", name);
    this.element.style.setProperty("--ratio", String(width / height));
    this.areas = [
      null,
      ...data.outlines.map((/** @type {string} */ d, /** @type {number} */ i) => this.area(d, i + 1)),
    ];
    put(this.land, this.areas.slice(1));
    put(this.over);
  }

  /** @param {string} d @param {number} number */
  area(d, number) {
    const label = svg("g", { class: "dw-label" });
    const group = svg(
      "g",
      { class: "dw-area", role: "button", tabindex: "-1", "data-area": number },
      svg("path", { class: "dw-ground", d }),
      svg("path", { class: "dw-border", d }),
      label,
    );
    group.label = label;
    group.addEventListener(
      "click",
      (/** @type {PointerEvent} */ event) => event.detail < 2 && this.on.click(number, event.pointerType || "mouse"),
    );
    group.addEventListener(
      "pointerdown",
      (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.grab(number),
    );
    group.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.on.press(number, event));
    group.addEventListener("focus", () => this.on.point(number));
    group.addEventListener("blur", () => this.on.point(0));
    group.addEventListener("pointerenter", () => this.on.point(number));
    group.addEventListener("pointerleave", () => this.on.point(0));
    return group;
  }

  /** Where the mouse is let go, an attack may end. @param {number} from */
  grab(from) {
    const drop = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const group = document.elementFromPoint(clientX, clientY)?.closest(".dw-area");
      const to = Number(group?.getAttribute("data-area"));
      if (to && to !== from) this.on.drop(from, to);
    };
    addEventListener("pointerup", drop, { once: true });
  }

  /** Draw who owns an area with how many dice.
   * @param {number} area @param {any} data @param {{name: string, state: string, pressed: boolean, stop: boolean}} look */
  dress(area, data, look) {
    const group = this.areas[area];
    const [seat, dice] = [data.owners[area - 1], data.dice[area - 1]];
    group.setAttribute("aria-label", look.name);
    group.setAttribute("aria-pressed", String(look.pressed));
    group.setAttribute("tabindex", look.stop ? "0" : "-1");
    group.setAttribute("class", `dw-area ${look.state}`);
    const key = `${seat}:${dice}`;
    if (group.key === key) return;
    group.key = key;
    group.dataset.owner = seat;
    group.dataset.dice = dice;
    group.firstChild.setAttribute("fill", COLOURS[seat]);
    const [x, y] = data.spots[area - 1];
    group.label.setAttribute("transform", `translate(${x} ${y})`);
    put(group.label, label(area, seat, dice));
  }

  /** @param {any[]} shapes what lies above the areas */
  cover(shapes) {
    put(this.over, shapes);
  }

  /** The outline of an area. @param {number} area @returns {string} */
  outline(area) {
    return this.areas[area].firstChild.getAttribute("d");
  }
}

/** The owner's sign, a stack of dice with their number, and the number of the area.
 * @param {number} area @param {number} seat @param {number} dice */
function label(area, seat, dice) {
  const sink = (dice - 1) * RISE / 2;
  return [
    svg("path", { class: "dw-sign", d: seatPath(seat), transform: "translate(-26 -15) scale(.24)" }),
    svg("g", { transform: `translate(1 ${sink - 17})` }, stack(dice)),
    svg("text", { class: "dw-number", x: -14, y: 23, fill: onColour(seat) }, area),
  ];
}

/** @param {number} dice */
function stack(dice) {
  const behind = Array.from({ length: dice - 1 }, (_, i) => dice - 1 - i);
  return [
    behind.map((i) => svg("rect", { class: "dw-die", y: -i * RISE, width: PLAQUE, height: PLAQUE, rx: 5 })),
    svg("rect", { class: "dw-die", width: PLAQUE, height: PLAQUE, rx: 5 }),
    svg("text", { class: "dw-dice", x: PLAQUE / 2, y: PLAQUE / 2 }, dice),
  ];
}

/** What an area is called for people who do not see it.
 * @param {number} area @param {any} data @param {boolean} mine @param {string[]} more */
export function areaName(area, data, mine, more) {
  const dice = data.dice[area - 1];
  const owner = t(`dicewars.seat.${data.owners[area - 1]}`);
  const parts = [t("dicewars.area", { area }), owner, mine ? t("dicewars.yours") : "", t("dicewars.dice", { n: dice })];
  return [...parts, ...more].filter(Boolean).join(", ");
}
