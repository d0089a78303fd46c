const special = new Set('\\|{}@[]()<>#*_~');
const mention = /@\[((?:\\.|[^\\\]])+)\]\((urn:li:(?:person|organization):[A-Za-z0-9_-]+)\)/suy;
const template = /\{hashtag\|\\?#\|((?:\\.|[^\\|{}@[\]()<>#*_~])+)\}/suy;
const hashtag = /#[\p{L}\p{M}\p{N}]+/uy;

/**
 * Converts a little text to the text that readers see. The real server silently cuts a text at the first
 * reserved character that is neither escaped nor part of an element.
 */
export function readLittle(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < text.length) {
      plain += text.charAt(at + 1);
      at += 2;
    } else if (special.has(character)) {
      const element = elementAt(text, at);
      if (element === null) return plain;
      plain += element.shown;
      at = element.end;
    } else {
      plain += character;
      at += 1;
    }
  }
  return plain;
}

function elementAt(text: string, at: number): { shown: string; end: number } | null {
  for (const [pattern, prefix] of [[mention, ''] as const, [template, '#'] as const]) {
    pattern.lastIndex = at;
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) {
      return { shown: prefix + name.replaceAll(/\\(.)/gsu, '$1'), end: pattern.lastIndex };
    }
  }
  hashtag.lastIndex = at;
  const word = hashtag.exec(text)?.[0];
  return word === undefined ? null : { shown: word, end: at + word.length };
}
