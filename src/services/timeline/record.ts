import { eq, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { builtStatement } from '../../db/built-query.js';
import { insertJsonRows } from '../../db/json-rows.js';
import { isReplyId } from '../../domain/ids.js';
import { postEvents } from '../../db/schema/index.js';
import type { TimelineDetail, TimelineKind, WaitReason } from '../../domain/timeline.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { Actor, RequestContext, ServiceDeps } from '../shared/context.js';
import { recordedKindOf } from '../shared/recorded-kind.js';

/** The actor of an entry: a caller with a key, client link or session, or a part of the system. */
export type TimelineActor =
  | (Actor & { requestId: string })
  | { kind: 'system'; part: 'accounts' | 'api' | 'publisher' | 'reconciler' | 'webhooks' };

export interface TimelineEntry {
  /** Starts of attempts are not recorded here, because they are read from the attempts' rows. */
  kind: Exclude<TimelineKind, 'ATTEMPT_STARTED'>;
  targetId?: string;
  detail?: TimelineDetail;
}

export const publisher = { kind: 'system', part: 'publisher' } as const satisfies TimelineActor;
export const reconciler = { kind: 'system', part: 'reconciler' } as const satisfies TimelineActor;

export const accountKeeper = { kind: 'system', part: 'accounts' } as const satisfies TimelineActor;

export const webhookSender = { kind: 'system', part: 'webhooks' } as const satisfies TimelineActor;

export function callerOf({ actor, requestId }: RequestContext): TimelineActor {
  return { ...actor, requestId };
}

/** Writes timeline entries for a post or a reply in one statement, in the transaction of the change that they describe. */
export async function recordEvents(
  q: Queryable,
  deps: Pick<ServiceDeps, 'clock'>,
  postId: string,
  by: TimelineActor,
  entries: readonly TimelineEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await writeEvents(q, { events: insertEvents.json(eventRows(deps, postId, by, entries)) });
}

/** The condition that an entry is about this post or reply. */
export const isAbout = (id: string): SQL =>
  eq(isReplyId(id) ? postEvents.publicationId : postEvents.postId, id);

/** A row of the timeline without its number, which the database assigns. */
export type EventRow = Omit<typeof postEvents.$inferSelect, 'timelineNumber'>;

/** The columns of an entry that the service provides. */
export const eventKeys = [
  'postId',
  'publicationId',
  'targetId',
  'at',
  'kind',
  'actorKind',
  'actorId',
  'actorUserId',
  'requestId',
  'detail',
] as const;

/** The statement that inserts timeline entries, for callers that combine it with another write. */
export const insertEvents = insertJsonRows<EventRow>(postEvents, eventKeys);
const writeEvents = builtStatement(() => insertEvents(sql.placeholder('events')));

/** Builds the rows of entries, for callers that insert them in one statement with the change itself. */
export function eventRows(
  { clock }: Pick<ServiceDeps, 'clock'>,
  postId: string,
  by: TimelineActor,
  entries: readonly TimelineEntry[],
): EventRow[] {
  const of = isReplyId(postId) ? { postId: null, publicationId: postId } : { postId, publicationId: null };
  const common = { ...of, at: clock.now(), ...actorColumns(by) };
  return entries.map(({ kind, targetId, detail }) => ({
    ...common,
    kind,
    targetId: targetId ?? null,
    detail: detail ?? {},
  }));
}

export function waitDetail(
  step: PublishStep,
  { reason, until }: { reason: WaitReason; until?: Date },
): TimelineDetail {
  return { step, reason, ...(until && { until: until.toISOString() }) };
}

/**
 * Records why a step waits. A wait with the same details as the previous entry is not recorded again, so that polling a
 * platform every minute for hours leads to one entry.
 */
export async function recordWait(
  deps: ServiceDeps,
  { postId, targetId, step }: Pick<StepInput, 'postId' | 'targetId' | 'step'>,
  reason: WaitReason,
  until?: Date,
): Promise<void> {
  const detail = waitDetail(step, { reason, ...(until && { until }) });
  const isSame = sql`last.kind = 'WAITING' and last.detail = ${JSON.stringify(detail)}::jsonb`;
  const isNew = sql`not exists (select 1 from (
    select kind, detail from ${postEvents} where ${isAbout(postId)} and target_id = ${targetId}
    order by timeline_number desc limit 1) last where ${isSame})`;
  await recordIf(deps.db, deps, postId, { kind: 'WAITING', targetId, detail }, isNew);
}

/** Writes an entry of a run in one statement if the condition holds. Returns whether it did. */
export async function recordIf(
  q: Queryable,
  deps: Pick<ServiceDeps, 'clock'>,
  postId: string,
  entry: TimelineEntry,
  condition: SQL,
): Promise<boolean> {
  const rows = insertEvents(eventRows(deps, postId, publisher, [entry]));
  return (await q.execute(sql`${rows} where ${condition} returning 1`)).length > 0;
}

function actorColumns(by: TimelineActor) {
  if (by.kind === 'system') {
    return { actorKind: by.kind, actorId: by.part, actorUserId: null, requestId: null };
  }
  if (by.kind === 'clientLink') {
    return { actorKind: by.kind, actorId: by.clientLinkId, actorUserId: null, requestId: by.requestId };
  }
  const actorId = by.kind === 'apiKey' ? by.apiKeyId : by.sessionId;
  return { actorKind: recordedKindOf(by), actorId, actorUserId: by.userId, requestId: by.requestId };
}
