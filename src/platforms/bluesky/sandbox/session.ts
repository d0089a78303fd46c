import type { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import {
  accessTokenOf,
  isRevoked,
  readBearer,
  readRefreshToken,
  refreshTokenOf,
  revoke,
  grantedScopes,
  issueTokens,
  useRefreshToken,
  type SandboxToken,
} from '../../../sandbox/tokens.js';
import { boundTo } from './access.js';
import {
  accountDid,
  avatarSvg,
  didDocument,
  handleOf,
  rememberHandle,
  sandboxAppPassword,
  searchAccounts,
  shownAccount,
} from './accounts.js';
import { expiredToken, xrpcError } from './errors.js';
import type { BlueskyParts } from './media.js';

const accessLifeMs = 2 * 60 * 60_000;
const refreshLifeMs = 90 * 24 * 60 * 60_000;
/** How long a used refresh token still returns the tokens of its first use. */
const graceMs = 2 * 60 * 60_000;

const invalidToken = (): Response => xrpcError(400, 'InvalidToken', 'Token could not be verified');

const loginSchema = z.object({ identifier: z.string().min(1), password: z.string().min(1) });

/** Adds the routes for app-password sessions and for the description of the account. */
export function addBlueskySessions(app: Hono<SandboxEnv>, parts: BlueskyParts): void {
  const { store, baseUrl } = parts;
  const about = (did: string): object => ({
    did,
    handle: handleOf(store, did),
    didDoc: didDocument(store, did, baseUrl),
    active: true,
  });
  const session = (token: SandboxToken): object => ({
    accessJwt: accessTokenOf(token),
    refreshJwt: refreshTokenOf(token),
    ...about(token.accountId),
  });
  app.post('/xrpc/com.atproto.server.createSession', async (c) => {
    const login = loginSchema.safeParse(await c.req.json().catch(() => null)).data;
    if (login === undefined)
      return xrpcError(400, 'InvalidRequest', 'Input must have identifier and password');
    if (login.password !== sandboxAppPassword) {
      return xrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password');
    }
    const did = accountDid(login.identifier);
    rememberHandle(store, did, login.identifier);
    return c.json(session(issue(parts, did)));
  });
  app.post('/xrpc/com.atproto.server.refreshSession', (c) => {
    const token = readRefreshToken(readBearer(c.req.header('authorization')));
    if (token === null || boundTo(store, token) !== null) return invalidToken();
    const next = rotate(parts, token);
    return next === null ? expiredToken() : c.json(session(next));
  });
  app.post('/xrpc/com.atproto.server.deleteSession', (c) => {
    const token = readRefreshToken(readBearer(c.req.header('authorization')));
    if (token === null || boundTo(store, token) !== null) return invalidToken();
    revoke(parts, token);
    return c.body(null, 200);
  });
  addIdentity(app, parts, about);
}

function addIdentity(
  app: Hono<SandboxEnv>,
  { store, baseUrl, access }: BlueskyParts,
  about: (did: string) => object,
): void {
  app.get('/xrpc/com.atproto.server.getSession', (c) => {
    const token = access.readLiving(c);
    return token instanceof Response ? token : c.json(about(token.accountId));
  });
  app.get('/xrpc/app.bsky.actor.getProfile', (c) => {
    const token = access.readLiving(c);
    if (token instanceof Response) return token;
    const did = accountDid(c.req.query('actor') ?? '');
    const { handle, displayName } = shownAccount(store, did);
    return c.json({ did, handle, displayName, avatar: `${baseUrl}/img/avatar/${did}` });
  });
  app.get('/xrpc/app.bsky.actor.searchActorsTypeahead', (c) => {
    const token = access.readLiving(c);
    if (token instanceof Response) return token;
    const limit = Number(c.req.query('limit') ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      return xrpcError(400, 'InvalidRequest', 'Error: Params must have a limit from 1 to 100');
    const actors = searchAccounts(c.req.query('q') ?? '').map((account) => ({
      did: account.externalAccountId,
      handle: account.handle,
      displayName: account.displayName,
      avatar: `${baseUrl}/img/avatar/${account.externalAccountId}`,
    }));
    return c.json({ actors: actors.slice(0, limit) });
  });
  app.get('/xrpc/com.atproto.identity.resolveHandle', (c) => {
    const handle = c.req.query('handle') ?? '';
    if (!handle.includes('.') || handle.endsWith('.invalid')) {
      return xrpcError(400, 'InvalidRequest', 'Unable to resolve handle');
    }
    return c.json({ did: accountDid(handle) });
  });
  app.get('/img/avatar/:did', (c) =>
    c.body(avatarSvg(shownAccount(store, c.req.param('did')).displayName), 200, {
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
    }),
  );
}

function issue(parts: BlueskyParts, did: string, before?: SandboxToken): SandboxToken {
  return issueTokens(parts, did, { accessLifeMs, refreshLifeMs, scopes: [] }, before);
}

const rotatedSchema = z.object({ next: z.number(), atMs: z.number() });

/** The next token. Null if the given token is invalid or was used too long ago. */
function rotate(parts: BlueskyParts, token: SandboxToken): SandboxToken | null {
  const { store } = parts;
  const { accountId, refreshes } = token;
  const key = `BLUESKY rotated ${accountId}~${refreshes}`;
  const rotated = rotatedSchema.safeParse(store.object(key)).data;
  const nowMs = store.now().getTime();
  if (rotated !== undefined && nowMs - rotated.atMs > graceMs) {
    store.countCall('BLUESKY', 'refreshTokenReused');
    return null;
  }
  if (rotated !== undefined) return isRevoked(parts, token) ? null : { accountId, refreshes: rotated.next };
  const hasRecord = grantedScopes(parts, token) !== null;
  if (useRefreshToken(parts, token, { singleUse: false }) !== 'alive') return null;
  const next = issue(parts, accountId, token);
  // Tokens issued without a login, such as those of seeded accounts, can be refreshed any number of times.
  if (hasRecord) store.setObject(key, { next: next.refreshes, atMs: nowMs });
  return next;
}
