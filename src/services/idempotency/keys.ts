import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { unnoticed } from '../../db/outcome.js';
import { idempotencyKeys } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { idempotencyLockMs, idempotencyLockMsByOperation, idempotencyWindowMs } from '../../domain/limits.js';
import { hasPermission, type Permission } from '../../domain/roles.js';
import type { Actor, RequestContext, VaultPlace } from '../shared/context.js';

const twinWaitMsMin = 1_000;
const twinWaitMsMax = 5_000;

/** One use of a key: the same key under another credential or operation is another key. */
export interface IdempotencyUse {
  operation: string;
  key: string;
  /** A hash of the whole request, because a repeat must be equal. */
  fingerprint: string;
}

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * `KEPT`: the response to an earlier request is stored. `DONE`: an earlier request has changed these resources and died
 * before its response was stored. `MINE`: this request holds the key. `REFUSED`: the caller may not see the stored
 * response, so the operation itself refuses the request.
 */
export type Claim =
  | { kind: 'KEPT'; answer: KeptAnswer }
  | { kind: 'DONE'; changedIds: readonly string[] }
  | { kind: 'MINE' }
  | { kind: 'REFUSED' };

type Row = typeof idempotencyKeys.$inferSelect;

/**
 * Takes the key for this request, or returns the response to an earlier request with the same key. Throws if that
 * request is still running, or was a different one. Unless a response was kept, call `keepAnswer` or `releaseKey`.
 * `right` is the permission that the request, and so a repeat of it, requires. Null: none. Undefined: unknown, so no
 * response is repeated.
 */
export function claimKey(
  ctx: RequestContext,
  use: IdempotencyUse,
  right: Permission | null | undefined,
): Promise<Claim> {
  return unnoticed(() => claim(ctx, use, right));
}

async function claim(
  ctx: RequestContext,
  use: IdempotencyUse,
  right: Permission | null | undefined,
): Promise<Claim> {
  if (await insertClaim(ctx, use)) return { kind: 'MINE' };
  const [row] = await ctx.db.select().from(idempotencyKeys).where(whereUse(ctx, use));
  // The key was released at this moment, so the caller's next try finds it free.
  if (row === undefined) throw inUse(twinWaitMsMin);
  if (ctx.vault.open(row.fingerprint, placeOf(ctx, use, 'fingerprint')) !== use.fingerprint) {
    const message = 'The Idempotency-Key was used for a different request. Use a new key for each request.';
    throw new AppError('IDEMPOTENCY_KEY_REUSED', message, {});
  }
  if (row.answer !== null) {
    if (!mayHave(ctx, row, right)) return { kind: 'REFUSED' };
    return { kind: 'KEPT', answer: openAnswer(ctx, use, row.answer) };
  }
  const leftMs = row.lockedUntil.getTime() - ctx.clock.now().getTime();
  const taken = leftMs > 0 ? undefined : await takeOver(ctx, use, row);
  if (taken === undefined) throw inUse(leftMs);
  return taken.boundTo === null ? { kind: 'MINE' } : { kind: 'DONE', changedIds: taken.changedIds };
}

