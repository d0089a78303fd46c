import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { changes, postMedia, posts, targets } from '../../db/schema/index.js';
import { calendarPageMax } from '../../domain/limits.js';
import { reachedWorkspaces } from '../shared/rights/access.js';
import { partsUseMedia, targetUsesMedia } from '../shared/rows/media-use.js';
import type { RequestContext } from '../shared/context.js';
import { decodeCursor, encodeCursor } from '../shared/paging/pagination.js';
import { expandPosts, withAssets } from './expand.js';
import type { PostRow } from '../post-records/records.js';
import { toPostView } from '../post-records/view.js';
import { readFound } from './internal/caption-search.js';
import { inTurn } from './search-turns.js';
import { readPage } from './internal/read-page.js';
import { readShort } from './internal/read-short.js';
import type {
  ExpandedPostView,
  ListCalendarInput,
  ListPostsInput,
  PostSort,
  ShortPostView,
} from './types.js';
import type { Page } from '../shared/paging/page.js';

/**
 * Returns the posts that the caller can access, newest first by default (GET /posts). With keyset pagination, rows that
 * are inserted or deleted between pages neither repeat nor hide other rows.
 */
export async function listPosts(ctx: RequestContext, input: ListPostsInput): Promise<Page<ExpandedPostView>> {
  const list = listOf(ctx, input);
  const isPlannedOnce = isOneRange(input);
  const { searchText: text } = input;
  const limit = input.limit + 1;
  const { records, end } =
    text === undefined
      ? { records: await readPage(ctx.db, { ...list, limit, isPlannedOnce }), end: undefined }
      : await inTurn(ctx.searches, ctx.reach.userId, () => readFound(ctx, list, { text, limit }));
  const page = records.slice(0, input.limit);
  const last = records.length > input.limit ? page.at(-1)?.post : end;
  const data = await expandPosts(ctx, page.map(toPostView), input.expand);
  return { data, nextCursor: cursorAfter(ctx, input, last) };
}

/** Returns what a calendar shows of the posts of a workspace, the earliest first (GET /calendar). */
export async function listCalendar(
  ctx: RequestContext,
  { hasPictures, ...range }: ListCalendarInput,
): Promise<Page<ShortPostView>> {
  const input = { ...range, sort: 'scheduledAt' } as const;
  const found = await readShort(ctx.db, listOf(ctx, input));
  const page = found.slice(0, calendarPageMax);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const data = hasPictures ? await withAssets(ctx, page) : page;
  return { data, nextCursor: cursorAfter(ctx, input, last) };
}

type ListInput = Omit<ListPostsInput, 'limit' | 'expand'>;

/** Which posts a page has, in their order. */
function listOf(ctx: RequestContext, input: ListInput): { where: SQL | undefined; orderBy: SQL[] } {
  const workspaceIds = reachedWorkspaces(ctx.reach, input.workspaceId);
  const after =
    input.cursor === undefined ? undefined : decodeCursor(ctx.cursorKey, input.cursor, listScopeOf(input));
  const where = and(...filtersOf(ctx, input, workspaceIds), after && seek(input.sort, after));
  return { where, orderBy: orderOf(input.sort) };
}

type Sorted = Pick<PostRow, 'id' | 'scheduledAt'> & Partial<Pick<PostRow, 'createdAt'>>;

/** Returns the cursor of the page after a post, or null if the list ends with it. */
function cursorAfter(ctx: RequestContext, input: ListInput, last: Sorted | undefined): string | null {
  if (last === undefined) return null;
  const value = last[sorts[input.sort].field]?.toISOString() ?? null;
  return encodeCursor(ctx.cursorKey, { scope: listScopeOf(input), value, id: last.id });
}

/** The part of a cursor that names its list: a cursor is only valid with the same filters and order. */
function listScopeOf(input: ListInput): string {
  const { workspaceId, status, platform, scheduledAfter, scheduledBefore, sort } = input;
  const { createdAfter, createdBefore, socialAccountId, mediaId, metadata, searchText } = input;
  const bounds = [
    scheduledAfter,
    scheduledBefore,
    createdAfter,
    createdBefore,
    input.dated,
    input.needsApproval,
  ];
  const found = [mediaId, metadata?.key, metadata?.value, searchText];
  return JSON.stringify(['posts', sort, workspaceId, status, platform, socialAccountId, bounds, found]);
}

/** Whether a page is one continuous range of the list's index, because no filter needs another column. */
function isOneRange(input: ListInput): boolean {
  const { status, platform, socialAccountId, mediaId, metadata, needsApproval } = input;
  const created = [input.createdAfter, input.createdBefore];
  const scheduled = [input.scheduledAfter, input.scheduledBefore, input.dated];
  const ofOtherTime = sorts[input.sort].field === 'createdAt' ? scheduled : created;
  const filters = [status, platform, socialAccountId, mediaId, metadata, needsApproval, ...ofOtherTime];
  return filters.every((filter) => filter === undefined);
}

