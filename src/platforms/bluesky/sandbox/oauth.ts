import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { addConsent, isChallenge, isRedirectUri, type ConsentRequest } from '../../../sandbox/consent.js';
import { answerGrant, type TokenServer } from '../../../sandbox/oauth.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import {
  accessTokenOf,
  readRefreshToken,
  refreshTokenOf,
  revoke,
  issueTokens,
  useRefreshToken,
} from '../../../sandbox/tokens.js';
import { bind, boundTo } from './access.js';
import { blueskyAccounts, didDocument } from './accounts.js';
import { isClient, sandboxClientId } from './client.js';
import type { ProofReader } from './proofs.js';

const accessLifeMs = 60 * 60_000;
const requestLifeMs = 5 * 60_000;
const knownScopes = ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky'];
const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:';

interface OAuthParts extends SimulatorParts {
  proofs: ProofReader;
}

/** Adds an authorization server with the network's profile: pushed requests, proofs with nonces, PKCE. */
export function addBlueskyOAuth(app: Hono<SandboxEnv>, parts: OAuthParts): void {
  const { store, baseUrl } = parts;
  addDocuments(app, parts);
  app.post('/oauth/par', (c) => answerProven(c, parts, push));
  app.post('/oauth/token', (c) => answerProven(c, parts, giveTokens));
  app.post('/oauth/revoke', (c) => answerProven(c, parts, endGrant));
  addConsent(app, parts, {
    label: 'Bluesky',
    path: '/oauth/authorize',
    request: (query) => readPushed(parts, query),
    accounts: blueskyAccounts,
    pickLabel: 'Signed in as',
    codeLifeMs: 60_000,
    issuer: baseUrl,
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

/**
 * Answers a request: checks the proof, then the client, then the request itself. A request that fails early
 * has no effect.
 */
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
  const codeChallenge = form.get('code_challenge');
  const isFine =
    form.get('response_type') === 'code' &&
    isRedirectUri(redirectUri) &&
    scopes.includes('atproto') &&
    scopes.every((scope) => knownScopes.includes(scope)) &&
    state !== '' &&
    isChallenge(form);
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

function readPushed({ store }: OAuthParts, query: URLSearchParams): ConsentRequest | Response {
  const id = (query.get('request_uri') ?? '').slice(requestUriPrefix.length);
  const pushed = pushedSchema.safeParse(store.object(`BLUESKY pushed ${id}`)).data;
  if (
    pushed === undefined ||
    pushed.untilMs <= store.now().getTime() ||
    query.get('client_id') !== sandboxClientId
  ) {
    return new Response('This request is unknown, or has expired.', { status: 400 });
  }
  return { clientId: sandboxClientId, ...pushed };
}

const giveTokens: Answer = (parts, form, thumbprint) => {
  const { store } = parts;
  const server: TokenServer = {
    ...parts,
    accessLifeMs,
    refreshLifeMs: 90 * 24 * 60 * 60_000,
    scopesByDefault: [],
    isCodeValid: ({ codeChallenge }) =>
      store.object(`BLUESKY asked ${codeChallenge ?? ''}`)?.['thumbprint'] === thumbprint,
    errors: {
      grantType: () => oauthError('unsupported_grant_type', 'Grant type is not supported'),
      code: () => oauthError('invalid_grant', 'Invalid code'),
      refreshToken: (state) =>
        oauthError('invalid_grant', state === 'unknown' ? 'Invalid refresh token' : `Refresh token ${state}`),
    },
    issue: (accountId, terms, before) => {
      const token = issueTokens(parts, accountId, terms, before);
      bind(store, token, thumbprint);
      return token;
    },
    refreshStateOf: (token) => {
      if (boundTo(store, token) !== thumbprint) return 'unknown';
      const state = useRefreshToken(parts, token, { singleUse: true });
      // A refresh token that is used twice may be stolen, so the whole grant ends.
      if (state === 'spent') revoke(parts, { ...token, refreshes: token.refreshes + 1 });
      return state;
    },
    answer: ({ token, scopes }) =>
      Response.json({
        token_type: 'DPoP',
        access_token: accessTokenOf(token),
        refresh_token: refreshTokenOf(token),
        expires_in: accessLifeMs / 1000,
        scope: scopes.join(' '),
        sub: token.accountId,
      }),
  };
  return answerGrant(server, form);
};

/** Revokes the token in any state (RFC 7009), if it belongs to the caller. */
const endGrant: Answer = (parts, form, thumbprint) => {
  const token = readRefreshToken(form.get('token') ?? undefined);
  if (token !== null && boundTo(parts.store, token) === thumbprint) revoke(parts, token);
  return Response.json({});
};
