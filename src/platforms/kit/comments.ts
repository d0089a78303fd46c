import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';
import type { PlatformSession } from './session.js';

/**
 * Reads the comments on an account's posts. Reading changes nothing at the platform. A reply is published like any
 * other publication, with `Publication.replyTo`.
 */
export interface PlatformComments<Session = PlatformSession> {
  /** The platform charges for each comment that is read, so reading is off for an account until a person turns it on. */
  readonly paidReads?: true;
  /** At most this many calls of `list` per hour and account. The rest of the account's rate is for publishing. */
  readonly callsPerHourMax: number;
  /**
   * At most this many calls of `list` per day for all accounts together: a part of our app's quota at the platform, so
   * that publishing has the rest. Absent: the platform counts per account.
   */
  readonly callsPerDayMax?: { max: number; sharedBy: 'installation' };
  /** Reads in progress in one process at the same time, for platforms with large responses. Absent: the default. */
  readonly readsAtOnceMax?: number;
  /**
   * Whether no page has a comment or reply that is newer than those of the page before. Then reading stops at known
   * comments; otherwise each poll reads all pages.
   */
  readonly newestFirst: boolean;
  /**
   * How long the platform lists a comment after it was written; absent: forever. An older comment that is missing does
   * not count as deleted.
   */
  readonly listedForMs?: number;
  /** Reads one page, with one call or a few. Items that cannot be parsed are skipped, and make the page partial. */
  list(session: Session, post: CommentedPost, cursor: string | null): Promise<CommentsAnswer>;
  /** How the platform notifies us of new comments. Absent: it does not. */
  readonly push?: CommentPush<Session>;
}

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
      /** There are more comments that could not be read, so a missing one does not count as deleted. */
      isPartial?: true;
    }
  /** The platform has no such post, or does not show it. After the second time the post counts as deleted. */
  | { kind: 'gone' }
  /** Comments on the post are off, and it has none, so it is polled rarely. */
  | { kind: 'disabled' }
  | PlatformFailure;

/** For a failure to read the comments on a post. */
export function disabledOr(failure: PlatformFailure): CommentsAnswer {
  const isClosed = failure.kind === 'rejected' && failure.code === 'COMMENTS_DISABLED';
  return isClosed ? { kind: 'disabled' } : failure;
}

/** Texts are as the platform returns them. The code that stores them truncates and cleans them. */
export interface PlatformComment {
  externalCommentId: string;
  /** The comment that it replies to; null if it replies to the post itself. */
  parentExternalId: string | null;
  author: CommentAuthor;
  /** Written by the account itself. */
  mine: boolean;
  canReply: boolean;
  text: string;
  postedAt: Date;
  externalUrl: string | null;
  /** The data that a reply to it needs besides its id. Contains no secrets. */
  reference: JsonObject | null;
}

/** Null if the platform returns none. */
export interface CommentAuthor {
  externalId: string | null;
  handle: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/** Meta's notifications: a request to us, signed over its raw body. It only says where to look. */
export interface CommentPush<Session = PlatformSession> {
  /** Signs the notifications (HMAC-SHA256). Null: none can be verified, so all are rejected. */
  readonly appSecret: string | null;
  /** The verify token that the platform sends when the URL is registered. Null: it cannot be registered. */
  readonly verifyToken: string | null;
  /** The posts that a notification is about. None if its body is not understood. */
  read(body: unknown): readonly PushedLook[];
  /** Subscribes an account to notifications. Repeatable. Absent: the platform sends those of all accounts. */
  subscribe?: (session: Session) => Promise<{ kind: 'subscribed' } | PlatformFailure>;
}

export interface PushedLook {
  externalAccountId: string;
  /** Null: any post of the account. */
  externalPostId: string | null;
}
