import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { FeedSource } from './feed.js';
import type { SandboxEnv } from './publishing.js';
import { isForm, readBody } from './read-body.js';
import type { StoredPublication } from './store.js';
import { addVisitorComment } from './visitors.js';

const textCharsMax = 10_000;
const idCharsMax = 500;

/**
 * Adds the routes for visitors' comments: `POST /comments` for programs (JSON, 201 with the id) and for the page's
 * forms, which are redirected back to the post. `/comments/edit` and `/comments/delete` work in the same way.
 */
export function addCommentRoutes(app: Hono<SandboxEnv>, feed: FeedSource): void {
  const { store, platforms } = feed;
  const platform = z.enum([...platforms.keys()]);
  const id = z.string().min(1).max(idCharsMax);
  const text = z.string().trim().min(1).max(textCharsMax);
  // An empty or blank form field counts as missing.
  const optional = <T extends z.ZodType>(schema: T) =>
    z.preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
      schema.optional(),
    );

  const commentSchema = z.object({
    platform,
    externalPostId: id,
    text,
    authorName: optional(z.string().trim().max(100)),
    parentId: optional(id),
  });
  app.post('/comments', async (c) => {
    const read = commentSchema.safeParse(await readBody(c));
    if (!read.success) return c.json({ message: z.prettifyError(read.error) }, 400);
    const simulator = platforms.get(read.data.platform);
    if (simulator === undefined) return c.notFound();
    const added = addVisitorComment(store, simulator, read.data);
    if ('refusal' in added) return c.json({ message: added.refusal }, 400);
    if (isForm(c)) return backTo(c, feed, added);
    return c.json({ externalCommentId: added.externalPostId }, 201);
  });

  const commentOf = (named: { platform: string; externalCommentId: string }) => {
    const found = store.find(named.platform, named.externalCommentId);
    return found?.parentId === null ? undefined : found;
  };
  const editSchema = z.object({ platform, externalCommentId: id, text });
  app.post('/comments/edit', async (c) => {
    const read = editSchema.safeParse(await readBody(c));
    if (!read.success) return c.json({ message: z.prettifyError(read.error) }, 400);
    const comment = commentOf(read.data);
    if (comment === undefined) return c.json({ message: 'There is no such comment.' }, 404);
    store.update({ ...comment, text: read.data.text, editedAt: store.now().toISOString() });
    return isForm(c) ? backTo(c, feed, comment) : c.body(null, 204);
  });

  const removeSchema = z.object({ platform, externalCommentId: id });
  app.post('/comments/delete', async (c) => {
    const read = removeSchema.safeParse(await readBody(c));
    if (!read.success) return c.json({ message: z.prettifyError(read.error) }, 400);
    const comment = commentOf(read.data);
    if (comment === undefined) return c.json({ message: 'There is no such comment.' }, 404);
    store.remove(comment);
    return isForm(c) ? backTo(c, feed, comment) : c.body(null, 204);
  });

  function backTo(
    c: Context<SandboxEnv>,
    source: FeedSource,
    { platform: name, rootId, parentId }: StoredPublication,
  ) {
    const path = source.platforms.get(name)?.path ?? '';
    return c.redirect(`/posts/${path}/${encodeURIComponent(rootId ?? parentId ?? '')}`, 303);
  }
}
