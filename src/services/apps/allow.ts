import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, appGrants } from '../../db/schema/index.js';
import { appCodeMs, appEndMs, appsPerUserMax } from '../../domain/apps.js';
import { AppError } from '../../domain/errors.js';
import { hasFeature } from '../../domain/plans.js';
import type { Scope } from '../../domain/scopes.js';
import { withParameters } from '../../urls/redirect-uri.js';
import { requireKeySlot } from '../api-keys/key-slot.js';
import { isOfApp } from '../api-keys/of-app.js';
import { forgetOldestRevoked } from '../api-keys/revoke.js';
import { insertKey } from '../api-keys/store-key.js';
import { set, workspaceIdsField } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import type { RequestContext } from '../shared/context.js';
import { authorizeWorkspace, featureNotAvailable, requireSession } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockUser } from '../shared/rights/user-lock.js';
import { hashToken, mintToken } from '../shared/secrets/token.js';
import { readRequest } from './internal/read-request.js';
import type { AppRequest } from './types.js';

export interface AllowAppInput {
  /** The authorization request, as the app wrote it into the query. */
  query: string;
  /** The origin of this installation. */
  issuer: string;
  workspaceIds: readonly string[];
  /** The requested scopes that the person allows. */
  scopes: readonly Scope[];
  /** The number of days for which the access lasts. Null: until it is revoked. */
  days: number | null;
}

/**
 * Gives an app access as the caller, in the listed workspaces. Returns the URL that takes the authorization code to the
 * app. The request is checked again, because no result of an earlier step is trusted. So the code only goes to the
 * browser of the person who gave the access.
 */
export async function allowApp(ctx: RequestContext, input: AllowAppInput): Promise<string> {
  const { userId } = requireSession(ctx);
  for (const id of input.workspaceIds) authorizeWorkspace(ctx.reach, id, 'read');
  const { query, issuer } = input;
  const request = await readRequest(ctx, { query, issuer, userId });
  if ('refusedTo' in request) return request.refusedTo;
  const scopes = request.scopes.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw withoutScope();
  const code = mintToken();
  await ctx.db.transaction((tx) => store(tx, ctx, { ...input, scopes, userId, request, code }));
  const { redirectUri, state } = request;
  return withParameters(redirectUri, { code, ...(state !== null && { state }), iss: issuer });
}

async function store(
  tx: Tx,
  ctx: RequestContext,
  given: AllowAppInput & { userId: string; request: AppRequest; code: string },
): Promise<void> {
  const { request, workspaceIds, scopes, userId, days, code } = given;
  const { client, redirectUri, place, isVerified, resource, codeChallenge } = request;
  const now = ctx.clock.now();
  for (const id of workspaceIds) await holdApi(tx, ctx, id);
  await lockUser(tx, userId);
  await requireSlot(tx, userId, now);
  const [id, codeExpiresAt] = [ctx.newId('apiKey'), new Date(now.getTime() + appCodeMs)];
  const key = {
    id,
    userId,
    name: client.name,
    scopes: [...scopes],
    createdAt: now,
    // Until the code has been used, the access ends when the code expires.
    expiresAt: codeExpiresAt,
    // No text has this hash, so only the tokens of the app work for the key.
    hash: randomBytes(32),
    hint: '',
  };
  await insertKey(tx, key, { workspaceIds });
  const endsAt = days === null ? null : new Date(now.getTime() + appEndMs(days));
  await tx.insert(appGrants).values({
    ...{ apiKeyId: id, clientId: client.id, place, isVerified, resource, endsAt },
    ...{ codeHash: hashToken(code), codeExpiresAt, codeChallenge, redirectUri },
  });
  const changes = [
    ...[set('place', place), set('resource', resource), set('scopes', scopes.join(' '))],
    set(workspaceIdsField, workspaceIds.join(' ')),
    ...(endsAt === null ? [] : [set('expiresAt', endsAt.toISOString())]),
  ];
  const entry = { action: 'app.allowed' as const, subject: { id, name: client.name }, changes };
  await recordAudit(tx, ctx, ...workspaceIds.map((workspaceId) => ({ ...entry, workspaceId })));
}

/** Holds the caller's rights in a workspace whose plan includes the API. */
async function holdApi(tx: Tx, ctx: RequestContext, workspaceId: string): Promise<void> {
  const { reach } = await holdRights(tx, ctx, workspaceId, 'read');
  const settings = reach.settingsByWorkspace.get(workspaceId);
  if (settings !== undefined && !hasFeature(settings.plan, 'API')) throw featureNotAvailable('API');
}

function withoutScope(): AppError<'VALIDATION_FAILED'> {
  const message = 'Allow at least one of the scopes that the app asks for.';
  return new AppError('VALIDATION_FAILED', message, {
    details: [{ path: 'scopes', code: 'not_requested', message }],
  });
}

const appLimit = {
  max: appsPerUserMax,
  code: 'too_many_apps',
  message: `At most ${appsPerUserMax} apps can have access. Revoke the access of one first.`,
};

async function requireSlot(tx: Tx, userId: string, now: Date): Promise<void> {
  // Access that has ended by itself is kept as long as access that was revoked.
  await tx
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), isOfApp, lte(apiKeys.expiresAt, now)));
  await forgetOldestRevoked(tx, userId);
  await requireKeySlot(tx, { userId, kind: isOfApp }, appLimit);
}
