import { describe, expect, it } from 'vitest';
import { image, many, video } from '../../../../test/platforms/draft-media.js';
import type { JsonObject } from '../../../domain/json.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { createTikTokBusiness } from '../create-tiktok-business.js';

const tikTok = createTikTokBusiness({
  safeFetch: createSafeFetch(),
  clock: { now: () => new Date() },
  siteUrl: 'https://www.tiktok.com',
  apiVersion: 'v1.3',
  clientId: null,
  clientSecret: null,
});

interface Draft {
  text?: string;
  firstComment?: string | null;
  media?: DraftMedia[];
}
const validate = (
  options: JsonObject | null,
  { text = 'hi', firstComment = null, media = [video()] }: Draft = {},
) => tikTok.validate({ text, firstComment, options, media });

const clip: Draft = {};
const pictures: Draft = { media: many(3, image()) };

describe('a draft', () => {
  it.each([
    [null, clip],
    [{ platform: 'TIKTOK_BUSINESS', disableDuet: true, thumbnailOffsetMs: 100 }, clip],
    [{ privacyLevel: 'PUBLIC_TO_EVERYONE', photoCoverIndex: 0, autoAddMusic: false }, clip],
    [{ privacyLevel: 'SELF_ONLY', title: 't', photoCoverIndex: 2, autoAddMusic: true }, pictures],
    [{ isBrandOrganic: true, isBrandedContent: true }, pictures],
    [{ uploadToDraft: true, title: 't' }, pictures],
    [
      { disableDuet: false, uploadToDraft: false },
      { ...pictures, text: 'a'.repeat(4_000) },
    ],
    [null, { text: '@a '.repeat(30) }],
    [null, { firstComment: 'a'.repeat(150) }],
  ] as [JsonObject | null, Draft][])('is valid: %o', (options, draft) => {
    expect(validate(options, draft)).toEqual([]);
  });

  it.each([
    [{ privacyLevel: 'SELF_ONLY' }, clip, 'privacyLevel', 'option_for_pictures_only'],
    [{ title: 't' }, clip, 'title', 'option_for_pictures_only'],
    [{ autoAddMusic: true }, clip, 'autoAddMusic', 'option_for_pictures_only'],
    [{ disableDuet: true }, pictures, 'disableDuet', 'option_for_videos_only'],
    [{ disableStitch: true }, pictures, 'disableStitch', 'option_for_videos_only'],
    [{ isAiGenerated: true }, pictures, 'isAiGenerated', 'option_for_videos_only'],
    [{ thumbnailMediaId: 'med_1' }, pictures, 'thumbnailMediaId', 'option_for_videos_only'],
    [{ thumbnailOffsetMs: 0 }, pictures, 'thumbnailOffsetMs', 'option_for_videos_only'],
    [{ photoCoverIndex: 3 }, pictures, 'photoCoverIndex', 'cover_index_too_high', 2, 3],
    [{ thumbnailOffsetMs: 600_000 }, clip, 'thumbnailOffsetMs', 'thumbnail_offset_too_late', 20_000, 600_000],
    [{ thumbnailMediaId: 'med_1', thumbnailOffsetMs: 0 }, clip, 'thumbnailOffsetMs', 'two_thumbnails'],
    [{ uploadToDraft: true, disableComment: true }, pictures, 'disableComment', 'option_not_kept_in_draft'],
    [{ privacyLevel: 'FRIENDS' }, pictures, 'privacyLevel', 'invalid_option'],
    [{ title: 'a'.repeat(91) }, pictures, 'title', 'invalid_option', 90, 91],
    [{ thumbnailOffsetMs: 600_001 }, clip, 'thumbnailOffsetMs', 'invalid_option', 600_000, 600_001],
    [{ isAiGenerated: 'yes' }, clip, 'isAiGenerated', 'invalid_option'],
  ] as [JsonObject, Draft, string, string, number?, number?][])(
    'is refused: %o',
    (options, draft, option, rule, limit, actual) => {
      const bound = limit === undefined ? {} : { limit, actual };
      expect(validate(options, draft)).toMatchObject([{ field: 'platformOptions', option, rule, ...bound }]);
    },
  );

  it('may have a longer text with images than with a video', () => {
    expect(validate(null, { text: 'a'.repeat(2_201) })).toMatchObject([
      { field: 'text', rule: 'text_too_long', limit: 2_200, actual: 2_201 },
    ]);
    expect(validate(null, { ...pictures, text: '😀'.repeat(2_001) })).toMatchObject([
      { field: 'text', rule: 'text_too_long', limit: 4_000, actual: 4_002 },
    ]);
  });

  it('has at most thirty mentions, without counting email addresses', () => {
    expect(validate(null, { text: `${'@a '.repeat(31)} me@example.com` })).toMatchObject([
      { field: 'text', rule: 'mention_limit_exceeded', limit: 30, actual: 31 },
    ]);
  });

  it('gets the warning that its caption is lost if the video goes to the inbox', () => {
    expect(validate({ uploadToDraft: true })).toMatchObject([
      { field: 'text', rule: 'text_not_kept_in_draft', severity: 'warning' },
    ]);
    expect(validate({ uploadToDraft: true }, { text: '' })).toEqual([]);
  });

  it.each([
    [{ disableComment: true }, clip, 'first_comment_disabled'],
    [{ uploadToDraft: true }, { ...clip, text: '' }, 'first_comment_on_draft'],
    [{ privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' }, pictures, 'first_comment_on_private_post'],
  ] as [JsonObject, Draft, string][])('may have no first comment: %o', (options, draft, rule) => {
    const violations = validate(options, { ...draft, firstComment: 'first' });
    expect(violations).toMatchObject([{ field: 'firstComment', rule }]);
  });

  it('has a first comment of 150 characters at most', () => {
    expect(validate(null, { firstComment: 'a'.repeat(151) })).toMatchObject([
      { field: 'firstComment', rule: 'text_too_long', limit: 150, actual: 151 },
    ]);
  });

  it('needs media', () => {
    expect(validate(null, { media: [] })).toMatchObject([{ field: 'media', isMissing: true }]);
  });
});
