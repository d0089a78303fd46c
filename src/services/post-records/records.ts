import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../db/client.js';
import { anyOf } from '../../db/any-of.js';
import { postMedia, posts, publications, targets } from '../../db/schema/index.js';
import { groupBy } from '../../domain/group-by.js';
import { idPrefixes } from '../../domain/ids.js';
import { optionMediaIn } from '../../domain/option-media.js';
import type { PlatformName } from '../../domain/platforms.js';
import { retryRuleOf, type TargetRetryRule } from '../../domain/target-errors.js';
import { publicationIdOf } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { editsOf, readChanges, removalOf, type ChangeRow } from './changes.js';
import type { FirstCommentStatus, PostView, TargetInput, TargetView } from './types.js';

export type PostRow = typeof posts.$inferSelect;
export type PublicationRow = typeof publications.$inferSelect;
/** A target, with the publication of its first comment if one was ever wanted. */
export interface TargetRow extends PublicationRow {
  postId: string;
  comment: PublicationRow | null;
}
export type PostMediaRow = typeof postMedia.$inferSelect;

export interface PostRecord {
  post: PostRow;
  targets: TargetRow[];
  media: PostMediaRow[];
  /** The removals and edits of public targets, the earliest first. */
  changes: ChangeRow[];
}

/**
 * A condition for each write of a target's status. A late success is recorded without the post's lock, and no other
 * write may replace it.
 */
export const isNotPublic = ne(targets.status, 'PUBLISHED');

/** The assets in the media of a post and its targets, without those in options. */
export function mediaIdsIn({ media, targets: rows }: PostRecord): string[] {
  return [...media.map((item) => item.mediaAssetId), ...rows.flatMap((row) => row.mediaIds)];
}

/** The assets of a post and its targets, including those in the targets' options. */
export function namedMediaIdsIn(record: PostRecord): string[] {
  const named = record.targets.flatMap(({ platformOptions }) => optionMediaIn(platformOptions));
  return [...mediaIdsIn(record), ...named.map(({ assetId }) => assetId)];
}

/** The latest due time of the unfinished targets. A retry is due immediately, whatever the post's own time. */
export function dueTimeMs({ post, targets: rows }: PostRecord): number {
  // Ended targets keep a due time, but no run waits for it.
  const waiting = rows.filter(({ status }) => status === 'SCHEDULED' || status === 'PUBLISHING');
  const times = (waiting.length > 0 ? waiting : rows).flatMap(
    ({ scheduledFor }) => scheduledFor?.getTime() ?? [],
  );
  return times.length > 0 ? Math.max(...times) : (post.scheduledAt?.getTime() ?? 0);
}

/** Whether a publication sends media to a platform. */
export function carriesMedia({
  media,
  targets: rows,
}: {
  media: readonly unknown[];
  targets: readonly TargetRow[];
}): boolean {
  const hasOwn = ({ mediaIds, platformOptions }: TargetRow): boolean =>
    mediaIds.length > 0 || optionMediaIn(platformOptions).length > 0;
  return media.length > 0 || rows.some(hasOwn);
}

/** Reads a post with its parts. Undefined if it does not exist, is deleted or is the post behind a reply. */
export async function readPost(q: Queryable, postId: string): Promise<PostRecord | undefined> {
  const record = await readPostOrReply(q, postId);
  return record?.post.replyCommentId === null ? record : undefined;
}

/** Reads a post like `readPost`, but also finds the post behind a reply, for code that handles all publications. */
export async function readPostOrReply(q: Queryable, postId: string): Promise<PostRecord | undefined> {
  const [post] = await q
    .select()
    .from(posts)
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)));
  return post === undefined ? undefined : (await withParts(q, [post]))[0];
}

/** Reads a post, or the post behind a reply, and locks its row. Every change of a post starts with this. */
export async function lockPost(tx: Tx, postId: string): Promise<PostRecord | undefined> {
  // The queries are sent together and executed in order, so the parts are read under the lock.
  const [post, parts] = await Promise.all([lockPostRow(tx, postId), readParts(tx, [postId])]);
  return post === undefined ? undefined : { post, ...parts };
}

/**
 * Locks a post's row for callers that read its parts themselves. They must do so in a later statement: a statement that
 * waits for the lock and also reads other tables sees those as they were before the wait.
 */
export async function lockPostRow(tx: Tx, postId: string): Promise<PostRow | undefined> {
  const [post] = await tx
    .select()
    .from(posts)
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)))
    .for('update')
    // Drizzle sends a statement when it is awaited. This one is sent at once, so that no read overtakes it.
    .execute();
  return post;
}

/** Reads the targets of posts, in order, without removed ones. */
export async function readTargets(q: Queryable, postIds: readonly string[]): Promise<TargetRow[]> {
  const rows = await q
    .select({ target: targets, comment: firstComments })
    .from(targets)
    .leftJoin(firstComments, isCommentOf(targets))
    .where(and(anyOf(targets.postId, postIds), isNull(targets.removedAt)))
    .orderBy(asc(targets.postId), asc(targets.order));
  return rows.map(({ target, comment }) => asTarget(target, comment));
}

