import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { connectCandidates, connectSessions, socialAccounts } from '../../../db/schema/index.js';
import { toFieldViews } from '../../shared/connecting/connect-views.js';
import type { ConnectContext, ConnectSessionView } from '../types.js';
import type { SessionRow } from './rows.js';
import { addressOf } from './ticket.js';
import { fieldsOf, takesCredentials, methodOfSession } from './connect-method.js';

/** The session as callers see it, without its secrets or those of its candidates. */
export async function viewSession(ctx: ConnectContext, row: SessionRow): Promise<ConnectSessionView> {
  const { id } = row;
  const method = methodOfSession(ctx, row);
  return {
    id,
    workspaceId: row.workspaceId,
    platform: row.platform,
    socialAccountId: row.socialAccountId,
    sandbox: row.sandbox,
    status: row.status,
    authorizeUrl: addressOf(ctx, row),
    credentialFields: method !== null && takesCredentials(ctx, row) ? toFieldViews(fieldsOf(method)) : null,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    candidates: await readCandidates(ctx.db, id),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  };
}

async function readCandidates(q: Queryable, sessionId: string): Promise<ConnectSessionView['candidates']> {
  const { externalAccountId, handle, displayName, avatarUrl, reason, missingScopes } = connectCandidates;
  const rows = await q
    .select({
      id: connectCandidates.id,
      externalAccountId,
      handle,
      displayName,
      avatarUrl,
      connectedAccountId: socialAccounts.id,
      reason,
      missingScopes,
    })
    .from(connectCandidates)
    .innerJoin(connectSessions, eq(connectSessions.id, connectCandidates.sessionId))
    .leftJoin(
      socialAccounts,
      and(
        eq(socialAccounts.workspaceId, connectSessions.workspaceId),
        eq(socialAccounts.platform, connectSessions.platform),
        eq(socialAccounts.externalAccountId, externalAccountId),
        isNull(socialAccounts.deletedAt),
      ),
    )
    .where(eq(connectCandidates.sessionId, sessionId))
    .orderBy(asc(connectCandidates.position));
  return rows.map((row) => ({ ...row, importable: row.reason === null }));
}
