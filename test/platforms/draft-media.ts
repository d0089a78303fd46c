import { describe, expect, it } from 'vitest';
import { checkMediaRules } from '../../src/domain/check-media-rules.js';
import { bareFacts, type MediaFacts } from '../../src/domain/media.js';
import type { DraftMedia } from '../../src/domain/media-rules.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';

const noFacts = { videoCodec: null, audioCodec: null, frameRate: null, hasAudio: null, orientation: null };

export function image(
  facts: Partial<MediaFacts> = {},
  sizeBytes = 500_000,
  altText: string | null = null,
): DraftMedia {
  const stillJpeg = {
    ...noFacts,
    kind: 'IMAGE',
    mime: 'image/jpeg',
    width: 1080,
    height: 1080,
    durationMs: null,
  } as const;
  return {
    assetId: 'med_1',
    facts: { ...stillJpeg, frameCount: 1, hasMetadata: false, hasAlpha: false, ...facts },
    sizeBytes,
    altText,
  };
}

export const pdfDraft = (facts: Partial<MediaFacts> = {}, sizeBytes = 500_000): DraftMedia => ({
  assetId: 'med_1',
  facts: { ...bareFacts('DOCUMENT', 'application/pdf'), ...facts },
  sizeBytes,
  altText: null,
});

export const subtitlesDraft = (mime = 'text/vtt', sizeBytes = 5_000): DraftMedia => ({
  assetId: 'med_1',
  facts: bareFacts('SUBTITLES', mime),
  sizeBytes,
  altText: null,
});

export const gif = (facts: Partial<MediaFacts> = {}, sizeBytes = 500_000): DraftMedia =>
  image(
    { kind: 'GIF', mime: 'image/gif', width: 400, height: 300, frameCount: 20, durationMs: 2_000, ...facts },
    sizeBytes,
  );

export function video(facts: Partial<MediaFacts> = {}, sizeBytes = 5_000_000): DraftMedia {
  const codecs = { videoCodec: 'h264', audioCodec: 'aac', frameRate: 30, hasAudio: true };
  const size = { width: 1080, height: 1920, durationMs: 20_000 };
  return image(
    {
      kind: 'VIDEO',
      mime: 'video/mp4',
      ...codecs,
      ...size,
      frameCount: null,
      hasMetadata: null,
      hasAlpha: null,
      ...facts,
    },
    sizeBytes,
  );
}

export const many = (count: number, item: DraftMedia): DraftMedia[] =>
  Array.from({ length: count }, () => item);

/** Tests the drafts that a platform accepts, and those that it refuses, with the broken rule. */
export function describeMediaRules(
  { name, mediaRules }: PlatformDefinition,
  { takes, refuses }: { takes: DraftMedia[][]; refuses: [items: DraftMedia[], rule: string][] },
): void {
  const rulesBroken = (items: DraftMedia[]): string[] =>
    checkMediaRules(mediaRules, items).map(({ rule }) => rule);

  describe(`the media rules of ${name}`, () => {
    it.each(takes.map((items) => ({ items })))('allow a post to have $items', ({ items }) => {
      expect(rulesBroken(items)).toEqual([]);
    });

    it.each(refuses)('are violated by %o: %s', (items, rule) => {
      expect(rulesBroken(items)).toEqual([rule]);
    });
  });
}
