// @ts-check
/** What lies beside the map: five cards face up, the deck and the tickets, each a button.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item
 * @typedef {import("./signs.js").Mark} Mark */
import { h, put, putOnce, svg } from "/static/core/dom.js";
import { tempo } from "/static/core/settings.js";
import { trainCard } from "./cards.js";
import { cardSign } from "./signs.js";
import { cardWord, say } from "./words.js";

const LOCOMOTIVE = 8;
const NONE = -1;

/** Which of the piles a move takes from. @param {import("./types.d.ts").Targets} targets */
const keyOf = ({ card, pile }) => (card === undefined ? pile : `card ${card}`);

export class Piles {
  /** @param {(item: Item, pointer: string) => void} take @param {(key: string) => void} refuse */
  constructor(take, refuse) {
    this.take = take;
    this.refuse = refuse;
    /** @type {Map<string, Item>} */
    this.items = new Map();
    this.data = /** @type {Data | null} */ (null);
    this.faces = Array.from({ length: 5 }, () => this.button("face"));
    this.deck = this.button("pile deck");
    this.tickets = this.button("pile");
    this.element = h(
      "div",
      { class: "piles", role: "group", "aria-label": say("piles") },
      this.faces,
      this.deck,
      this.tickets,
    );
  }

  /** @param {string} look */
  button(look) {
    const press = (/** @type {PointerEvent} */ event) => {
      const { key } = /** @type {HTMLElement} */ (event.currentTarget).dataset;
      const item = this.items.get(key ?? "");
      if (item) this.take(item, event.pointerType);
      else this.refuse(key ?? "");
    };
    return h("button", { type: "button", class: look, onclick: press });
  }

  /** @param {Data} data @param {boolean} fresh */
  update(data, fresh) {
    this.faces.forEach((face, place) => this.lay(face, data.market[place], fresh, data.market[place]));
    this.pile(this.deck, "deck", data.deck, trainCard);
    this.pile(this.tickets, "tickets", data.tickets, ticketStack);
    this.data = data;
  }

  /** @param {any} face @param {number} card @param {boolean} fresh @param {number} colour */
  lay(face, card, fresh, colour) {
    const before = face.dataset.key;
    face.dataset.key = card === NONE ? "" : `card ${card}`;
    putOnce(face, face.dataset.key, () => (card === NONE ? null : [trainCard(card), h("span", { class: "badge" })]));
    face.setAttribute("aria-label", card === NONE ? say("pile.none") : say("pile.card", { colour: cardWord(colour) }));
    if (fresh && before !== undefined && before !== face.dataset.key && tempo()) {
      face.firstChild?.animate([{ opacity: 0, transform: "translateY(-30%)" }, {}], { duration: 220 * tempo() });
    }
  }

  /** @param {any} button @param {string} key @param {number} count @param {(none: null) => any} draw */
  pile(button, key, count, draw) {
    button.dataset.key = key;
    putOnce(button, key, () => [
      draw(null),
      h("span", { class: "pile-text" }, h("span", {}, say(`pile.${key}`)), h("b", { class: "pile-count" })),
      h("span", { class: "badge" }),
    ]);
    put(button.querySelector(".pile-count"), String(count));
  }

  /** @param {Item[]} legal */
  setLegal(legal) {
    this.items = new Map(legal.flatMap((item) => {
      const key = keyOf(item.targets);
      return key ? [[key, item]] : [];
    }));
    for (const button of [...this.faces, this.deck, this.tickets]) {
      button.setAttribute("aria-disabled", String(!this.items.has(button.dataset.key)));
    }
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    const signs = new Map(marks.map((mark) => [keyOf(mark.targets ?? {}), cardSign(mark)]));
    for (const button of [...this.faces, this.deck, this.tickets]) {
      const sign = signs.get(button.dataset.key);
      const badge = button.querySelector(".badge");
      if (badge) put(badge, sign?.text ?? "").setAttribute("class", `badge ${sign?.kind ?? ""}`);
    }
  }

  /** Why nothing can be taken from a pile now. @param {string} key @param {boolean} mine whether it is my turn */
  why(key, mine) {
    if (!mine) return say("refuse.turn");
    if (this.data?.phase === "keep") return say("refuse.keep");
    if (key === `card ${LOCOMOTIVE}`) return say("refuse.locomotive");
    if (key === "tickets" && this.data?.phase === "second") return say("refuse.second");
    return say("refuse.empty");
  }
}

/** A stack of tickets, face down. */
const ticketStack = () =>
  svg(
    "svg",
    { viewBox: "0 0 34 28", class: "paper-stack", "aria-hidden": "true" },
    ["M5 2H32V20H5Z", "M2 6H29V12A3 3 0 0 0 29 18V25H2V18A3 3 0 0 0 2 12Z"].map((d) => svg("path", { d })),
  );
