// deno-fmt-ignore-file
// @ts-check
/** Jungle's animals and ground. Made by tools/jungle_art.py from games/jungle/figures.py. */

/** How each kind of stroke is painted.
 * @type {Record<string, Record<string, string | number>>} */
export const PAINT = {
  "fur": {"stroke": "#111418", "stroke-width": 3, "stroke-linejoin": "round"},
  "shade": {"stroke": "#111418", "stroke-width": 3, "stroke-linejoin": "round"},
  "mark": {"fill": "#111418"},
  "line": {"fill": "none", "stroke": "#111418", "stroke-width": 3, "stroke-linecap": "round"},
  "jaws": {"fill": "#8B949E", "stroke": "#3F464D", "stroke-width": 2},
  "pit": {"fill": "#6B4E2B", "stroke": "#3F464D", "stroke-width": 2},
  "teeth": {"fill": "#E4E8EC", "stroke": "#3F464D", "stroke-width": 2, "stroke-linejoin": "round"},
  "mound": {"fill": "#8C6038", "stroke": "#4A2F17", "stroke-width": 3, "stroke-linejoin": "round"},
  "mouth": {"fill": "#2E1C0E"},
  "stone": {"fill": "#B98A5C", "stroke": "#4A2F17", "stroke-width": 2},
  "water": {"fill": "#5BA3CF", "stroke": "#3F83AF", "stroke-width": 4},
  "depth": {"fill": "none", "stroke": "#4A90BD", "stroke-width": 2},
  "wave": {"fill": "none", "stroke": "#DCEEF8", "stroke-width": 5, "stroke-linecap": "round"},
};

/** Of each animal its colours, what lies behind (in pairs), the head, and what lies on it.
 * @typedef {{fur: string, shade: string, behind: string[][]}} Back
 * @type {(Back & {head: string[][], front: string[][]})[]} */
