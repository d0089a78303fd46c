export interface Excerpt {
  before: string;
  /** The part that was searched for, as it is written in the text. Empty if the text does not contain it. */
  found: string;
  after: string;
}

const charsMax = 120;
const charsBefore = 40;

/** Returns the part of a text around the first place where the searched words occur, in one line. */
export function excerptOf(text: string, searched: string): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const wanted = searched.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const at = wanted === '' ? -1 : line.toLowerCase().indexOf(wanted);
  if (at === -1) return { before: shortened(line, charsMax), found: '', after: '' };
  const end = at + wanted.length;
  return {
    before:
      at > charsBefore ? `… ${line.slice(at - charsBefore, at).replace(/^\S*\s/, '')}` : line.slice(0, at),
    found: line.slice(at, end),
    after: shortened(line.slice(end), charsMax - charsBefore),
  };
}

const shortened = (text: string, max: number): string =>
  text.length > max ? `${[...text].slice(0, max).join('')} …` : text;
