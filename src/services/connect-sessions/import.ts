import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { connectCandidates, connectSessions, socialAccounts } from '../../db/schema/index.js';
import { reasonWords } from '../../domain/connect-sessions.js';
import { AppError, validationFailed, type ErrorDetail } from '../../domain/errors.js';
import type { JsonObject } from '../../domain/json.js';
import { toSocialAccountView } from '../account-grants/view.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { checkConnectionLimit, claimConnections } from '../plan-limits/connection-limit.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import {
  retryAfterReconnection,
  storeConnectionIn,
  type ConnectAccountInput,
  type StoredConnection,
} from '../social-accounts/connect.js';
import { endSessions } from './internal/end.js';
import { readSessionInReach } from './internal/read-session.js';
import {
  candidatePlace,
  endText,
  holdConnectRights,
  lockSession,
  wrongStatus,
  type CandidateRow,
  type SessionRow,
} from './internal/rows.js';
import { takesCredentials } from './internal/connect-method.js';
import type { ConnectContext, ImportedAccount } from './types.js';

export interface ImportInput {
  connectSessionId: string;
  /** Absent: every candidate that can be imported and is not connected already. */
  candidateIds?: readonly string[];
}

/**
 * Turns candidates into accounts: all that were picked, or none. An account that was connected before keeps its id. A
 * repeated import returns the same response, even if it runs at the same time.
 */
export async function importCandidates(ctx: ConnectContext, input: ImportInput): Promise<ImportedAccount[]> {
  const session = await readSessionInReach(ctx, input.connectSessionId);
  if (session.status === 'COMPLETED') return repeat(ctx, session, input);
  const { workspaceId, platform, sandbox } = session;
  const candidates = await readCandidates(ctx.db, session.id);
  const picked = pick(ctx, session, candidates, input, await readWorking(ctx.db, session, input));
  const externalAccountIds = picked.map(({ externalAccountId }) => externalAccountId);
  const connection = { workspaceId, platform, sandbox, externalAccountIds };
  const room = await checkConnectionLimit(ctx, connection);
  const stored = await ctx.db.transaction(async (tx) => {
    // Without this lock, the grant could be stored in a workspace that is being deleted.
    const { plan } = await lockWorkspace(tx, workspaceId);
    await holdConnectRights(tx, ctx, workspaceId);
    const locked = await lockSession(tx, session.id);
    if (locked.status !== 'AWAITING_IMPORT') return null;
    await claimConnections(tx, connection, { room, plan });
    return storeAll(tx, ctx, locked, picked);
  });
  // Another import was faster, or the session has expired.
  if (stored === null) return repeat(ctx, await readSessionInReach(ctx, session.id), input);
  for (const connection of stored) await retryAfterReconnection(ctx, connection);
  return repeat(ctx, await readSessionInReach(ctx, session.id), input);
}

function readCandidates(q: Queryable, sessionId: string): Promise<CandidateRow[]> {
  return q
    .select()
    .from(connectCandidates)
    .where(eq(connectCandidates.sessionId, sessionId))
    .orderBy(asc(connectCandidates.position));
}

/**
 * Reads the platform's ids of the accounts that are connected and work. An import of all candidates leaves them out.
 */
async function readWorking(
  q: Queryable,
  session: SessionRow,
  { candidateIds }: ImportInput,
): Promise<Set<string>> {
  if (session.socialAccountId !== null || candidateIds !== undefined) return new Set();
  const rows = await q
    .select({ externalAccountId: socialAccounts.externalAccountId })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, session.workspaceId),
        eq(socialAccounts.platform, session.platform),
        eq(socialAccounts.status, 'ACTIVE'),
        isNull(socialAccounts.deletedAt),
      ),
    );
  return new Set(rows.map(({ externalAccountId }) => externalAccountId));
}

function pick(
  ctx: ConnectContext,
  session: SessionRow,
  candidates: CandidateRow[],
  { candidateIds }: ImportInput,
  working: ReadonlySet<string>,
): CandidateRow[] {
  if (session.status !== 'AWAITING_IMPORT') throw notImportable(ctx, session);
  const importable = candidates.filter(({ reason }) => reason === null);
  if (candidateIds === undefined) {
    const fresh = importable.filter((candidate) => !working.has(candidate.externalAccountId));
    // If all of them already work, the import includes them, so that the response reports them as connected.
    if (importable.length > 0) return fresh.length > 0 ? fresh : importable;
    throw wrongStatus(session, [], 'None of the session’s candidates can be imported.');
  }
  const details = candidateIds.flatMap((id, index): ErrorDetail[] => {
    const path = `candidateIds.${index}`;
    const known = candidates.find((candidate) => candidate.id === id);
    if (known === undefined) {
      return [{ path, code: 'unknown_candidate', message: 'The session has no such candidate.' }];
    }
    if (known.reason === null) return [];
    return [{ path, code: 'not_importable', message: reasonWords(known.reason, known.missingScopes) }];
  });
  if (details.length > 0) throw validationFailed(details);
  return importable.filter(({ id }) => candidateIds.includes(id));
}

