import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { connectCandidates, connectSessions, socialAccounts } from '../../db/schema/index.js';
import type { RevokeAnswer } from '../../platforms/kit/connect.js';
import { askPlatform } from '../shared/ask-platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { orAfter } from '../shared/with-timeout.js';
import { openSession } from './platform-session.js';
import type { SocialAccountRow } from './view.js';

const revokeMsMax = 10_000;
const revokesAtOnceMax = 8;

/**
 * Ends the grants of accounts that are disconnected by now, at their platforms. Their tokens are gone here whatever
 * comes of it: what fails is logged, and not tried again. To be called after the commit, never within a transaction.
 */
export async function revokeGrants(deps: ServiceDeps, accounts: readonly SocialAccountRow[]): Promise<void> {
  const waiting = [...accounts];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await revoke(deps, next);
  };
  const workers = Array.from({ length: Math.min(revokesAtOnceMax, accounts.length) }, worker);
  await orAfter(revokeMsMax, Promise.all(workers), undefined);
  const left = waiting.splice(0).map(({ id }) => id);
  if (left.length > 0)
    deps.log.warn({ socialAccountIds: left }, 'grants were not revoked: there was no time left');
}

async function revoke(deps: ServiceDeps, account: SocialAccountRow): Promise<void> {
  const { id: socialAccountId, platform, credentials } = account;
  const connector = deps.platforms.get(platform);
  const revokeThere = connector?.revoke?.bind(connector);
  if (credentials === null || revokeThere === undefined) return;
  try {
    if (await isInUse(deps, account)) return;
    const session = openSession(deps, account, credentials);
    const about = { socialAccountId, platform };
    const answer: RevokeAnswer = await askPlatform(deps, about, () => revokeThere(session), revokeMsMax);
    if (answer.kind === 'revoked' || answer.kind === 'not-supported') return;
    const { kind, message } = answer;
    deps.log.warn({ socialAccountId, platform, reason: kind, detail: message }, 'a grant was not revoked');
  } catch (error) {
    deps.log.warn({ err: error, socialAccountId, platform }, 'a grant was not revoked');
  }
}

/**
 * Another account of this installation lives by the same grant, or is the same one in another workspace, or was granted
 * anew and waits to be imported: platforms that end all of a person's grants at once would end that one too.
 */
async function isInUse(
  { db }: ServiceDeps,
  { grantId, platform, externalAccountId }: SocialAccountRow,
): Promise<boolean> {
  const isSame = and(
    eq(socialAccounts.platform, platform),
    eq(socialAccounts.externalAccountId, externalAccountId),
  );
  const waiting = await db
    .select({ id: connectCandidates.id })
    .from(connectCandidates)
    .innerJoin(connectSessions, eq(connectSessions.id, connectCandidates.sessionId))
    .where(
      and(
        eq(connectSessions.platform, platform),
        eq(connectCandidates.externalAccountId, externalAccountId),
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
