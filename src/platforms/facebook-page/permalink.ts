import { z } from 'zod';
import { onFailure, type Published } from '../kit/failure.js';
import { openPage, read, type FacebookPage, type FacebookSession } from './api.js';
import { readStoryUrl, storyMediaIdOf } from './stories.js';
import { partsOfOwnUrl, type UrlOwner } from '../kit/id-in-url.js';

/** A short timeout, because the URL is just for display. */
const permalinkTimeoutMs = 5_000;

const permalinkSchema = z.object({ id: z.string(), permalink_url: z.string().min(1) });

/**
 * Makes a full URL from a permalink, because Facebook returns URLs of videos as paths. Null if it is not an
 * http(s) URL.
 */
export function siteUrl({ hosts }: FacebookPage, permalink: string): string | null {
  if (permalink.startsWith('/') && !permalink.startsWith('//')) return `${hosts.site}${permalink}`;
  return /^https?:\/\//i.test(permalink) && URL.canParse(permalink) ? permalink : null;
}

/**
 * The URL of a publication. If Facebook returns none, it is built from the id, because Facebook redirects
 * such a URL to the post. Null for a story without a URL.
 */
export async function readFacebookPermalink(
  session: FacebookSession,
  published: Published,
): Promise<string | null> {
  const page = openPage(session);
  const { externalPostId: id } = published;
  const storyMediaId = storyMediaIdOf(published);
  if (storyMediaId !== null) {
    const url = await readStoryUrl(page, storyMediaId);
    return url === null ? null : siteUrl(page, url);
  }
  const reading = read(
    page,
    { path: [id], method: 'GET', params: { fields: 'id,permalink_url' }, timeoutMs: permalinkTimeoutMs },
    permalinkSchema,
  );
  const post = await onFailure(reading, () => null);
  const stated = post?.id === id ? siteUrl(page, post.permalink_url) : null;
  return stated ?? `${page.hosts.site}/${encodeURIComponent(id)}`;
}

const idPattern = /^\/(?<owner>\d+)_(?<post>\d+)\/?$/;
const permalinkPattern = /^\/(?<owner>[^/]+)\/posts\/(?:(?<page>\d+)_)?(?<post>\d+)\/?$/;

/**
 * The id of a post of the Page from its URL. The id begins with the Page's id. A URL with a `pfbid` contains
 * no id, and Facebook opens the id of a video or reel under the name of any Page.
 */
export function idInPermalink(siteUrl: string, url: URL, owner: UrlOwner): string | null {
  const partsBy = (pattern: RegExp) => partsOfOwnUrl(url, owner, [siteUrl], pattern);
  const parts = partsBy(idPattern) ?? partsBy(permalinkPattern);
  if (parts === null) return null;
  const { page = owner.externalAccountId, post = '' } = parts;
  return page === owner.externalAccountId ? `${page}_${post}` : null;
}
