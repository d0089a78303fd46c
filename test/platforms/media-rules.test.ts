import { describe, expect, it } from 'vitest';
import { checkMediaRules } from '../../src/domain/check-media-rules.js';
import type { DraftMedia, MediaRules } from '../../src/domain/media-rules.js';
import { platformNames } from '../../src/domain/platform-names.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { planRenditions } from '../../src/domain/renditions.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { video, gif, many, image, pdfDraft, subtitlesDraft } from './draft-media.js';

const mediaRules = new Map(platformDefinitions.map((definition) => [definition.name, definition.mediaRules]));

function mediaRulesOf(platform: PlatformName): MediaRules {
  const rules = mediaRules.get(platform);
  if (rules === undefined) throw new Error(`No media rules for ${platform}.`);
  return rules;
}

const rulesBroken = (platform: PlatformName, items: DraftMedia[], kind: string | null = null): string[] =>
  checkMediaRules(mediaRulesOf(platform), items, kind).map(({ rule }) => rule);

describe('the media rules of a platform', () => {
  it('exist for every platform, with a source', () => {
    expect([...mediaRules.keys()]).toEqual([...platformNames]);
    for (const rules of mediaRules.values()) expect(rules.sources.join('')).not.toBe('');
  });

  it('consist only of plain data', () => {
    for (const rules of mediaRules.values()) expect(JSON.parse(JSON.stringify(rules))).toEqual(rules);
  });

  it.each<[PlatformName, string | null, DraftMedia[], string]>([
    ['YOUTUBE', null, [], 'A post on this platform needs a video.'],
    ['INSTAGRAM', null, [], 'A post on this platform needs an image or a video.'],
    ['YOUTUBE', null, [image()], 'This platform does not accept images.'],
    ['INSTAGRAM', 'REELS', [image()], 'A post of the kind REELS can have 1 video, and no other media.'],
    [
      'FACEBOOK_PAGE',
      'POST',
      [image(), video()],
      'A post can have 1 to 10 images, or 1 video, and no other media.',
    ],
    [
      'X',
      null,
      [image(), video()],
      'A post can have 1 to 4 images, or 1 animated GIF, or 1 video, and no other media.',
    ],
  ])('describe in plain words what is wrong on %s (%s)', (platform, kind, items, message) => {
    expect(checkMediaRules(mediaRulesOf(platform), items, kind)).toMatchObject([{ message }]);
  });

  it('accept documents on LinkedIn only, and subtitles nowhere as media', () => {
    const taking = platformNames.filter(
      (name) => rulesBroken(name, [pdfDraft({ pageCount: 3 })]).length === 0,
    );
    expect(taking).toEqual(['LINKEDIN_PERSON', 'LINKEDIN_COMPANY']);
    expect(checkMediaRules(mediaRulesOf('BLUESKY'), [pdfDraft()])).toMatchObject([
      {
        rule: 'media_type_not_allowed',
        message: 'This platform does not accept documents.',
        mime: 'application/pdf',
      },
    ]);
    for (const name of platformNames)
      expect(checkMediaRules(mediaRulesOf(name), [subtitlesDraft()])).toMatchObject([
        { rule: 'media_type_not_allowed', message: expect.stringContaining('not media of a post') as string },
      ]);
  });

  it('accept no images beside a document', () => {
    expect(rulesBroken('LINKEDIN_COMPANY', [pdfDraft(), image()])).toEqual(['media_mix_not_allowed']);
  });

  it('cause errors that contain the item, the limit and the actual value', () => {
    const items = [image(), image({ width: 2000, height: 1000 })];
    expect(checkMediaRules(mediaRulesOf('INSTAGRAM'), items)).toMatchObject([
      { mediaIndex: 1, rule: 'media_ratio_too_high', limit: 1.91, actual: 2 },
    ]);
    expect(checkMediaRules(mediaRulesOf('X'), many(5, image()))).toMatchObject([
      { rule: 'media_count_exceeded', limit: 4, actual: 5 },
    ]);
  });

  it('depend on the kind of post in the options', () => {
    const upright = image({ width: 1080, height: 1920 });
    expect(rulesBroken('INSTAGRAM', [upright], 'STORIES')).toEqual([]);
    expect(rulesBroken('INSTAGRAM', [upright, upright], 'STORIES')).toEqual(['media_count_exceeded']);
    expect(rulesBroken('INSTAGRAM', [video({ durationMs: 61_000 })], 'STORIES')).toEqual(['media_too_long']);
    expect(rulesBroken('FACEBOOK_PAGE', [video({ width: 1920, height: 1080 })], 'REEL')).toEqual([
      'media_ratio_too_high',
    ]);
  });

  it('tolerate a ratio that is off by one pixel, and a variable frame rate', () => {
    expect(rulesBroken('INSTAGRAM', [image({ width: 1079, height: 1349 })])).toEqual([]);
    expect(rulesBroken('THREADS', [video({ frameRate: 60.02 })])).toEqual([]);
  });

  it('do not apply to unknown properties of a file', () => {
    const unknown = video({
      width: null,
      height: null,
      durationMs: null,
      videoCodec: null,
      audioCodec: null,
      frameRate: null,
    });
    for (const platform of ['X', 'THREADS', 'TIKTOK_PERSONAL'] as const)
      expect(rulesBroken(platform, [unknown])).toEqual([]);
  });
});

