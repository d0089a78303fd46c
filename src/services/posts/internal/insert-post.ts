import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { columnKeys, insertJsonRows } from '../../../db/json-rows.js';
import { postMedia, posts, targets, webhookEndpoints } from '../../../db/schema/index.js';
import { hasFeature, planNames } from '../../../domain/plans.js';
import { permissionRoles } from '../../../domain/roles.js';
import type { WebhookEventType } from '../../../domain/webhooks.js';
import { insertEvents, type EventRow } from '../../timeline/record.js';
import type { PostMediaRow, PostRecord, PostRow, TargetRow } from '../../post-records/records.js';

const insertPosts = insertJsonRows<PostRow>(posts, columnKeys(posts));
const insertTargets = insertJsonRows<TargetRow>(targets, columnKeys(targets));
const insertMedia = insertJsonRows<PostMediaRow>(postMedia, columnKeys(postMedia));

const quoted = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));
const writers = quoted(permissionRoles.writePosts);
const plansWithApprovals = quoted(planNames.filter((name) => hasFeature(name, 'APPROVALS')));

/**
 * Writes a new post, its parts and its first events in one statement: all of them, or none. If the workspace
 * is being changed (deletion, removal of a member, another approval setting), it waits for that. False: its
 * author may no longer write there, or the post must wait for an approval by now; or, with `unlessHeard`, an
 * endpoint of the workspace subscribes to that type.
 */
export async function insertPost(
  q: Queryable,
  { post, targets: targetRows, media }: PostRecord,
  events: readonly EventRow[],
  { unlessHeard }: { unlessHeard?: WebhookEventType | undefined } = {},
): Promise<boolean> {
  const mustBeFree =
    post.status === 'SCHEDULED'
      ? sql`and not (home.require_approval and home.plan in (${plansWithApprovals}))`
      : sql``;
  const mustBeUnheard =
    unlessHeard === undefined
      ? sql``
      : sql`and not exists (select from ${webhookEndpoints} where ${webhookEndpoints.workspaceId} = ${post.workspaceId}
          and ${webhookEndpoints.deletedAt} is null and ${unlessHeard} = any(${webhookEndpoints.events}))`;
  const stored = await q.execute(sql`
    with home as (
      select from workspaces home join memberships author on author.workspace_id = home.id
      where home.id = ${post.workspaceId} and home.deleted_at is null
        and author.user_id = ${post.createdByUserId} and author.role in (${writers}) ${mustBeFree}
        ${mustBeUnheard}
      for share of home, author
    ), stored_post as (${insertPosts([post])} where exists (select from home)),
      stored_targets as (${insertTargets(targetRows)} where exists (select from home)),
      stored_media as (${insertMedia(media)} where exists (select from home))
    ${insertEvents(events)} where exists (select from home)
    returning post_id`);
  return stored.length > 0;
}
