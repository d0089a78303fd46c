import { sql } from 'drizzle-orm';
import { executeHurried } from '../../db/deadline.js';
import type { RateLimits } from '../../domain/rate-limits.js';
import type { ServiceDeps } from '../shared/context.js';
import { builtFor, countRequest, type CountedRow } from './count-request.js';
import { verdictOf } from './verdict.js';
import type { RateVerdict } from '../shared/limits/rate-limiter.js';

const statement = builtFor((limits: RateLimits) =>
  countRequest(sql`select ${sql.placeholder('subject')}::text as subject`, limits),
);

type CountDeps = Pick<ServiceDeps, 'db' | 'clock' | 'limiter'>;

/** Counts a request of a signed-in user. All sessions share one count, so another session adds no requests. */
export function countUser(deps: CountDeps, userId: string): Promise<RateVerdict | undefined> {
  return countSubject(deps, `user:${userId}`, deps.limiter.sessionLimits);
}

/** Counts a request with a client link, which has the limits of an API key. */
export function countClientLink(deps: CountDeps, clientLinkId: string): Promise<RateVerdict | undefined> {
  return countSubject(deps, linkSubject(clientLinkId), deps.limiter.limits);
}

/** Counts a request that an API key, or the access of an app, makes without being the caller of an operation. */
export function countKey(deps: CountDeps, apiKeyId: string): Promise<RateVerdict | undefined> {
  return countSubject(deps, `key:${apiKeyId}`, deps.limiter.limits);
}

export const linkSubject = (clientLinkId: string): string => `client-link:${clientLinkId}`;

async function countSubject(
  { db, clock, limiter }: CountDeps,
  subject: string,
  limits: RateLimits | null,
): Promise<RateVerdict | undefined> {
  if (limits === null) return undefined;
  const counted = await limiter.attempt(() => executeHurried<CountedRow>(db, statement(limits), { subject }));
  const [row] = counted ?? [];
  return row === undefined ? limiter.locally(subject, limits, clock.now().getTime()) : verdictOf(row, limits);
}
