// @ts-check
/** A hand of train cards: a pile for each colour, always in the same place.
 * @typedef {import("./types.d.ts").Data} Data */
import { h, put } from "/static/core/dom.js";
import { trainCard } from "./cards.js";
import { TABLE } from "./table.js";
import { cardWord, say, seatWord } from "./words.js";

export class Hand {
  /** @param {(seat: number | null) => void} choose whose hand is shown, where all are open */
  constructor(choose) {
    const pick = (/** @type {any} */ event) => choose(event.target.value === "" ? null : Number(event.target.value));
    this.whose = h("select", { onchange: pick, "aria-label": say("hand.whose") });
    this.counts = TABLE.colours.map(() => h("b", {}));
    this.piles = TABLE.colours.map((_, colour) =>
      h("li", { class: "stack" }, trainCard(colour), this.counts[colour], h("span", { class: "sr" }, cardWord(colour)))
    );
    this.list = h("ul", { class: "stacks" }, this.piles);
    this.element = h("div", { class: "hand" }, this.whose, this.list);
    this.players = 0;
  }

  /** @param {Data} data @param {number} seat */
  update(data, seat) {
    if (this.players !== data.seats.length) this.fill(data.seats.length);
    this.whose.hidden = data.viewer !== null;
    const { hand } = data.seats[seat];
    this.list.setAttribute("aria-label", say("hand.of", { who: seatWord(seat) }));
    this.counts.forEach((count, colour) => {
      const cards = hand?.[colour] ?? 0;
      put(count, String(cards));
      this.piles[colour].classList.toggle("none", cards === 0);
    });
  }

  /** @param {number} players */
  fill(players) {
    this.players = players;
    put(
      this.whose,
      h("option", { value: "" }, say("hand.mover")),
      Array.from({ length: players }, (_, seat) => h("option", { value: seat }, seatWord(seat))),
    );
  }
}
