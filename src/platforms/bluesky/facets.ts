import { findLinks, overlapWith } from '../kit/links.js';
import { countGraphemes, utf8Bytes } from '../kit/text.js';
import { tagBytesMax, tagGraphemesMax } from './options.js';

const mention =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)\b/giu;
// A tag ends at white space or an invisible character, and is not just a number.
const tag = /(?<=^|\s)[#＃](?!\uFE0F)([^\s\u00AD\u2060\u200A-\u200D\u20E2]+)/gu;
// A stock symbol. The network lists it as a tag with its dollar sign, in capitals.
const cashtag = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/giu;

/** The place of a facet in UTF-8 bytes; the end is exclusive. */
export interface FacetIndex {
  byteStart: number;
  byteEnd: number;
}

export interface Facet {
  index: FacetIndex;
  features: Record<string, string>[];
}

type Named =
  { kind: 'link'; uri: string } | { kind: 'mention'; handle: string } | { kind: 'tag'; tag: string };
export type Entity = Named & { index: FacetIndex };
/** An entity with UTF-16 offsets. */
type Found = Named & { start: number; end: number };

/** Finds links, mentions and tags. Without facets the network shows them as plain text. */
export function findEntities(text: string): Entity[] {
  const links = findLinks(text);
  const found: Found[] = links.map(({ uri, start, end }) => ({ kind: 'link', uri, start, end }));
  const startsInMention = overlapWith(links);
  for (const { 0: words, 1: handle = '', index: start } of text.matchAll(mention)) {
    if (startsInMention(start, start + 1)) continue;
    found.push({ kind: 'mention', handle: handle.toLowerCase(), start, end: start + words.length });
  }
  const startsInTag = overlapWith(links);
  for (const { 1: words = '', index: start } of text.matchAll(tag)) {
    const word = withoutPunctuation(words);
    if (startsInTag(start, start + 1) || /^[\d\p{P}]*$/u.test(word) || isTooLong(word)) continue;
    found.push({ kind: 'tag', tag: word, start, end: start + 1 + word.length });
  }
  const startsInCashtag = overlapWith(links);
  for (const { 0: words, index: start } of text.matchAll(cashtag)) {
    if (startsInCashtag(start, start + 1)) continue;
    found.push({ kind: 'tag', tag: words.toUpperCase(), start, end: start + words.length });
  }
  // The domain of a mention also looks like a bare link. The longer match, which is found first, is used.
  let takenTo = 0;
  const apart = found
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const isFree = start >= takenTo;
      takenTo = Math.max(takenTo, end);
      return isFree;
    });
  return withByteIndex(text, apart);
}

function isTooLong(word: string): boolean {
  // A word with so few UTF-16 units exceeds neither limit.
  if (word.length <= tagGraphemesMax) return false;
  return utf8Bytes(word) > tagBytesMax || countGraphemes(word) > tagGraphemesMax;
}

function withoutPunctuation(words: string): string {
  // Some punctuation marks are two UTF-16 units long, so compare code points.
  const characters = [...words];
  let count = characters.length;
  while (count > 0 && /^\p{P}$/u.test(characters[count - 1] ?? '')) count -= 1;
  return characters.slice(0, count).join('');
}

/** Converts entities to facets. Mentions whose handle could not be resolved stay plain text. */
export function toFacets(entities: Entity[], didOf: ReadonlyMap<string, string>): Facet[] {
  return entities.flatMap((entity): Facet[] => {
    switch (entity.kind) {
      case 'link':
        return [
          { index: entity.index, features: [{ $type: 'app.bsky.richtext.facet#link', uri: entity.uri }] },
        ];
      case 'tag':
        return [
          { index: entity.index, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: entity.tag }] },
        ];
      case 'mention': {
        const did = didOf.get(entity.handle);
        return did === undefined
          ? []
          : [{ index: entity.index, features: [{ $type: 'app.bsky.richtext.facet#mention', did }] }];
      }
    }
  });
}

/** Converts UTF-16 offsets to byte positions. The text's bytes are counted only once for all matches. */
function withByteIndex(text: string, found: readonly Found[]): Entity[] {
  let at = 0;
  let bytes = 0;
  const bytesTo = (offset: number): number => {
    bytes += utf8Bytes(text.slice(at, offset));
    at = offset;
    return bytes;
  };
  return found.map((entity) => {
    const byteStart = bytesTo(entity.start);
    return placed(entity, { byteStart, byteEnd: bytesTo(entity.end) });
  });
}

function placed(found: Found, index: FacetIndex): Entity {
  switch (found.kind) {
    case 'link':
      return { kind: found.kind, uri: found.uri, index };
    case 'mention':
      return { kind: found.kind, handle: found.handle, index };
    case 'tag':
      return { kind: found.kind, tag: found.tag, index };
  }
}
