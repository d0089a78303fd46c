import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { foreignMedia, postMedia, posts, publications, targets } from '../../../db/schema/index.js';
import { derivePostStatus, type PostStatus } from '../../../domain/post-status.js';
import { callsMissingSince, lookBeforeCalls } from '../../attempts/past-state.js';
import { noteForeignMedia } from '../../media/foreign-media.js';
import {
  isNotPublic,
  namedMediaIdsIn,
  statusesOf,
  type PostRecord,
  type PublicationRow,
  type TargetRow,
} from '../../post-records/records.js';
import { withFollowing } from '../../post-records/new-rows.js';
import { openFollowing } from '../../post-runs/stage-run.js';
import type { RequestContext } from '../../shared/context.js';
import { isSameTarget } from './post-comparison.js';

/** Writes the content of a post after an edit. */
export async function writeContent(
  tx: Tx,
  ctx: RequestContext,
  current: PostRecord,
  next: PostRecord,
): Promise<PostRecord> {
  const updatedAt = ctx.clock.now();
  const post = { ...next.post, status: statusAfter(next), updatedAt };
  await tx.update(posts).set(post).where(eq(posts.id, post.id));
  await writeTargets(tx, current.targets, next.targets, updatedAt);
  await lookForAdded(tx, current, next);
  await tx.delete(postMedia).where(eq(postMedia.postId, post.id));
  if (next.media.length > 0) await tx.insert(postMedia).values(next.media);
  await noteMedia(tx, current, next);
  return { ...next, post };
}

async function noteMedia(tx: Tx, current: PostRecord, next: PostRecord): Promise<void> {
  const [before, after] = [new Set(namedMediaIdsIn(current)), new Set(namedMediaIdsIn(next))];
  if (before.size === after.size && [...before].every((id) => after.has(id))) return;
  await tx.delete(foreignMedia).where(eq(foreignMedia.postId, next.post.id));
  await noteForeignMedia(tx, next.post, [...after]);
}

/** The status after an edit. A post that has ended gets the status of its remaining targets. */
function statusAfter({ post, targets: rows }: PostRecord): PostStatus {
  if (post.status !== 'FAILED' && post.status !== 'CANCELED') return post.status;
  return derivePostStatus(statusesOf(rows), { running: false });
}

/**
 * Marks added targets for a look-up if the database was restored: its rows may also lack an account of the post, and a
 * call for that account may have been made.
 */
async function lookForAdded(tx: Tx, current: PostRecord, next: PostRecord): Promise<void> {
  const knownIds = new Set(current.targets.map(({ id }) => id));
  const added = next.targets.filter(({ id }) => !knownIds.has(id));
  if (added.length === 0) return;
  const since = await callsMissingSince(tx, next.post.id);
  const ids = withFollowing(added).map(({ id }) => id);
  if (since !== null) await lookBeforeCalls(tx, next.post.id, since, ids);
}

async function writeTargets(tx: Tx, current: TargetRow[], next: TargetRow[], updatedAt: Date): Promise<void> {
  const nextIds = new Set(next.map((row) => row.id));
  const removed = current.filter((row) => !nextIds.has(row.id));
  const idsOf = (rows: TargetRow[]): string[] => rows.map((row) => row.id);
  const untried = removed.filter((row) => !isTried(row));
  if (untried.length > 0) await tx.delete(targets).where(inArray(targets.id, idsOf(untried)));
  const tried = removed.filter(isTried);
  if (tried.length > 0) {
    await tx
      .update(targets)
      .set({ status: 'CANCELED', scheduledFor: null, removedAt: updatedAt, updatedAt })
      .where(and(inArray(targets.id, idsOf(tried)), isNotPublic));
  }
  const currentById = new Map(current.map((row) => [row.id, row]));
  for (const row of next) {
    const existing = currentById.get(row.id);
    if (existing === undefined) {
      const [target = row] = withFollowing([row]);
      await tx.insert(targets).values(target).onConflictDoUpdate({ target: targets.id, set: target });
    } else if (!isSameTarget(existing, row)) {
      // Only the content is written, because a late success is recorded without the post's lock and must not be
      // overwritten.
      const { order, captionOverride, partsOverride, firstComment, platformOptions, mediaIds } = row;
      const content = { order, captionOverride, partsOverride, firstComment, platformOptions, mediaIds };
      await tx
        .update(targets)
        .set({ ...content, updatedAt })
        .where(eq(targets.id, row.id));
    }
  }
  const added = next.filter(({ id }) => !currentById.has(id));
  // An account that is added again loses its earlier errors and requests.
  if (added.length > 0) await openFollowing(tx, added);
  const following = withFollowing(next).filter(({ targetId }) => targetId !== null);
  if (following.length > 0)
    await tx
      .insert(publications)
      .values(following)
      // A part that was removed before comes back with its attempts.
      .onConflictDoUpdate({ target: publications.id, set: { removedAt: null } });
  const wanted = new Set(following.map(({ id }) => id));
  const left = next.flatMap(({ id }) => currentById.get(id)?.parts ?? []);
  await removeParts(
    tx,
    left.filter(({ id }) => !wanted.has(id)),
    updatedAt,
  );
}

/** Removes parts that the post no longer has. A part with attempts is only hidden, and keeps them. */
async function removeParts(tx: Tx, parts: readonly PublicationRow[], removedAt: Date): Promise<void> {
  const idsOf = (rows: readonly PublicationRow[]): string[] => rows.map(({ id }) => id);
  const [tried, untried] = [parts.filter(isTried), parts.filter((row) => !isTried(row))];
  if (untried.length > 0) await tx.delete(publications).where(inArray(publications.id, idsOf(untried)));
  if (tried.length > 0)
    await tx
      .update(publications)
      .set({ removedAt, status: 'SCHEDULED', errorCode: null, errorMessage: null })
      .where(and(inArray(publications.id, idsOf(tried)), isNotPublic));
}

const isTried = ({ attemptCount, lookFirstSince }: PublicationRow): boolean =>
  attemptCount > 0 || lookFirstSince !== null;