/** The publications of first comments, for queries that read them beside their targets. */
export const firstComments = alias(publications, 'first_comments');
export const isCommentOf = ({ id }: { id: AnyPgColumn }) =>
  and(eq(firstComments.targetId, id), eq(firstComments.step, 'FIRST_COMMENT'));

export function asTarget(target: PublicationRow, comment: PublicationRow | null): TargetRow {
  const { postId } = target;
  if (postId === null) throw new Error('The publication is not a target.');
  return { ...target, postId, comment };
}

/** The id of the target that a publication is, or follows. */
export const targetOf = ({ id, targetId }: Pick<PublicationRow, 'id' | 'targetId'>): string => targetId ?? id;

/** The rows of targets as the database stores them: each with the publications that follow it. */
export const withFollowing = (rows: readonly TargetRow[]): PublicationRow[] =>
  rows.flatMap(({ comment, ...target }) => {
    const wanted = comment ?? (target.firstComment === null ? null : newComment(target));
    return wanted === null ? [target] : [target, wanted];
  });

async function readMedia(q: Queryable, postIds: readonly string[]): Promise<PostMediaRow[]> {
  return q
    .select()
    .from(postMedia)
    .where(anyOf(postMedia.postId, postIds))
    .orderBy(asc(postMedia.postId), asc(postMedia.order));
}

/** Sends all queries at once. In a transaction, they are executed in order on its connection. */
async function readParts(q: Queryable, postIds: string[]): Promise<Omit<PostRecord, 'post'>> {
  const reads = [readTargets(q, postIds), readMedia(q, postIds), readChanges(q, postIds)] as const;
  const [targetRows, media, changes] = await Promise.all(reads);
  return { targets: targetRows, media, changes };
}

/** Reads the parts of posts in three queries, and returns the posts in the same order. */
export async function withParts(q: Queryable, rows: PostRow[]): Promise<PostRecord[]> {
  if (rows.length === 0) return [];
  const parts = await readParts(
    q,
    rows.map((row) => row.id),
  );
  const targetsByPost = groupBy(parts.targets, ({ postId }) => postId);
  const mediaByPost = groupBy(parts.media, ({ postId }) => postId);
  const changesByPost = groupBy(parts.changes, ({ postId }) => postId);
  return rows.map((post) => ({
    post,
    targets: targetsByPost.get(post.id) ?? [],
    media: mediaByPost.get(post.id) ?? [],
    changes: changesByPost.get(post.id) ?? [],
  }));
}

export function toPostView({ post, targets: targetRows, media, changes }: PostRecord): PostView {
  return {
    id: post.id,
    workspaceId: post.workspaceId,
    createdByUserId: post.createdByUserId,
    status: post.status,
    caption: post.caption,
    scheduledAt: post.scheduledAt,
    timezone: post.timezone,
    metadata: post.metadata,
    workflowId: post.workflowId,
    pendingWorkflowId: post.pendingWorkflowId,
    approvedByUserId: post.approvedByUserId,
    approvedAt: post.approvedAt,
    rejectionReason: post.rejectionReason,
    createdViaApi: post.createdViaApi,
    createdViaFlatShape: post.createdViaFlatShape,
    deletedAt: post.deletedAt,
    createdAt: post.createdAt,
    updatedAt: post.updatedAt,
    targets: targetRows.map((row) => toTargetView(row, changes)),
    media,
    mediaAltText: altTextsIn({ post, media }),
  };
}

/** The post's own alt texts by asset, in the form in which callers send them. */
function altTextsIn({ post, media }: Pick<PostRecord, 'post' | 'media'>): Record<string, string> {
  const shared = media.flatMap(({ mediaAssetId, altText }) =>
    altText === null ? [] : [[mediaAssetId, altText] as const],
  );
  return { ...post.mediaAltText, ...Object.fromEntries(shared) };
}

function toTargetView(row: TargetRow, changes: readonly ChangeRow[]): TargetView {
  const { comment } = row;
  const commentErrorCode = comment?.errorCode ?? null;
  return {
    id: row.id,
    postId: row.postId,
    socialAccountId: row.socialAccountId,
    platform: row.platform,
    status: row.status,
    captionOverride: row.captionOverride,
    firstComment: row.firstComment,
    firstCommentStatus: firstCommentStatusOf(row),
    firstCommentError: comment === null ? null : errorTextOf(comment),
    firstCommentErrorCode: commentErrorCode,
    firstCommentErrorRetryable: commentRetryRuleOf(row, commentErrorCode),
    firstCommentAttempt: comment?.attemptCount ?? 0,
    platformOptions: row.platformOptions,
    mediaIds: row.mediaIds,
    scheduledFor: row.scheduledFor,
    cancelRequestedAt: row.cancelRequestedAt,
    publishedAt: row.publishedAt,
    publishedCaption: row.publishedCaption,
    externalPostId: row.externalPostId,
    externalUrl: row.externalUrl,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    errorRetryable: retryRuleOf(row.errorCode),
    attemptCount: row.attemptCount,
    lastAttemptAt: row.lastAttemptAt,
    removal: removalOf(changes, row),
    edits: editsOf(changes, row),
    createdAt: row.createdAt,
    updatedAt: comment !== null && comment.updatedAt > row.updatedAt ? comment.updatedAt : row.updatedAt,
  };
}