/** Inserts the claim if the key is free, or was used so long ago that it counts as free. */
async function insertClaim(ctx: RequestContext, use: IdempotencyUse): Promise<boolean> {
  const now = ctx.clock.now();
  const claim = {
    requestId: ctx.requestId,
    fingerprint: ctx.vault.seal(use.fingerprint, placeOf(ctx, use, 'fingerprint')),
    lockedUntil: new Date(now.getTime() + lockMsOf(use)),
    boundTo: null,
    changedIds: [],
    answer: null,
    workspaceId: null,
    createdAt: now,
  };
  const claimed = await ctx.db
    .insert(idempotencyKeys)
    .values({ ...claim, credentialId: credentialOf(ctx.actor), operation: use.operation, key: use.key })
    .onConflictDoUpdate({
      target: [idempotencyKeys.credentialId, idempotencyKeys.operation, idempotencyKeys.key],
      set: claim,
      setWhere: lte(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyWindowMs)),
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** How long a claim lasts: longer than the operation may take, so that a running request does not count as dead. */
const lockMsOf = ({ operation }: IdempotencyUse): number =>
  idempotencyLockMsByOperation[operation] ?? idempotencyLockMs;

/** Takes the key over from a request that failed or died. If several repeats try this, only one succeeds. */
async function takeOver(
  ctx: RequestContext,
  use: IdempotencyUse,
  { requestId }: Row,
): Promise<Pick<Row, 'boundTo' | 'changedIds'> | undefined> {
  const lockedUntil = new Date(ctx.clock.now().getTime() + lockMsOf(use));
  const [taken] = await ctx.db
    .update(idempotencyKeys)
    .set({ requestId: ctx.requestId, lockedUntil })
    .where(and(whereUse(ctx, use), whereHeldBy(requestId)))
    .returning({ boundTo: idempotencyKeys.boundTo, changedIds: idempotencyKeys.changedIds });
  return taken;
}

/**
 * Binds the key to the changes of its request, in the same transaction, so that a repeat without a stored response
 * knows that they were made. If another request has taken the key over meanwhile, nothing changes.
 */
export async function bindKey(
  tx: Tx,
  ctx: RequestContext,
  use: IdempotencyUse,
  resourceId: string,
): Promise<void> {
  const bound = await tx
    .update(idempotencyKeys)
    .set({
      boundTo: resourceId,
      changedIds: sql`array_append(${idempotencyKeys.changedIds}, ${resourceId}::text)`,
    })
    .where(and(whereUse(ctx, use), whereHeldBy(ctx.requestId)))
    .returning({ key: idempotencyKeys.key });
  if (bound.length === 0) throw inUse(twinWaitMsMin);
}

/**
 * Whether the caller may get the stored response. Otherwise the operation itself refuses the request with the proper
 * error.
 */
function mayHave(
  { reach }: RequestContext,
  { workspaceId }: Row,
  right: Permission | null | undefined,
): boolean {
  if (right === undefined) return false;
  if (workspaceId === null) return right === null;
  const role = reach.roleByWorkspace.get(workspaceId);
  return role !== undefined && (right === null || hasPermission(role, right));
}

function openAnswer(ctx: RequestContext, use: IdempotencyUse, sealed: string): KeptAnswer {
  return JSON.parse(ctx.vault.open(sealed, placeOf(ctx, use, 'answer'))) as KeptAnswer;
}

/** Stores the response for later repeats. Does nothing if another request has taken the key over. */
export async function keepAnswer(
  ctx: RequestContext,
  use: IdempotencyUse,
  answer: KeptAnswer,
  workspaceId: string | null,
): Promise<void> {
  await ctx.db
    .update(idempotencyKeys)
    .set({ answer: ctx.vault.seal(JSON.stringify(answer), placeOf(ctx, use, 'answer')), workspaceId })
    .where(and(whereUse(ctx, use), whereHeldBy(ctx.requestId)));
}

/**
 * Releases the key. A rejected request changed nothing, so a corrected one may use the same key. After an internal
 * error the key stays bound to its request, because part of it may have been done.
 */
export async function releaseKey(
  ctx: RequestContext,
  use: IdempotencyUse,
  outcome: 'refused' | 'failed',
): Promise<void> {
  const mine = and(whereUse(ctx, use), whereHeldBy(ctx.requestId));
  // The changes of an earlier request stay bound to its key, whatever the repeat responds.
  if (outcome === 'refused')
    await ctx.db.delete(idempotencyKeys).where(and(mine, isNull(idempotencyKeys.boundTo)));
  await ctx.db.update(idempotencyKeys).set({ lockedUntil: ctx.clock.now() }).where(mine);
}

function whereUse({ actor }: RequestContext, { operation, key }: IdempotencyUse) {
  return and(
    eq(idempotencyKeys.credentialId, credentialOf(actor)),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
}

function whereHeldBy(requestId: string) {
  return and(eq(idempotencyKeys.requestId, requestId), isNull(idempotencyKeys.answer));
}

export function credentialOf(actor: Actor): string {
  if (actor.kind === 'clientLink') return actor.clientLinkId;
  return actor.kind === 'apiKey' ? actor.apiKeyId : actor.sessionId;
}

function placeOf(
  { actor }: RequestContext,
  { operation, key }: IdempotencyUse,
  column: 'fingerprint' | 'answer',
): VaultPlace {
  return { table: 'idempotency_keys', column, rowId: `${credentialOf(actor)}:${operation}:${key}` };
}

function inUse(leftMs: number): AppError<'IDEMPOTENCY_KEY_IN_USE'> {
  const retryAfterMs = Math.min(Math.max(leftMs, twinWaitMsMin), twinWaitMsMax);
  const message = 'A request with this Idempotency-Key is still running. Try again in a moment.';
  return new AppError('IDEMPOTENCY_KEY_IN_USE', message, { retryAfterMs });
}