export const ANIMALS = [
  {"fur": "#C9CED6", "shade": "#F2B9B4", "behind": [["shade", "M3 30a19 19 0 1 0 38 0a19 19 0 1 0 -38 0Z"]], "head": [["fur", "M50 95C34 86 20 66 22 48C24 31 37 25 50 25C63 25 76 31 78 48C80 66 66 86 50 95Z"]], "front": [["mark", "M31.5 50a4.5 5.5 0 1 0 9.0 0a4.5 5.5 0 1 0 -9.0 0Z"], ["line", "M42 82L14 76M42 87L18 91"], ["mark", "M43 90a7 6 0 1 0 14 0a7 6 0 1 0 -14 0Z"]]},
  {"fur": "#FFFDF7", "shade": "#F2C9A0", "behind": [["shade", "M16 56L14 8L46 30Z"]], "head": [["fur", "M13 57a37 33 0 1 0 74 0a37 33 0 1 0 -74 0Z"], ["mark", "M44 64H56L50 71Z"]], "front": [["mark", "M32 50a4 7 0 1 0 8 0a4 7 0 1 0 -8 0Z"], ["line", "M50 71Q48 79 39 77M28 66L2 61M28 73L4 79"]]},
  {"fur": "#FBEBD2", "shade": "#A9713F", "behind": [], "head": [["fur", "M26 28Q50 12 74 28Q82 58 68 80Q50 97 32 80Q18 58 26 28Z"], ["shade", "M32 73a18 15 0 1 0 36 0a18 15 0 1 0 -36 0Z"]], "front": [["shade", "M34 22C14 16 4 34 4 54C4 74 16 80 22 68C26 56 24 38 34 22Z"], ["mark", "M31.5 50a4.5 5.5 0 1 0 9.0 0a4.5 5.5 0 1 0 -9.0 0Z"], ["mark", "M41 67a9 6 0 1 0 18 0a9 6 0 1 0 -18 0Z"], ["line", "M50 72Q49 82 40 81"]]},
  {"fur": "#AEB8C4", "shade": "#EEF1F4", "behind": [["shade", "M20 50L20 2L46 28Z"]], "head": [["fur", "M50 97L34 80L8 68L20 46L34 24Q50 30 66 24L80 46L92 68L66 80Z"], ["shade", "M50 97L34 80L43 58H57L66 80Z"]], "front": [["mark", "M26 46L43 55L32 59Z"], ["mark", "M42 91a8 6 0 1 0 16 0a8 6 0 1 0 -16 0Z"]]},
  {"fur": "#F6D071", "shade": "#E3B04A", "behind": [["shade", "M9 27a13 13 0 1 0 26 0a13 13 0 1 0 -26 0Z"]], "head": [["fur", "M13 55a37 37 0 1 0 74 0a37 37 0 1 0 -74 0Z"], ["mark", "M42 62H58L50 71Z"]], "front": [["mark", "M31.5 50a4.5 5.5 0 1 0 9.0 0a4.5 5.5 0 1 0 -9.0 0Z"], ["line", "M50 71Q49 80 38 79"], ["mark", "M39.4 27a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM27.4 34a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM40.4 39a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM18.4 46a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM16.4 60a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0ZM23.4 71a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0Z"]]},
  {"fur": "#F5A24B", "shade": "#FFE3BE", "behind": [["shade", "M9 27a13 13 0 1 0 26 0a13 13 0 1 0 -26 0Z"]], "head": [["fur", "M13 55a37 37 0 1 0 74 0a37 37 0 1 0 -74 0Z"], ["mark", "M42 62H58L50 71Z"], ["mark", "M46 18H54L50 40Z"]], "front": [["mark", "M31.5 50a4.5 5.5 0 1 0 9.0 0a4.5 5.5 0 1 0 -9.0 0Z"], ["line", "M50 71Q49 80 38 79"], ["mark", "M32 24L42 41L40 22ZM13 52L29 56L14 61ZM17 69L31 68L21 77Z"]]},
  {"fur": "#F8D58A", "shade": "#B8742F", "behind": [], "head": [["shade", "M50 3L62 9L76 9L82 21L94 29L93 43L99 55L91 66L89 80L76 85L66 96L50 92L34 96L24 85L11 80L9 66L1 55L7 43L6 29L18 21L24 9L38 9Z"], ["fur", "M21 54a29 30 0 1 0 58 0a29 30 0 1 0 -58 0Z"], ["mark", "M42 62H58L50 71Z"]], "front": [["mark", "M35 48a4 5 0 1 0 8 0a4 5 0 1 0 -8 0Z"], ["line", "M50 71Q49 78 41 77"]]},
  {"fur": "#B9C2CE", "shade": "#95A1B0", "behind": [["shade", "M36 22C14 6 0 20 2 42C4 66 20 74 34 62Z"]], "head": [["fur", "M50 10C72 10 76 30 72 48C69 60 62 62 61 72C60 84 66 86 74 82L78 90C62 100 47 94 44 78C42 66 32 62 28 48C24 30 28 10 50 10Z"], ["line", "M44 70L61 68M45 79L60 77M50 89L62 83"]], "front": [["mark", "M34 40a4 4.5 0 1 0 8 0a4 4.5 0 1 0 -8 0Z"], ["fur", "M33 60Q27 74 30 84Q40 78 43 68Z"]]},
];

/** Ground that is drawn as a picture; a pond covers 2 x 3 squares.
 * @type {Record<string, string[][]>} */
export const SCENERY = {
  "trap": [["jaws", "M11 50a39 39 0 1 0 78 0a39 39 0 1 0 -78 0Z"], ["pit", "M18 50a32 32 0 1 0 64 0a32 32 0 1 0 -64 0Z"], ["teeth", "M50 34L43 17H57ZM66 50L83 43V57ZM50 66L57 83H43ZM34 50L17 57V43ZM61 39L68 22L78 32ZM61 61L78 68L68 78ZM39 61L32 78L22 68ZM39 39L22 32L32 22Z"], ["stone", "M42 50a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z"]],
  "den": [["mound", "M4 92C6 50 26 14 50 14C74 14 94 50 96 92Z"], ["mouth", "M28 92C28 62 38 46 50 46C62 46 72 62 72 92Z"], ["stone", "M7 88a11 7 0 1 0 22 0a11 7 0 1 0 -22 0ZM71 88a11 7 0 1 0 22 0a11 7 0 1 0 -22 0Z"]],
  "pond": [["water", "M36 6H164Q194 6 194 36V264Q194 294 164 294H36Q6 294 6 264V36Q6 6 36 6Z"], ["depth", "M100 8V292M8 100H192M8 200H192"], ["wave", "M52 152Q68 136 84 152T116 152T148 152"]],
};
