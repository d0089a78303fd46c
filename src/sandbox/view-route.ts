import type { Hono } from 'hono';
import { z } from 'zod';
import { addViews } from './counters.js';
import type { FeedSource } from './feed.js';
import type { SandboxEnv } from './publishing.js';
import { isForm, readBody } from './read-body.js';

const countMax = 1_000_000;

/**
 * Adds `POST /views`, which lets visitors see a post, so that its counters grow: for programs (JSON, 204) and for the
 * page's form, which is redirected back to the post.
 */
export function addViewRoute(app: Hono<SandboxEnv>, { store, platforms }: FeedSource): void {
  const schema = z.object({
    platform: z.enum([...platforms.keys()]),
    externalPostId: z.string().min(1).max(500),
    count: z.coerce.number().int().min(1).max(countMax),
  });
  app.post('/views', async (c) => {
    const read = schema.safeParse(await readBody(c));
    if (!read.success) return c.json({ message: z.prettifyError(read.error) }, 400);
    const { platform, externalPostId, count } = read.data;
    const post = store.find(platform, externalPostId);
    if (post === undefined) return c.json({ message: 'There is no such post.' }, 404);
    addViews(store, post, count);
    if (!isForm(c)) return c.body(null, 204);
    return c.redirect(
      `/posts/${platforms.get(platform)?.path ?? ''}/${encodeURIComponent(externalPostId)}`,
      303,
    );
  });
}
