import { describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { gif, image, many, video } from '../../../../test/platforms/draft-media.js';
import { connectorOf } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PublicationDraft } from '../../kit/platform.js';
import { facebookPage } from '../definition.js';

const facebook = connectorOf(facebookPage, { fetch: createSafeFetch() });

const draft = (more: Partial<PublicationDraft> = {}): PublicationDraft => ({
  text: 'hi',
  firstComment: null,
  options: null,
  media: [],
  ...more,
});
const rules = (more: Partial<PublicationDraft>) =>
  facebook.validate(draft(more)).map(({ severity = 'error', rule }) => `${severity} ${rule}`);
const options = (given: JsonObject) => ({ options: given });
const link = 'https://example.com/';

describe('a valid draft', () => {
  it.each([
    ['with nothing but a text', {}],
    ['with everything that a text may have', options({ kind: 'POST', link, place: '1' })],
    ['with only a link', { text: '', ...options({ link }) }],
    ['with a background', { text: 'a'.repeat(130), ...options({ textFormatPresetId: '1' }) }],
    ['with ten photos and a place', { media: many(10, image()), ...options({ place: '1' }) }],
    ['with photos without a text', { text: '', media: [image()] }],
    ['with a video and its title', { media: [video()], ...options({ title: 'T' }) }],
    ['as a reel', { media: [video()], ...options({ kind: 'REEL', title: 'T', place: '1' }) }],
    ['as a reel without a text', { text: '', media: [video()], ...options({ kind: 'REEL' }) }],
    ['as an image story', { text: '', media: [image()], ...options({ kind: 'STORY' }) }],
    ['as a video story', { text: '', media: [video()], ...options({ kind: 'STORY' }) }],
    ['with the name of the platform', options({ platform: 'FACEBOOK_PAGE' })],
  ])('may be created %s', (_what, more) => {
    expect(rules(more)).toEqual([]);
  });
});

describe('an invalid draft', () => {
  const story = options({ kind: 'STORY' });
  const reel = options({ kind: 'REEL' });
  it.each([
    ['a reel without a video', reel, ['error media_required']],
    ['a story without media', { text: '', ...story }, ['error media_required']],
    ['a reel from an image', { media: [image()], ...reel }, ['error media_type_not_allowed']],
    ['a reel of two videos', { media: many(2, video()), ...reel }, ['error media_count_exceeded']],
    [
      'a reel that is too long',
      { media: [video({ durationMs: 91_000 })], ...reel },
      ['error media_too_long'],
    ],
    [
      'a reel that is not upright',
      { media: [video({ width: 1920, height: 1080 })], ...reel },
      ['error media_ratio_too_high'],
    ],
    [
      'a story of two images',
      { text: '', media: many(2, image()), ...story },
      ['error media_count_exceeded'],
    ],
    [
      'a story that is too long',
      { text: '', media: [video({ durationMs: 61_000 })], ...story },
      ['error media_too_long'],
    ],
    [
      'a story with a comment',
      { text: '', firstComment: 'a', media: [image()], ...story },
      ['error first_comment_not_supported'],
    ],
    ['a link beside photos', { media: [image()], ...options({ link }) }, ['error link_with_media']],
    ['a post without text', { text: ' ' }, ['error text_required']],
    ['a title of a text', options({ title: 'T' }), ['error title_without_video']],
    [
      'a title of a story',
      { text: '', media: [video()], ...options({ kind: 'STORY', title: 'T' }) },
      ['error title_without_video'],
    ],
    ['a place on a video', { media: [video()], ...options({ place: '1' }) }, ['error place_not_supported']],
    [
      'a place on a story',
      { text: '', media: [image()], ...options({ kind: 'STORY', place: '1' }) },
      ['error place_not_supported'],
    ],
    [
      'a background of photos',
      { media: [image()], ...options({ textFormatPresetId: '1' }) },
      ['error text_format_not_supported'],
    ],
    [
      'a background of a link',
      options({ link, textFormatPresetId: '1' }),
      ['error text_format_not_supported'],
    ],
    [
      'a background of a long text',
      { text: 'a'.repeat(131), ...options({ textFormatPresetId: '1' }) },
      ['error text_format_too_long'],
    ],
    ['options of another platform', options({ platform: 'X' }), ['error invalid_option']],
    ['an unknown kind', options({ kind: 'CAROUSEL' }), ['error invalid_option']],
    ['an invalid link', options({ link: 'javascript:alert(1)' }), ['error invalid_option']],
    ['a place that is not an id', options({ place: 'Berlin' }), ['error invalid_option']],
    ['an unknown option', options({ published: false }), ['error unknown_option']],
    ['an animation', { media: [gif()] }, ['error media_type_not_allowed']],
    ['photos beside a video', { media: [image(), video()] }, ['error media_mix_not_allowed']],
    ['an animation as a story', { text: '', media: [gif()], ...story }, ['error media_type_not_allowed']],
  ])('is refused with the violated rules: %s', (_what, more, expected) => {
    expect(rules(more)).toEqual(expected);
  });

  it('is refused with the option, the limit and the actual value', () => {
    const found = facebook.validate(
      draft({ text: 'a'.repeat(131), ...options({ textFormatPresetId: '1' }) }),
    );
    expect(found).toMatchObject([
      { field: 'platformOptions', option: 'textFormatPresetId', limit: 130, actual: 131 },
    ]);
    expect(facebook.validate(draft({ media: many(2, image()), ...options({ link }) }))).toMatchObject([
      { field: 'platformOptions', option: 'link', limit: 0, actual: 2 },
    ]);
    expect(facebook.validate(draft({ ...options({ kind: 'REEL' }) }))).toMatchObject([
      { field: 'media', isMissing: true, limit: 1, actual: 0 },
    ]);
  });
});

describe('a warning', () => {
  it('names the parts that are not sent, such as the text of a story or the description of a video', () => {
    const story = { media: [image()], ...options({ kind: 'STORY' }) };
    expect(rules(story)).toEqual(['warning text_not_shown']);
    const described = { ...video(), altText: 'a dog' };
    expect(facebook.validate(draft({ media: [described] }))).toMatchObject([
      { field: 'media', mediaIndex: 0, rule: 'alt_text_not_sent', severity: 'warning' },
    ]);
    expect(rules({ media: [{ ...image(), altText: 'a dog' }] })).toEqual([]);
  });
});

describe('the schema', () => {
  it('describes each option, and the default kind', () => {
    const properties = facebook.optionsSchema['properties'] as Record<string, JsonObject>;
    expect(Object.keys(properties).sort()).toEqual(
      ['kind', 'link', 'place', 'platform', 'textFormatPresetId', 'title'].sort(),
    );
    for (const property of Object.values(properties)) expect(property['description']).toMatch(/\w/);
    expect(properties['kind']).toMatchObject({ default: 'POST', enum: ['POST', 'REEL', 'STORY'] });
  });
});
