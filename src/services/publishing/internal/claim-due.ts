import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../db/client.js';
import { fixedStatement, rowSlots, slot } from '../../../db/fixed-statement.js';
import { postEvents, posts, publishAttempts, socialAccounts, targets } from '../../../db/schema/index.js';
import { constraintOf } from '../../../db/errors.js';
import type { JsonObject } from '../../../domain/json.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { eventKeys, eventRows, publisher } from '../../timeline/record.js';
import { publishingPost } from './open-post.js';
import { slotAgeMsMax } from './pace.js';
import type { LoadedPublication } from './publication.js';

/** All of an attempt that is known when it is claimed. */
export type NewAttempt = Pick<
  typeof publishAttempts.$inferSelect,
  | 'id'
  | 'targetId'
  | 'step'
  | 'generation'
  | 'number'
  | 'workflowId'
  | 'accountIdentity'
  | 'sentText'
  | 'startedAt'
>;

export const attemptKeys = [
  'id',
  'targetId',
  'step',
  'generation',
  'number',
  'workflowId',
  'accountIdentity',
  'sentText',
  'startedAt',
] as const satisfies readonly (keyof NewAttempt)[];

const attemptNumberIndex = 'publish_attempts_number';

/**
 * Claims the call of a post in one statement if nothing prevents it: the post names this run, nobody has canceled
 * or changed it since it was loaded, no other try has called, the account is unchanged, and the post is due by
 * the database's clock. The post and its waiting targets turn PUBLISHING with it. False: something prevents it,
 * and `claimAttempt` finds out what. The deciding rows are locked, so each condition is checked on their final
 * values.
 */
export async function claimDue(
  deps: ServiceDeps,
  input: StepInput,
  loaded: LoadedPublication,
  claim: { attempt: NewAttempt; prepared: JsonObject; nowMs: number },
): Promise<boolean> {
  const { post, target, account } = loaded;
  const begun = { kind: 'PUBLISHING_BEGUN', detail: { workflowId: input.workflowId } } as const;
  const [event] = eventRows(deps, input.postId, publisher, [begun]);
  if (event === undefined) return false;
  try {
    const rows = await statement(deps.db, {
      ...attemptSlots.values(claim.attempt),
      // At the same instant, so that the timeline shows the two in their order.
      ...eventSlots.values({ ...event, at: claim.attempt.startedAt }),
      postId: input.postId,
      targetId: input.targetId,
      workflowId: input.workflowId,
      caption: post.caption,
      captionOverride: target.captionOverride,
      platformOptions: target.platformOptions,
      mediaIds: target.mediaIds,
      lookFirstSince: target.lookFirstSince,
      paceSlotAt: target.paceSlotAt,
      credentialsVersion: account.credentialsVersion,
      lastNumber: loaded.lastNumber,
      decidingNow: deps.publishing.dueClock.decidingNow(claim.nowMs),
      state: claim.prepared,
      slotsFrom: new Date(claim.nowMs - slotAgeMsMax),
      now: deps.clock.now(),
    });
    return rows.length > 0;
  } catch (error) {
    if (constraintOf(error) === attemptNumberIndex) return false;
    throw error;
  }
}

const attemptSlots = rowSlots(publishAttempts, attemptKeys, 'attempt');
const eventSlots = rowSlots(postEvents, eventKeys, 'event');

/** Of a caller's post: the run is its own, nobody has changed it, and it waits or is being published. */
function lockPostStatement(q: Queryable) {
  const workflowId = slot(posts.workflowId, 'workflowId');
  return q.$with('locked_post').as(
    q
      .select({ id: posts.id, status: posts.status })
      .from(posts)
      .where(
        and(
          eq(posts.id, slot(posts.id, 'postId')),
          or(eq(posts.workflowId, workflowId), eq(posts.pendingWorkflowId, workflowId)),
          inArray(posts.status, ['SCHEDULED', 'PUBLISHING']),
          isNull(posts.deletedAt),
          unchanged(posts.caption, 'caption', 'text'),
        ),
      )
      .for('no key update'),
  );
}