function filtersOf(ctx: RequestContext, input: ListInput, workspaceIds: string[]): (SQL | undefined)[] {
  const { status, platform, scheduledAfter, scheduledBefore, createdAfter, createdBefore } = input;
  const [only] = workspaceIds;
  return [
    only !== undefined && workspaceIds.length === 1
      ? eq(posts.workspaceId, only)
      : inArray(posts.workspaceId, workspaceIds),
    isNull(posts.deletedAt),
    status && inArray(posts.status, status),
    scheduledAfter && gt(posts.scheduledAt, scheduledAfter),
    scheduledBefore && lt(posts.scheduledAt, scheduledBefore),
    datedOnly(input.dated),
    input.needsApproval === undefined
      ? undefined
      : (input.needsApproval ? inArray : notInArray)(posts.id, undecided(ctx, workspaceIds)),
    createdAfter && gt(posts.createdAt, createdAfter),
    createdBefore && lt(posts.createdAt, createdBefore),
    platform && hasTarget(ctx, inArray(targets.platform, platform)),
    input.socialAccountId === undefined
      ? undefined
      : hasTarget(ctx, eq(targets.socialAccountId, input.socialAccountId)),
    input.metadata && hasMetadata(input.metadata),
    input.mediaId === undefined ? undefined : usesMedia(ctx, input.mediaId),
  ];
}

function datedOnly(dated: boolean | undefined): SQL | undefined {
  if (dated === undefined) return undefined;
  return dated ? isNotNull(posts.scheduledAt) : isNull(posts.scheduledAt);
}

/**
 * Selects the posts that wait for an approval, and those with an edit that waits. Each half reads the few rows of an
 * index. The index of edits is `changes_open`, whose condition is written out, because with a parameter the database
 * would not use the index.
 */
function undecided({ db }: RequestContext, workspaceIds: string[]) {
  const ofPosts = db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        inArray(posts.workspaceId, workspaceIds),
        eq(posts.status, 'NEEDS_APPROVAL'),
        isNull(posts.deletedAt),
      ),
    );
  const ofEdits = db
    .select({ id: changes.postId })
    .from(changes)
    .where(and(inArray(changes.workspaceId, workspaceIds), sql`${changes.status} = 'NEEDS_APPROVAL'`));
  return ofPosts.unionAll(ofEdits);
}

/** The condition is written as in the index `posts_metadata`, which leaves out the many posts without metadata. */
function hasMetadata({ key, value }: { key: string; value: string }): SQL {
  const entry = JSON.stringify({ [key]: value });
  return sql`${posts.metadata} @> ${entry}::text::jsonb and ${posts.metadata} <> '{}'::jsonb`;
}

function hasTarget({ db }: RequestContext, condition: SQL): SQL {
  const found = db
    .select({ one: sql`1` })
    .from(targets)
    .where(and(eq(targets.postId, posts.id), isNull(targets.removedAt), condition));
  return exists(found);
}

/** Whether a post uses the asset: in its media or its parts, in those of a target or in a target's options. */
function usesMedia(ctx: RequestContext, mediaId: string): SQL {
  const ofPost = ctx.db
    .select({ one: sql`1` })
    .from(postMedia)
    .where(and(eq(postMedia.postId, posts.id), eq(postMedia.mediaAssetId, mediaId)));
  return sql`(${exists(ofPost)} or ${partsUseMedia(mediaId)} or ${hasTarget(ctx, targetUsesMedia(mediaId))})`;
}

const sorts = {
  createdAt: { column: posts.createdAt, field: 'createdAt', descending: false },
  '-createdAt': { column: posts.createdAt, field: 'createdAt', descending: true },
  scheduledAt: { column: posts.scheduledAt, field: 'scheduledAt', descending: false },
  '-scheduledAt': { column: posts.scheduledAt, field: 'scheduledAt', descending: true },
} as const satisfies Record<PostSort, unknown>;

/**
 * The order of the index, which is the default of Postgres: posts without a time come last in ascending and first in
 * descending order.
 */
function orderOf(sort: PostSort): SQL[] {
  const { column, descending } = sorts[sort];
  return descending ? [desc(column), desc(posts.id)] : [asc(column), asc(posts.id)];
}

/** The condition for rows after the cursor in this order. A null value means a post without a time. */
function seek(sort: PostSort, after: { value: string | null; id: string }): SQL | undefined {
  const { column, descending } = sorts[sort];
  const idBehind = descending ? lt(posts.id, after.id) : gt(posts.id, after.id);
  if (after.value === null) {
    const sameNull = and(isNull(column), idBehind);
    return descending ? or(sameNull, isNotNull(column)) : sameNull;
  }
  const row = sql`(${column}, ${posts.id})`;
  const cursor = sql`(${after.value}::timestamptz, ${after.id})`;
  return descending ? sql`${row} < ${cursor}` : or(sql`${row} > ${cursor}`, isNull(column));
}
