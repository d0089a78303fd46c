import { sql } from 'drizzle-orm';
import { executeHurried } from '../../db/deadline.js';
import { ratePolicies, standingOf, waitOf, rateWindowMs, type RateLimits } from '../../domain/rate-limits.js';
import type { RequestContext } from '../shared/context.js';
import { builtFor, countRequest, type CountedRow } from './count-request.js';
import { linkSubject } from './count-user.js';
import { rateLimited, segmentsOf, shared } from './verdict.js';

const statement = builtFor((limits: RateLimits) =>
  countRequest(
    sql`select ${sql.placeholder('subject')}::text as subject`,
    limits,
    sql`${sql.placeholder('worth')}::int`,
  ),
);

interface Subject {
  name: string;
  limits: RateLimits;
  /** Whether all API keys of a user share this count. */
  isShared: boolean;
}

/**
 * Counts extra work of a request as this many requests of its caller, either all of them or none. Throws RATE_LIMITED
 * if the limit does not allow it. For an API key, both the key and all keys of its user are counted.
 */
export async function countMore(ctx: RequestContext, requests: number): Promise<void> {
  if (requests === 0) return;
  for (const subject of subjectsOf(ctx)) await countFor(ctx, subject, requests);
}

async function countFor(ctx: RequestContext, subject: Subject, requests: number): Promise<void> {
  const { db, limiter, metrics } = ctx;
  const { name, limits, isShared } = subject;
  // The request itself is already counted, so more than this would never fit.
  const worth = Math.max(0, Math.min(requests, ...roomsOf(limits).map((room) => room - 1)));
  const count = () => executeHurried<CountedRow>(db, statement(limits), { subject: name, worth });
  const [row] = (await limiter.attempt(count)) ?? [];
  if (row === undefined) {
    countLocally(ctx, subject, worth);
    return;
  }
  if (row.allowed !== false) return;
  const nowMs = Number(row.checked_at_ms);
  const refusing = ratePolicies.flatMap((policy) => {
    const limit = limits[policy];
    if (limit === null) return [];
    const room = limit - worth + 1;
    const waitMs = waitOf(rateWindowMs[policy], room, segmentsOf(row, policy), nowMs);
    if (waitMs === 0) return [];
    metrics.rateLimited(policy);
    return [{ waitMs, standing: standingOf(policy, limit, segmentsOf(row, policy), nowMs) }];
  });
  const standings = refusing.map(({ standing }) => standing);
  throw rateLimited(
    Math.max(1, ...refusing.map(({ waitMs }) => waitMs)),
    isShared ? shared(standings) : standings,
  );
}

/** Counts the requests in this process, one after the other, if the database does not count. */
function countLocally(ctx: RequestContext, { name, limits, isShared }: Subject, worth: number): void {
  for (let counted = 0; counted < worth; counted += 1) {
    const { allowed, retryAfterMs, standings } = ctx.limiter.locally(name, limits, ctx.clock.now().getTime());
    if (!allowed) throw rateLimited(retryAfterMs, isShared ? shared(standings) : standings);
  }
}

function roomsOf(limits: RateLimits): number[] {
  return ratePolicies.flatMap((policy) => limits[policy] ?? []);
}

/** The subjects to count, with the same names and in the same order as in the statements that authenticate. */
function subjectsOf({ actor, limiter }: RequestContext): Subject[] {
  const { limits, sessionLimits, userLimits } = limiter;
  if (limits === null || sessionLimits === null) return [];
  if (actor.kind === 'clientLink')
    return [{ name: linkSubject(actor.clientLinkId), limits, isShared: false }];
  if (actor.kind === 'session')
    return [{ name: `user:${actor.userId}`, limits: sessionLimits, isShared: false }];
  const ofKey = { name: `key:${actor.apiKeyId}`, limits, isShared: false };
  if (userLimits === null) return [ofKey];
  return [ofKey, { name: `keys-of:${actor.userId}`, limits: userLimits, isShared: true }];
}
