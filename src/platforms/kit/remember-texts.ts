/** Texts in use at the same time: those of the requests at hand. */
const textsMax = 16;
/** A shorter text is measured sooner than found again. */
const worthCharsMin = 128;

/**
 * Measures a text once where it is asked for again soon: for each of a post's targets, for the draft and then for
 * its schedule. The result must not be changed by who gets it.
 */
export function rememberTexts<T>(measure: (text: string) => T): (text: string) => T {
  const known = new Map<string, { result: T }>();
  return (text) => {
    if (text.length < worthCharsMin) return measure(text);
    const earlier = known.get(text);
    const entry = earlier ?? { result: measure(text) };
    // Set anew, so that the order of the map is that of the last use.
    known.delete(text);
    known.set(text, entry);
    const oldest = known.keys().next().value;
    if (known.size > textsMax && oldest !== undefined) known.delete(oldest);
    return entry.result;
  };
}
