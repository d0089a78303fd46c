import type { ChangeErrorCode, ChangeRules } from '../../../domain/changes.js';
import { AppError } from '../../../domain/errors.js';
import type { PlatformName } from '../../../domain/platforms.js';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { socialAccounts } from '../../../db/schema/index.js';
import { checkGrants } from '../../account-grants/grants.js';
import { lacksScope } from '../../account-grants/missing-scopes.js';
import type { PublicationRow, TargetRow } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';

export function notPossible(
  { id, platform }: Pick<TargetRow, 'id' | 'platform'>,
  reason: ChangeErrorCode,
  message: string,
): AppError<'CHANGE_NOT_POSSIBLE'> {
  return new AppError('CHANGE_NOT_POSSIBLE', message, { reason, platform, targetId: id });
}

export function rulesOf(ctx: RequestContext, { platform }: { platform: PlatformName }): ChangeRules | null {
  return ctx.platforms.get(platform)?.changeRules ?? null;
}

/** Refuses a change of a target without a public post whose id is known. */
export function checkHasId({ status, externalPostId, takenDownAt }: PublicationRow): void {
  if (status !== 'PUBLISHED' || takenDownAt !== null) {
    const message =
      status === 'PUBLISHED'
        ? 'The target was removed from its platform.'
        : 'The target has not been published.';
    throw new AppError('TARGET_NOT_PUBLISHED', message, {});
  }
  if (externalPostId !== null) return;
  throw new AppError(
    'NO_EXTERNAL_ID',
    'Punctual does not know the id of the post on the platform, so it cannot change it. Change it on the platform.',
    {},
  );
}

/** Refuses a change that the account may not make, because it is gone, or lacks a permission. */
export async function checkMayChange(
  tx: Tx,
  target: TargetRow,
  rules: readonly { scope?: string }[],
): Promise<void> {
  await checkGrants(tx, [target.socialAccountId]);
  const [account] = await tx
    .select({ scopes: socialAccounts.scopes })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, target.socialAccountId));
  const lacks = account !== undefined && rules.some((rule) => lacksScope(account, rule));
  if (!lacks) return;
  const message = 'The social account was connected without the permission for this. Connect it again.';
  throw notPossible(target, 'PERMISSION_MISSING', message);
}
