// @ts-check
/** A hand of train cards: a pile for each colour, always in the same place.
 * @typedef {import("./types.d.ts").Data} Data */
import { h, put } from "/static/core/dom.js";
import { trainCard } from "./cards.js";
import { TABLE } from "./table.js";
import { cardWord, say, seatWord } from "./words.js";

export class Hand {
  constructor() {
    this.counts = TABLE.colours.map(() => h("b", {}));
    this.piles = TABLE.colours.map((_, colour) =>
      h("li", { class: "stack" }, trainCard(colour), this.counts[colour], h("span", { class: "sr" }, cardWord(colour)))
    );
    this.element = h("ul", { class: "hand" }, this.piles);
  }

  /** @param {Data} data @param {number} seat */
  update(data, seat) {
    const { hand } = data.seats[seat];
    this.element.setAttribute("aria-label", say("hand.of", { who: seatWord(seat) }));
    this.counts.forEach((count, colour) => {
      const cards = hand?.[colour] ?? 0;
      put(count, String(cards));
      this.piles[colour].classList.toggle("none", cards === 0);
    });
  }
}
