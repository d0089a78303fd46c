import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { connectCandidates, connectSessions, socialAccounts } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { RevokeAnswer } from '../../platforms/kit/connect.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { orAfter } from '../shared/remote-calls/with-timeout.js';
import { openSession } from './platform-session.js';
import type { SocialAccountRow } from './view.js';

const revokeMsMax = 10_000;
const revokesAtOnceMax = 8;

/** A platform's grant that its holder no longer needs. Other accounts may still use it (see `isInUse`). */
export interface UnusedGrant {
  /** The account or session that held the grant, for the log. */
  about: { socialAccountId: string } | { connectSessionId: string };
  platform: PlatformName;
  /** The platform's ids of the accounts that the grant gives access to. */
  externalAccountIds: readonly string[];
  /** Our own id of the grant. Several accounts may share it. */
  grantId: string | null;
  open: () => PlatformSession;
}

/**
 * Ends the grants of disconnected accounts at their platforms. Our tokens are deleted in any case; a failure is
 * logged and not retried. Call it after the commit, never inside a transaction.
 */
export async function revokeGrants(deps: ServiceDeps, accounts: readonly SocialAccountRow[]): Promise<void> {
  await endGrants(
    deps,
    accounts.flatMap((account) => {
      const { id: socialAccountId, platform, externalAccountId, grantId, credentials } = account;
      if (credentials === null) return [];
      const open = (): PlatformSession => openSession(deps, account, credentials);
      return [
        { about: { socialAccountId }, platform, externalAccountIds: [externalAccountId], grantId, open },
      ];
    }),
  );
}

/** Revokes unused grants at their platforms, within a limited time. Never throws. */
export async function endGrants(deps: ServiceDeps, grants: readonly UnusedGrant[]): Promise<void> {
  const waiting = [...grants];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await revoke(deps, next);
  };
  const workers = Array.from({ length: Math.min(revokesAtOnceMax, grants.length) }, worker);
  await orAfter(revokeMsMax, Promise.all(workers), undefined);
  const left = waiting.splice(0).map(({ about }) => about);
  if (left.length > 0) deps.log.warn({ grants: left }, 'grants were not revoked: there was no time left');
}

async function revoke(deps: ServiceDeps, grant: UnusedGrant): Promise<void> {
  const { platform, open } = grant;
  const about = { ...grant.about, platform };
  const connector = deps.platforms.get(platform);
  const revokeThere = connector?.revoke?.bind(connector);
  if (revokeThere === undefined) return;
  try {
    if (await isInUse(deps, grant)) return;
    const session = open();
    const answer: RevokeAnswer = await askPlatform(deps, about, () => revokeThere(session), revokeMsMax);
    if (answer.kind === 'revoked' || answer.kind === 'not-supported') return;
    const { kind, message } = answer;
    deps.log.warn({ ...about, reason: kind, detail: message }, 'a grant was not revoked');
  } catch (error) {
    deps.log.warn({ err: error, ...about }, 'a grant was not revoked');
  }
}

/**
 * Whether an account of this installation still depends on the grant: the account shares the grant, the grant gives
 * access to the account (here or in another workspace), or the account was granted again and waits for its import. A
 * platform that ends all grants of a person at once would end that new grant, too.
 */
async function isInUse(
  { db }: ServiceDeps,
  { grantId, platform, externalAccountIds }: UnusedGrant,
): Promise<boolean> {
  const isSame = and(
    eq(socialAccounts.platform, platform),
    inArray(socialAccounts.externalAccountId, [...externalAccountIds]),
  );
  const waiting = await db
    .select({ id: connectCandidates.id })
    .from(connectCandidates)
    .innerJoin(connectSessions, eq(connectSessions.id, connectCandidates.sessionId))
    .where(
      and(
        eq(connectSessions.platform, platform),
        inArray(connectCandidates.externalAccountId, [...externalAccountIds]),
        isNotNull(connectCandidates.credentials),
      ),
    )
    .limit(1);
  if (waiting.length > 0) return true;
  const rows = await db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(
        isNull(socialAccounts.deletedAt),
        grantId === null ? isSame : or(isSame, eq(socialAccounts.grantId, grantId)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
