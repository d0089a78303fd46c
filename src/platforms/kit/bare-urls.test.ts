import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { count } from '../../../test/harness/counts.js';
import { findBareUrls } from './bare-urls.js';

const theirs = (text: string) =>
  twitterText.extractUrlsWithIndices(text).map(({ url, indices: [start, end] }) => ({ url, start, end }));

/** The parts of links, and the text around them. */
const pieces = [
  ...['a', 'B', '1', 'xn--', 'com', 'co.uk', 'jp', 'c', 'a'.repeat(64), 'www'],
  ...['.', '.', '.', '-', '_', '/', '//', ':80', '?', '=', '&', '#', '@', '$', '+', ',', '!', "'", '"', '~'],
  ...['(', ')', '[', ']', ' ', '\n', '\u3000', '\u200F', '\uFEFF', '＠', '＃', '。', '｡'],
  ...['http://', 'https://', 'HTTPS://', 'https://t.co/', 't.co/', 'example.com'],
  ...['日', '本', 'я', 'рф', 'é', 'e\u0301', '\u0323', 'ÿ', '삼성', '닷컴', '中国', 'ß', 'İ', 'ſ', 'K'],
  ...['😀', '👩‍👩‍👧‍👦', '\uD800', '\uDC00', '日本語日本語日本語', '日'.repeat(40), '😀'.repeat(70)],
];

/** Generates the same texts in each run, so that a failure can be reproduced. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const textsCount = count({ usual: 3_000, long: 30_000 });

describe('links in a text', () => {
  it(`are the same as in twitter-text for ${textsCount} texts of all kinds`, () => {
    const random = createRandom(7);
    for (let round = 0; round < textsCount; round += 1) {
      const length = 1 + random(round % 10 === 0 ? 40 : 12);
      const text = Array.from({ length }, () => pieces[random(pieces.length)] ?? '').join('');
      expect(findBareUrls(text), JSON.stringify(text)).toEqual(theirs(text));
    }
  });

  it.each([
    'see example.com.',
    'https://t.co/abc?x=1)',
    `https://t.co/${'a'.repeat(41)}`,
    `https://example.com/${'a'.repeat(4_100)}`,
    `https://example.com/${'a'.repeat(4_068)}`,
    '例えばexample.comは良い.次はexample.orgです',
    'xa.comm日.a.com',
    'http://xn--fiqs8s.xn--0zwm56d/日',
    'a_b.example.com a.b_c.com',
    'http://example.com/(a(b)c)/@user/ example.com:80/a?b=c#d',
    'a@b.com #b.com $b.com',
  ])('are the same as in twitter-text for %s', (text) => {
    expect(findBareUrls(text)).toEqual(theirs(text));
  });
});
