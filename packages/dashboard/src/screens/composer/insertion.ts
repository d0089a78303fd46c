/** Returns the hashtags in a text, each once and with its sign: "#sea #summer" for "sea, #summer". */
export const hashtagsIn = (text: string): string =>
  [
    ...new Set(
      text
        .split(/[\s,#]+/)
        .filter((word) => word !== '')
        .map((word) => `#${word}`),
    ),
  ].join(' ');

/** Inserts a text at the cursor as if it were typed, so that the form learns of it. */
export function insertInto(area: HTMLTextAreaElement, text: string): void {
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Returns the hashtags with a space before them if the text before them does not end with one. */
export const spaced = (before: string, hashtags: string): string =>
  before === '' || /\s$/.test(before) ? hashtags : ` ${hashtags}`;