function notImportable(ctx: ConnectContext, session: SessionRow): AppError {
  const message = endText(session) ?? 'Access was not granted yet, so there is nothing to import.';
  return wrongStatus(session, takesCredentials(ctx, session) ? ['credentials'] : [], message);
}

/** Stores the picked candidates as accounts and ends the session, which deletes the candidates' secrets. */
async function storeAll(
  tx: Tx,
  ctx: ConnectContext,
  session: SessionRow,
  picked: CandidateRow[],
): Promise<StoredConnection[]> {
  const stored: StoredConnection[] = [];
  for (const candidate of picked) {
    const connection = await storeConnectionIn(tx, ctx, toInput(ctx, session, candidate));
    const { account, outcome } = connection;
    if (outcome === 'already-connected') {
      throw new AppError(
        'PLATFORM_ALREADY_CONNECTED',
        `${account.handle} is already connected to the workspace.`,
        {
          accountId: account.id,
        },
      );
    }
    await tx
      .update(connectCandidates)
      .set({
        importedAccountId: account.id,
        outcome: outcome === 'connected' ? 'CONNECTED' : 'RECONNECTED',
      })
      .where(eq(connectCandidates.id, candidate.id));
    await recordAudit(tx, ctx, {
      workspaceId: session.workspaceId,
      action: outcome === 'connected' ? 'social_account.connected' : 'social_account.reconnected',
      subject: { id: account.id, name: account.handle },
      changes: [set('platform', account.platform)],
    });
    stored.push(connection);
  }
  await endSessions(tx, ctx, eq(connectSessions.id, session.id), { status: 'COMPLETED' });
  return stored;
}

function toInput(ctx: ConnectContext, session: SessionRow, candidate: CandidateRow): ConnectAccountInput {
  const { id, credentials, tokenExpiresAt, refreshBy, refreshNotBefore, reconnectBy } = candidate;
  if (credentials === null) throw notImportable(ctx, session);
  return {
    workspaceId: session.workspaceId,
    platform: session.platform,
    sandbox: session.sandbox,
    externalAccountId: candidate.externalAccountId,
    handle: candidate.handle,
    displayName: candidate.displayName,
    avatarUrl: candidate.avatarUrl,
    serviceUrl: candidate.serviceUrl,
    credentials: JSON.parse(ctx.vault.open(credentials, candidatePlace(id))) as JsonObject,
    grantId: session.id,
    scopes: candidate.scopes,
    missingScopes: candidate.missingScopes,
    life: { tokenExpiresAt, refreshBy, refreshNotBefore, reconnectBy },
    // A caller who names the account wants it to get the new grant, even if it works.
    allowReplace: session.socialAccountId !== null,
  };
}

/** The result of an earlier import, for a repeated request. */
async function repeat(
  ctx: ConnectContext,
  session: SessionRow,
  input: ImportInput,
): Promise<ImportedAccount[]> {
  if (session.status !== 'COMPLETED') throw notImportable(ctx, session);
  const candidates = await readCandidates(ctx.db, session.id);
  const imported = candidates.filter(({ outcome }) => outcome !== null);
  const working = await readWorking(ctx.db, session, input);
  if (!isSameImport(candidates, imported, input, working)) throw notImportable(ctx, session);
  const rows = await ctx.db
    .select({ account: socialAccounts, outcome: connectCandidates.outcome })
    .from(connectCandidates)
    .innerJoin(
      socialAccounts,
      and(eq(socialAccounts.id, connectCandidates.importedAccountId), isNull(socialAccounts.deletedAt)),
    )
    .where(eq(connectCandidates.sessionId, session.id))
    .orderBy(asc(connectCandidates.position));
  if (rows.length === 0) {
    throw wrongStatus(
      session,
      [],
      'The accounts that this session imported have been disconnected. Start a new session.',
    );
  }
  return rows.flatMap(({ account, outcome }) =>
    outcome === null ? [] : [{ ...toSocialAccountView(ctx, account), outcome }],
  );
}

function isSameImport(
  all: CandidateRow[],
  imported: CandidateRow[],
  { candidateIds }: ImportInput,
  working: ReadonlySet<string>,
): boolean {
  const meant = all.filter(
    ({ reason, outcome, externalAccountId }) =>
      outcome !== null || (reason === null && !working.has(externalAccountId)),
  );
  const wanted = new Set(candidateIds ?? meant.map(({ id }) => id));
  return wanted.size === imported.length && imported.every(({ id }) => wanted.has(id));
}
