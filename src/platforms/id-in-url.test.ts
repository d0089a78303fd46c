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
const sandboxUrl = 'http://127.0.0.1:24000/x';
const idIn = (name: PlatformName, url: string, owner: UrlOwner = account): string | null | undefined =>
  platforms.get(name)?.idInUrl?.(new URL(url), owner);

it.each<[PlatformName, string, string]>([
  ['X', 'https://x.com/acme.co/status/1790000000000000001?s=20', '1790000000000000001'],
  ['X', 'https://mobile.twitter.com/Acme.co/status/17/photo/1', '17'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/acme.co_our-news-share-71-AbC1', 'urn:li:share:71'],
  ['LINKEDIN_COMPANY', 'https://de.linkedin.com/posts/acme.co_x-ugcPost-71-a/?a=b', 'urn:li:ugcPost:71'],
  ['TIKTOK_PERSONAL', 'https://www.tiktok.com/@acme.co/video/7123', '7123'],
  ['TIKTOK_BUSINESS', 'https://www.tiktok.com/@acme.co/photo/7123?lang=en', '7123'],
  ['BLUESKY', 'https://bsky.app/profile/acme.co/post/3kabc', 'at://123/app.bsky.feed.post/3kabc'],
  ['BLUESKY', 'https://bsky.app/profile/123/post/3kabc', 'at://123/app.bsky.feed.post/3kabc'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/55', '123_55'],
  ['FACEBOOK_PAGE', 'https://m.facebook.com/123/posts/123_55/', '123_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/123_55', '123_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/videos/77/', '77'],
])('%s: the URL %s proves that %s is the account’s own', (name, url, id) => {
  expect(idIn(name, url)).toBe(id);
});

it.each<[PlatformName, string]>([
  ['X', 'https://x.com/i/status/17'],
  ['X', 'https://x.com/somebody/status/17'],
  ['X', 'https://x.com/acme.co'],
  ['X', 'https://x.example/acme.co/status/17'],
  ['X', 'https://x.com.example/acme.co/status/17'],
  ['X', 'https://notx.com/acme.co/status/17'],
  ['X', 'https://x.com:8443/acme.co/status/17'],
  ['X', `${sandboxUrl}/acme.co/status/17`],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/feed/update/urn:li:share:71/'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/other_our-news-share-71-AbC1'],
  ['LINKEDIN_COMPANY', 'https://www.linkedin.com/posts/acme.co_our-news-activity-71-AbC1'],
  ['LINKEDIN_PERSON', 'https://www.linkedin.com/%zz'],
  ['TIKTOK_BUSINESS', 'https://www.tiktok.com/@other/video/7123'],
  ['BLUESKY', 'https://bsky.app/profile/other/post/3kabc'],
  ['BLUESKY', 'https://bsky.app/%zz'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/other/posts/55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/124_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/124_55'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/reel/77'],
  ['FACEBOOK_PAGE', 'https://www.facebook.com/acme.co/posts/pfbid02abc'],
])('%s: the URL %s does not', (name, url) => {
  expect(idIn(name, url)).toBeNull();
});

it('an account in the sandbox has its posts under the URL of the sandbox, and nowhere else', () => {
  const inSandbox = { ...account, sandboxUrl };
  expect(idIn('X', `${sandboxUrl}/acme.co/status/17`, inSandbox)).toBe('17');
  for (const elsewhere of [
    'https://x.com/acme.co/status/17',
    'http://127.0.0.1:24000/acme.co/status/17',
    'http://127.0.0.1:24001/x/acme.co/status/17',
  ])
    expect(idIn('X', elsewhere, inSandbox)).toBeNull();
});

it.each<PlatformName>(['INSTAGRAM', 'THREADS', 'YOUTUBE', 'PINTEREST'])(
  '%s: its URLs do not name both the post’s id and its account',
  (name) => {
    expect(idIn(name, 'https://example.com/123/Acme.co/')).toBeUndefined();
  },
);
