// @ts-check
/** A new game: who plays, which variant. Defaults are such that one more click starts it. */
import { gameCard, newTable } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { recall, remember } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { titleOf } from "../kit/cards.js";
import { chosen, optionField } from "../kit/forms.js";
import { seatPicker, usualSeats } from "../kit/seats.js";
import { boardModule } from "../kit/modules.js";

/** @param {HTMLElement} main @param {{args: string[], query: URLSearchParams}} route */
export async function show(main, { args: [name], query }) {
  const card = await gameCard(name);
  if (!card) throw new Error(t("setup.unknown", { name }));
  const module = await boardModule(card);
  const watch = query.has("watch");
  const key = `setup.${name}${watch ? ".watch" : ""}`;
  const before = recall(key, null);
  const options = card.options.map((/** @type {any} */ option) =>
    optionField(option, (before?.options ?? module.lobby)?.[option.name], name)
  );
  const counter = options.find((/** @type {any} */ field) => field.name === card.players_option);
  const players = () => (counter ? counter.read() : card.players);
  const places = h("div", { class: "seats" });
  /** @type {any[]} */
  let seats = [];
  const seatAll = (/** @type {any[] | undefined} */ given) => {
    const usual = usualSeats(card, players(), watch);
    seats = usual.map((seat, number) => seatPicker(card, number, given?.[number] ?? seat, { people: !watch }));
    put(places, seats.map((seat) => seat.element));
  };
  try {
    seatAll(before?.seats);
  } catch {
    seatAll(undefined); // an agent that was chosen before is gone
  }
  counter?.element.querySelector("input").addEventListener("change", () => seatAll(undefined));
  const seed = h("input", { id: "seed", type: "number", min: 0, max: 9007199254740990, step: 1 });
  const go = h("button", { type: "submit", class: "primary big" }, t(watch ? "setup.watch" : "setup.start"));
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = { game: name, options: chosen(card.options, options), seats: seats.map((seat) => seat.read()) };
    remember(key, wanted);
    go.disabled = true;
    try {
      location.hash = `#/table/${await newTable({ ...wanted, seed: seed.value === "" ? null : Number(seed.value) })}`;
    } catch (error) {
      go.disabled = false;
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  document.title = `${titleOf(card)} – Parlour`;
  const variant = h(
    "details",
    { open: Boolean(before?.options && Object.keys(before.options).length) },
    h("summary", {}, t("setup.variant")),
    options.map((/** @type {any} */ field) => field.element),
    h(
      "p",
      { class: "field" },
      h("label", { for: "seed" }, t("setup.seed")),
      seed,
      h("span", { class: "mut" }, t("setup.seed.help")),
    ),
  );
  put(
    main,
    h("h1", {}, t(watch ? "setup.title.watch" : "setup.title", { game: titleOf(card) })),
    h("form", { class: "setup", onsubmit: start }, places, h("p", { class: "row go" }, go), variant),
  );
  go.focus();
}
