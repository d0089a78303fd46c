import type { z } from 'zod';
import type { CandidateReason } from '../../../domain/connect-sessions.js';
import type { CheckAnswer, ConnectAnswer, ConnectPlace } from '../connect.js';
import { onFailure } from '../failure.js';
import { readGraph } from './graph-api.js';
import type { MetaSession } from './session.js';
import { exchangeForLongLived, longLivedLife, refreshLongLived } from './login.js';
import type { OAuthTokens } from '../oauth/client.js';
import { asConnectAnswer } from '../oauth/connect.js';
import type { OAuthClient } from '../oauth/dialect.js';
import type { RefreshAnswer } from '../platform.js';
import type { ConnectorParts } from '../parts.js';

/** An account on those of Meta's platforms where each grant is one account with its own long-lived token. */

export interface MetaUser {
  id: string;
  username: string;
  name?: string | undefined;
  avatarUrl?: string | undefined;
  /** The reason why the account cannot be used here. Absent or null if it can. */
  reason?: CandidateReason | null;
}

export interface MetaAccounts {
  /** The `grant_type` values for getting a long-lived token and for extending it. */
  grantTypes: { exchange: string; refresh: string };
  readUser: (baseUrl: string, accessToken: string) => Promise<MetaUser>;
  /** Reads the granted scopes; null if unknown. Absent if only the response to the code lists them. */
  readScopes?: (baseUrl: string, userId: string, accessToken: string) => Promise<string[] | null>;
}

export function readMetaCandidates(...grant: Parameters<typeof readCandidates>): Promise<ConnectAnswer> {
  return onFailure(readCandidates(...grant), asConnectAnswer);
}

/** Reads the account of a grant with a long-lived token, because the token for the code lasts only an hour. */
async function readCandidates(
  parts: ConnectorParts,
  accounts: MetaAccounts,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
  client: OAuthClient,
): Promise<ConnectAnswer> {
  const exchange = { baseUrl, grantType: accounts.grantTypes.exchange };
  const token = await exchangeForLongLived(parts, exchange, client, tokens.accessToken);
  const { accessToken, expiresAt } = token;
  const user = await accounts.readUser(baseUrl, accessToken);
  const { id, username, name, avatarUrl, reason = null } = user;
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
  { baseUrl, credentials: { accessToken } }: MetaSession,
): Promise<CheckAnswer> {
  const { id, username, name, avatarUrl } = await accounts.readUser(baseUrl, accessToken);
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
  parts: ConnectorParts,
  accounts: MetaAccounts,
  { baseUrl, credentials: { accessToken } }: MetaSession,
): Promise<RefreshAnswer> {
  const exchange = { baseUrl, grantType: accounts.grantTypes.refresh };
  return refreshLongLived(parts, exchange, accessToken, () =>
    onFailure(
      accounts.readUser(baseUrl, accessToken).then(() => true),
      () => false,
    ),
  );
}

/** Reads the account that a token belongs to. `fields` are those that the schema reads. */
export function readMetaUser(
  parts: ConnectorParts,
  { baseUrl, path, fields }: { baseUrl: string; path: string; fields: string },
  schema: z.ZodType<MetaUser>,
  accessToken: string,
): Promise<MetaUser> {
  return readGraph(parts, { baseUrl, path, method: 'GET', params: { fields }, accessToken }, schema);
}
