import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';
import type { PlatformSession } from './session.js';

/**
 * The comments under an account's posts, as its platform shows them. Reading them changes nothing there; a reply is
 * published as any publication is, with `Publication.replyTo`.
 */
export interface PlatformComments {
  /** Each comment that is read is paid for: reading is off for an account until a person switches it on. */
  readonly paidReads?: true;
  /** Calls of `list` in an hour and account, at most. The rest of the account's rate is for publishing. */
  readonly callsPerHourMax: number;
  /**
   * Calls of `list` in a day that all accounts of an installation share, at most: a part of what the platform gives our
   * app, so that publishing has the rest. Absent: the platform counts by account.
   */
  readonly callsPerDayMax?: { max: number; sharedBy: 'installation' };
  /** Reads under way in one process at the same time; absent: as of most platforms. For answers that may be large. */
  readonly readsAtOnceMax?: number;
  /**
   * Whether no page holds a comment, reply or not, that is newer than one of the page before: reading may then stop at what is known
   * already. Otherwise every look reads all pages.
   */
  readonly newestFirst: boolean;
  /**
   * A comment is listed for so long after it was written; absent: for good. One that is older and is not listed has not
   * therefore been deleted.
   */
  readonly listedForMs?: number;
  /** One page, in one call of the platform or a few. Items that cannot be read are skipped, and make it partial. */
  list(session: PlatformSession, post: CommentedPost, cursor: string | null): Promise<CommentsAnswer>;
  /** How the platform tells that there is something to look at. Absent: it does not. */
  readonly push?: CommentPush;
}

/** A post of the account. */
export interface CommentedPost {
  externalPostId: string;
  /** What `commit` returned as `reference`, where we published it. */
  reference: JsonObject | null;
  publishedAt: Date;
}

export type CommentsAnswer =
  | {
      kind: 'page';
      comments: readonly PlatformComment[];
      cursor: string | null;
      /** There are more, which cannot be told: what is missing has not therefore been deleted. */
      isPartial?: true;
    }
  /** The platform has no such post, or does not show it: it is gone when that was said twice. */
  | { kind: 'gone' }
  /** The post takes no comments, and has none: it is asked for rarely. */
  | { kind: 'disabled' }
  | PlatformFailure;

/** Texts as the platform gives them: whoever stores them cuts and cleans them. */
export interface PlatformComment {
  externalCommentId: string;
  /** The comment that it answers; null where it answers the post. */
  parentExternalId: string | null;
  author: CommentAuthor;
  /** Written by the account itself. */
  mine: boolean;
  canReply: boolean;
  text: string;
  postedAt: Date;
  externalUrl: string | null;
  /** What a reply to it needs beyond its id; no secrets. */
  reference: JsonObject | null;
}

/** What a platform does not tell is null. */
export interface CommentAuthor {
  externalId: string | null;
  handle: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/** Meta's way of telling: a request to us, signed over its raw body. It only says "look now". */
export interface CommentPush {
  /** Signs the pushes (HMAC-SHA256); null: none can be checked, so none is taken. */
  readonly appSecret: string | null;
  /** What the platform repeats when the address is registered; null: it cannot be registered. */
  readonly verifyToken: string | null;
  /** What a push is about. Of a body that is not understood: nothing. */
  read(body: unknown): readonly PushedLook[];
  /** Has the platform send them for an account. Repeatable. Absent: it sends those of all accounts. */
  subscribe?(session: PlatformSession): Promise<{ kind: 'subscribed' } | PlatformFailure>;
}

export interface PushedLook {
  externalAccountId: string;
  /** Null: whatever the account has. */
  externalPostId: string | null;
}
