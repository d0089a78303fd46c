import type { PlatformName } from '../../domain/platforms.js';
import type { PageRequest } from '../shared/paging/keyset.js';

/** RECEIVED is for comments of others. The statuses of our own show their progress. */
export const replyStatuses = ['SENDING', 'SENT', 'FAILED', 'UNCONFIRMED'] as const;
export type ReplyStatus = (typeof replyStatuses)[number];
export const commentStatuses = ['RECEIVED', ...replyStatuses] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** A comment as callers see it: dates as Date, everything else as on the wire. */
export interface CommentView {
  id: string;
  workspaceId: string;
  socialAccountId: string;
  platform: PlatformName;
  /** Null: the post was not made by us. */
  postId: string | null;
  targetId: string | null;
  /** Null: our own reply that is not known to be public. */
  externalCommentId: string | null;
  externalPostId: string;
  /** The parent comment; null if it replies to the post, or if the parent is not known here. */
  parentId: string | null;
  authorHandle: string | null;
  authorName: string | null;
  authorAvatarUrl: string | null;
  text: string;
  /** Written by the account itself, through us or elsewhere. */
  mine: boolean;
  canReply: boolean;
  status: CommentStatus;
  /** For our own reply that has failed. */
  errorCode: string | null;
  errorMessage: string | null;
  externalUrl: string | null;
  readAt: Date | null;
  postedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** When it was gone from the platform. */
  deletedAt: Date | null;
  /** Our newest reply to it. */
  replyId: string | null;
  /** The progress of that reply. */
  replyStatus: ReplyStatus | null;
}

export interface CommentThreadView extends CommentView {
  /** The conversation that it is part of, itself included, oldest first. */
  thread: CommentView[];
  /** Whether the thread has more than is shown. */
  threadTruncated: boolean;
}

export const commentSorts = ['-postedAt', 'postedAt'] as const;
export type CommentSort = (typeof commentSorts)[number];

export interface ListCommentsInput extends Omit<PageRequest, 'sort'> {
  workspaceId?: string;
  socialAccountId?: string;
  platform?: PlatformName[];
  postId?: string;
  /** True for comments of others without `readAt`, false for all except these. */
  unread?: boolean;
  mine?: boolean;
  /** Bounds on postedAt: from, and before. */
  since?: Date;
  until?: Date;
  sort: CommentSort;
}
