import { describe, expect, it } from 'vitest';
import { findEntities, toFacets } from './facets.js';

const bytes = (text: string, index: { byteStart: number; byteEnd: number }): string =>
  Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString();

/** Returns the kind of each entity, and the text that its byte range covers. */
function shown(text: string): [string, string][] {
  return findEntities(text).map((entity) => [entity.kind, bytes(text, entity.index)]);
}

/** One visible character that takes 11 bytes. */
const marked = 'e\u0301\u0302\u0303\u0304\u0305';

describe('facets', () => {
  it('have the right byte offsets after emoji, ZWJ sequences and CJK', () => {
    const text = '👩‍👩‍👧‍👦 日本語 #東京 see https://example.com/ä?q=1 by @alice.test 🇩🇪#no';
    expect(shown(text)).toEqual([
      ['tag', '#東京'],
      ['link', 'https://example.com/ä?q=1'],
      ['mention', '@alice.test'],
    ]);
  });

  it.each([
    ['end (https://example.com/a).', [['link', 'https://example.com/a']]],
    ['https://en.example.org/wiki/A_(b)', [['link', 'https://en.example.org/wiki/A_(b)']]],
    ['go to example.com/x, now', [['link', 'example.com/x']]],
    ['http://127.0.0.1:8080/x!', [['link', 'http://127.0.0.1:8080/x']]],
    ['österreich.at', [['link', 'österreich.at']]],
    [
      'ärzte.de ist da, über.de auch',
      [
        ['link', 'ärzte.de'],
        ['link', 'über.de'],
      ],
    ],
    ['日本語example.com', [['link', 'example.com']]],
    ['node.jsx and e.g. this', []],
    ['(@bob.example.com) hi', [['mention', '@bob.example.com']]],
    ['mail a@example.org', []],
    ['@nodomain', []],
    [
      '#tag, #two! #3 #4you #',
      [
        ['tag', '#tag'],
        ['tag', '#two'],
        ['tag', '#4you'],
      ],
    ],
    ['https://example.com/#frag', [['link', 'https://example.com/#frag']]],
    [`#${'a'.repeat(65)}`, []],
    [`#${'a'.repeat(64)}`, [['tag', `#${'a'.repeat(64)}`]]],
    // Each character takes 11 bytes, so 59 of them exceed the limit of bytes, although 64 characters are allowed.
    [`#${marked.repeat(59)}`, []],
    [`#${marked.repeat(58)}`, [['tag', `#${marked.repeat(58)}`]]],
    [
      'buy $abc, ($MSFT) or $x1.',
      [
        ['tag', '$abc'],
        ['tag', '$MSFT'],
        ['tag', '$x1'],
      ],
    ],
    ['$5 $1a a$abc $toolong $abc-d https://example.com/?$abc', [['link', 'https://example.com/?$abc']]],
  ])('contain the links, mentions and tags of %s', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('contain a stock symbol as a tag with its dollar sign, in capitals', () => {
    const facets = toFacets(findEntities('up: $abc'), new Map());
    const tag = { $type: 'app.bsky.richtext.facet#tag', tag: '$ABC' };
    expect(facets).toEqual([{ index: { byteStart: 4, byteEnd: 8 }, features: [tag] }]);
  });

  it('add a scheme to a bare domain, and leave an unknown handle plain', () => {
    const facets = toFacets(
      findEntities('example.com @known.test @unknown.test'),
      new Map([['known.test', 'did:plc:k']]),
    );
    expect(facets.map((facet) => facet.features[0])).toEqual([
      { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' },
      { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:k' },
    ]);
  });
});
