// @ts-check
/** Elements in one call: h("button", { class: "go", onclick: run }, "Start"). */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Record<string, any>} props */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "vars") {
      for (const [key, entry] of Object.entries(value)) {
        /** @type {HTMLElement} */ (element).style.setProperty(`--${key}`, String(entry));
      }
    } else if (name === "value" || name === "checked" || name === "selected") {
      /** @type {any} */ (element)[name] = value;
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {any[]} children */
function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} children
 * @returns {any} */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  dress(element, props);
  return element;
}

/** An SVG element.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} children
 * @returns {any} */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, children);
  dress(element, props);
  return element;
}

/** Put children in place of what an element holds.
 * @param {Element} element @param {...any} children */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
  return element;
}

/** Like `put`, but only when the key differs from the last one, so that focus and selections stay.
 * @param {any} element @param {string} key @param {() => any} make */
export function putOnce(element, key, make) {
  if (element.parlourKey === key) return;
  element.parlourKey = key;
  put(element, make());
}

/** Put an element for each item in place of what an element holds; those whose item is the same as before stay.
 * @template Item
 * @param {Element} element @param {Item[]} items @param {(item: Item) => any} make */
export function putEach(element, items, make) {
  items.forEach((item, i) => {
    const key = JSON.stringify(item);
    const old = /** @type {any} */ (element.children[i]);
    if (old?.parlourKey === key) return;
    const child = make(item);
    child.parlourKey = key;
    if (old) old.replaceWith(child);
    else element.append(child);
  });
  while (element.children.length > items.length) element.lastElementChild?.remove();
}
