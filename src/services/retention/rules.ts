import { and, eq, exists, inArray, isNotNull, isNull, lt, not, notInArray, or, type SQL } from 'drizzle-orm';
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import {
  apiKeys,
  appTokens,
  auditLog,
  changes,
  clientLinks,
  clientReferences,
  commentFeeds,
  comments,
  connectSessions,
  idempotencyKeys,
  invitations,
  metricSnapshots,
  oneTimeSignIns,
  posts,
  publishAttempts,
  sessions,
  signInThrottles,
  targets,
  webhookDeliveries,
  webhookEvents,
} from '../../db/schema/index.js';
import { openChangeStatuses } from '../../domain/changes.js';
import { connectKeptMs } from '../../domain/connect-sessions.js';
import { clientReferenceWindowMs, idempotencyWindowMs } from '../../domain/limits.js';
import { endedPostStatuses } from '../../domain/post-status.js';
import { commentFeedKeptMs, keptMsOf, type RetentionDays } from '../../domain/retention.js';
import { addressThrottle, emailThrottle } from '../../domain/sessions.js';
import { webhookRetentionMs } from '../../domain/webhooks.js';
import { followers, isFollowerOf } from '../post-records/records.js';

/**
 * Rows of a table that are deleted once they are old, together with the rows that refer to them (`on delete cascade`).
 */
export interface RetentionRule {
  /** The name of the rows, for people. */
  name: string;
  table: PgTable;
  /**
   * The time from which a row's age is counted. It has an index, so that the oldest rows are found without reading the
   * others.
   */
  at: PgColumn;
  /** How long rows are kept. Null: forever. */
  keptMs: (days: RetentionDays) => number | null;
  /** The other conditions that a row must meet. */
  only?: (before: Date) => SQL | undefined;
  /** A lower number of rows per batch than usual, because many other rows belong to each. */
  rowsAtOnceMax?: number;
  /**
   * A reference that so many rows may have that one statement could not set all of them to null. They are set to null
   * in batches, and a row is deleted once none is left.
   */
  references?: { from: PgColumn; to: PgColumn };
}

const one = new QueryBuilder();

/** Deliveries of the event that are still pending. */
const pendingDelivery = one
  .select({ id: webhookDeliveries.id })
  .from(webhookDeliveries)
  .where(and(eq(webhookDeliveries.eventId, webhookEvents.id), eq(webhookDeliveries.status, 'PENDING')));

/** A target of the post with unfinished work: an unclear call, a correction, or a first comment. */
const openTarget = one
  .select({ id: targets.id })
  .from(targets)
  .leftJoin(followers, isFollowerOf(targets))
  .leftJoin(
    publishAttempts,
    and(
      or(eq(publishAttempts.publicationId, targets.id), eq(publishAttempts.publicationId, followers.id)),
      or(isNull(publishAttempts.outcome), inArray(publishAttempts.outcome, ['AMBIGUOUS', 'UNCONFIRMED'])),
    ),
  )
  .where(
    and(
      eq(targets.postId, posts.id),
      or(
        isNotNull(publishAttempts.id),
        isNotNull(targets.correctionOwedSince),
        isNotNull(followers.correctionOwedSince),
        isNotNull(followers.runId),
      ),
    ),
  );

/** A removal or an edit of the post that has not ended. */
const openChange = one
  .select({ id: changes.id })
  .from(changes)
  .where(and(eq(changes.postId, posts.id), inArray(changes.status, [...openChangeStatuses])));

const fewAtOnce = 100;
/** A post may have 10,000 comments. */
const commentsOfPost = { from: comments.postId, to: posts.id };

/** Everything that is deleted because of its age, except comments (sweep.ts) and data that have their own sweeps. */
export const retentionRules: readonly RetentionRule[] = [
  {
    name: 'webhook events',
    table: webhookEvents,
    at: webhookEvents.createdAt,
    keptMs: () => webhookRetentionMs,
    only: () => not(exists(pendingDelivery)),
    rowsAtOnceMax: fewAtOnce,
  },
  {
    name: 'Idempotency-Keys',
    table: idempotencyKeys,
    at: idempotencyKeys.createdAt,
    keptMs: () => idempotencyWindowMs,
  },
  {
    name: 'client references',
    table: clientReferences,
    at: clientReferences.createdAt,
    keptMs: () => clientReferenceWindowMs,
  },
  { name: 'sessions', table: sessions, at: sessions.expiresAt, keptMs: () => 0 },
  { name: 'one-time sign-ins', table: oneTimeSignIns, at: oneTimeSignIns.expiresAt, keptMs: () => 0 },
  { name: 'invitations', table: invitations, at: invitations.expiresAt, keptMs: () => 0 },
  {
    name: 'counts of failed sign-ins',
    table: signInThrottles,
    at: signInThrottles.lastAttemptAt,
    keptMs: () => Math.max(emailThrottle.forgetMs, addressThrottle.forgetMs),
  },
  {
    name: 'connect sessions',
    table: connectSessions,
    at: connectSessions.endedAt,
    keptMs: () => connectKeptMs,
  },
  {
    name: 'audit log',
    table: auditLog,
    at: auditLog.createdAt,
    keptMs: ({ auditLog: days }) => keptMsOf(days),
  },
  {
    name: 'revoked API keys',
    table: apiKeys,
    at: apiKeys.revokedAt,
    keptMs: ({ revokedKeys }) => keptMsOf(revokedKeys),
  },
  { name: 'access tokens of apps', table: appTokens, at: appTokens.expiresAt, keptMs: () => 0 },
  {
    // This applies to revoked links, too, because every link expires at most thirty days after its creation.
    name: 'client links',
    table: clientLinks,
    at: clientLinks.expiresAt,
    keptMs: ({ revokedKeys }) => keptMsOf(revokedKeys),
  },
  {
    name: 'states of reading comments',
    table: commentFeeds,
    at: commentFeeds.publishedAt,
    keptMs: () => commentFeedKeptMs,
    only: () => isNull(commentFeeds.dueAt),
  },
  {
    name: 'snapshots of numbers',
    table: metricSnapshots,
    at: metricSnapshots.measuredAt,
    keptMs: ({ metrics: days }) => keptMsOf(days),
  },
  {
    name: 'deleted posts',
    table: posts,
    at: posts.deletedAt,
    keptMs: ({ deletedPosts }) => keptMsOf(deletedPosts),
    // A deleted post has no run, unless Temporal has not been notified yet.
    only: () => and(isNull(posts.pendingWorkflowId), notInArray(posts.status, ['SCHEDULED', 'PUBLISHING'])),
    rowsAtOnceMax: fewAtOnce,
    references: commentsOfPost,
  },
  {
    name: 'posts',
    table: posts,
    at: posts.createdAt,
    keptMs: ({ posts: days }) => keptMsOf(days),
    only: (before) =>
      and(
        inArray(posts.status, [...endedPostStatuses]),
        isNull(posts.deletedAt),
        lt(posts.updatedAt, before),
        isNull(posts.pendingWorkflowId),
        not(exists(openTarget)),
        not(exists(openChange)),
      ),
    rowsAtOnceMax: fewAtOnce,
    references: commentsOfPost,
  },
];
