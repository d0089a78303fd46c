import type { Finding } from '../../../domain/findings.js';
import { mediaPerPostMax } from '../../../domain/limits.js';
import type { RequestContext } from '../../shared/context.js';
import { requireMediaFetch } from '../../media/fetch-source.js';
import { within } from '../../shared/remote-calls/with-timeout.js';
import { countMore } from '../../rate-limits/count-more.js';
import { addressCountErrors, pathsOfUrls } from './before-fetch.js';
import type { CreatePostInput } from '../types.js';
import { hasMediaItems } from './url-media.js';

const atOnceMax = 4;
/**
 * After this time no further name is resolved; a single one takes up to five seconds. Creating the post checks all URLs
 * again anyway.
 */
const lookUpsMsMax = 10_000;

/**
 * Findings about media URLs without fetching them: whether this installation fetches URLs at all, and whether it would
 * request each one. Each URL counts as a request.
 */
export async function urlFindings(ctx: RequestContext, input: CreatePostInput): Promise<Finding[]> {
  if (!hasMediaItems(input)) return [];
  const fetch = requireMediaFetch(ctx);
  const waiting = [...pathsOfUrls(input)].slice(0, mediaPerPostMax);
  await countMore(ctx, waiting.length);
  const rejected: Finding[] = [];
  const checkNext = async (signal: AbortSignal): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const [url, path] = next;
      const verdict = await fetch.check(url);
      if (verdict.ok) continue;
      const code = verdict.reason === 'dns_failed' ? 'fetch_failed' : 'url_rejected';
      rejected.push({ path, code, message: verdict.message, severity: 'error' });
    }
  };
  await within(Math.min(lookUpsMsMax, ctx.media.itemsMsMax ?? lookUpsMsMax), (signal) =>
    Promise.all(Array.from({ length: atOnceMax }, () => checkNext(signal))),
  );
  const tooMany = addressCountErrors(input).map((detail): Finding => ({ ...detail, severity: 'error' }));
  return [...tooMany, ...rejected, notFetched];
}

const notFetched: Finding = {
  path: 'mediaItems',
  code: 'media_not_checked',
  message: 'The files behind the URLs are checked when the post is created.',
  severity: 'warning',
};
