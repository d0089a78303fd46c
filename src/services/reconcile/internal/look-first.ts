import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publications, socialAccounts } from '../../../db/schema/index.js';
import { nextMove } from '../../../domain/publish-attempts.js';
import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { readMediaClasses } from '../../post-records/media-classes.js';
import { dueOf, type PublicationRow, type Subject, type TargetRow } from '../../post-records/records.js';
import { withFollowing } from '../../post-records/new-rows.js';
import { insertAssumed, stateWithoutCalls } from '../../attempts/assume-attempt.js';
import type { AttemptedTarget } from '../../attempts/last-attempts.js';
import { identityOf } from '../../attempts/account-identity.js';
import type { TimelineEntry } from '../../timeline/record.js';

/** A target for which a call may be missing in the database. */
export interface Looked extends AttemptedTarget {
  /** Whether a run will publish the target without a new request. */
  isOpen: boolean;
}

/** Whether a part or the first comment of a public target may still be sent, by its run or by a retry. */
export function lacksFollower(target: TargetRow): boolean {
  const { status, firstComment, comment } = target;
  if (status !== 'PUBLISHED') return false;
  return dueOf(target) !== null || (firstComment !== null && comment?.status !== 'PUBLISHED');
}

/**
 * Records that calls of these targets may be missing since a time. A target that a run will publish gets an attempt of
 * unknown outcome in place of the missing call, so that a cancel, an edit or a retry acts as if the call were known:
 * with the mark alone, a canceled target would end without a look-up.
 * Returns the timeline entries.
 */
export async function lookFirst(
  tx: Tx,
  deps: ServiceDeps,
  post: Subject,
  looked: Looked[],
  { since }: { since: Date },
): Promise<TimelineEntry[]> {
  if (looked.length === 0) return [];
  const accountIds = looked.map(({ target }) => target.socialAccountId);
  const rows = await tx.select().from(socialAccounts).where(inArray(socialAccounts.id, accountIds));
  const identities = new Map(rows.map((account) => [account.id, identityOf(account)]));
  for (const each of looked) {
    const { target, lastPost } = each;
    const missingSince = firstMissing(each, since);
    // A part has the mark alone, because its run has begun and reads it before the call.
    const isAssumed =
      each.isOpen &&
      target.status !== 'PUBLISHED' &&
      nextMove(lastPost === undefined ? undefined : lastPost.outcome) === 'CALL';
    const marked = withFollowing([target]).flatMap(({ id, status }) => (status === 'PUBLISHED' ? [] : [id]));
    await tx
      .update(publications)
      .set({ lookFirstSince: missingSince })
      .where(inArray(publications.id, marked));
    if (!isAssumed) continue;
    await tx
      .update(publications)
      .set(await forgottenState(tx, deps, target))
      .where(eq(publications.id, target.id));
    await insertAssumed(tx, deps, lastPost, {
      publicationId: target.id,
      accountIdentity: identities.get(target.socialAccountId) ?? '',
      generation: post.generation,
      workflowId: publishPostWorkflowId(post.id, post.generation),
      sentText: target.captionOverride ?? post.caption ?? '',
      startedAt: missingSince,
    });
  }
  return looked.map(({ target }) => {
    const step = dueOf(target)?.step ?? 'FIRST_COMMENT';
    return { kind: 'LOOK_FIRST', targetId: target.id, detail: { step } };
  });
}

/** The earliest time of a missing call: calls of a target follow each other, so it is after the last known one. */
function firstMissing({ lastPost, lastComment }: AttemptedTarget, since: Date): Date {
  const known = [lastPost, lastComment].flatMap((last) =>
    last === undefined ? [] : [last.startedAt.getTime() + 1],
  );
  return new Date(Math.max(since.getTime(), ...known));
}

async function forgottenState(
  tx: Tx,
  { platforms }: ServiceDeps,
  target: TargetRow,
): Promise<Partial<PublicationRow>> {
  const { platform, platformOptions: options, replyTo } = target;
  const mediaClasses = await readMediaClasses(tx, target);
  const guarantee = platforms.get(platform)?.guaranteeOf({ options, replyTo, mediaClasses });
  return { prepared: stateWithoutCalls(guarantee, target.prepared) };
}
