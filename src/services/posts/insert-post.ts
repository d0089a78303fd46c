import type { Queryable } from '../../db/client.js';
import { postEvents, postMedia, posts, targets } from '../../db/schema/index.js';
import type { PostRecord } from './post-records.js';

/** Writes a new post, its parts and its first events as one statement: all of them, or none. */
export async function insertPost(
  q: Queryable,
  { post, targets: targetRows, media }: PostRecord,
  events: (typeof postEvents.$inferInsert)[],
): Promise<void> {
  const parts = [
    q.$with('stored_post').as(q.insert(posts).values(post).returning({ id: posts.id })),
    q.$with('stored_targets').as(q.insert(targets).values(targetRows).returning({ id: targets.id })),
    ...(media.length === 0
      ? []
      : [q.$with('stored_media').as(q.insert(postMedia).values(media).returning({ id: postMedia.postId }))]),
  ];
  await q
    .with(...parts)
    .insert(postEvents)
    .values(events);
}
