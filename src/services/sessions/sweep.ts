import { lt } from 'drizzle-orm';
import { invitations, oneTimeSignIns, sessions } from '../../db/schema/index.js';
import { addressThrottle, emailThrottle } from '../../domain/sessions.js';
import type { ServiceDeps } from '../shared/context.js';
import { sweepThrottles } from '../shared/limits/throttle.js';

/** Deletes expired sessions, sign-ins, invitations and throttles, which have no effect any more. */
export async function sweepIdentity(deps: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, now));
  await deps.db.delete(oneTimeSignIns).where(lt(oneTimeSignIns.expiresAt, now));
  await deps.db.delete(invitations).where(lt(invitations.expiresAt, now));
  await sweepThrottles(deps, { olderThanMs: Math.max(emailThrottle.forgetMs, addressThrottle.forgetMs) });
}
