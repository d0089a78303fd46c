import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.js';
import { publications, socialAccounts } from '../../../db/schema/index.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { OpenPublication } from './fence.js';

export async function isGrantDead(q: Queryable, { targetId }: Pick<StepInput, 'targetId'>): Promise<boolean> {
  const [account] = await q
    .select({ status: socialAccounts.status })
    .from(publications)
    .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
    .where(eq(publications.id, targetId));
  return account?.status === 'TOKEN_EXPIRED';
}

/**
 * Counts a refused authorization as an attempt to publish, even if it was discovered before this run made a call.
 * Otherwise the count would depend on which post called the platform first.
 */
export async function countRefused(
  tx: Tx,
  { clock }: Pick<ServiceDeps, 'clock'>,
  { post, publication, last }: Pick<OpenPublication, 'post' | 'publication' | 'last'>,
): Promise<void> {
  if (publication.targetId !== null || last?.generation === post.generation) return;
  await tx
    .update(publications)
    .set({ attemptCount: sql`${publications.attemptCount} + 1`, lastAttemptAt: clock.now() })
    .where(eq(publications.id, publication.id));
}

/**
 * Checks a refused authorization against the account's credentials. If they are newer than the refused ones, the
 * failure becomes an expired token, so that the step is tried again, and the account stays locked until the transaction
 * ends.
 */
export async function asOfNow(
  tx: Tx,
  { id, credentialsVersion }: Pick<SocialAccountRow, 'id' | 'credentialsVersion'>,
  failure: PlatformFailure,
): Promise<PlatformFailure> {
  if (failure.kind !== 'auth-revoked') return failure;
  const [renewed] = await tx
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.id, id),
        eq(socialAccounts.status, 'ACTIVE'),
        isNull(socialAccounts.deletedAt),
        ne(socialAccounts.credentialsVersion, credentialsVersion),
      ),
    )
    .for('share');
  return renewed === undefined ? failure : { kind: 'auth-expired', message: failure.message };
}
