import type { DeletableComments } from '../../domain/comments.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';
import type { ReadBudget } from './read-budget.js';
import type { PlatformSession } from './session.js';

/**
 * Reads the comments on an account's posts. Reading changes nothing at the platform. A reply is published like any
 * other publication, with `Publication.replyTo`.
 */
export interface PlatformComments<Session = PlatformSession> extends ReadBudget {
  /** The platform charges for each comment that is read. Reading is off for an account until a person turns it on. */
  readonly paidReads?: true;
  /**
   * Whether no page has a comment or reply that is newer than those of the page before. If so, reading stops
   * at known comments; otherwise each poll reads all pages.
   */
  readonly newestFirst: boolean;
  /**
   * How long the platform lists a comment after it was written. Absent if forever. An older comment that is
   * missing does not count as deleted.
   */
  readonly listedForMs?: number;
  /** Reads one page, with one call or a few. Items that cannot be parsed are skipped, and make the page partial. */
  list(session: Session, post: CommentedPost, cursor: string | null): Promise<CommentsAnswer>;
  /** Hides comments of others, and shows them again. Absent if the platform does not support it. */
  readonly hiding?: CommentHiding<Session>;
  /** Deletes comments. Absent if the platform does not support it. */
  readonly deleting?: CommentDeleting<Session>;
  /** The platform's notifications about new comments. Absent if it sends none. */
  readonly push?: CommentPush<Session>;
}

export interface CommentHiding<Session = PlatformSession> {
  /** The required permission, if an account can be connected without it. */
  readonly scope?: string;
  /** Whether only comments on the post itself can be hidden. Replies to these are then hidden with them. */
  readonly topLevelOnly?: true;
  /** Whether a comment accepts no reply while it is hidden. */
  readonly closesReplies?: true;
  /** Hides a comment, or shows it again. A repeated call changes nothing. */
  set(session: Session, externalCommentId: string, isHidden: boolean): Promise<CommentChangeAnswer>;
}

export interface CommentDeleting<Session = PlatformSession> {
  /** The comments that the platform deletes for us. */
  readonly whose: DeletableComments;
  /** Deletes a comment. A repeated call changes nothing. */
  remove(session: Session, externalCommentId: string): Promise<CommentChangeAnswer>;
}

export type CommentChangeAnswer =
  | { kind: 'changed' }
  /** The platform has no such comment, or does not show it to us. */
  | { kind: 'gone' }
  | PlatformFailure;

/** A post of the account. */
export interface CommentedPost {
  externalPostId: string;
  /** The `reference` that `commit` returned, if we published the post. */
  reference: JsonObject | null;
  publishedAt: Date;
}

export type CommentsAnswer =
  | {
      kind: 'page';
      comments: readonly PlatformComment[];
      cursor: string | null;
      /** Set if there are more comments that could not be read, so that a missing comment does not count as deleted. */
      isPartial?: true;
    }
  /** The platform has no such post, or does not show it. After the second time the post counts as deleted. */
  | { kind: 'gone' }
  /** Comments on the post are off, and the post has none, so it is polled rarely. */
  | { kind: 'disabled' }
  | PlatformFailure;

/** The result of a failed read of the comments on a post. */
export function disabledOr(failure: PlatformFailure): CommentsAnswer {
  const isClosed = failure.kind === 'rejected' && failure.code === 'COMMENTS_DISABLED';
  return isClosed ? { kind: 'disabled' } : failure;
}

/** A comment with texts as the platform returns them. The code that stores them truncates and cleans them. */
export interface PlatformComment {
  externalCommentId: string;
  /** The comment that this comment replies to; null if it replies to the post itself. */
  parentExternalId: string | null;
  author: CommentAuthor;
  /** Whether the account itself wrote the comment. */
  mine: boolean;
  canReply: boolean;
  /** Whether the account has hidden the comment. Absent if the platform does not say. */
  isHidden?: boolean;
  text: string;
  postedAt: Date;
  externalUrl: string | null;
  /** The data besides the id that a reply to this comment needs. Contains no secrets. */
  reference: JsonObject | null;
}

/** The author of a comment. A field is null if the platform does not return it. */
export interface CommentAuthor {
  externalId: string | null;
  handle: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/**
 * Notifications from Meta. Each is a request to us, signed over its raw body, which only says where to look
 * for new comments.
 */
export interface CommentPush<Session = PlatformSession> {
  /**
   * The secret that signs the notifications (HMAC-SHA256). If it is null, none can be verified, so all are rejected.
   */
  readonly appSecret: string | null;
  /**
   * The verify token that the platform sends when the URL is registered. If it is null, the URL cannot be registered.
   */
  readonly verifyToken: string | null;
  /** Returns the posts that a notification is about, or none if its body is not understood. */
  read(body: unknown): readonly PushedLook[];
  /** Subscribes an account to notifications. Repeatable. Absent if the platform sends those of all accounts. */
  subscribe?: (session: Session) => Promise<{ kind: 'subscribed' } | PlatformFailure>;
}

export interface PushedLook {
  externalAccountId: string;
  /** Null if the notification is about any post of the account. */
  externalPostId: string | null;
}
