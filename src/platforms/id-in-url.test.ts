import { expect, it } from 'vitest';
import { createShiftedClock } from '../../test/harness/clock.js';
import type { PlatformName } from '../domain/platforms.js';
import { platformDefinitions } from './index.js';
import { createPlatforms } from './kit/create-platforms.js';
import type { UrlOwner } from './kit/id-in-url.js';

const platforms = createPlatforms({
  definitions: platformDefinitions,
  fetchFor: () => () => Promise.reject(new Error('An id is read without a call.')),
  clock: createShiftedClock(),
});
const account = { externalAccountId: '123', handle: '@Acme.co' };
const sandboxUrl = 'http://127.0.0.1:24000/bluesky';
const idIn = (name: PlatformName, url: string, owner: UrlOwner = account): string | null | undefined =>
  platforms.get(name)?.idInUrl?.(new URL(url), owner);

it.each<[PlatformName, string, string]>([
  ['BLUESKY', 'https://bsky.app/profile/acme.co/post/3kabc?s=20', 'at://123/app.bsky.feed.post/3kabc'],
  ['BLUESKY', 'https://bsky.app/profile/123/post/3kabc', 'at://123/app.bsky.feed.post/3kabc'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/55', '123_55'],
  ['FACEBOOK_PAGE', 'https://m.facebook.com/123/posts/123_55/', '123_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/123_55', '123_55'],
])('%s: the URL %s proves that %s is the account’s own', (name, url, id) => {
  expect(idIn(name, url)).toBe(id);
});

it.each<[PlatformName, string]>([
  ['BLUESKY', 'https://bsky.app/profile/other/post/3kabc'],
  ['BLUESKY', 'https://bsky.app/profile/acme.co'],
  ['BLUESKY', 'https://bsky.example/profile/acme.co/post/3kabc'],
  ['BLUESKY', 'https://bsky.app.example/profile/acme.co/post/3kabc'],
  ['BLUESKY', 'https://notbsky.app/profile/acme.co/post/3kabc'],
  ['BLUESKY', 'https://bsky.app:8443/profile/acme.co/post/3kabc'],
  ['BLUESKY', `${sandboxUrl}/profile/acme.co/post/3kabc`],
  ['BLUESKY', 'https://bsky.app/%zz'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/other/posts/55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/124_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/124_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/reel/77'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/videos/77/'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/pfbid02abc'],
])('%s: the URL %s does not prove that a post is the account’s own', (name, url) => {
  expect(idIn(name, url)).toBeNull();
});

it('the URL of a post in the sandbox proves its id only for an account in the sandbox', () => {
  const inSandbox = { ...account, sandboxUrl };
  const own = `${sandboxUrl}/profile/acme.co/post/3kabc`;
  expect(idIn('BLUESKY', own, inSandbox)).toBe('at://123/app.bsky.feed.post/3kabc');
  for (const elsewhere of [
    'https://bsky.app/profile/acme.co/post/3kabc',
    'http://127.0.0.1:24000/profile/acme.co/post/3kabc',
    'http://127.0.0.1:24001/bluesky/profile/acme.co/post/3kabc',
  ])
    expect(idIn('BLUESKY', elsewhere, inSandbox)).toBeNull();
});

it.each<[PlatformName, string]>([
  ['X', 'https://x.com/acme.co/status/17'],
  ['TIKTOK_PERSONAL', 'https://www.tiktok.com/@acme.co/video/7123'],
  ['TIKTOK_BUSINESS', 'https://www.tiktok.com/@acme.co/photo/7123'],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/posts/acme.co_our-news-share-71-AbC1'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/acme.co_our-news-share-71-AbC1'],
  ['INSTAGRAM', 'https://www.instagram.com/acme.co/p/AbC1/'],
  ['THREADS', 'https://www.threads.com/@acme.co/post/AbC1'],
  ['YOUTUBE', 'https://www.youtube.com/watch?v=AbC1'],
  ['PINTEREST', 'https://www.pinterest.com/pin/17/'],
])('%s: a URL such as %s proves nothing, because the id in it may belong to another account', (name, url) => {
  expect(idIn(name, url)).toBeUndefined();
});
