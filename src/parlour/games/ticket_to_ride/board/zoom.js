// @ts-check
/** A map larger than its window: it scrolls by itself, and zooms by buttons, keys, wheel, two fingers or two taps. */

const [LEAST, MOST, STEP] = [1, 5, 1.4];

export class Zoom {
  /** @param {HTMLElement} window @param {SVGSVGElement} map */
  constructor(window, map) {
    this.window = window;
    this.map = map;
    this.level = 1;
    this.fingers = 0; // their distance, while two are down
    window.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    window.addEventListener("touchstart", (event) => this.pinch(event, true), { passive: true });
    window.addEventListener("touchmove", (event) => this.pinch(event, false), { passive: false });
  }

  /** @param {number} level @param {number} [x] what stays in its place, from the window's corner @param {number} [y] */
  set(level, x = this.window.clientWidth / 2, y = this.window.clientHeight / 2) {
    const next = Math.min(MOST, Math.max(LEAST, level));
    const grown = next / this.level;
    const { scrollLeft, scrollTop } = this.window;
    this.level = next;
    this.map.style.setProperty("--zoom", String(next));
    this.window.scrollTo({ left: (scrollLeft + x) * grown - x, top: (scrollTop + y) * grown - y, behavior: "instant" });
  }

  closer() {
    this.set(this.level * STEP);
  }

  wider() {
    this.set(this.level / STEP);
  }

  /** @param {MouseEvent} event */
  closerAt(event) {
    const { left, top } = this.window.getBoundingClientRect();
    this.set(this.level * STEP * STEP, event.clientX - left, event.clientY - top);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = this.window.getBoundingClientRect();
    this.set(this.level * (event.deltaY < 0 ? STEP : 1 / STEP), event.clientX - left, event.clientY - top);
  }

  /** @param {TouchEvent} event @param {boolean} starts */
  pinch(event, starts) {
    if (event.touches.length !== 2) return;
    const [one, other] = event.touches;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (!starts && this.fingers) {
      event.preventDefault();
      const { left, top } = this.window.getBoundingClientRect();
      const [x, y] = [(one.clientX + other.clientX) / 2 - left, (one.clientY + other.clientY) / 2 - top];
      this.set(this.level * apart / this.fingers, x, y);
    }
    this.fingers = apart;
  }

  /** Pixels of a unit of the map. */
  get scale() {
    return this.map.getBoundingClientRect().width / this.map.viewBox.baseVal.width;
  }

  /** Scroll until a point of the map is in sight. @param {[number, number]} point */
  reveal([x, y]) {
    const { window: place, scale } = this;
    const [left, top] = [x * scale, y * scale];
    const margin = 48;
    const inside = left > place.scrollLeft + margin && left < place.scrollLeft + place.clientWidth - margin &&
      top > place.scrollTop + margin && top < place.scrollTop + place.clientHeight - margin;
    if (!inside) place.scrollTo({ left: left - place.clientWidth / 2, top: top - place.clientHeight / 2 });
  }
}
