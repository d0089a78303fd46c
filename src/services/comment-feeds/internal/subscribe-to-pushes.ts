import { and, eq, sql } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import type { PlatformComments } from '../../../platforms/kit/comments.js';
import { openSession } from '../../account-grants/platform-session.js';
import { redactMessage } from '../../account-grants/redact-message.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { askPlatform } from '../../shared/remote-calls/ask-platform.js';
import type { ServiceDeps } from '../../shared/context.js';

const subscribeMsMax = 10_000;

/**
 * Subscribes an account to the platform's pushes, at its first read and again whenever its credentials have changed, so
 * that a reconnected account is subscribed as well. A failed try is repeated at the next read; a refused one only with
 * the next credentials. Until then, comments are only found by polling.
 */
export async function subscribeToPushes(
  deps: ServiceDeps,
  { push }: PlatformComments,
  account: SocialAccountRow,
): Promise<void> {
  if (push?.subscribe === undefined || push.appSecret === null || push.verifyToken === null) return;
  const { id: socialAccountId, platform, credentials, credentialsVersion } = account;
  if (credentials === null || account.pushVersion === credentialsVersion) return;
  // The version is set at once, so that concurrent reads of the account do not subscribe again.
  account.pushVersion = credentialsVersion;
  const session = openSession(deps, account, credentials);
  const subscribe = push.subscribe.bind(push);
  const about = { socialAccountId, platform };
  const answer = await askPlatform(deps, about, () => subscribe(session), subscribeMsMax);
  if (answer.kind !== 'subscribed') {
    const detail = redactMessage(answer.message, session.credentials);
    deps.log.warn(
      { ...about, reason: answer.kind, detail },
      'the comment notifications of an account could not be turned on',
    );
    if (answer.kind !== 'rejected') return;
  }
  await deps.db
    .update(socialAccounts)
    .set({ pushVersion: credentialsVersion })
    .where(
      and(
        eq(socialAccounts.id, socialAccountId),
        sql`${socialAccounts.pushVersion} is distinct from ${credentialsVersion}`,
      ),
    );
}
