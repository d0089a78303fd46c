import { describe, expect, it } from 'vitest';
import { createTextMatcher, isCutFrom, isSameUrl, weightedLength, xTextViolations } from './text.js';

describe("X's count", () => {
  it.each([
    ['a'.repeat(280), 280],
    ['日本語', 6],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    [`see https://example.com/${'a'.repeat(200)}`, 27],
    ['see example.com', 27],
    // The text is normalized (NFC) before it is counted.
    ['e\u0301', 1],
  ])('measures %s', (text, expected) => {
    expect(weightedLength(text)).toBe(expected);
  });
});

describe('the warnings about a text', () => {
  const draft = (text: string, firstComment: string | null = null) => ({
    text,
    firstComment,
    options: null,
    media: [],
  });

  const mayBeRejected = {
    field: 'firstComment',
    rule: 'first_comment_may_be_rejected',
    severity: 'warning',
  };

  it('allow a second cashtag, because some apps may post it', () => {
    expect(xTextViolations(draft('buy $ABC'))).toEqual([]);
    expect(xTextViolations(draft('buy $ABC', 'sell $DEF'))).toMatchObject([mayBeRejected]);
    expect(xTextViolations(draft('buy $ABC and $DEF', '$A $B'))).toMatchObject([
      { field: 'text', rule: 'cashtag_limit_exceeded', limit: 1, actual: 2, severity: 'warning' },
      { field: 'firstComment', rule: 'cashtag_limit_exceeded', limit: 1, actual: 2, severity: 'warning' },
      mayBeRejected,
    ]);
  });

  it('mention that X may reject a first comment', () => {
    expect(xTextViolations(draft('a post', 'a comment'))).toMatchObject([
      { ...mayBeRejected, message: expect.stringContaining('mentioned or quoted') as string },
    ]);
    expect(xTextViolations(draft('a post'))).toEqual([]);
  });
});

const post = { isReply: false, mayEndInLink: false };
const links = (ours: string, shown: string, rendering = post) => createTextMatcher(ours)(shown, rendering);

describe('the text of a look-up', () => {
  it.each([
    ['plain', 'plain'],
    ['two  spaces\nand a line ', 'two spaces\nand a line'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['shows &amp; literally', 'shows &amp;amp; literally'],
    ['(a+b)* [c]{2} ^$ | \\ / "q"', '(a+b)* [c]{2} ^$ | \\ / "q"'],
    ['e\u0301t\u00e9', '\u00e9te\u0301'],
    ['👩‍👩‍👧‍👦 日本語', '👩‍👩‍👧‍👦 日本語'],
  ])('is recognized as ours: %s', (ours, shown) => {
    expect(links(ours, shown)).toEqual([]);
  });

  it('has each link replaced by what X shows', () => {
    expect(
      links('see https://example.com/a?b=1&c=2 and example.com.', 'see https://t.co/A1 and https://t.co/x9.'),
    ).toEqual([
      { ours: 'https://example.com/a?b=1&c=2', shown: 'https://t.co/A1' },
      { ours: 'example.com', shown: 'https://t.co/x9' },
    ]);
  });

  it('may have leading handles only in a reply, and a trailing link only with media', () => {
    expect(links('thanks!', '@some_one @two thanks!')).toBeNull();
    expect(links('thanks!', '@some_one @two thanks!', { ...post, isReply: true })).toEqual([]);
    expect(links('with media', 'with media https://t.co/med1A')).toBeNull();
    expect(links('with media', 'with media https://t.co/med1A', { ...post, mayEndInLink: true })).toEqual([]);
  });

  it.each([
    ['plain', 'plainer'],
    ['plain', 'not plain'],
    ['see https://example.com/a', 'see https://example.com/b'],
    ['see https://example.com/a', 'see '],
    ['a.b', 'axb'],
    ['one https://example.com/1 two', 'one https://t.co/a three'],
  ])('is not recognized as ours: %s does not match %s', (ours, shown) => {
    expect(links(ours, shown)).toBeNull();
  });
});

describe('links', () => {
  it.each([
    ['https://example.com', 'https://example.com/', true],
    ['https://EXAMPLE.com/ä%c3%a4', 'https://example.com/%C3%A4%C3%A4', true],
    ['example.com/a', 'http://example.com/a', true],
    ['example.com/a', 'https://example.com/a', true],
    ['https://example.com/a', 'http://example.com/a', false],
    ['https://example.com/a?x=1', 'https://example.com/a?x=2', false],
    ['https://example.com/a#b', 'https://example.com/a', false],
    ['https://example.com/a', 'no link', false],
  ])('are compared: %s with %s gives %s', (ours, expanded, isSame) => {
    expect(isSameUrl(ours, expanded)).toBe(isSame);
  });
});

describe('a long text that X shows shortened', () => {
  const text = `${'word '.repeat(60)}https://example.com/a ${'more '.repeat(20)}`;
  it.each([
    [`${'word '.repeat(50)}wo… https://t.co/abc`, true],
    [`${'word '.repeat(60)}https://t.co/x1 mo… https://t.co/abc`, true],
    [`${'ward '.repeat(50)}… https://t.co/abc`, false],
    ['', false],
  ])('is recognized as ours or not: %s', (shown, isCut) => {
    expect(isCutFrom(text, shown)).toBe(isCut);
  });

  it('is not recognized if the text is short', () => {
    expect(isCutFrom('word word', 'word… https://t.co/abc')).toBe(false);
  });
});
