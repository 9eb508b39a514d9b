// @ts-check
/** Dragging what lies in a square. */

const FAR = 8; // pixels: less is a click

/** What lies in a cell follows the pointer once that moves.
 * @param {any} cell @param {PointerEvent} down how it began
 * @param {() => void} lift called when it moves at all
 * @param {(under: Element | null | undefined) => void} land called with the square that it was let go on */
export function drag(cell, down, lift, land) {
  let moved = false;
  const move = (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!moved && Math.hypot(x, y) < FAR) return;
    if (!moved) {
      moved = true;
      lift();
      cell.classList.add("lifted");
    }
    cell.firstElementChild.style.transform = `translate(${x}px, ${y}px)`;
  };
  const drop = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", drop);
    cell.firstElementChild.style.transform = "";
    cell.classList.remove("lifted");
    if (!moved || event.type === "pointercancel") return;
    land(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]"));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
}
