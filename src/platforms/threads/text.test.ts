import { describe, expect, it } from 'vitest';
import { threadsLength, threadsLinkViolations } from './text.js';

describe("Threads' count", () => {
  it.each([
    ['a'.repeat(500), 500],
    ['日本語 é e\u0301', 8],
    ['😀', 4],
    ['👩‍👩‍👧‍👦', 25],
    ['🇩🇪', 8],
    ['1️⃣', 7],
    ['❤️', 6],
    ['𝒳', 1],
  ])('is correct for %s', (text, expected) => {
    expect(threadsLength(text)).toBe(expected);
  });
});

describe('links', () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join(' ');
  const draft = (text: string, linkAttachment?: string) => ({
    text,
    firstComment: null,
    options: linkAttachment === undefined ? null : { linkAttachment },
    media: [],
  });

  it('in a text may have at most five different URLs, including the attachment', () => {
    expect(
      threadsLinkViolations(draft(`${links(5)} https://example.com/0`, 'https://example.com/1')),
    ).toEqual([]);
    expect(threadsLinkViolations(draft(links(6)))).toMatchObject([
      { rule: 'link_limit_exceeded', limit: 5, actual: 6 },
    ]);
    expect(threadsLinkViolations(draft(links(5), 'https://example.org/'))).toMatchObject([{ actual: 6 }]);
  });
});
