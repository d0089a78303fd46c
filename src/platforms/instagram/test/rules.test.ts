import { describe, expect, it } from 'vitest';
import { gif, image, many, video } from '../../../../test/platforms/draft-media.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PublicationDraft } from '../../kit/platform.js';
import { instagram as definition } from '../definition.js';
import { useBench } from './support.js';

const { instagram } = useBench();

const draftOf = (options: JsonObject | null, more: Partial<PublicationDraft> = {}): PublicationDraft => ({
  text: 'hi',
  firstComment: null,
  options,
  media: [image()],
  ...more,
});
const reel = { media: [video()] };
const tag = { username: 'some.one' };

describe('options', () => {
  it.each([
    ['no options', draftOf(null)],
    [
      'the options for an image',
      draftOf({
        platform: 'INSTAGRAM',
        kind: 'FEED',
        collaborators: ['a', 'b_c', 'd.e'],
        userTags: [{ ...tag, x: 0, y: 1 }],
        locationId: '106514186052113',
        isAiGenerated: true,
        commentsEnabled: false,
      }),
    ],
    [
      'every option of a reel',
      draftOf(
        {
          kind: 'REELS',
          shareToFeed: true,
          thumbOffsetMs: 19_999,
          audioName: 'Own',
          trialReel: { graduationStrategy: 'MANUAL' },
          collaborators: ['a'],
          userTags: [tag],
          locationId: '1',
        },
        reel,
      ),
    ],
    ['a cover', draftOf({ coverMediaId: 'med_1' }, reel)],
    ['a story', draftOf({ kind: 'STORIES', userTags: [tag, { ...tag, x: 0.5, y: 0.5 }] }, { text: '' })],
    [
      'a carousel',
      draftOf(
        {
          userTags: [
            { ...tag, x: 0, y: 0 },
            { ...tag, mediaIndex: 1 },
          ],
        },
        { media: [image(), video()] },
      ),
    ],
    ['a carousel with its kind', draftOf({ kind: 'FEED' }, { media: many(10, image()) })],
  ])('are accepted: %s', (_what, draft) => {
    expect(instagram.validate(draft)).toEqual([]);
  });

  it.each([
    ['kind', 'POST', {}],
    ['shareToFeed', 'yes', reel],
    ['thumbOffsetMs', -1, reel],
    ['collaborators', [], {}],
    ['collaborators.0', ['@a'], {}],
    ['locationId', 'Vienna', {}],
    ['audioName', ' ', reel],
    ['trialReel.graduationStrategy', { graduationStrategy: 'SOON' }, reel],
    ['userTags.0.x', [{ ...tag, x: 1.1, y: 0 }], {}],
    ['userTags.0', [{ ...tag, x: 1 }], {}],
  ])('may not contain %s as %j', (option, value, more) => {
    const [name = ''] = option.split('.');
    expect(instagram.validate(draftOf({ [name]: value }, more))).toMatchObject([
      { field: 'platformOptions', option, rule: 'invalid_option' },
    ]);
  });

  it('have limits, which errors report', () => {
    expect(instagram.validate(draftOf({ collaborators: ['a', 'b', 'c', 'd'] }))).toMatchObject([
      { option: 'collaborators', rule: 'invalid_option', limit: 3, actual: 4 },
    ]);
    const userTags = Array.from({ length: 21 }, () => ({ ...tag, x: 0, y: 0 }));
    expect(instagram.validate(draftOf({ userTags }))).toMatchObject([
      { option: 'userTags', rule: 'invalid_option', limit: 20, actual: 21 },
    ]);
  });

  const kindOnly = (option: string, rule = 'option_not_for_kind'): object => ({ option, rule });
  it.each([
    [{ shareToFeed: true }, {}, kindOnly('shareToFeed')],
    [{ coverMediaId: 'med_1' }, {}, kindOnly('coverMediaId')],
    [{ thumbOffsetMs: 1 }, { media: [image(), image()] }, kindOnly('thumbOffsetMs')],
    [{ audioName: 'a' }, {}, kindOnly('audioName')],
    [
      { kind: 'STORIES', trialReel: { graduationStrategy: 'MANUAL' } },
      { ...reel, text: '' },
      kindOnly('trialReel'),
    ],
    [{ kind: 'STORIES', collaborators: ['a'] }, { text: '' }, kindOnly('collaborators')],
    [{ kind: 'STORIES', locationId: '1' }, { text: '' }, kindOnly('locationId')],
    [{ kind: 'STORIES', commentsEnabled: false }, { text: '' }, kindOnly('commentsEnabled')],
    // In a draft, the kind decides even before there are media.
    [{ kind: 'STORIES', locationId: '1' }, { text: '', media: [] }, kindOnly('locationId')],
    [{ coverMediaId: 'm', thumbOffsetMs: 1 }, reel, kindOnly('thumbOffsetMs', 'cover_given_twice')],
    [
      { thumbOffsetMs: 20_000 },
      reel,
      { option: 'thumbOffsetMs', rule: 'thumb_offset_too_late', limit: 19_999, actual: 20_000 },
    ],
    [{ userTags: [tag] }, {}, { option: 'userTags.0', rule: 'tag_place_required' }],
    [{ userTags: [{ ...tag, x: 0, y: 0 }] }, reel, { option: 'userTags.0', rule: 'tag_place_not_allowed' }],
    [
      { userTags: [{ ...tag, x: 0, y: 0, mediaIndex: 1 }] },
      {},
      { option: 'userTags.0', rule: 'tag_without_media', limit: 0, actual: 1 },
    ],
    [
      { commentsEnabled: false },
      { firstComment: 'first' },
      { option: 'commentsEnabled', rule: 'comments_off_with_first_comment' },
    ],
  ])('with %j break a rule', (options, more, expected) => {
    const violations = instagram.validate(draftOf(options, more));
    expect(violations.filter(({ field }) => field === 'platformOptions')).toMatchObject([expected]);
    expect(violations.every(({ severity }) => severity === undefined)).toBe(true);
  });

  it('are not checked on a draft without media', () => {
    const options = { shareToFeed: true, userTags: [tag] };
    expect(instagram.validate(draftOf(options, { media: [] }))).toMatchObject([
      { field: 'media', rule: 'media_required' },
    ]);
  });

  it('are all described, and none is required', () => {
    const { properties, required } = instagram.optionsSchema as {
      properties: Record<string, { description?: string }>;
      required?: string[];
    };
    expect(required ?? []).toEqual([]);
    for (const [name, { description = '' }] of Object.entries(properties)) {
      expect(description, name).not.toBe('');
    }
  });

  it('include the rules for a cover image', () => {
    expect(definition.optionMedia).toMatchObject({
      coverMediaId: { mimes: ['image/jpeg'], bytesMax: 8_000_000 },
    });
  });
});

