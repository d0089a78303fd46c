import { describe, expect, it } from 'vitest';
import { image, many, video } from '../../../../test/platforms/draft-media.js';
import { connectorOf } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { tikTokPersonal as definition } from '../definition.js';

const platform = connectorOf(definition, { fetch: () => Promise.reject(new Error('Nothing is called.')) });
const everyone = { privacyLevel: 'PUBLIC_TO_EVERYONE' };
const draft = { postMode: 'MEDIA_UPLOAD' };
const videos = [video()];
const pictures = many(3, image());

const violationsOf = (
  options: JsonObject | null,
  media: DraftMedia[],
  text = 'hi',
  firstComment: string | null = null,
) => platform.validate({ text, firstComment, options, media });

describe('options', () => {
  it.each<[what: string, options: JsonObject, media: DraftMedia[]]>([
    ['a video', everyone, videos],
    ['pictures', { ...everyone, title: 'x'.repeat(90), photoCoverIndex: 2, autoAddMusic: true }, pictures],
    ['defaults that are spelled out', { ...everyone, isAigc: false, autoAddMusic: false }, videos],
    ['a draft of pictures', { ...draft, title: 'x', photoCoverIndex: 1 }, pictures],
    ['a paid partnership', { ...everyone, brandContentToggle: true }, videos],
  ])('are accepted for %s', (_what, options, media) => {
    expect(violationsOf(options, media)).toEqual([]);
  });

  it.each<[options: JsonObject, media: DraftMedia[], violation: object]>([
    [{ privacyLevel: 'FRIENDS' }, videos, { option: 'privacyLevel', rule: 'invalid_option' }],
    [{ ...everyone, postMode: 'LATER' }, videos, { option: 'postMode', rule: 'invalid_option' }],
    [{ ...everyone, kind: 'VIDEO' }, videos, { rule: 'unknown_option' }],
    [
      { ...everyone, title: 'x'.repeat(91) },
      pictures,
      { option: 'title', rule: 'invalid_option', limit: 90, actual: 91 },
    ],
    [
      { ...everyone, photoCoverIndex: 35 },
      pictures,
      { option: 'photoCoverIndex', rule: 'invalid_option', limit: 34, actual: 35 },
    ],
    [
      { ...everyone, photoCoverIndex: 3 },
      pictures,
      { option: 'photoCoverIndex', rule: 'cover_index_too_high', limit: 2, actual: 3 },
    ],
    [
      { ...everyone, videoCoverTimestampMs: 20_001 },
      videos,
      { option: 'videoCoverTimestampMs', rule: 'cover_timestamp_too_high', limit: 20_000, actual: 20_001 },
    ],
    ...['disableDuet', 'disableStitch', 'isAigc'].map((option): [JsonObject, DraftMedia[], object] => [
      { ...everyone, [option]: true },
      pictures,
      { option, rule: 'video_option_with_pictures' },
    ]),
    [
      { ...everyone, videoCoverTimestampMs: 0 },
      pictures,
      { option: 'videoCoverTimestampMs', rule: 'video_option_with_pictures' },
    ],
    [
      { ...everyone, autoAddMusic: true },
      videos,
      { option: 'autoAddMusic', rule: 'picture_option_with_video' },
    ],
    [
      { ...everyone, photoCoverIndex: 0 },
      videos,
      { option: 'photoCoverIndex', rule: 'picture_option_with_video' },
    ],
    [{ ...everyone, title: 'x' }, videos, { option: 'title', rule: 'picture_option_with_video' }],
    [
      { privacyLevel: 'SELF_ONLY', brandContentToggle: true },
      videos,
      { option: 'privacyLevel', rule: 'private_paid_partnership' },
    ],
    [{ ...draft, ...everyone }, pictures, { option: 'privacyLevel', rule: 'direct_option_with_draft' }],
    [{ ...draft, isAigc: true }, [], { option: 'isAigc', rule: 'direct_option_with_draft' }],
  ])('are refused: %o', (options, media, violation) => {
    const violations = violationsOf(options, media).filter(({ field }) => field === 'platformOptions');
    expect(violations).toMatchObject([{ field: 'platformOptions', ...violation }]);
  });

  it.each([null, {}, { postMode: 'DIRECT_POST' }])(
    'in %o lack the privacy level, which is allowed only in a draft',
    (options) => {
      expect(violationsOf(options, videos)).toMatchObject([
        { field: 'platformOptions', option: 'privacyLevel', rule: 'option_required', isMissing: true },
      ]);
    },
  );

  it('lead to a warning if a video for the inbox has a text', () => {
    expect(violationsOf(draft, videos)).toMatchObject([
      { field: 'text', rule: 'text_not_sent', severity: 'warning' },
    ]);
    expect(violationsOf(draft, videos, '')).toEqual([]);
    expect(violationsOf(draft, pictures)).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    ['for a video', videos, 2_200],
    ['for images', pictures, 4_000],
  ])('has its own maximum length %s', (_what, media, limit) => {
    expect(violationsOf(everyone, media, 'ä'.repeat(limit))).toEqual([]);
    expect(violationsOf(everyone, media, '😀'.repeat(limit / 2) + 'a')).toMatchObject([
      { field: 'text', rule: 'text_too_long', limit, actual: limit + 1 },
    ]);
  });

  it('is optional, and a first comment is not allowed', () => {
    expect(violationsOf(everyone, videos, '')).toEqual([]);
    expect(violationsOf(everyone, videos, 'hi', 'first')).toMatchObject([
      { field: 'firstComment', rule: 'first_comment_not_supported' },
    ]);
  });
});

describe('the daily limit', () => {
  it('allows fifteen posts and five drafts per account', () => {
    const counted = (options: JsonObject): (string | number)[][] =>
      (platform.quotas ?? [])
        .filter((quota) => quota.counts({ options, replyTo: null, mediaClasses: ['video'] }))
        .map(({ rule, max, scope }) => [rule, max, scope]);
    expect(counted(everyone)).toEqual([['posts_per_day', 15, 'account']]);
    expect(counted(draft)).toEqual([['drafts_per_day', 5, 'account']]);
  });
});
