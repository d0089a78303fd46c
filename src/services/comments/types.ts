import type { PlatformName } from '../../domain/platforms.js';
import type { PageRequest } from '../shared/paging/keyset.js';

/** The progress of our own replies. Other people's comments are RECEIVED. */
export const replyStatuses = ['SENDING', 'SENT', 'FAILED', 'UNCONFIRMED'] as const;
export type ReplyStatus = (typeof replyStatuses)[number];
export const commentStatuses = ['RECEIVED', ...replyStatuses] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** A comment as the API shows it, except that dates are Date objects. */
export interface CommentView {
  id: string;
  workspaceId: string;
  socialAccountId: string;
  platform: PlatformName;
  /** Null if the post was not made by us. */
  postId: string | null;
  targetId: string | null;
  /** Null for our own reply that is not known to be public. */
  externalCommentId: string | null;
  externalPostId: string;
  /** The parent comment. Null if the comment replies to the post, or if the parent is not stored. */
  parentId: string | null;
  authorHandle: string | null;
  authorName: string | null;
  authorAvatarUrl: string | null;
  text: string;
  /** Whether the account itself wrote the comment, through us or elsewhere. */
  mine: boolean;
  canReply: boolean;
  /** Whether it can be hidden, or shown again. */
  canHide: boolean;
  canDelete: boolean;
  status: CommentStatus;
  /** The error of our own reply that failed. Null otherwise. */
  errorCode: string | null;
  errorMessage: string | null;
  externalUrl: string | null;
  readAt: Date | null;
  postedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  /** When Punctual hid the comment, or a read found it hidden. */
  hiddenAt: Date | null;
  /** When Punctual deleted the comment, or a read found that it was gone from the platform. */
  deletedAt: Date | null;
  /** Our newest reply to the comment. */
  replyId: string | null;
  /** The progress of our newest reply. */
  replyStatus: ReplyStatus | null;
  /** The member who takes care of it. */
  assignedTo: Assignee | null;
  /** The number of notes about it that only the team sees. */
  noteCount: number;
}

export interface Assignee {
  userId: string;
  name: string;
}

export interface CommentNoteView {
  id: string;
  commentId: string;
  /** Null: the author is no longer a user. */
  author: Assignee | null;
  text: string;
  createdAt: Date;
}

export interface CommentThreadView extends CommentView {
  /** The conversation with the comment itself, oldest first. */
  thread: CommentView[];
  /** Whether the conversation has more comments than are shown. */
  threadTruncated: boolean;
}

export const commentSorts = ['-postedAt', 'postedAt'] as const;
export type CommentSort = (typeof commentSorts)[number];

export interface ListCommentsInput extends Omit<PageRequest, 'sort'> {
  workspaceId?: string;
  socialAccountId?: string;
  platform?: PlatformName[];
  postId?: string;
  /** True selects other people's comments without `readAt`, false selects all others. */
  unread?: boolean;
  mine?: boolean;
  /** The id of a user. */
  assignedTo?: string;
  /** True selects comments that are assigned to a member, false all others. */
  assigned?: boolean;
  /** Bounds on `postedAt`: `since` is inclusive and `until` exclusive. */
  since?: Date;
  until?: Date;
  sort: CommentSort;
}
