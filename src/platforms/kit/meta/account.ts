import { z } from 'zod';
import type { CandidateReason } from '../../../domain/connect-sessions.js';
import { isSuccess, readAnswer, readCredentials } from '../call.js';
import type { CheckAnswer, ConnectAnswer, ConnectPlace } from '../connect.js';
import type { PlatformFailure } from '../failure.js';
import { graph, graphFailure } from './graph-api.js';
import { exchangeForLongLived, longLivedLife, refreshLongLived } from './login.js';
import type { OAuthParts, OAuthTokens } from '../oauth/client.js';
import { asConnectAnswer } from '../oauth/connect.js';
import type { OAuthClient } from '../oauth/dialect.js';
import type { RefreshAnswer } from '../platform.js';
import type { PlatformSession } from '../session.js';

/** Shared by those of Meta's platforms where each grant is one account with its own long-lived token. */

export interface MetaUser {
  id: string;
  username: string;
  name?: string | undefined;
  avatarUrl?: string | undefined;
  /** Why the account cannot be used here. Default: it can. */
  reason?: CandidateReason | null;
}

type ReadUser = { user: MetaUser } | { failure: PlatformFailure };

export interface MetaAccounts {
  /** The `grant_type` values for getting a long-lived token and for extending it. */
  grantTypes: { exchange: string; refresh: string };
  readUser: (baseUrl: string, accessToken: string) => Promise<ReadUser>;
  /** Null: unknown. Absent: only the response to the code says what was granted. */
  readScopes?: (baseUrl: string, userId: string, accessToken: string) => Promise<string[] | null>;
}

const credentialsSchema = z.object({ accessToken: z.string().min(1) });

/** The token for the code lasts only an hour. */
export async function readMetaCandidates(
  parts: OAuthParts,
  accounts: MetaAccounts,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
  client: OAuthClient,
): Promise<ConnectAnswer> {
  const exchange = { baseUrl, grantType: accounts.grantTypes.exchange };
  const token = await exchangeForLongLived(parts, exchange, client, tokens.accessToken);
  if ('failure' in token) return asConnectAnswer(token.failure);
  const { accessToken, expiresAt } = token;
  const read = await accounts.readUser(baseUrl, accessToken);
  if ('failure' in read) return asConnectAnswer(read.failure);
  const { id, username, name, avatarUrl, reason = null } = read.user;
  return {
    kind: 'granted',
    candidates: [
      {
        externalAccountId: id,
        handle: username,
        displayName: name ?? null,
        avatarUrl: avatarUrl ?? null,
        serviceUrl: null,
        credentials: { accessToken },
        life: longLivedLife(parts.clock.now(), expiresAt),
        scopes:
          accounts.readScopes === undefined
            ? tokens.scopes
            : await accounts.readScopes(baseUrl, id, accessToken),
        reason,
      },
    ],
  };
}

export async function checkMetaAccount(
  accounts: MetaAccounts,
  { baseUrl, credentials }: PlatformSession,
): Promise<CheckAnswer> {
  const stored = readCredentials(credentialsSchema, credentials);
  if ('failure' in stored) return stored.failure;
  const { accessToken } = stored.credentials;
  const read = await accounts.readUser(baseUrl, accessToken);
  if ('failure' in read) return read.failure;
  const { id, username, name, avatarUrl } = read.user;
  const scopes = (await accounts.readScopes?.(baseUrl, id, accessToken)) ?? null;
  return {
    kind: 'alive',
    handle: username,
    displayName: name ?? null,
    avatarUrl: avatarUrl ?? null,
    ...(scopes !== null && { scopes }),
  };
}

export async function refreshMetaToken(
  parts: OAuthParts,
  accounts: MetaAccounts,
  { baseUrl, credentials }: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(credentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  const { accessToken } = read.credentials;
  return refreshLongLived(
    parts,
    { baseUrl, grantType: accounts.grantTypes.refresh },
    accessToken,
    async () => !('failure' in (await accounts.readUser(baseUrl, accessToken))),
  );
}

/** `fields` are the ones that the schema reads. */
export async function readMetaUser(
  { safeFetch, clock }: OAuthParts,
  { baseUrl, path, fields }: { baseUrl: string; path: string; fields: string },
  schema: z.ZodType<MetaUser>,
  accessToken: string,
): Promise<ReadUser> {
  const result = await graph(safeFetch, { baseUrl, path, method: 'GET', params: { fields }, accessToken });
  if ('failure' in result) return result;
  const user = isSuccess(result.answer) ? readAnswer(result.answer, schema) : null;
  return user === null ? { failure: graphFailure(result.answer, clock) } : { user };
}
