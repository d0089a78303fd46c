import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/client.js';
import {
  commentAssignments,
  commentNotes,
  comments,
  memberships,
  socialAccounts,
  targets,
  users,
} from '../../db/schema/index.js';
import { notFound } from '../../domain/errors.js';
import type { SocialAccountStatus } from '../../domain/platforms.js';
import type { CommentDeleting, CommentHiding } from '../../platforms/kit/comments.js';
import { lacksScope } from '../account-grants/missing-scopes.js';
import type { ServiceDeps } from '../shared/context.js';
import type { Assignee, CommentStatus, CommentView, ReplyStatus } from './types.js';

export type CommentRow = typeof comments.$inferSelect;
type TargetRow = typeof targets.$inferSelect;

/** A comment with the data of other tables that its view needs. */
export interface CommentRecord {
  comment: CommentRow;
  account: { status: SocialAccountStatus; deletedAt: Date | null; scopes: string[] | null };
  /** Whether the post above it was removed from the platform. */
  isPostRemoved: boolean;
  parentId: string | null;
  /** Our newest reply to the comment. */
  reply: ReplyRecord | null;
  assignedTo: Assignee | null;
  noteCount: number;
  /** The target that publishes a reply of ours. Null for other comments. */
  sending: Pick<
    TargetRow,
    'status' | 'errorCode' | 'errorMessage' | 'externalPostId' | 'externalUrl' | 'publishedAt'
  > | null;
}

/** The part of our own reply that decides its status. */
interface ReplyRecord {
  id: string;
  externalCommentId: string | null;
  sending: Pick<TargetRow, 'status' | 'errorCode'> | null;
}

interface CommentQuery {
  where: SQL | undefined;
  orderBy?: SQL[];
  limit?: number;
}

const parents = alias(comments, 'parents');
const answers = alias(comments, 'answers');
const answering = alias(targets, 'answering');
const commented = alias(targets, 'commented');

/** Reads comments. It is the only query for them, so that lists, single comments and events show the same. */
export async function readCommentRecords(
  q: Queryable,
  { where, orderBy = [], limit }: CommentQuery,
): Promise<CommentRecord[]> {
  const parentId = sql<string | null>`(
    select ${parents.id} from ${comments} ${sql.raw('parents')}
    where ${parents.socialAccountId} = ${comments.socialAccountId}
      and ${parents.externalCommentId} = ${comments.parentExternalId})`;
  const reply = sql<ReplyRecord | null>`(
    select json_build_object('id', ${answers.id}, 'externalCommentId', ${answers.externalCommentId}, 'sending', (
      select json_build_object('status', ${answering.status}, 'errorCode', ${answering.errorCode})
      from ${targets} ${sql.raw('answering')} where ${answering.id} = ${answers.replyPublicationId}))
    from ${comments} ${sql.raw('answers')}
    where ${answers.socialAccountId} = ${comments.socialAccountId}
      and ${answers.parentExternalId} = ${comments.externalCommentId} and ${answers.mine}
    order by ${answers.postedAt} desc, ${answers.id} desc limit 1)`;
  const assignedTo = sql<Assignee | null>`(
    select json_build_object('userId', ${users.id}, 'name', ${users.name})
    from ${commentAssignments}
    join ${memberships} on ${memberships.id} = ${commentAssignments.memberId}
    join ${users} on ${users.id} = ${memberships.userId}
    where ${commentAssignments.commentId} = ${comments.id})`;
  const noteCount = sql<number>`(
    select count(*)::int from ${commentNotes} where ${commentNotes.commentId} = ${comments.id})`;
  const isPostRemoved = sql<boolean>`exists (
    select 1 from ${targets} ${sql.raw('commented')}
    where ${commented.id} = ${comments.targetId} and ${commented.takenDownAt} is not null)`;
  const query = q
    .select({
      comment: comments,
      isPostRemoved,
      account: {
        status: socialAccounts.status,
        deletedAt: socialAccounts.deletedAt,
        scopes: socialAccounts.scopes,
      },
      parentId,
      reply,
      assignedTo,
      noteCount,
      sending: {
        status: targets.status,
        errorCode: targets.errorCode,
        errorMessage: targets.errorMessage,
        externalPostId: targets.externalPostId,
        externalUrl: targets.externalUrl,
        publishedAt: targets.publishedAt,
      },
    })
    .from(comments)
    .innerJoin(socialAccounts, eq(socialAccounts.id, comments.socialAccountId))
    .leftJoin(targets, eq(targets.id, comments.replyPublicationId))
    .where(where)
    .orderBy(...orderBy);
  return limit === undefined ? query : query.limit(limit);
}

/** Reads comments by their ids and keeps the order of the ids. Deleted rows are left out. */
export async function readCommentViews(
  q: Queryable,
  deps: Pick<ServiceDeps, 'platforms'>,
  ids: readonly string[],
): Promise<CommentView[]> {
  if (ids.length === 0) return [];
  const records = await readCommentRecords(q, { where: inArray(comments.id, [...ids]) });
  const viewById = new Map(records.map((record) => [record.comment.id, toCommentView(deps, record)]));
  return ids.flatMap((id) => viewById.get(id) ?? []);
}

