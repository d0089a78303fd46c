import { BoundedMap } from '../../concurrency/bounded-map.js';

/** The number of results that are kept: about as many texts as current requests use at the same time. */
const textsMax = 16;
/** The minimum length of a text whose result is kept. Measuring a shorter text is faster than looking it up. */
const worthCharsMin = 128;

/**
 * Measures a text once if it is needed again soon: for each of a post's targets, and for the draft and its schedule.
 * Callers must not change the result.
 */
export function rememberTexts<T>(measure: (text: string) => T): (text: string) => T {
  const known = new BoundedMap<string, { result: T }>(textsMax);
  return (text) => {
    if (text.length < worthCharsMin) return measure(text);
    const earlier = known.get(text);
    const entry = earlier ?? { result: measure(text) };
    known.set(text, entry);
    return entry.result;
  };
}
