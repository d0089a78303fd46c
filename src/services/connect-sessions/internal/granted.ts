import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { connectCandidates, connectSessions, socialAccounts } from '../../../db/schema/index.js';
import {
  connectCandidatesMax,
  connectErrors,
  connectImportMsMax,
  type ConnectErrorCode,
} from '../../../domain/connect-sessions.js';
import type { ConnectAnswer, ConnectCandidate, ConnectScope } from '../../../platforms/kit/connect.js';
import type { ServiceDeps } from '../../shared/context.js';
import {
  nameCharsMax,
  shownUrl,
  plainName,
  plainText,
  messageCharsMax,
} from '../../shared/remote-calls/platform-texts.js';
import type { ConnectContext } from '../types.js';
import { endSessions, withoutRequest, type SessionEnd } from './end.js';
import { endAbandonedGrants, grantNotStored } from './abandoned-grants.js';
import { candidatePlace, lockSession, type CandidateRow, type SessionRow } from './rows.js';

type Granted = Extract<ConnectAnswer, { kind: 'granted' }>;

const scopesMax = 100;

/**
 * Stores what the platform returned: candidates to import, or the reason why there are none. If the session
 * has ended by now, nothing is stored. A grant that is not stored is revoked.
 */
export async function storeAnswer(
  deps: ServiceDeps & Partial<Pick<ConnectContext, 'actor'>>,
  session: SessionRow,
  answer: ConnectAnswer,
  scopes: readonly ConnectScope[],
): Promise<void> {
  const end = answer.kind === 'granted' ? null : endOf(answer);
  const isKept = await deps.db.transaction(async (tx) => {
    const { status, createdAt } = await lockSession(tx, session.id);
    if (status !== 'PENDING') return false;
    const self = eq(connectSessions.id, session.id);
    if (answer.kind !== 'granted') {
      await endSessions(tx, deps, self, end ?? endBy('PLATFORM_UNAVAILABLE'));
      return false;
    }
    const candidates = await candidatesOf(tx, session, answer);
    if ('status' in candidates) {
      await endSessions(tx, deps, self, candidates);
      return false;
    }
    const rows = candidates.map((candidate, position) =>
      toRow(deps, { sessionId: session.id, position, scopes }, candidate),
    );
    await tx.insert(connectCandidates).values(rows);
    const expiresAt = new Date(createdAt.getTime() + connectImportMsMax);
    await tx
      .update(connectSessions)
      .set({ ...withoutRequest, status: 'AWAITING_IMPORT', expiresAt })
      .where(self);
    return true;
  });
  if (!isKept && answer.kind === 'granted') {
    await endAbandonedGrants(deps, grantNotStored(deps, session, answer.candidates));
  }
}

/** The candidates that may be picked: each account once, and for a reconnection only its account. */
async function candidatesOf(
  tx: Tx,
  { socialAccountId }: SessionRow,
  { candidates }: Granted,
): Promise<ConnectCandidate[] | SessionEnd> {
  const byAccount = new Map(
    candidates.toReversed().map((each) => [plainText(each.externalAccountId, nameCharsMax), each]),
  );
  const all = [...byAccount.values()].toReversed();
  if (all.length === 0) return endBy('NOTHING_GRANTED');
  if (socialAccountId === null) return all.slice(0, connectCandidatesMax);
  const [account] = await tx
    .select({ externalAccountId: socialAccounts.externalAccountId })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  const meant = all.filter(({ externalAccountId }) => externalAccountId === account?.externalAccountId);
  return meant.length === 0 ? endBy('WRONG_ACCOUNT') : meant;
}

function toRow(
  { newId, vault }: Pick<ServiceDeps, 'newId' | 'vault'>,
  { sessionId, position, scopes }: { sessionId: string; position: number; scopes: readonly ConnectScope[] },
  candidate: ConnectCandidate,
): CandidateRow {
  const id = newId('connectCandidate');
  const granted =
    candidate.scopes?.slice(0, scopesMax).map((scope) => plainText(scope, nameCharsMax)) ?? null;
  const missing = granted === null ? [] : scopes.filter(({ name }) => !granted.includes(name));
  const isShort = missing.some(({ required }) => required);
  const { tokenExpiresAt, refreshBy, refreshNotBefore, reconnectBy } = candidate.life;
  return {
    id,
    sessionId,
    position,
    externalAccountId: plainText(candidate.externalAccountId, nameCharsMax),
    handle: plainText(candidate.handle, nameCharsMax),
    displayName: plainName(candidate.displayName),
    avatarUrl: shownUrl(candidate.avatarUrl),
    serviceUrl: candidate.serviceUrl,
    credentials: vault.seal(JSON.stringify(candidate.credentials), candidatePlace(id)),
    tokenExpiresAt,
    refreshBy,
    refreshNotBefore,
    reconnectBy,
    scopes: granted,
    missingScopes: missing.map(({ name }) => name),
    reason: candidate.reason ?? (isShort ? 'PERMISSION_MISSING' : null),
    importedAccountId: null,
    outcome: null,
  };
}

const endBy = (errorCode: ConnectErrorCode): SessionEnd => ({ status: 'FAILED', errorCode });

function endOf(answer: Exclude<ConnectAnswer, Granted>): SessionEnd {
  const words = plainText(answer.message, messageCharsMax);
  switch (answer.kind) {
    // The platform's message consists of whole sentences that a person can read.
    case 'denied':
      return { status: 'FAILED', errorCode: answer.code, errorMessage: words };
    case 'rejected':
    case 'auth-expired':
    case 'auth-revoked':
      return failed('PLATFORM_REJECTED', words);
    default:
      return failed('PLATFORM_UNAVAILABLE', words);
  }
}

const failed = (errorCode: ConnectErrorCode, words: string): SessionEnd => ({
  status: 'FAILED',
  errorCode,
  errorMessage: `${connectErrors[errorCode]} (${words})`,
});
