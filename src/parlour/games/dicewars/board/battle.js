// @ts-check
/** The strip under the map, always of one height: both throws with their sums, or the new dice of a turn. */
import { h, put } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { die } from "/static/kit/dice.js";
import { COLOURS, onColour, seatGlyph } from "/static/kit/glyphs.js";
import { placedDice, seatWord, sum } from "./speech.js";

export class BattleStrip {
  constructor() {
    this.element = h("div", { class: "dw-battle" });
  }

  /** Show what a move came to. @param {any} event the move, or nothing @param {number} roll ms that dice tumble
   * @param {any} start what is shown before the first move */
  show(event, roll, start) {
    this.element.style.setProperty("--roll", `${roll}ms`);
    this.element.classList.toggle("rolling", roll > 0);
    put(this.element, event?.targets.rolls ? fight(event) : event?.targets.placed ? supply(event) : start);
  }
}

/** @param {any} event */
function fight({ targets }) {
  const { rolls, seats, won, to } = targets;
  const winner = seats[won ? 0 : 1];
  const verdict = t(won ? "dicewars.takes" : "dicewars.holds", { who: seatWord(winner), area: to });
  return h(
    "div",
    { class: "dw-fight", "aria-hidden": "true" },
    side(rolls[0], seats[0], won),
    h(
      "div",
      { class: "dw-verdict" },
      h("b", {}, `${sum(rolls[0])} : ${sum(rolls[1])}`),
      h("span", {}, verdict),
    ),
    side(rolls[1], seats[1], !won),
  );
}

/** The dice of one side. @param {number[]} faces @param {number} seat @param {boolean} wins */
function side(faces, seat, wins) {
  const dice = faces.map((face) => die(face, COLOURS[seat], onColour(seat)));
  return h("div", { class: wins ? "dw-side wins" : "dw-side" }, seatGlyph(seat), h("div", { class: "dw-throw" }, dice));
}

/** New dice at the end of a turn. @param {any} event */
function supply({ seat, targets }) {
  return h(
    "div",
    { class: "dw-supply", "aria-hidden": "true" },
    seatGlyph(seat),
    h("b", {}, t("dicewars.supply", { n: placedDice(targets) })),
    targets.reserve ? h("span", {}, t("dicewars.kept", { n: targets.reserve })) : null,
  );
}
