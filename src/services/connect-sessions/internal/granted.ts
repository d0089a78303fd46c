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
import { lacksScope, scopeColumns } from '../../account-grants/missing-scopes.js';
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

type GrantedAnswer = Extract<ConnectAnswer, { kind: 'granted' }>;

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
  const isStored = await deps.db.transaction(async (tx) => {
    const { status, createdAt } = await lockSession(tx, session.id);
    if (status !== 'PENDING') return false;
    const self = eq(connectSessions.id, session.id);
    const result = answer.kind === 'granted' ? await candidatesOf(tx, session, answer) : failureOf(answer);
    if ('status' in result) {
      await endSessions(tx, deps, self, result);
      return false;
    }
    const rows = result.map((candidate, position) =>
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
  if (!isStored && answer.kind === 'granted') {
    await endAbandonedGrants(deps, grantNotStored(deps, session, answer.candidates));
  }
}

/**
 * Returns the accounts that may be imported: each once, and for a reconnection only that account. If there are none,
 * returns the failure.
 */
async function candidatesOf(
  tx: Tx,
  { socialAccountId }: SessionRow,
  { candidates }: GrantedAnswer,
): Promise<ConnectCandidate[] | SessionEnd> {
  // The list is reversed twice, which keeps the first of several entries for one account, and the order.
  const byAccount = new Map(
    candidates.toReversed().map((each) => [plainText(each.externalAccountId, nameCharsMax), each]),
  );
  const all = [...byAccount.values()].toReversed();
  if (all.length === 0) return failedWith('NOTHING_GRANTED');
  if (socialAccountId === null) return all.slice(0, connectCandidatesMax);
  const [account] = await tx
    .select({ externalAccountId: socialAccounts.externalAccountId })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, socialAccountId));
  const own = all.filter(({ externalAccountId }) => externalAccountId === account?.externalAccountId);
  return own.length === 0 ? failedWith('WRONG_ACCOUNT') : own;
}

function toRow(
  { newId, vault }: Pick<ServiceDeps, 'newId' | 'vault'>,
  { sessionId, position, scopes }: { sessionId: string; position: number; scopes: readonly ConnectScope[] },
  candidate: ConnectCandidate,
): CandidateRow {
  const id = newId('connectCandidate');
  const granted =
    candidate.scopes === null ? { scopes: null, missingScopes: [] } : scopeColumns(scopes, candidate.scopes);
  const lacksRequired = scopes.some((scope) => scope.required && lacksScope(granted, { scope: scope.name }));
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
    ...granted,
    reason: candidate.reason ?? (lacksRequired ? 'PERMISSION_MISSING' : null),
    importedAccountId: null,
    outcome: null,
  };
}

const failedWith = (errorCode: ConnectErrorCode): SessionEnd => ({ status: 'FAILED', errorCode });

function failureOf(answer: Exclude<ConnectAnswer, GrantedAnswer>): SessionEnd {
  const message = plainText(answer.message, messageCharsMax);
  switch (answer.kind) {
    // The platform's message consists of whole sentences that a person can read.
    case 'denied':
      return { status: 'FAILED', errorCode: answer.code, errorMessage: message };
    case 'rejected':
    case 'auth-expired':
    case 'auth-revoked':
      return failedWithText('PLATFORM_REJECTED', message);
    default:
      return failedWithText('PLATFORM_UNAVAILABLE', message);
  }
}

const failedWithText = (errorCode: ConnectErrorCode, message: string): SessionEnd => ({
  ...failedWith(errorCode),
  errorMessage: `${connectErrors[errorCode]} (${message})`,
});
