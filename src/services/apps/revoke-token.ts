import { and, eq, exists } from 'drizzle-orm';
import { apiKeys, appGrants, appTokens } from '../../db/schema/index.js';
import type { AuditCaller } from '../audit/record.js';
import type { ServiceDeps } from '../shared/context.js';
import { hashToken } from '../shared/secrets/token.js';
import { endGrant } from './internal/end-grant.js';
import { familyOf, isAccessTokenFormat } from './token-format.js';

export interface RevokeTokenInput {
  clientId: string;
  token: string;
  requestId: string;
  clientAddress: string;
}

/**
 * Revokes a token for its app (RFC 7009). Revoking a refresh token, even a used one, ends the access as a whole. An
 * unknown token is not an error, because it does not work anyway.
 */
export async function revokeToken(
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'newId'>,
  { clientId, token, ...request }: RevokeTokenInput,
): Promise<void> {
  if (isAccessTokenFormat(token)) {
    const ofClient = deps.db
      .select({ apiKeyId: appGrants.apiKeyId })
      .from(appGrants)
      .where(and(eq(appGrants.apiKeyId, appTokens.apiKeyId), eq(appGrants.clientId, clientId)));
    await deps.db.delete(appTokens).where(and(eq(appTokens.hash, hashToken(token)), exists(ofClient)));
    return;
  }
  const family = familyOf(token);
  if (family === null) return;
  await deps.db.transaction(async (tx) => {
    const [grant] = await tx
      .select({ id: appGrants.apiKeyId, userId: apiKeys.userId })
      .from(appGrants)
      .innerJoin(apiKeys, eq(apiKeys.id, appGrants.apiKeyId))
      .where(and(eq(appGrants.familyHash, hashToken(family)), eq(appGrants.clientId, clientId)));
    if (grant === undefined) return;
    const actor = { kind: 'apiKey', apiKeyId: grant.id, userId: grant.userId, isApp: true } as const;
    const caller: AuditCaller = { clock: deps.clock, newId: deps.newId, actor, ...request };
    await endGrant(tx, caller, grant.id);
  });
}
