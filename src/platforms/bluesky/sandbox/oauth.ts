import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { addConsent, isRedirectUri, type ConsentRequest } from '../../../sandbox/consent.js';
import { grantedScopes, issueTokens, takeCode, useRefreshToken } from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  readRefreshToken,
  refreshTokenOf,
  revoke,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { bind, boundTo } from './access.js';
import { blueskyAccounts } from './accounts.js';
import { isClient, sandboxClientId } from './client.js';
import { didDocument } from './identity.js';
import { sha256, type ProofReader } from './proofs.js';

const accessLifeMs = 60 * 60_000;
const refreshLifeMs = 90 * 24 * 60 * 60_000;
const requestLifeMs = 5 * 60_000;
const codeLifeMs = 60_000;
const knownScopes = ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky'];
const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:';

interface OAuthParts {
  store: SandboxStore;
  baseUrl: string;
  proofs: ProofReader;
}

/** An authorization server with the network's profile: pushed requests, proofs with nonces, PKCE. */
export function addBlueskyOAuth(app: Hono<SandboxEnv>, parts: OAuthParts): void {
  const { store, baseUrl } = parts;
  addDocuments(app, parts);
  app.post('/oauth/par', (c) => answerProven(c, parts, push));
  app.post('/oauth/token', (c) => answerProven(c, parts, giveTokens));
  app.post('/oauth/revoke', (c) => answerProven(c, parts, endGrant));
  addConsent(app, {
    store,
    platform: 'BLUESKY',
    label: 'Bluesky',
    path: '/oauth/authorize',
    read: (query) => readPushed(parts, query),
    accounts: blueskyAccounts.map(({ externalAccountId: id, ...account }) => ({ id, ...account })),
    pick: 'one',
    pickLabel: 'Signed in as',
    scopesCanBeUnticked: false,
    codeLifeMs,
  });
  app.get('/:did{did:plc:[a-z2-7]{24}}', (c) => c.json(didDocument(store, c.req.param('did'), baseUrl)));
}

function addDocuments(app: Hono<SandboxEnv>, { baseUrl }: OAuthParts): void {
  app.get('/.well-known/oauth-protected-resource', (c) =>
    c.json({ resource: baseUrl, authorization_servers: [baseUrl], bearer_methods_supported: ['header'] }),
  );
  app.get('/.well-known/oauth-authorization-server', (c) =>
    c.json({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      pushed_authorization_request_endpoint: `${baseUrl}/oauth/par`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
      require_pushed_authorization_requests: true,
      scopes_supported: knownScopes,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    }),
  );
}

function oauthError(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}

type Answer = (parts: OAuthParts, form: URLSearchParams, thumbprint: string) => Response;

/** Checks the proof, then the client, then the request. A request that fails early has had no effect. */
async function answerProven(c: Context<SandboxEnv>, parts: OAuthParts, answer: Answer): Promise<Response> {
  const { store, proofs, baseUrl } = parts;
  store.countCall('BLUESKY', c.req.path.slice(c.req.path.indexOf('/oauth/')));
  const form = new URLSearchParams(await c.req.text());
  const proof = proofs.read(c);
  const response = (): Response => {
    if ('fault' in proof) {
      return proof.fault === 'nonce'
        ? oauthError('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')
        : oauthError('invalid_dpop_proof', 'DPoP proof is not valid');
    }
    if (!isClient(store, form, baseUrl)) return oauthError('invalid_client', 'Invalid client assertion', 401);
    return answer(parts, form, proof.thumbprint);
  };
  const answered = response();
  answered.headers.set('dpop-nonce', proofs.nonce());
  return answered;
}

const pushedSchema = z.object({
  redirectUri: z.string(),
  state: z.string(),
  scopes: z.array(z.string()),
  codeChallenge: z.string(),
  untilMs: z.number(),
});

const push: Answer = ({ store }, form, thumbprint) => {
  const scopes = (form.get('scope') ?? '').split(' ');
  const [redirectUri, state] = [form.get('redirect_uri'), form.get('state') ?? ''];
  const codeChallenge = form.get('code_challenge') ?? '';
  const isFine =
    form.get('response_type') === 'code' &&
    isRedirectUri(redirectUri) &&
    scopes.includes('atproto') &&
    scopes.every((scope) => knownScopes.includes(scope)) &&
    state !== '' &&
    form.get('code_challenge_method') === 'S256' &&
    /^[\w-]{43}$/.test(codeChallenge);
  if (!isFine) return oauthError('invalid_request', 'Validation of the authorization request failed');
  const id = `req-${randomUUID()}`;
  const untilMs = store.now().getTime() + requestLifeMs;
  store.setObject(`BLUESKY pushed ${id}`, { redirectUri, state, scopes, codeChallenge, untilMs });
  // A code works only for the client that requested it.
  store.setObject(`BLUESKY asked ${codeChallenge}`, { thumbprint });
  return Response.json(
    { request_uri: `${requestUriPrefix}${id}`, expires_in: requestLifeMs / 1000 },
    { status: 201 },
  );
};

