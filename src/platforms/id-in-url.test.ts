import { expect, it } from 'vitest';
import { createShiftedClock } from '../../test/harness/clock.js';
import type { PlatformName } from '../domain/platforms.js';
import { platformDefinitions } from './index.js';
import { createPlatforms } from './kit/create-platforms.js';

const platforms = createPlatforms({
  definitions: platformDefinitions,
  fetchFor: () => () => Promise.reject(new Error('An id is read without a call.')),
  clock: createShiftedClock(),
});
const account = { externalAccountId: '123', handle: '@Acme.co' };
const idIn = (name: PlatformName, url: string): string | null | undefined =>
  platforms.get(name)?.idInUrl?.(new URL(url), account);

it.each<[PlatformName, string, string | null]>([
  ['X', 'https://x.com/i/status/1790000000000000001', '1790000000000000001'],
  ['X', 'http://127.0.0.1:24000/x/acme.co/status/17?s=20', '17'],
  ['X', 'https://x.com/somebody/status/17', null],
  ['X', 'https://x.com/acme.co', null],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/feed/update/urn:li:share:71/', 'urn:li:share:71'],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A71', 'urn:li:ugcPost:71'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/acme_our-news-share-71-AbC1', 'urn:li:share:71'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/acme_our-news-activity-71-AbC1', null],
  ['TIKTOK_PERSONAL', 'https://www.tiktok.com/@acme.co/video/7123', '7123'],
  ['TIKTOK_BUSINESS', 'https://www.tiktok.com/@acme.co/photo/7123?lang=en', '7123'],
  ['TIKTOK_BUSINESS', 'https://www.tiktok.com/@other/video/7123', null],
  ['YOUTUBE', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1', 'dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['YOUTUBE', 'https://www.youtube.com/@acme', null],
  ['PINTEREST', 'https://www.pinterest.com/pin/99/', '99'],
  ['BLUESKY', 'https://bsky.app/profile/acme.co/post/3kabc', 'at://123/app.bsky.feed.post/3kabc'],
  ['BLUESKY', 'https://bsky.app/profile/123/post/3kabc', 'at://123/app.bsky.feed.post/3kabc'],
  ['BLUESKY', 'https://bsky.app/profile/other/post/3kabc', null],
  ['BLUESKY', 'https://bsky.app/%zz', null],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/%zz', null],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme/posts/55', '123_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/123_55', '123_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/124_55', null],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/reel/77', '77'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme/posts/pfbid02abc', null],
])('%s: the URL %s names %s', (name, url, id) => {
  expect(idIn(name, url)).toBe(id);
});

it.each<PlatformName>(['INSTAGRAM', 'THREADS'])(
  '%s: its URLs have a short code in place of the id',
  (name) => {
    expect(idIn(name, 'https://example.com/p/C8abc/')).toBeUndefined();
  },
);