/** Reads one comment. It may have been deleted for good since the caller has read it. */
export async function readCommentView(
  q: Queryable,
  deps: Pick<ServiceDeps, 'platforms'>,
  id: string,
): Promise<CommentView> {
  const [view] = await readCommentViews(q, deps, [id]);
  if (view === undefined) throw notFound();
  return view;
}

export function toCommentView(
  { platforms }: Pick<ServiceDeps, 'platforms'>,
  record: CommentRecord,
): CommentView {
  const { comment, parentId, reply, sending, assignedTo, noteCount } = record;
  const status = statusOf(comment, sending);
  const { hiding, deleting } = platforms.get(comment.platform)?.comments ?? {};
  const hasFailed = status === 'FAILED' || status === 'UNCONFIRMED';
  const externalCommentId = externalIdOf(record);
  const isReachable = externalCommentId !== null && whyOutOfReach(record) === null;
  return {
    id: comment.id,
    workspaceId: comment.workspaceId,
    socialAccountId: comment.socialAccountId,
    platform: comment.platform,
    postId: comment.postId,
    targetId: comment.targetId,
    externalCommentId,
    externalPostId: comment.externalPostId,
    parentId,
    authorHandle: comment.authorHandle,
    authorName: comment.authorName,
    authorAvatarUrl: comment.authorAvatarUrl,
    text: comment.text,
    mine: comment.mine,
    canReply: isReachable && whyNoReply(record) === null,
    canHide: isReachable && mayHide(record, hiding),
    canDelete: isReachable && mayDelete(comment, deleting),
    status,
    errorCode: hasFailed ? (sending?.errorCode ?? null) : null,
    errorMessage: hasFailed ? (sending?.errorMessage ?? null) : null,
    externalUrl: comment.externalUrl ?? sending?.externalUrl ?? null,
    readAt: comment.readAt,
    // A public reply's target gets its time slightly before the comment does.
    postedAt: (comment.externalCommentId === null ? sending?.publishedAt : null) ?? comment.postedAt,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    hiddenAt: comment.hiddenAt,
    deletedAt: comment.deletedAt,
    replyId: reply?.id ?? null,
    replyStatus: reply === null ? null : ownStatusOf(reply, reply.sending),
    assignedTo,
    noteCount,
  };
}

/** The platform's id of a comment. Null for our own reply that is not known to be public. */
export const externalIdOf = ({ comment, sending }: CommentRecord): string | null =>
  comment.externalCommentId ?? sending?.externalPostId ?? null;

/** The reason that nothing can be done with a comment on the platform, or null. What a user can fix comes last. */
export function whyOutOfReach({
  comment,
  account,
}: Pick<CommentRecord, 'comment' | 'account'>): 'DELETED' | 'DISCONNECTED' | 'EXPIRED' | null {
  if (comment.deletedAt !== null) return 'DELETED';
  if (account.deletedAt !== null) return 'DISCONNECTED';
  return account.status === 'ACTIVE' ? null : 'EXPIRED';
}

/** The reason that a comment accepts no reply, or null. Reasons that a user can fix are checked last. */
export function whyNoReply(
  record: Pick<CommentRecord, 'comment' | 'account' | 'isPostRemoved'>,
): 'NOT_TAKEN' | 'POST_REMOVED' | ReturnType<typeof whyOutOfReach> {
  const why = whyOutOfReach(record);
  if (why === 'DELETED') return why;
  if (record.isPostRemoved) return 'POST_REMOVED';
  return record.comment.canReply ? why : 'NOT_TAKEN';
}

/** Whether the platform lets us hide the comment, or show it again. */
export function mayHide(
  { comment, account }: Pick<CommentRecord, 'comment' | 'account'>,
  hiding: CommentHiding | undefined,
): boolean {
  if (hiding === undefined || comment.mine || lacksScope(account, hiding)) return false;
  return hiding.topLevelOnly !== true || comment.parentExternalId === null;
}

/** Whether the platform lets us delete the comment. */
export const mayDelete = ({ mine }: CommentRow, deleting: CommentDeleting | undefined): boolean =>
  deleting !== undefined && (deleting.whose === 'ALL' || mine);

export function statusOf(comment: CommentRow, sending: CommentRecord['sending']): CommentStatus {
  return comment.mine ? ownStatusOf(comment, sending) : 'RECEIVED';
}

function ownStatusOf(
  { externalCommentId }: Pick<CommentRow, 'externalCommentId'>,
  sending: ReplyRecord['sending'],
): ReplyStatus {
  if (externalCommentId !== null || sending === null) return 'SENT';
  switch (sending.status) {
    case 'PUBLISHED':
      return 'SENT';
    case 'FAILED':
      return sending.errorCode === 'PUBLISH_UNCONFIRMED' ? 'UNCONFIRMED' : 'FAILED';
    case 'CANCELED':
    case 'SKIPPED':
      return 'FAILED';
    case 'DRAFT':
    case 'SCHEDULED':
    case 'PUBLISHING':
      return 'SENDING';
  }
}
