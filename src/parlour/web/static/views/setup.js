// @ts-check
/** A new game: how strong the computer plays, and behind "More" who sits where and which variant. */
import { gameCard, newTable } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { recall, remember } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { titleOf } from "../kit/cards.js";
import { chosen, optionField } from "../kit/forms.js";
import { levelBefore, levelSlider } from "../kit/levels.js";
import { boardModule } from "../kit/modules.js";
import { seatPicker, usualSeats } from "../kit/seats.js";
import { waitFor } from "../kit/waiting.js";
import { showMissing } from "./missing.js";

/** @param {HTMLElement} main @param {{args: string[], query: URLSearchParams}} route */
export async function show(main, { args: [name], query }) {
  const card = await gameCard(name);
  if (!card) {
    showMissing(main, t("setup.unknown", { name: name ?? "" }));
    return;
  }
  const module = await boardModule(card);
  const watch = query.has("watch");
  const key = `setup.${name}${watch ? ".watch" : ""}`;
  const before = recall(key, null);
  const level = watch ? null : levelSlider(card, levelBefore(card));
  const variant = variantForm(card, before?.options ?? module.lobby ?? {});
  const seats = seatsForm(card, variant.players, before?.seats, { people: !watch, level: level?.read });
  variant.onPlayers(seats.anew);
  const seed = h("input", { id: "seed", type: "number", min: 0, max: 9007199254740990, step: 1 });
  const open = !(card.hidden || card.chance);
  const ponder = h("input", { id: "ponder", type: "checkbox", checked: open && Boolean(before?.ponder) });
  const go = h("button", { type: "submit", class: "primary big" }, t(watch ? "setup.watch" : "setup.start"));
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = { game: name, options: variant.read(), seats: seats.read(), ponder: ponder.checked };
    remember(key, { ...wanted, ...(level ? { level: level.read() } : {}) });
    try {
      await waitFor(go, card, async () => {
        const drawn = seed.value === "" ? null : Number(seed.value);
        location.hash = `#/table/${await newTable({ ...wanted, seed: drawn })}`;
      });
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  document.title = `${titleOf(card)} – Parlour`;
  put(
    main,
    h("h1", {}, t(watch ? "setup.title.watch" : "setup.title", { game: titleOf(card) })),
    h(
      "form",
      { class: "setup", onsubmit: start },
      level ? level.element : seats.element,
      h("p", { class: "row go" }, go),
      h(
        "details",
        {},
        h("summary", {}, t(watch ? "setup.variant" : "setup.more")),
        level ? seats.element : null,
        variant.element,
        open && !watch ? field(ponder, "setup.ponder") : null,
        watch || open ? field(seed, "setup.seed") : null,
      ),
    ),
  );
  go.focus();
}

/** An input with its label, and what it means. @param {any} input @param {string} word */
const field = (input, word) =>
  h(
    "p",
    { class: "field" },
    h("label", { for: input.id }, t(word)),
    input,
    h("span", { class: "mut" }, t(`${word}.help`)),
  );

/** The options of the game itself. @param {any} card @param {Record<string, any>} given */
function variantForm(card, given) {
  const fields = card.options.map((/** @type {any} */ option) => optionField(option, given[option.name], card.name));
  const counter = fields.find((/** @type {any} */ field) => field.name === card.players_option);
  return {
    element: h("div", {}, fields.map((/** @type {any} */ field) => field.element)),
    players: () => (counter ? counter.read() : card.players),
    onPlayers: (/** @type {() => void} */ change) =>
      counter?.element.querySelector("input").addEventListener("change", change),
    read: () => chosen(card.options, fields),
  };
}

/** Who sits where; `anew` when the number of players has changed.
 * @param {any} card @param {() => number} players @param {any[] | undefined} before
 * @param {import("../kit/seats.js").May} may */
function seatsForm(card, players, before, may) {
  const element = h("div", { class: "seats" });
  /** @type {any[]} */
  let seats = [];
  const fill = (/** @type {any[] | undefined} */ given) => {
    const usual = usualSeats(card, players(), !may.people).map((seat) =>
      may.level && seat.kind === "agent" ? { kind: "computer" } : seat
    );
    seats = usual.map((seat, number) => seatPicker(card, number, given?.[number] ?? seat, may));
    put(element, seats.map((seat) => seat.element));
  };
  try {
    fill(before);
  } catch {
    fill(undefined); // an agent that was chosen before is gone
  }
  return { element, anew: () => fill(undefined), read: () => seats.map((seat) => seat.read()) };
}
