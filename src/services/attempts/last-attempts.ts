import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/client.js';
import { publications, publishAttempts, targets } from '../../db/schema/index.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import {
  dueOf,
  followers,
  gatherTargets,
  isFollowerOf,
  isTargetOf,
  type PublicationRow,
  type TargetRow,
} from '../post-records/records.js';

export type AttemptRow = typeof publishAttempts.$inferSelect;

/** The condition that joins a publication with its last attempt. */
export function isLastAttempt(
  of: { id: AnyPgColumn } = publications,
  attempts: { publicationId: AnyPgColumn; number: AnyPgColumn } = publishAttempts,
): SQL | undefined {
  return and(
    eq(attempts.publicationId, of.id),
    sql`${attempts.number} = (
      select max(latest.number) from ${publishAttempts} latest where latest.publication_id = ${of.id})`,
  );
}

export async function lastAttempt(q: Queryable, publicationId: string): Promise<AttemptRow | undefined> {
  const [row] = await q
    .select()
    .from(publishAttempts)
    .where(eq(publishAttempts.publicationId, publicationId))
    .orderBy(desc(publishAttempts.number))
    .limit(1);
  return row;
}

/** Reads the last attempts at publications that have one, by publication. */
export async function readLastAttempts(
  q: Queryable,
  publicationIds: readonly string[],
): Promise<Map<string, AttemptRow>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await q
    .select({ attempt: publishAttempts })
    .from(publications)
    .innerJoin(publishAttempts, isLastAttempt())
    .where(inArray(publications.id, [...publicationIds]));
  return new Map(rows.map(({ attempt }) => [attempt.publicationId, attempt]));
}

export interface AttemptedTarget {
  target: TargetRow;
  /** The last attempt at the target itself or, once that is public, at the first of its parts that is not. */
  lastPost: AttemptRow | undefined;
  lastComment: AttemptRow | undefined;
}

const followerAttempts = alias(publishAttempts, 'follower_attempts');

/**
 * Reads the targets of a post with their last attempts, to decide which can still be stopped. It is one statement: a
 * success is recorded without the post's lock, and separate reads of target and attempt could make a public post look
 * unpublished.
 */
export async function readAttempted(q: Queryable, postId: string): Promise<AttemptedTarget[]> {
  const rows = await q
    .select({
      target: targets,
      follower: followers,
      lastPost: publishAttempts,
      lastOfFollower: followerAttempts,
    })
    .from(targets)
    .leftJoin(followers, isFollowerOf(targets))
    .leftJoin(publishAttempts, isLastAttempt())
    .leftJoin(followerAttempts, isLastAttempt(followers, followerAttempts))
    .where(and(isTargetOf(postId), isNull(targets.removedAt)))
    .orderBy(targets.order);
  const found = rows.flatMap(({ lastPost, lastOfFollower }) => [lastPost ?? [], lastOfFollower ?? []].flat());
  const lastAt = new Map(found.map((attempt) => [attempt.publicationId, attempt]));
  return gatherTargets(rows).map((target) => ({
    target,
    lastPost: lastAt.get((dueOf(target) ?? target).id),
    lastComment: target.comment === null ? undefined : lastAt.get(target.comment.id),
  }));
}

/**
 * Whether an attempt counted as absent only because a caller accepted a possible duplicate: a look-up did not find it,
 * which proves nothing on its platform, and another call was made. It may still be public, and its error code says so.
 */
function isUnproven({ outcome, errorCode }: Pick<AttemptRow, 'outcome' | 'errorCode'>): boolean {
  return outcome === 'ABSENT' && errorCode === 'PUBLISH_UNCONFIRMED';
}

/** Whether an attempt may have made its publication public, according to its row alone. */
export function mayBePublic(last: AttemptRow | null | undefined): boolean {
  return last !== null && last !== undefined && (isOutcomeOpen(last.outcome) || isUnproven(last));
}

/** Whether a call for this target may have made something public whose outcome is not recorded. */
export function isUnclear({ target, lastPost, lastComment }: AttemptedTarget): boolean {
  const { comment, firstComment } = target;
  const isCommentMissing =
    comment !== null && firstComment !== null && isCallMissing({ publication: comment, last: lastComment });
  const isMissing =
    isCommentMissing || isCallMissing({ publication: dueOf(target) ?? target, last: lastPost });
  return isMissing || mayBePublic(lastPost) || mayBePublic(lastComment);
}

/**
 * Whether a call of this publication may have been made that no attempt row records and that was not looked up yet
 * (`lookFirstSince`).
 */
export function isCallMissing({
  publication: { lookFirstSince: since },
  last,
}: {
  publication: Pick<PublicationRow, 'lookFirstSince'>;
  last: AttemptRow | undefined;
}): boolean {
  return since !== null && (last === undefined || last.startedAt < since);
}