/** The retry rule of a first comment. A comment cannot be retried if the id of its public post is unknown. */
function commentRetryRuleOf(
  { status, externalPostId }: TargetRow,
  errorCode: string | null,
): TargetRetryRule | null {
  const isImpossible = status === 'PUBLISHED' && externalPostId === null;
  return errorCode !== null && isImpossible ? 'no' : retryRuleOf(errorCode);
}

function firstCommentStatusOf({ firstComment, comment }: TargetRow): FirstCommentStatus | null {
  if (firstComment === null) return null;
  if (comment?.status === 'PUBLISHED') return 'PUBLISHED';
  if (comment !== null && comment.runId !== null) return 'SENDING';
  return comment?.status === 'FAILED' ? 'FAILED' : 'WAITING';
}

const errorTextOf = ({ errorCode, errorMessage }: PublicationRow): string | null =>
  errorCode === null ? errorMessage : `${errorCode}: ${errorMessage ?? ''}`;

/** The row of a new target. It waits to be published or is a draft, like its post. */
export function newTargetRow(
  deps: ServiceDeps,
  post: PostRow,
  { input, account }: { input: TargetInput; account: { platform: PlatformName } },
  order: number,
): TargetRow {
  const now = deps.clock.now();
  const waits = post.status === 'SCHEDULED';
  const drafts = post.status === 'DRAFT' || post.status === 'NEEDS_APPROVAL';
  return {
    id: targetIdOf(post.id, input.socialAccountId),
    postId: post.id,
    targetId: null,
    step: 'POST',
    order,
    socialAccountId: input.socialAccountId,
    platform: account.platform,
    // If all other targets of the post have failed or were canceled, a new one is not published either.
    status: waits ? 'SCHEDULED' : drafts ? 'DRAFT' : 'CANCELED',
    captionOverride: input.captionOverride,
    firstComment: input.firstComment,
    platformOptions: input.platformOptions,
    mediaIds: input.mediaIds,
    scheduledFor: waits ? post.scheduledAt : null,
    cancelRequestedAt: null,
    publishedAt: null,
    publishedCaption: null,
    correctionOwedSince: null,
    externalPostId: null,
    externalUrl: null,
    externalReference: null,
    prepared: null,
    position: null,
    replyTo: null,
    paceSlotAt: null,
    republishUnconfirmed: false,
    lookFirstSince: null,
    runId: null,
    runSince: null,
    errorCode: null,
    errorMessage: null,
    attemptCount: 0,
    lastAttemptAt: null,
    createdAt: now,
    updatedAt: now,
    removedAt: null,
    takenDownAt: null,
    comment: null,
  };
}

/** The row of a first comment. It waits (SCHEDULED) until its target is public. Its text stays with the target. */
export function newComment(target: Omit<TargetRow, 'comment'>): PublicationRow {
  const { id, socialAccountId, platform, cancelRequestedAt, createdAt, updatedAt } = target;
  const step = 'FIRST_COMMENT';
  const status = target.status === 'PUBLISHED' ? 'PUBLISHING' : 'SCHEDULED';
  return {
    ...{ id: publicationIdOf({ targetId: id, step }), targetId: id, step, postId: null, order: 1 },
    ...{ socialAccountId, platform, createdAt, updatedAt, status, scheduledFor: null },
    ...{ captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [], replyTo: null },
    ...{ cancelRequestedAt, lookFirstSince: null, correctionOwedSince: null, paceSlotAt: null },
    ...{ publishedAt: null, publishedCaption: null, externalPostId: null, externalUrl: null },
    ...{ externalReference: null, prepared: null, position: null, republishUnconfirmed: false },
    ...{ runId: null, runSince: null, errorCode: null, errorMessage: null, attemptCount: 0 },
    ...{ lastAttemptAt: null, removedAt: null, takenDownAt: null },
  };
}

/**
 * Derives a target's id from its post and account. If an account was lost in a restored database and is added again,
 * its target thus has the idempotency key under which the post may already be public.
 */
function targetIdOf(postId: string, socialAccountId: string): string {
  const digest = createHash('sha256').update(`${postId}:${socialAccountId}`).digest('hex');
  // The id has the form of a cuid: a letter and 23 more characters.
  return `${idPrefixes.target}_t${BigInt(`0x${digest}`).toString(36).slice(-23)}`;
}
