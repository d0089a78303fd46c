import { describe, expect, it } from 'vitest';
import type { DraftMedia } from '../../src/domain/media-rules.js';
import { textUnitWords, type TextUnit } from '../../src/domain/text-limits.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { RuleViolation } from '../../src/platforms/kit/platform.js';
import { image, video } from './draft-media.js';

const platforms = createPlatforms({
  definitions: platformDefinitions,
  fetchFor: () => () => Promise.reject(new Error('Limits need no call.')),
  clock: { now: () => new Date() },
});

const family = '👨‍👩‍👧';
/** The length of the family emoji in each unit in which platforms count. */
const familyCounts: Readonly<Record<TextUnit, number>> = {
  weighted: 2,
  graphemes: 1,
  characters: Buffer.byteLength(family),
  utf16: family.length,
  bytes: Buffer.byteLength(family),
};

describe.each([...platforms.values()])('the limits for $name in GET /platforms', (platform) => {
  const { limits } = platform;
  const brokenBy = (text: string, media: readonly DraftMedia[] = []): RuleViolation[] =>
    platform
      .validate({ text, firstComment: null, options: null, media })
      .filter(({ field, severity }) => field === 'text' && severity !== 'warning');

  it('require a text in the same cases as validation, and never together with media', () => {
    expect(brokenBy('').map(({ rule }) => rule)).toEqual(limits.textRequired ? ['text_required'] : []);
    for (const item of [image(), video()]) expect(brokenBy('', [item])).toEqual([]);
  });

  it('contain the unit that validation counts in and that errors mention', () => {
    const actual = limits.textMax + familyCounts[limits.textUnit];
    const found = brokenBy('x'.repeat(limits.textMax) + family);
    const tooLong = found.find(({ rule }) => rule === 'text_too_long');
    expect(tooLong).toMatchObject({ limit: limits.textMax, actual });
    expect(tooLong?.message).toContain(`${limits.textMax} ${textUnitWords[limits.textUnit]}`);
  });
});

it('an emoji counts as its bytes in UTF-8 on Threads', () => {
  const threads = platforms.get('THREADS');
  expect(textUnitWords[threads?.limits.textUnit ?? 'utf16']).toContain(
    'an emoji counts as its bytes in UTF-8',
  );
  const brokenBy = (text: string) =>
    threads?.validate({ text, firstComment: null, options: null, media: [] });
  expect(brokenBy('😀'.repeat(125))).toEqual([]);
  expect(brokenBy('😀'.repeat(126))).toMatchObject([{ rule: 'text_too_long', limit: 500, actual: 504 }]);
  // A letter counts as one, whatever its number of bytes.
  expect(brokenBy('é'.repeat(500))).toEqual([]);
});
