import { AppError } from '../../domain/errors.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import { openSession } from '../account-grants/platform-session.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { checkSocialAccount } from './check.js';
import { readAccountInReach, type AccountContext } from './get.js';

/**
 * Checks an account, which refreshes expired access, and returns what calls for it need. The session contains the
 * account's credentials: it must stay in the memory of a command.
 */
export async function openSocialAccount(
  ctx: AccountContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<{ account: SocialAccountView; session: PlatformSession }> {
  const account = await checkSocialAccount(ctx, { socialAccountId });
  const row = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  if (row.credentials === null || row.status !== 'ACTIVE') {
    throw new AppError('PLATFORM_AUTH_FAILED', 'The account has no access any more. Reconnect it.', {
      accountId: socialAccountId,
    });
  }
  return { account, session: openSession(ctx, row, row.credentials) };
}
