import { describe, expect, it } from 'vitest';
import { firstPictureOf, pictureUrlOf } from './pictures.js';

it.each([
  ['IMAGE', null, 'file'],
  ['GIF', 'small', 'small'],
  ['VIDEO', null, null],
  ['VIDEO', 'small', 'small'],
  ['DOCUMENT', null, null],
  ['SUBTITLES', null, null],
  ['SOMETHING_NEW', null, null],
])('a file of the kind %s with the thumbnail %s is shown by the URL %s', (kind, thumbnailUrl, expected) => {
  expect(pictureUrlOf({ kind, url: 'file', thumbnailUrl })).toBe(expected);
});

type Media = Parameters<typeof firstPictureOf>[0]['media'][number];

const media = (thumbnailUrl: string | null, altText: string | null, own: string | null = null): Media => ({
  altText,
  asset: { kind: 'IMAGE', url: 'https://large.example', thumbnailUrl, altText: own },
});
const video = {
  altText: 'A ship',
  asset: { kind: 'VIDEO', url: 'https://video.example', thumbnailUrl: null },
};

describe('the first picture of a post', () => {
  it('is the first that has a small version, never the image itself', () => {
    const post = { media: [media(null, 'Without'), media('https://small.example', 'A harbor')] };
    expect(firstPictureOf(post)).toEqual({ url: 'https://small.example', isVideo: false, alt: 'A harbor' });
    expect(firstPictureOf({ media: [media(null, 'Without')] })).toBeNull();
  });

  it('is the first frame of a video', () => {
    const post = { media: [media(null, 'Without'), video as Media] };
    expect(firstPictureOf(post)).toEqual({ url: 'https://video.example', isVideo: true, alt: 'A ship' });
  });

  it('is described by the post, or else by its file', () => {
    const altOf = (one: Media): string | undefined => firstPictureOf({ media: [one] })?.alt;
    expect(altOf(media('https://small.example', 'Here', 'Anywhere'))).toBe('Here');
    expect(altOf(media('https://small.example', null, 'Anywhere'))).toBe('Anywhere');
    expect(altOf(media('https://small.example', null))).toBe('');
  });

  it('is missing if the media were not read', () => {
    // Posts are read with their media only on request.
    const unread = { altText: null } as Media;
    expect(firstPictureOf({ media: [unread] })).toBeNull();
  });
});
