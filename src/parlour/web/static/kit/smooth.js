// @ts-check
/** The numbers behind the curves: smoothing, scales and their marks. */

/** The exponential moving mean, without a pull to the first value.
 * @param {number[]} values @param {number} weight of the past, from 0 to 1 */
export function smooth(values, weight) {
  let [sum, total] = [0, 0];
  return values.map((value) => {
    sum = weight * sum + (1 - weight) * value;
    total = weight * total + (1 - weight);
    return sum / total;
  });
}

/** Places on a line of some length for values between two ends.
 * @param {number} low @param {number} high @param {number} length @param {boolean} [log] */
export function scale(low, high, length, log = false) {
  const by = (/** @type {number} */ value) => (log ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value);
  const [from, to] = [by(low), by(high)];
  return (/** @type {number} */ value) => (to === from ? length / 2 : (length * (by(value) - from)) / (to - from));
}

/** Round numbers between two ends, about so many. @param {number} low @param {number} high @param {number} [many] */
export function marks(low, high, many = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / many;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const values = [];
  for (let i = Math.ceil(low / step); i * step <= high * (1 + 1e-9); i++) {
    values.push(Number((i * step).toPrecision(12)));
  }
  return values;
}