function readPushed({ store, baseUrl }: OAuthParts, query: URLSearchParams): ConsentRequest | Response {
  const id = (query.get('request_uri') ?? '').slice(requestUriPrefix.length);
  const pushed = pushedSchema.safeParse(store.object(`BLUESKY pushed ${id}`)).data;
  if (
    pushed === undefined ||
    pushed.untilMs <= store.now().getTime() ||
    query.get('client_id') !== sandboxClientId
  ) {
    return new Response('This request is unknown, or has expired.', { status: 400 });
  }
  const { redirectUri, ...request } = pushed;
  return { clientId: sandboxClientId, redirectUri: withIssuer(redirectUri, baseUrl), ...request };
}

/** Every response names the server that it comes from (RFC 9207). */
function withIssuer(redirectUri: string, issuer: string): string {
  const url = new URL(redirectUri);
  url.searchParams.set('iss', issuer);
  return url.toString();
}

const giveTokens: Answer = (parts, form, thumbprint) => {
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(parts, form, thumbprint);
    case 'refresh_token':
      return refresh(parts, form, thumbprint);
    default:
      return oauthError('unsupported_grant_type', 'Grant type is not supported');
  }
};

function exchange({ store, baseUrl }: OAuthParts, form: URLSearchParams, thumbprint: string): Response {
  const grant = takeCode(store, 'BLUESKY', form.get('code'));
  const [accountId] = grant?.accountIds ?? [];
  const redirectUri = form.get('redirect_uri');
  if (
    grant === null ||
    accountId === undefined ||
    !isRedirectUri(redirectUri) ||
    withIssuer(redirectUri, baseUrl) !== grant.redirectUri ||
    grant.codeChallenge !== sha256(form.get('code_verifier') ?? '') ||
    store.object(`BLUESKY asked ${grant.codeChallenge}`)?.['thumbprint'] !== thumbprint
  ) {
    return oauthError('invalid_grant', 'Invalid code');
  }
  return tokensFor(issue(store, { accountId, scopes: grant.scopes, thumbprint }), grant.scopes);
}

/** A refresh token that is used twice may be stolen, so the whole grant ends. */
function refresh({ store }: OAuthParts, form: URLSearchParams, thumbprint: string): Response {
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || boundTo(store, token) !== thumbprint) {
    return oauthError('invalid_grant', 'Invalid refresh token');
  }
  const state = useRefreshToken(store, 'BLUESKY', token, { singleUse: true });
  if (state === 'spent') revoke(store, 'BLUESKY', { ...token, refreshes: token.refreshes + 1 });
  if (state !== 'alive') return oauthError('invalid_grant', `Refresh token ${state}`);
  const scopes = grantedScopes(store, 'BLUESKY', token) ?? [];
  return tokensFor(issue(store, { accountId: token.accountId, scopes, thumbprint }, token), scopes);
}

function issue(
  store: SandboxStore,
  { accountId, scopes, thumbprint }: { accountId: string; scopes: string[]; thumbprint: string },
  before?: SandboxToken,
): SandboxToken {
  const token = issueTokens(store, 'BLUESKY', accountId, { accessLifeMs, refreshLifeMs, scopes }, before);
  bind(store, token, thumbprint);
  return token;
}

function tokensFor(token: SandboxToken, scopes: string[]): Response {
  return Response.json({
    token_type: 'DPoP',
    access_token: accessTokenOf(token),
    refresh_token: refreshTokenOf(token),
    expires_in: accessLifeMs / 1000,
    scope: scopes.join(' '),
    sub: token.accountId,
  });
}

/** Revokes the token in any state (RFC 7009), if it belongs to the caller. */
const endGrant: Answer = ({ store }, form, thumbprint) => {
  const token = readRefreshToken(form.get('token') ?? undefined);
  if (token !== null && boundTo(store, token) === thumbprint) revoke(store, 'BLUESKY', token);
  return Response.json({});
};
