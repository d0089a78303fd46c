import { findLinks } from '../links.js';
import { countGraphemes, utf8Bytes } from '../text.js';
import { tagBytesMax, tagGraphemesMax } from './options.js';

const mention =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)\b/giu;
// A tag ends at white space or an invisible character, and is not a number alone.
const tag = /(?<=^|\s)[#＃](?!\uFE0F)([^\s\u00AD\u2060\u200A-\u200D\u20E2]+)/gu;
// A stock's symbol; the network lists it as a tag with its dollar sign, in capitals.
const cashtag = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/giu;

/** Positions are UTF-8 bytes, the end exclusive. */
export interface FacetIndex {
  byteStart: number;
  byteEnd: number;
}

export interface Facet {
  index: FacetIndex;
  features: Record<string, string>[];
}

export type Entity =
  | { kind: 'link'; uri: string; index: FacetIndex }
  | { kind: 'mention'; handle: string; index: FacetIndex }
  | { kind: 'tag'; tag: string; index: FacetIndex };

/** What the text names. Without facets the network shows links, mentions and tags as plain words. */
export function findEntities(text: string): Entity[] {
  const links = findLinks(text);
  const entities: Entity[] = links.map(({ uri, start, end }) => ({
    kind: 'link',
    uri,
    index: byteIndex(text, start, end),
  }));
  const insideLink = (at: number): boolean => links.some((link) => at >= link.start && at < link.end);
  for (const match of text.matchAll(mention)) {
    if (insideLink(match.index)) continue;
    const end = match.index + match[0].length;
    entities.push({
      kind: 'mention',
      handle: (match[1] ?? '').toLowerCase(),
      index: byteIndex(text, match.index, end),
    });
  }
  for (const match of text.matchAll(tag)) {
    const word = (match[1] ?? '').replace(/\p{P}+$/u, '');
    const isTooLong = countGraphemes(word) > tagGraphemesMax || utf8Bytes(word) > tagBytesMax;
    if (insideLink(match.index) || /^[\d\p{P}]*$/u.test(word) || isTooLong) continue;
    entities.push({
      kind: 'tag',
      tag: word,
      index: byteIndex(text, match.index, match.index + 1 + word.length),
    });
  }
  for (const match of text.matchAll(cashtag)) {
    if (insideLink(match.index)) continue;
    const index = byteIndex(text, match.index, match.index + match[0].length);
    entities.push({ kind: 'tag', tag: match[0].toUpperCase(), index });
  }
  // A mention's domain looks like a bare link as well: the longer reading, found first at its place, wins.
  return entities
    .sort((a, b) => a.index.byteStart - b.index.byteStart)
    .filter(
      (entity, i, all) =>
        entity.index.byteStart >= Math.max(0, ...all.slice(0, i).map((e) => e.index.byteEnd)),
    );
}

/** Handles that could not be resolved stay plain words. */
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

function byteIndex(text: string, start: number, end: number): FacetIndex {
  const byteStart = utf8Bytes(text.slice(0, start));
  return { byteStart, byteEnd: byteStart + utf8Bytes(text.slice(start, end)) };
}
