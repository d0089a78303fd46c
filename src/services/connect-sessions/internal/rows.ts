import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { connectSessions, type connectCandidates } from '../../../db/schema/index.js';
import { AppError, notFound } from '../../../domain/errors.js';
import { authorizeWorkspace } from '../../shared/rights/access.js';
import type { VaultPlace } from '../../shared/context.js';
import { holdRights } from '../../shared/rights/rights-now.js';
import type { ConnectContext } from '../types.js';

export type SessionRow = typeof connectSessions.$inferSelect;
export type CandidateRow = typeof connectCandidates.$inferSelect;

/** The place that a session's secrets are encrypted for. */
export function sessionPlace(
  rowId: string,
  column: 'authorize_url' | 'code_verifier' | 'carried' | 'ticket',
): VaultPlace {
  return { table: 'connect_sessions', column, rowId };
}

export function candidatePlace(rowId: string): VaultPlace {
  return { table: 'connect_candidates', column: 'credentials', rowId };
}

/** Locks the row for an update. Other transactions that update it wait. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow> {
  const [row] = await tx.select().from(connectSessions).where(eq(connectSessions.id, id)).for('update');
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Checks the caller's current rights and locks them until the transaction ends. Call it before any row but the
 * workspace's is locked.
 */
export async function holdConnectRights(
  tx: Tx,
  { actor, reach }: Pick<ConnectContext, 'actor' | 'reach'>,
  workspaceId: string,
): Promise<void> {
  // An operator who runs a command is not a member, so there is no membership to lock.
  if (actor.kind === 'operator') authorizeWorkspace(reach, workspaceId, 'manageAccounts');
  else await holdRights(tx, { actor, reach }, workspaceId, 'manageAccounts');
}

/** The actions on an open session, by the last part of the operation's path. */
export type SessionAction = 'credentials' | 'import';

/** The error for an action that the session's status does not permit. `allowed` lists the actions that it permits. */
export function wrongStatus({ status }: SessionRow, allowed: SessionAction[], message: string) {
  return new AppError('INVALID_STATE', message, { status, allowed });
}

/** The reason why a session accepts no further requests, as text for people. Null if the session is open. */
export function endText({ status, errorCode, errorMessage }: SessionRow): string | null {
  switch (status) {
    case 'PENDING':
    case 'AWAITING_IMPORT':
      return null;
    case 'COMPLETED':
      return 'The session is complete and imported a different selection. Start a new one.';
    case 'EXPIRED':
      return 'The session has expired. Start a new one.';
    case 'FAILED':
      return `The session has failed (${errorCode ?? 'FAILED'}). ${errorMessage ?? ''} Start a new one.`.replace(
        '  ',
        ' ',
      );
  }
}
