import { createHash } from 'node:crypto';
import { idPrefixes } from '../../domain/ids.js';
import { partStep } from '../../domain/parts.js';
import type { PlatformName } from '../../domain/platforms.js';
import { publicationIdOf, publishPostWorkflowId, type PublishStep } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { partsOf, type PostRow, type PublicationRow, type TargetRow } from './records.js';
import type { TargetInput } from './types.js';

/**
 * The columns that have the same value in every new publication: no work was done for it, and it refers to no other
 * row.
 */
const untouched = {
  ...{ postId: null, workspaceId: null, targetId: null, step: 'POST', order: 0, scheduledFor: null },
  ...{ captionOverride: null, partsOverride: null, firstComment: null, platformOptions: null, mediaIds: [] },
  ...{
    replyTo: null,
    cancelRequestedAt: null,
    lookFirstSince: null,
    correctionOwedSince: null,
    paceSlotAt: null,
  },
  ...{ publishedAt: null, publishedCaption: null, externalPostId: null, externalUrl: null },
  ...{ externalReference: null, prepared: null, position: null, republishUnconfirmed: false },
  ...{ runId: null, runSince: null, runs: 0, errorCode: null, errorMessage: null, attemptCount: 0 },
  ...{ lastAttemptAt: null, removedAt: null, takenDownAt: null },
} satisfies Partial<PublicationRow>;

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
  const row: PublicationRow & { postId: string } = {
    ...untouched,
    id: targetIdOf(post.id, input.socialAccountId),
    postId: post.id,
    order,
    socialAccountId: input.socialAccountId,
    platform: account.platform,
    // If all other targets of the post have failed or were canceled, a new one is not published either.
    status: waits ? 'SCHEDULED' : drafts ? 'DRAFT' : 'CANCELED',
    captionOverride: input.captionOverride,
    partsOverride: input.partsOverride ?? null,
    firstComment: input.firstComment,
    platformOptions: input.platformOptions,
    mediaIds: input.mediaIds,
    scheduledFor: waits ? post.scheduledAt : null,
    createdAt: now,
    updatedAt: now,
  };
  return { ...row, parts: partRowsOf(post, row), comment: null };
}

type ReplyInput = Pick<
  PublicationRow,
  'id' | 'workspaceId' | 'socialAccountId' | 'platform' | 'captionOverride' | 'replyTo'
>;

/** The row of a new reply to a comment. It is due now, and its first run is staged. */
export function newReplyRow({ clock }: Pick<ServiceDeps, 'clock'>, reply: ReplyInput): PublicationRow {
  const now = clock.now();
  const run = { runs: 1, runId: publishPostWorkflowId(reply.id, 1), runSince: now };
  return {
    ...{ ...untouched, ...reply, ...run },
    ...{ status: 'SCHEDULED', scheduledFor: now, createdAt: now, updatedAt: now },
  };
}

/** Returns the rows of a target's further parts: the existing ones, and new ones for parts that have none. */
export function partRowsOf(
  post: Pick<PostRow, 'parts'>,
  target: PublicationRow,
  known: readonly PublicationRow[] = [],
): PublicationRow[] {
  return partsOf(post, target).map((_, index) => {
    const order = index + 1;
    return known.find((row) => row.order === order) ?? newFollower(target, partStep(order), order);
  });
}

/** The rows of targets as the database stores them: each with the publications that follow it. */
export const withFollowing = (rows: readonly TargetRow[]): PublicationRow[] =>
  rows.flatMap(({ parts, comment, ...target }) => {
    const wanted = comment ?? (target.firstComment === null ? null : newComment(target));
    return [target, ...parts, ...(wanted === null ? [] : [wanted])];
  });

/** The row of a first comment. Its text stays with the target. */
export function newComment(target: PublicationRow): PublicationRow {
  const status = target.status === 'PUBLISHED' ? 'PUBLISHING' : 'SCHEDULED';
  return { ...newFollower(target, 'FIRST_COMMENT', 1), status };
}

/** The row of a publication that follows a target. It waits (SCHEDULED) until what it replies to is public. */
function newFollower(target: PublicationRow, step: PublishStep, order: number): PublicationRow {
  const { id, socialAccountId, platform, cancelRequestedAt, createdAt, updatedAt } = target;
  return {
    ...untouched,
    ...{ id: publicationIdOf({ targetId: id, step }), targetId: id, step, order, socialAccountId, platform },
    ...{ cancelRequestedAt, createdAt, updatedAt, status: 'SCHEDULED' },
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
