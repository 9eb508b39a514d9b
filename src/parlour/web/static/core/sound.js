// @ts-check
/** A short tone for a move and for the end of a game; off unless it was asked for. */
import { settings } from "./settings.js";

const TONES = { move: [440], end: [523, 659] }; // hertz, one after the other
const SECONDS = 0.09;

/** @type {AudioContext | undefined} */
let audio;

/** @param {keyof typeof TONES} kind */
export function sound(kind) {
  if (settings.sound !== true) return;
  const here = (audio ??= new AudioContext());
  TONES[kind].forEach((tone, place) => {
    const [source, volume] = [here.createOscillator(), here.createGain()];
    const start = here.currentTime + place * SECONDS;
    source.frequency.value = tone;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
    source.connect(volume).connect(here.destination);
    source.start(start);
    source.stop(start + SECONDS);
  });
}