describe('a draft of a certain kind', () => {
  it.each([
    ['FEED', [video()], 'media_count_too_low'],
    ['REELS', [image()], 'media_type_not_allowed'],
    ['REELS', [video(), video()], 'media_count_exceeded'],
    ['STORIES', [image(), image()], 'media_count_exceeded'],
    ['STORIES', [video({ durationMs: 61_000 })], 'media_too_long'],
    ['STORIES', [gif()], 'media_type_not_allowed'],
  ])('is refused as %s with the wrong media: %#', (kind, media, rule) => {
    const violations = instagram.validate(draftOf({ kind }, { media, text: '' }));
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
  });

  it('gets a warning that a story shows no text, and may have no first comment', () => {
    expect(instagram.validate(draftOf({ kind: 'STORIES' }, { firstComment: 'first' }))).toMatchObject([
      { field: 'text', rule: 'text_not_shown', severity: 'warning' },
      { field: 'firstComment', rule: 'first_comment_not_supported' },
    ]);
  });
});

describe('a label for a paid partnership', () => {
  it('gets a warning, because it is documented for another login', () => {
    const of = { option: 'isPaidPartnership', rule: 'option_may_be_ignored', severity: 'warning' };
    expect(instagram.validate(draftOf({ isPaidPartnership: true }))).toMatchObject([of]);
  });
});

describe('a caption', () => {
  const repeated = (count: number, word: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => word(index)).join(' ');

  it.each([
    [5, (i: number) => `#tag${i}`, []],
    [
      6,
      (i: number) => `#tag${i}`,
      [{ field: 'text', rule: 'many_hashtags', limit: 5, actual: 6, severity: 'warning' }],
    ],
    [30, (i: number) => `#tag${i}`, [{ rule: 'many_hashtags', actual: 30, severity: 'warning' }]],
    [
      31,
      (i: number) => `#тег_${i}`,
      [{ field: 'text', rule: 'hashtag_limit_exceeded', limit: 30, actual: 31 }],
    ],
    [20, (i: number) => `@user.${i}`, []],
    [
      21,
      (i: number) => `@user.${i}`,
      [{ field: 'text', rule: 'mention_limit_exceeded', limit: 20, actual: 21 }],
    ],
    [40, (i: number) => `${i}@example.com`, []],
    [40, (i: number) => `${i} # @`, []],
  ])('is checked with %i hashtags or mentions: %#', (count, word, expected) => {
    expect(instagram.validate(draftOf(null, { text: repeated(count, word) }))).toMatchObject(expected);
  });
});
