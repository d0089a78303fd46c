import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { columnKeys, insertJsonRows } from '../../db/json-rows.js';
import { postMedia, posts, targets } from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import { insertEvents, type EventRow } from '../timeline/record.js';
import type { PostMediaRow, PostRecord, PostRow, TargetRow } from './post-records.js';

const insertPosts = insertJsonRows<PostRow>(posts, columnKeys(posts));
const insertTargets = insertJsonRows<TargetRow>(targets, columnKeys(targets));
const insertMedia = insertJsonRows<PostMediaRow>(postMedia, columnKeys(postMedia));

/**
 * Writes a new post, its parts and its first events as one statement: all of them, or none. Waits for a deletion of
 * the workspace that is under way, so that no post is accepted into one that is gone.
 */
export async function insertPost(
  q: Queryable,
  { post, targets: targetRows, media }: PostRecord,
  events: readonly EventRow[],
): Promise<void> {
  const stored = await q.execute(sql`
    with home as (
      select from workspaces where id = ${post.workspaceId} and deleted_at is null for share
    ), stored_post as (${insertPosts([post])} where exists (select from home)),
      stored_targets as (${insertTargets(targetRows)} where exists (select from home)),
      stored_media as (${insertMedia(media)} where exists (select from home))
    ${insertEvents(events)} where exists (select from home)
    returning post_id`);
  if (stored.length === 0) throw notFound();
}
