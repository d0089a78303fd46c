import { and, eq, inArray, isNull, not, notExists, notInArray, or, sql } from 'drizzle-orm';
import { builtStatement } from '../../../db/built-query.js';
import type { Queryable } from '../../../db/client.js';
import { columnKeys, insertJsonRows } from '../../../db/json-rows.js';
import {
  memberships,
  postMedia,
  posts,
  publications,
  webhookEndpoints,
  workspaces,
} from '../../../db/schema/index.js';
import { hasFeature, planNames } from '../../../domain/plans.js';
import { permissionRoles } from '../../../domain/roles.js';
import type { WebhookEventType } from '../../../domain/webhooks.js';
import { insertEvents, type EventRow } from '../../timeline/record.js';
import type { PostMediaRow, PostRecord, PostRow, PublicationRow } from '../../post-records/records.js';
import { withFollowing } from '../../post-records/new-rows.js';

const insertPosts = insertJsonRows<PostRow>(posts, columnKeys(posts));
const insertPublications = insertJsonRows<PublicationRow>(publications, columnKeys(publications));
const insertMedia = insertJsonRows<PostMediaRow>(postMedia, columnKeys(postMedia));

const plansWithApprovals = planNames.filter((name) => hasFeature(name, 'APPROVALS'));

/**
 * Writes a new post, its parts and its first events in one statement, so all or none are stored. Waits for changes of
 * the workspace that are under way (its deletion, the removal of a member, another approval setting). Returns false if
 * the author may no longer write there, if the post needs an approval by now, or if `unlessHeard` is given and an
 * endpoint of the workspace subscribes to that event type.
 */
export async function insertPost(
  q: Queryable,
  { post, targets: targetRows, media }: PostRecord,
  events: readonly EventRow[],
  { unlessHeard }: { unlessHeard?: WebhookEventType | undefined } = {},
): Promise<boolean> {
  const { workspaceId, createdByUserId, status } = post;
  const stored = await insertParts(q, {
    ...{ workspaceId, createdByUserId, status, unlessHeard: unlessHeard ?? null },
    post: insertPosts.json([post]),
    publications: insertPublications.json(withFollowing(targetRows)),
    media: insertMedia.json(media),
    events: insertEvents.json(events),
  });
  return stored.length > 0;
}

const given = sql.placeholder;

const insertParts = builtStatement(
  (q) => sql`
    with home as ${homeOf(q)}, stored_post as (${insertPosts(given('post'))} where exists (select from home)),
      stored_publications as (
        ${insertPublications(given('publications'))} where exists (select from home)),
      stored_media as (${insertMedia(given('media'))} where exists (select from home))
    ${insertEvents(given('events'))} where exists (select from home)
    returning post_id`,
);

/** Selects and locks the workspace and the author's membership. No row: the post may not be written. */
function homeOf(q: Queryable) {
  const listeners = q
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, given('workspaceId')),
        isNull(webhookEndpoints.deletedAt),
        sql`${given('unlessHeard')} = any(${webhookEndpoints.events})`,
      ),
    );
  const needsNoApproval = or(
    sql`${given('status')}::text <> 'SCHEDULED'`,
    not(workspaces.requireApproval),
    notInArray(workspaces.plan, plansWithApprovals),
  );
  return q
    .select({ id: workspaces.id })
    .from(workspaces)
    .innerJoin(memberships, eq(memberships.workspaceId, workspaces.id))
    .where(
      and(
        eq(workspaces.id, given('workspaceId')),
        isNull(workspaces.deletedAt),
        eq(memberships.userId, given('createdByUserId')),
        inArray(memberships.role, permissionRoles.writePosts),
        needsNoApproval,
        notExists(listeners),
      ),
    )
    .for('share', { of: [workspaces, memberships] });
}