/** Of its target: it is wanted, is what was loaded, and is due; so is its account, and no other try has called. */
function lockTargetStatement(q: Queryable, lockedPost: ReturnType<typeof lockPostStatement>) {
  const given = sql`${slot(posts.updatedAt, 'decidingNow')}::timestamptz`;
  const hasSlot = sql`coalesce(${targets.paceSlotAt} > ${slot(posts.updatedAt, 'slotsFrom')}, false)`;
  const isPaced = sql`not ${hasSlot} and ${socialAccounts.pacedUntil} > ${slot(posts.updatedAt, 'now')}`;
  const lastNumber = sql`coalesce((select max(latest.number) from ${publishAttempts} latest
    where latest.target_id = ${targets.id} and latest.step = 'POST'), 0)`;
  return q.$with('locked_target').as(
    q
      .select({ id: targets.id, postStatus: sql<string>`${lockedPost.status}`.as('post_status') })
      .from(targets)
      .innerJoin(lockedPost, eq(lockedPost.id, targets.postId))
      .innerJoin(socialAccounts, eq(socialAccounts.id, targets.socialAccountId))
      .where(
        and(
          eq(targets.id, slot(targets.id, 'targetId')),
          inArray(targets.status, ['SCHEDULED', 'PUBLISHING']),
          isNull(targets.removedAt),
          isNull(targets.cancelRequestedAt),
          unchanged(targets.lookFirstSince, 'lookFirstSince', 'timestamptz'),
          unchanged(targets.captionOverride, 'captionOverride', 'text'),
          unchanged(targets.platformOptions, 'platformOptions', 'jsonb'),
          unchanged(targets.mediaIds, 'mediaIds', 'jsonb'),
          unchanged(targets.paceSlotAt, 'paceSlotAt', 'timestamptz'),
          sql`(${targets.scheduledFor} is null or ${targets.scheduledFor} <= coalesce(${given}, clock_timestamp()))`,
          isNull(socialAccounts.deletedAt),
          eq(socialAccounts.status, 'ACTIVE'),
          eq(
            socialAccounts.credentialsVersion,
            slot(socialAccounts.credentialsVersion, 'credentialsVersion'),
          ),
          sql`(${isPaced}) is not true`,
          sql`${lastNumber} = ${sql.placeholder('lastNumber')}::int`,
        ),
      )
      .for('no key update', { of: targets }),
  );
}

function unchanged(column: PgColumn, name: string, type: string): SQL {
  return sql`${column} is not distinct from ${slot(column, name)}::${sql.raw(type)}`;
}

const listOf = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const columnsOf = (columns: readonly PgColumn[]): SQL =>
  listOf(columns.map(({ name }) => sql`${sql.identifier(name)}`));

const statement = fixedStatement('claim_due', (q) => {
  const updatedAt = slot(posts.updatedAt, 'now');
  const targetId = slot(targets.id, 'targetId');
  const lockedPost = lockPostStatement(q);
  const lockedTarget = lockTargetStatement(q, lockedPost);
  const opened = q.$with('opened').as(
    q
      .update(posts)
      .set(publishingPost())
      .from(lockedTarget)
      .where(and(eq(posts.id, slot(posts.id, 'postId')), sql`${lockedTarget.postStatus} = 'SCHEDULED'`))
      .returning({ id: posts.id }),
  );
  const begun = q.$with('begun', { kind: postEvents.kind }).as(
    sql`insert into ${postEvents} (${columnsOf(eventKeys.map((key) => postEvents[key]))})
      select ${listOf(eventKeys.map((key) => cast(postEvents[key], eventSlots.slots[key])))} from ${opened}
      returning ${sql.identifier(postEvents.kind.name)}`,
  );
  // After the entry of the timeline that the publishing has begun: both are numbered as they are written.
  const claimed = q.$with('claimed', { id: publishAttempts.id }).as(
    sql`insert into ${publishAttempts} (${columnsOf(attemptKeys.map((key) => publishAttempts[key]))})
      select ${listOf(attemptKeys.map((key) => cast(publishAttempts[key], attemptSlots.slots[key])))} from ${lockedTarget},
        (select count(*) from ${begun}) as told
      returning ${sql.identifier(publishAttempts.id.name)}`,
  );
  const isClaimed = sql`${targets.id} = ${targetId}`;
  const changed = q.$with('changed').as(
    q
      .update(targets)
      .set({
        status: 'PUBLISHING',
        attemptCount: sql`${targets.attemptCount} + (${isClaimed})::int`,
        lastAttemptAt: sql`case when ${isClaimed} then ${updatedAt}::timestamptz else ${targets.lastAttemptAt} end`,
        postState: sql`case when ${isClaimed} then ${slot(targets.postState, 'state')}::jsonb else ${targets.postState} end`,
        updatedAt,
      })
      .from(lockedTarget)
      .where(
        and(
          eq(targets.postId, slot(targets.postId, 'postId')),
          or(isClaimed, eq(targets.status, 'SCHEDULED')),
        ),
      )
      .returning({ id: targets.id }),
  );
  return q
    .with(lockedPost, lockedTarget, opened, begun, claimed, changed)
    .select({ id: claimed.id })
    .from(claimed);
});

/** The types of what is selected are not known from where it is put. */
function cast(column: PgColumn, value: SQL): SQL {
  return sql`${value}::${sql.raw(column.getSQLType())}`;
}
