import { describe, expect, it } from 'vitest';
import { createTextMatcher, isMentioned, plainOf, toLittle } from './little-text.js';
import { readLittle } from './sandbox/little.js';

const acme = { name: 'Acme (Europe)', urn: 'urn:li:organization:42' };
const ann = { name: 'Ann', urn: 'urn:li:person:a-1' };
const annLee = { name: 'Ann Lee', urn: 'urn:li:person:a-2' };

describe('LinkedIn’s “little text” format', () => {
  it.each([
    ['plain words, as they are: 1 + 1 = 2 & more!', 'plain words, as they are: 1 + 1 = 2 & more!'],
    ['\\ | { } @ [ ] ( ) < > # * _ ~', '\\\\ \\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\# \\* \\_ \\~'],
    [
      'about #Straße, (#日本) and #c3',
      'about {hashtag|\\#|Straße}, \\({hashtag|\\#|日本}\\) and {hashtag|\\#|c3}',
    ],
    ['#two_words', '{hashtag|\\#|two}\\_words'],
    ['no topics: #1 a#b ## #', 'no topics: \\#1 a\\#b \\#\\# \\#'],
    ['https://example.com/a_b/#c?d=(e)', 'https://example.com/a\\_b/\\#c?d=\\(e\\)'],
    ['me@example.com and @nobody', 'me\\@example.com and \\@nobody'],
    ['line one\nline *two*', 'line one\nline \\*two\\*'],
  ])('has for %j the form %j', (text, little) => {
    expect(toLittle(text)).toBe(little);
    expect(plainOf(little)).toBe(text);
    expect(readLittle(little)).toBe(text);
  });

  it('marks only mentions, the longer name first', () => {
    const little = toLittle('@Ann Lee, @Ann, @Anna and @Acme (Europe)!', [ann, annLee, acme]);
    expect(little).toBe(
      '@[Ann Lee](urn:li:person:a-2), @[Ann](urn:li:person:a-1), \\@Anna and @[Acme \\(Europe\\)](urn:li:organization:42)!',
    );
    for (const read of [plainOf, readLittle]) {
      expect(read(little)).toBe('Ann Lee, Ann, @Anna and Acme (Europe)!');
    }
  });

  it.each([
    ['hello @Ann!', true],
    ['hello @Anna', false],
    ['hello Ann', false],
    ['mail x@Ann', false],
  ])('may contain the mention in %j: %s', (text, isThere) => {
    expect(isMentioned(text, ann)).toBe(isThere);
  });

  it('matches the original text, escaped or not', () => {
    const isOurs = createTextMatcher(toLittle('a #tag (b_c) @Ann', [ann]));
    expect(isOurs('a {hashtag|\\#|tag} \\(b\\_c\\) @[Ann](urn:li:person:a-1)')).toBe(true);
    expect(isOurs('a #tag (b_c) Ann')).toBe(true);
    expect(isOurs('a  #tag (b\\_c) Ann\n')).toBe(true);
    expect(isOurs('a #tag (bc) Ann')).toBe(false);
  });

  it('is truncated by the simulator at unescaped characters, as on the real server', () => {
    expect(readLittle('before (after)')).toBe('before ');
    expect(readLittle('a #tag, @you')).toBe('a #tag, ');
  });
});
