import { describe, expect, it } from 'vitest';
import { image, video } from '../../../../test/platforms/draft-media.js';
import type { JsonObject } from '../../../domain/json.js';
import { tagsLength } from '../options.js';
import { createConnector, videoOptions } from './support.js';

const youTube = createConnector();
const draft = { text: 'A description', firstComment: null, media: [video()] };
const violations = (options: JsonObject | null, more: object = {}) =>
  youTube.validate({ ...draft, options, ...more });

describe('options', () => {
  it('require only a title and an audience, and may contain everything else', () => {
    expect(violations(videoOptions)).toEqual([]);
    const all = {
      platform: 'YOUTUBE',
      title: 'ü'.repeat(100),
      madeForKids: true,
      tags: ['one', 'two words'],
      categoryId: '28',
      privacyStatus: 'unlisted',
      notifySubscribers: false,
      playlistId: 'PL_x-1',
      thumbnailMediaId: 'med_1',
      subtitles: { fileMediaId: 'med_2', language: 'pt-BR', name: 'Português' },
      license: 'creativeCommon',
      embeddable: false,
      publicStatsViewable: false,
      defaultLanguage: 'pt-BR',
      containsSyntheticMedia: true,
      hasPaidProductPlacement: true,
    };
    expect(violations(all)).toEqual([]);
  });

  it('may lack the title and the audience only in a draft', () => {
    const missing = { field: 'platformOptions', rule: 'option_required', isMissing: true };
    const expected = [
      { ...missing, option: 'title' },
      { ...missing, option: 'madeForKids' },
    ];
    expect(violations(null)).toMatchObject(expected);
    expect(violations({})).toMatchObject(expected);
  });

  it.each<[JsonObject, object]>([
    [{ title: 'x'.repeat(101) }, { option: 'title', rule: 'invalid_option', limit: 100, actual: 101 }],
    [{ title: 'a < b' }, { option: 'title', rule: 'invalid_option' }],
    [{ title: 'a > b' }, { option: 'title', rule: 'invalid_option' }],
    [{ title: 'two\nlines' }, { option: 'title', rule: 'invalid_option' }],
    [{ title: ' ' }, { option: 'title', rule: 'invalid_option' }],
    [{ title: '' }, { option: 'title', rule: 'invalid_option' }],
    [{ madeForKids: 'yes' }, { option: 'madeForKids', rule: 'invalid_option' }],
    [{ tags: ['x'.repeat(501)] }, { option: 'tags', rule: 'invalid_option', limit: 500, actual: 501 }],
    [{ tags: ['<b>'] }, { option: 'tags.0', rule: 'invalid_option' }],
    [{ tags: [''] }, { option: 'tags.0', rule: 'invalid_option' }],
    [{ categoryId: 'music' }, { option: 'categoryId', rule: 'invalid_option' }],
    [{ privacyStatus: 'friends' }, { option: 'privacyStatus', rule: 'invalid_option' }],
    [{ playlistId: 'a b' }, { option: 'playlistId', rule: 'invalid_option' }],
    [{ thumbnailMediaId: '' }, { option: 'thumbnailMediaId', rule: 'invalid_option' }],
    [{ license: 'mit' }, { option: 'license', rule: 'invalid_option' }],
    [{ defaultLanguage: 'klingon, old' }, { option: 'defaultLanguage', rule: 'invalid_option' }],
    [{ publishAt: '2027-01-01T00:00:00Z' }, { rule: 'unknown_option' }],
  ])('%o are refused', (options, expected) => {
    const [first, ...others] = violations({ ...videoOptions, ...options });
    expect(first).toMatchObject({ field: 'platformOptions', ...expected });
    expect(others).toEqual([]);
  });

  it.each([
    [[], 0],
    [['one'], 3],
    [['one', 'two'], 7],
    [['two words'], 11],
    [['a', 'two words', 'b'], 15],
  ])('have the length of %o counted as %i characters', (tags, expected) => {
    expect(tagsLength(tags)).toBe(expected);
  });

  it('may contain tags up to the maximum length', () => {
    const tags = [`${'x'.repeat(200)} y`, 'z'.repeat(295)];
    expect(tagsLength(tags)).toBe(500);
    expect(violations({ ...videoOptions, tags })).toEqual([]);
    expect(violations({ ...videoOptions, tags: [...tags, 'a'] })).toMatchObject([
      { limit: 500, actual: 502 },
    ]);
  });
});

describe('the description', () => {
  it.each(['a < b', 'a > b'])('must not contain angle brackets: %s', (text) => {
    expect(violations(videoOptions, { text })).toMatchObject([
      { field: 'text', rule: 'angle_brackets_not_allowed' },
    ]);
  });

  it('is measured in bytes', () => {
    expect(violations(videoOptions, { text: 'é'.repeat(2_500) })).toEqual([]);
    expect(violations(videoOptions, { text: 'é'.repeat(2_501) })).toMatchObject([
      { field: 'text', rule: 'text_too_long', limit: 5_000, actual: 5_002 },
    ]);
  });

  it('is optional, and the video is required', () => {
    expect(violations(videoOptions, { text: '' })).toEqual([]);
    expect(violations(videoOptions, { media: [] })).toMatchObject([{ field: 'media', isMissing: true }]);
    expect(violations(videoOptions, { media: [image()] })).toMatchObject([
      { rule: 'media_type_not_allowed' },
    ]);
  });
});

describe('a first comment', () => {
  it.each([{ madeForKids: true }, { privacyStatus: 'private' }])(
    'leads to a warning on a video with %o',
    (options) => {
      expect(violations({ ...videoOptions, ...options }, { firstComment: 'first' })).toMatchObject([
        { field: 'firstComment', rule: 'comments_closed', severity: 'warning' },
      ]);
    },
  );
});

describe('the daily limit', () => {
  it('applies to the whole installation, and can be configured', () => {
    const form = { options: null, mediaClasses: [] };
    const video = { ...form, replyTo: null };
    const comment = { ...form, replyTo: { externalPostId: 'abcdefghijk', reference: null } };
    const [quota, ...others] = youTube.quotas ?? [];
    expect(others).toEqual([]);
    expect(quota).toMatchObject({
      max: 100,
      window: { midnightIn: 'America/Los_Angeles' },
      scope: 'installation',
    });
    expect([quota?.counts(video), quota?.counts(comment)]).toEqual([true, false]);
    const raised = createConnector(undefined, { YOUTUBE_VIDEOS_PER_DAY: '5000' });
    expect(raised.quotas).toMatchObject([{ max: 5_000 }]);
  });

  it('is independent of guarantees: videos can be looked up, unlike comments', () => {
    const form = { options: null, mediaClasses: [] };
    expect(youTube.guaranteeOf({ ...form, replyTo: null })).toBe('queryable');
    const replyTo = { externalPostId: 'abcdefghijk', reference: null };
    expect(youTube.guaranteeOf({ ...form, replyTo })).toBe('blind');
  });
});
