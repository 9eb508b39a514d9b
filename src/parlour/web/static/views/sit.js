// @ts-check
/** A link to a seat: it is remembered, and taken out of the address. */
import { takeLink } from "../core/settings.js";

/** @param {HTMLElement} main @param {{args: string[]}} route */
export function show(main, { args: [table, seat, token] }) {
  if (table && token) takeLink(table, seat, token);
  location.replace(`#/table/${table}`);
}
