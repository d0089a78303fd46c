import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { commentAssignments, comments, memberships } from '../../db/schema/index.js';
import { reachedWorkspaces } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import type { Page } from '../shared/paging/page.js';
import { decodeCursor, encodeCursor } from '../shared/paging/pagination.js';
import type { CommentView, ListCommentsInput } from './types.js';
import { readCommentRecords, toCommentView } from './view.js';

/**
 * Lists comments that the caller may read, newest first by default. With keyset pagination, rows that are inserted or
 * deleted between pages neither repeat nor hide other rows.
 */
export async function listComments(
  ctx: RequestContext,
  input: ListCommentsInput,
): Promise<Page<CommentView>> {
  const workspaceIds = reachedWorkspaces(ctx.reach, input.workspaceId);
  const scope = scopeOf(input);
  const after = input.cursor === undefined ? undefined : decodeCursor(ctx.cursorKey, input.cursor, scope);
  const isDescending = input.sort === '-postedAt';
  const direct = isDescending ? desc : asc;
  const row = sql`(${comments.postedAt}, ${comments.id})`;
  const position = after && sql`(${after.value}::timestamptz, ${after.id}::text)`;
  const records = await readCommentRecords(ctx.db, {
    where: and(
      ...filtersOf(input, workspaceIds),
      position && (isDescending ? sql`${row} < ${position}` : sql`${row} > ${position}`),
    ),
    orderBy: [direct(comments.postedAt), direct(comments.id)],
    limit: input.limit + 1,
  });
  const page = records.slice(0, input.limit);
  const last = records.length > input.limit ? page.at(-1)?.comment : undefined;
  return {
    data: page.map((record) => toCommentView(ctx, record)),
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(ctx.cursorKey, { scope, value: last.postedAt.toISOString(), id: last.id }),
  };
}

/** The part of a cursor that names its list: a cursor is only valid with the same filters and order. */
function scopeOf(input: ListCommentsInput): string {
  const { sort, workspaceId, socialAccountId, platform, postId, unread, mine, ...others } = input;
  const { assignedTo, assigned, since, until } = others;
  const filters = [workspaceId, socialAccountId, platform, postId, unread, mine];
  return JSON.stringify(['comments', sort, ...filters, assignedTo, assigned, since, until]);
}

const one = new QueryBuilder();

const assignedIds = (userId: string) =>
  one
    .select({ id: commentAssignments.commentId })
    .from(commentAssignments)
    .innerJoin(memberships, eq(memberships.id, commentAssignments.memberId))
    .where(eq(memberships.userId, userId));

const assignmentOf = one
  .select({ id: commentAssignments.commentId })
  .from(commentAssignments)
  .where(eq(commentAssignments.commentId, comments.id));

function filtersOf(input: ListCommentsInput, workspaceIds: string[]): (SQL | undefined)[] {
  const { socialAccountId, platform, postId, unread, mine, assignedTo, assigned, since, until } = input;
  const [only] = workspaceIds;
  const isAssigned = exists(assignmentOf);
  const isUnread = and(isNull(comments.readAt), not(comments.mine));
  return [
    only !== undefined && workspaceIds.length === 1
      ? eq(comments.workspaceId, only)
      : inArray(comments.workspaceId, workspaceIds),
    socialAccountId === undefined ? undefined : eq(comments.socialAccountId, socialAccountId),
    platform && inArray(comments.platform, platform),
    postId === undefined ? undefined : eq(comments.postId, postId),
    unread === undefined ? undefined : unread ? isUnread : or(isNotNull(comments.readAt), comments.mine),
    mine === undefined ? undefined : eq(comments.mine, mine),
    assignedTo === undefined ? undefined : inArray(comments.id, assignedIds(assignedTo)),
    assigned === undefined ? undefined : assigned ? isAssigned : not(isAssigned),
    since && gte(comments.postedAt, since),
    until && lt(comments.postedAt, until),
  ];
}