describe('the plan for the file that a platform receives', () => {
  const plan = (platform: PlatformName, item: DraftMedia, keepMetadata = false) =>
    planRenditions(mediaRulesOf(platform), [item], null, { keepMetadata })[0];

  it('keeps a file that complies with the rules', () => {
    for (const platform of platformNames) {
      const item = platform === 'YOUTUBE' ? video({ hasMetadata: false }) : image();
      expect(plan(platform, item)).toBeNull();
    }
  });

  it('removes metadata without encoding the file again, unless they are to be kept', () => {
    const item = image({ hasMetadata: true });
    expect(plan('X', item)).toMatchObject({ mode: 'clean', mimes: ['image/jpeg'] });
    expect(plan('X', item, true)).toBeNull();
    expect(plan('X', gif({ hasMetadata: true }))).toMatchObject({ mode: 'clean', mimes: ['image/gif'] });
  });

  it('rotates the pixels of an image that is rotated only by its metadata', () => {
    const item = image({ hasMetadata: true, orientation: 6 });
    expect(plan('X', item)).toMatchObject({ mode: 'encode', mimes: ['image/jpeg', 'image/webp'], box: null });
  });

  it.each([
    ['INSTAGRAM', image({ mime: 'image/png' }), ['image/jpeg']],
    ['INSTAGRAM', image({ mime: 'image/avif' }), ['image/jpeg']],
    ['THREADS', image({ mime: 'image/webp' }), ['image/jpeg']],
    ['THREADS', image({ mime: 'image/webp', hasAlpha: true }), ['image/png', 'image/jpeg']],
    ['TIKTOK_PERSONAL', image({ mime: 'image/png', hasAlpha: true }), ['image/webp', 'image/jpeg']],
    ['X', gif({ frameCount: 1, durationMs: null }), ['image/png', 'image/jpeg', 'image/webp']],
  ] as const)('converts %s to an accepted type, lossless if possible', (platform, item, mimes) => {
    expect(plan(platform, item)).toMatchObject({ mode: 'encode', mimes, box: null });
  });

  it('limits bytes and dimensions, and keeps the ratio', () => {
    expect(plan('BLUESKY', image({}, 3_000_000))).toMatchObject({
      mode: 'encode',
      bytesMax: 1_000_000,
      box: null,
    });
    expect(plan('TIKTOK_BUSINESS', image({ width: 4000, height: 3000 }))).toMatchObject({
      mode: 'encode',
      box: { width: 1440, height: 1080 },
    });
    expect(plan('LINKEDIN_PERSON', image({ width: 9000, height: 6000 }))).toMatchObject({
      box: { width: 7363, height: 4909 },
    });
  });

  it('removes metadata from a video, even if it was not inspected', () => {
    const cleaned = { mode: 'repack', mime: 'video/mp4', clean: true };
    expect(plan('X', video({ hasMetadata: true }))).toMatchObject(cleaned);
    expect(plan('X', video({ hasMetadata: null }))).toMatchObject(cleaned);
    expect(plan('X', video({ hasMetadata: true }), true)).toBeNull();
    expect(plan('THREADS', video({ hasMetadata: true }))).toEqual(plan('X', video({ hasMetadata: true })));
  });

  it('puts a QuickTime video into an MP4 if only that is accepted and its codecs allow it', () => {
    const mov = { mime: 'video/quicktime', hasMetadata: false };
    const packed = { mode: 'repack', mime: 'video/mp4', clean: false };
    expect(plan('BLUESKY', video(mov))).toMatchObject(packed);
    expect(plan('BLUESKY', video({ ...mov, videoCodec: 'h265' }))).toMatchObject(packed);
    expect(plan('BLUESKY', video({ ...mov, hasMetadata: true }))).toMatchObject({ ...packed, clean: true });
    expect(plan('BLUESKY', video({ ...mov, hasMetadata: true }), true)).toMatchObject(packed);
    expect(plan('X', video(mov))).toBeNull();
    expect(rulesBroken('BLUESKY', [video({ ...mov, audioCodec: null, hasAudio: false })])).toEqual([]);
    for (const foreign of [{ videoCodec: 'prores' }, { audioCodec: 'pcm-s16' }, { audioCodec: null }]) {
      expect(rulesBroken('BLUESKY', [video({ ...mov, ...foreign })])).toEqual(['media_type_not_allowed']);
    }
  });

  it('never changes a video without metadata, or an animation', () => {
    expect(plan('X', video({ hasMetadata: false }, 600_000_000))).toBeNull();
    expect(plan('X', gif({}, 20_000_000))).toBeNull();
  });
});
