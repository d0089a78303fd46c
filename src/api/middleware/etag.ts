import { createMiddleware } from 'hono/factory';
import { tagOfAnswer, tagOfBytes, versionTag, type TaggedResource } from '../http/resource-tag.js';
import type { ApiEnv } from '../types.js';

/**
 * Adds a strong ETag, computed from the bytes that describe the resource, and returns 304 to clients that
 * have that version. Shared caches store nothing; the caller's own cache may, and revalidates each time.
 */
export const etag = (resource: TaggedResource | undefined) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status !== 200) return;
    const text = await c.res.clone().text();
    const tag = resource === undefined ? tagOfBytes(text) : tagOfAnswer(resource, text);
    c.res.headers.set('ETag', tag);
    c.res.headers.set('Cache-Control', 'private, no-cache');
    if (!matches(c.req.header('if-none-match'), tag)) return;
    const headers = new Headers(c.res.headers);
    headers.delete('content-type');
    headers.delete('content-length');
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
  });

/** Adds the new ETag of a changed resource to the response, for the caller's next change. */
export const etagAfterChange = (resource: TaggedResource) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (c.res.status !== 200) return;
    const text = await c.res.clone().text();
    c.res.headers.set('ETag', versionTag(tagOfAnswer(resource, text)));
  });

/** Whether If-None-Match contains the tag. The comparison is weak, because a cache may have weakened our tag. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
