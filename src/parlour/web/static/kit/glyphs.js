// @ts-check
/** Shapes that stand for players, so that no colour stands alone. */
import { svg } from "../core/dom.js";

export const COLOURS = ["#1659C3", "#E6841B", "#4D3219", "#9DDBF1", "#F0F385", "#A61A60", "#4EA17F", "#AC7FF2"];
const ON = ["#FFFFFF", "#111418", "#FFFFFF", "#111418", "#111418", "#FFFFFF", "#111418", "#111418"];
const PATHS = [
  "M50 8A42 42 0 1 1 49.900 8Z",
  "M12 12H88V88H12Z",
  "M50 8L94 88H6Z",
  "M50 4L96 50L50 96L4 50Z",
  "M50 4L62 38L98 38L69 60L80 95L50 74L20 95L31 60L2 38L38 38Z",
  "M34 6H66V34H94V66H66V94H34V66H6V34H34Z",
  "M50 92L94 12H6Z",
  "M50 4L92 27V73L50 96L8 73V27Z",
];

/** The sign of a seat: its shape in its colour. @param {number} seat @param {{fill?: string, path?: string}} [look] */
export function seatGlyph(seat, look = {}) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "glyph", "aria-hidden": "true" },
    svg("path", {
      d: look.path ?? PATHS[seat % 8],
      fill: look.fill ?? COLOURS[seat % 8],
      stroke: "var(--outline)",
      "stroke-width": 6,
    }),
  );
}

/** The path of a seat's shape. @param {number} seat */
export const seatPath = (seat) => PATHS[seat % 8];

/** The colour of what is written on a seat's colour. @param {number} seat */
export const onColour = (seat) => ON[seat % 8];

export const STAR = "M50 8L61 38L93 38L67 58L77 90L50 71L23 90L33 58L7 38L39 38Z";
export const CIRCLE = PATHS[0];
export const SQUARE = PATHS[1];
