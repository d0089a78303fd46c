import { eq, sql } from 'drizzle-orm';
import { postEvents, posts, publishAttempts, targets } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';
import { authorizeResource } from '../access.js';
import type { RequestContext } from '../context.js';
import { decodeCursor, encodeCursor } from '../pagination.js';
import type { Page } from '../posts/types.js';
import { publisher } from './record.js';
import type { TimelineView } from './types.js';

export interface ListTimelineInput {
  postId: string;
  cursor?: string;
  limit: number;
}

/**
 * What has happened to a post, oldest first (GET /posts/{id}/timeline): its events, and the starts of its
 * attempts, whose rows are written before each call and are there even if whoever called has died.
 */
export async function listTimeline(
  ctx: RequestContext,
  { postId, cursor, limit }: ListTimelineInput,
): Promise<Page<TimelineView>> {
  const [post] = await ctx.db
    .select({ workspaceId: posts.workspaceId, deletedAt: posts.deletedAt })
    .from(posts)
    .where(eq(posts.id, postId));
  const isLive = post !== undefined && post.deletedAt === null;
  authorizeResource(ctx.reach, isLive ? post.workspaceId : undefined, 'read');
  const scope = JSON.stringify(['timeline', postId]);
  const after = cursor === undefined ? null : decodeCursor(ctx.cursorKey, cursor, scope);
  const rows = await readMerged(ctx, postId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(toView),
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(ctx.cursorKey, { scope, value: last.at, id: last.timelineNumber }),
  };
}

type Row = {
  /** ISO, to the millisecond that the column keeps. */
  at: string;
  timelineNumber: string;
  kind: TimelineKind;
  actorKind: 'apiKey' | 'system';
  actorId: string;
  actorUserId: string | null;
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
};

async function readMerged(
  { db }: RequestContext,
  postId: string,
  after: { value: string | null; id: string } | null,
  count: number,
): Promise<Row[]> {
  const attemptStarted = 'ATTEMPT_STARTED' satisfies TimelineKind;
  const rest =
    after === null ? sql`true` : sql`(at, number) > (${after.value}::timestamptz, ${after.id}::bigint)`;
  const rows = await db.execute<Row>(sql`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at",
      number::text as "timelineNumber", kind, actor_kind as "actorKind", actor_id as "actorId",
      actor_user_id as "actorUserId", request_id as "requestId", target_id as "targetId",
      (select platform from ${targets} where ${targets.id} = merged.target_id) as "platform", detail
    from (
      select at, ${postEvents.timelineNumber} as number, kind, actor_kind, actor_id, actor_user_id, request_id,
        target_id, detail
      from ${postEvents} where ${postEvents.postId} = ${postId}
      union all
      select ${publishAttempts.startedAt}, ${publishAttempts.timelineNumber}, ${attemptStarted}, ${publisher.kind},
        ${publisher.part}, null, null, ${publishAttempts.targetId},
        jsonb_build_object('step', ${publishAttempts.step}, 'attempt', ${publishAttempts.number},
          'workflowId', ${publishAttempts.workflowId})
      from ${publishAttempts} join ${targets} on ${targets.id} = ${publishAttempts.targetId}
      where ${targets.postId} = ${postId}
    ) merged
    where ${rest}
    order by merged.at, merged.number
    limit ${count}`);
  return [...rows];
}

function toView(row: Row): TimelineView {
  const { kind, requestId, targetId, platform, detail } = row;
  return {
    at: new Date(row.at),
    kind,
    actor:
      row.actorKind === 'apiKey'
        ? { kind: 'apiKey', apiKeyId: row.actorId, userId: row.actorUserId ?? '' }
        : { kind: 'system', part: row.actorId },
    requestId,
    targetId,
    platform,
    detail,
  };
}
