import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  apiKeys,
  clientLinks,
  postEvents,
  posts,
  publications,
  publishAttempts,
  targets,
} from '../../db/schema/index.js';
import { isReplyId } from '../../domain/ids.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { decodeCursor, encodeCursor, type CursorPosition } from '../shared/paging/pagination.js';
import type { Page } from '../shared/paging/page.js';
import { isAbout, publisher } from './record.js';
import type { TimelineView } from './types.js';

export interface ListTimelineInput {
  postId: string;
  kind?: TimelineKind[];
  targetId?: string;
  cursor?: string;
  limit: number;
  sort?: TimelineSort;
}

export const timelineSorts = ['at', '-at'] as const;
type TimelineSort = (typeof timelineSorts)[number];

/** Lists the timeline of a post (GET /posts/{id}/timeline). */
export async function listTimeline(
  ctx: RequestContext,
  input: ListTimelineInput,
): Promise<Page<TimelineView>> {
  const [post] = await ctx.db
    .select({ workspaceId: posts.workspaceId })
    .from(posts)
    .where(and(eq(posts.id, input.postId), isNull(posts.deletedAt)));
  authorizeResource(ctx.reach, post?.workspaceId, 'read');
  return readTimeline(ctx, input);
}

/**
 * Reads the timeline of a post or reply that the caller may read, oldest first by default. It contains the recorded
 * events and the starts of attempts. Attempt rows are written before each call, so they exist even if the worker died.
 */
export async function readTimeline(
  ctx: RequestContext,
  input: ListTimelineInput,
): Promise<Page<TimelineView>> {
  const { postId, kind, targetId, cursor, limit, sort = 'at' } = input;
  const scope = JSON.stringify(['timeline', postId, sort, kind, targetId]);
  const after = cursor === undefined ? null : decodeCursor(ctx.cursorKey, cursor, scope);
  const rows = await readMerged(ctx, input, after);
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
  /** ISO 8601, with the column's millisecond precision. */
  at: string;
  timelineNumber: string;
  kind: TimelineKind;
  actorKind: 'apiKey' | 'app' | 'clientLink' | 'session' | 'system';
  actorId: string;
  actorUserId: string | null;
  /** The name of the client link or the app; null for other actors, and once its row was deleted. */
  actorName: string | null;
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
};

async function readMerged(
  { db }: RequestContext,
  { postId, kind, targetId, sort = 'at', limit }: ListTimelineInput,
  after: CursorPosition | null,
): Promise<Row[]> {
  const attemptStarted = 'ATTEMPT_STARTED' satisfies TimelineKind;
  const [direction, behind] = sort === 'at' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const conditions = [
    after === null
      ? sql`true`
      : sql`(at, number) ${behind} (${after.value}::timestamptz, ${after.id}::bigint)`,
    kind === undefined ? sql`true` : inArray(sql`kind`, kind),
    targetId === undefined ? sql`true` : sql`target_id = ${targetId}`,
  ];
  const rows = await db.execute<Row>(sql`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at",
      number::text as "timelineNumber", kind, actor_kind as "actorKind", actor_id as "actorId",
      actor_user_id as "actorUserId", request_id as "requestId", target_id as "targetId",
      case merged.actor_kind
        when 'clientLink' then (select ${clientLinks.name} from ${clientLinks} where ${clientLinks.id} = merged.actor_id)
        when 'app' then (select ${apiKeys.name} from ${apiKeys} where ${apiKeys.id} = merged.actor_id)
      end as "actorName",
      (select platform from ${targets} where ${targets.id} = merged.target_id) as "platform", detail
    from (
      select at, ${postEvents.timelineNumber} as number, kind, actor_kind, actor_id, actor_user_id, request_id,
        target_id, detail
      from ${postEvents} where ${isAbout(postId)}
      union all
      select ${publishAttempts.startedAt}, ${publishAttempts.timelineNumber}, ${attemptStarted}, ${publisher.kind},
        ${publisher.part}, null, null, target.id,
        jsonb_build_object('step', ${publications.step}, 'attempt', ${publishAttempts.number},
          'workflowId', ${publishAttempts.workflowId})
      from ${publications} target
        join ${publications} on ${publications.id} = target.id or ${publications.targetId} = target.id
        join ${publishAttempts} on ${publishAttempts.publicationId} = ${publications.id}
      where ${isReplyId(postId) ? sql`target.id` : sql`target.post_id`} = ${postId} and not ${publishAttempts.assumed}
    ) merged
    where ${sql.join(conditions, sql` and `)}
    order by merged.at ${direction}, merged.number ${direction}
    limit ${limit + 1}`);
  return [...rows];
}

function toView(row: Row): TimelineView {
  const { kind, requestId, targetId, platform, detail } = row;
  return {
    at: new Date(row.at),
    kind,
    actor: actorOf(row),
    requestId,
    targetId,
    platform,
    detail,
  };
}

function actorOf({ actorKind, actorId, actorUserId, actorName: name }: Row): TimelineView['actor'] {
  const userId = actorUserId ?? '';
  if (actorKind === 'apiKey') return { kind: actorKind, apiKeyId: actorId, userId };
  if (actorKind === 'app') return { kind: actorKind, apiKeyId: actorId, userId, name };
  if (actorKind === 'clientLink') return { kind: actorKind, clientLinkId: actorId, name };
  if (actorKind === 'session') return { kind: actorKind, sessionId: actorId, userId };
  return { kind: actorKind, part: actorId };
}
