import type { Hono } from 'hono';
import { appClient } from '../../../../sandbox/app-client.js';
import type { ConsentAccount } from '../../../../sandbox/consent-page.js';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../../sandbox/consent.js';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../../sandbox/store.js';

interface TikTokConsent {
  store: SandboxStore;
  /** The name in /publications. */
  platform: string;
  label: string;
  accounts: readonly (Omit<ConsentAccount, 'id'> & { externalAccountId: string })[];
  /** All scopes that an app can request. */
  scopes: readonly string[];
  codeLifeMs: number;
  /** Further conditions for a redirect URI. */
  isAllowedRedirect?: (redirectUri: string) => boolean;
}

/** The page of TikTok's logins: `client_key`, commas between scopes, and permissions that can be left out. */
export function addTikTokConsent(app: Hono<SandboxEnv>, consent: TikTokConsent): void {
  const { store, platform, label, accounts, codeLifeMs } = consent;
  addConsent(app, {
    store,
    platform,
    label,
    path: '/v2/auth/authorize/',
    read: (query) => readAuthorize(query, consent),
    accounts: accounts.map(({ externalAccountId: id, ...account }) => ({ id, ...account })),
    pick: 'one',
    pickLabel: 'Logged in as',
    scopesCanBeUnticked: true,
    codeLifeMs,
  });
}

function readAuthorize(
  query: URLSearchParams,
  { scopes: knownScopes, isAllowedRedirect = () => true }: TikTokConsent,
): ConsentRequest | Response {
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(',');
  const isFine =
    query.get('response_type') === 'code' &&
    query.get('client_key') === appClient.id &&
    isRedirectUri(redirectUri) &&
    isAllowedRedirect(redirectUri) &&
    scopes.every((scope) => knownScopes.includes(scope));
  if (!isFine) return new Response('Something went wrong. We couldn’t log in with TikTok.', { status: 400 });
  const state = query.get('state');
  return { clientId: appClient.id, redirectUri, state, scopes, codeChallenge: null };
}
