import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError, isAppError } from '../../domain/errors.js';
import { appResourcePaths, type AppResource } from '../../domain/apps.js';
import { authenticate, authenticateApp } from '../../services/api-keys/authenticate.js';
import { isApiKeyFormat, keyForm } from '../../services/api-keys/key-format.js';
import { createUnknownKeys, type UnknownKeys } from '../../services/api-keys/unknown-keys.js';
import { isAccessTokenFormat, isMeantAsToken } from '../../services/apps/token-format.js';
import { authenticateClient, noClientLink } from '../../services/client-links/authenticate.js';
import { isClientTokenFormat } from '../../services/client-links/token.js';
import type { Actor, Reach, ServiceDeps } from '../../services/shared/context.js';
import { countClientLink, countUser } from '../../services/rate-limits/count-user.js';
import { requireAllowed } from '../../services/rate-limits/verdict.js';
import type { RateVerdict } from '../../services/shared/limits/rate-limiter.js';
import { cursorKeyOf } from '../../services/shared/paging/pagination.js';
import { authenticateSession } from '../../services/sessions/authenticate.js';
import { clientAddress } from '../http/client-address.js';
import { errorExamples } from '../errors/codes.js';
import { setRateHeaders } from '../errors/rate-headers.js';
import { clearSessionCookie, readSessionCookie } from '../http/session-cookie.js';
import type { ApiEnv } from '../types.js';
import { createNetworkGate, tooManyOf, type NetworkGate } from '../http/network-gate.js';
import { guardCrossOrigin } from '../http/cross-origin-guard.js';

export interface AuthenticationOptions {
  /** Where the paths of the operations for clients begin. */
  clientPath: string;
  deps: ServiceDeps;
  /** `METHOD /path` of the operations that need no credential, such as signing in. */
  publicOperations: ReadonlySet<string>;
  /** The operation that ends a session, as `METHOD /path`. */
  signOutOperation: string;
  /** The origin of PUBLIC_URL, from which browsers may send requests with a session. */
  publicOrigin: string | undefined;
  trustProxyHops: number;
  /**
   * How many 401s a client network may cause in a minute, and how many calls of public operations. Null: any
   * number of each.
   */
  unauthorizedPerMinuteMax: number | null;
}

/** Authenticates the caller before the request is validated, so that callers without a credential learn nothing. */
export function authentication(options: AuthenticationOptions) {
  const { deps, publicOperations, signOutOperation, clientPath, publicOrigin, trustProxyHops } = options;
  const gate = createNetworkGate(options.unauthorizedPerMinuteMax);
  // Counted separately from the 401s: a flood of bad keys must not keep people in the same network from
  // signing in.
  const publicGate = createNetworkGate(options.unauthorizedPerMinuteMax);
  const unknown = {
    keys: createUnknownKeys(),
    tokens: createUnknownKeys(),
    links: createUnknownKeys(),
    apps: createUnknownKeys(),
  };
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { requestId } = c.var;
    const asked = `${c.req.method} ${c.req.path}`;
    if (publicOperations.has(asked)) {
      const network = clientAddress(c, trustProxyHops);
      // The limit is checked before any of the body is read.
      const waitMs = publicGate.note(network, deps.clock.now().getTime());
      if (waitMs > 0) throw tooManyOf(publicGate, waitMs, deps.metrics);
      guardCrossOrigin(c, { publicOrigin, cookieSent: false });
      c.set('anonymous', { ...deps, requestId, clientAddress: network });
    } else {
      const { actor, reach, rate } = await callerOf(c, deps, {
        publicOrigin,
        unknown,
        isSignOut: asked === signOutOperation,
        isForClients: c.req.path.startsWith(clientPath),
      }).catch((error: unknown) => {
        throw tooManyUnauthorized(deps, gate, clientAddress(c, trustProxyHops), error) ?? error;
      });
      if (rate !== undefined) {
        c.set('rate', rate);
        setRateHeaders(c, rate);
        requireAllowed(rate, deps.metrics);
      }
      const cursorKey = cursorKeyOf(deps.cursorKey, reach.userId);
      const network = clientAddress(c, trustProxyHops);
      c.set('ctx', { ...deps, cursorKey, actor, reach, requestId, clientAddress: network });
    }
    await next();
  });
}

interface CallerOptions {
  publicOrigin: string | undefined;
  unknown: Record<'keys' | 'tokens' | 'links' | 'apps', UnknownKeys>;
  isSignOut: boolean;
  isForClients: boolean;
}

/**
 * Finds the caller by the session cookie or the Authorization header. A request with both gets a 401, because a browser
 * may have added a session to a request with another user's key, and the caller would be ambiguous.
 */
async function callerOf(
  c: Context<ApiEnv>,
  deps: ServiceDeps,
  { publicOrigin, unknown, isSignOut, isForClients }: CallerOptions,
): Promise<{ actor: Actor; reach: Reach; rate: RateVerdict | undefined }> {
  const authorization = c.req.header('authorization');
  const cookie = readSessionCookie(c);
  if (cookie !== undefined && authorization !== undefined) {
    throw new AppError('UNAUTHORIZED', 'Send an API key or a session cookie, not both.', {});
  }
  // A client link opens only the operations for clients, and nothing else opens those.
  if (isForClients) return clientOf(deps, authorization, unknown.links);
  if (cookie === undefined) {
    const token = tokenIn(authorization);
    if (token === undefined || !isAccessTokenFormat(token))
      return authenticate(deps, keyIn(token), unknown.keys);
    return authenticateApp(deps, token, { resource: resourceAt(c.req.path), unknownTokens: unknown.apps });
  }
  guardCrossOrigin(c, { publicOrigin, cookieSent: true });
  try {
    const session = await authenticateSession(deps, cookie, unknown.tokens);
    return { ...session, rate: await countUser(deps, session.actor.userId) };
  } catch (error) {
    // Only signing out removes the cookie. Another late 401 could otherwise remove the cookie of a new session.
    if (isSignOut && error instanceof AppError) clearSessionCookie(c);
    throw error;
  }
}

async function clientOf(
  deps: ServiceDeps,
  authorization: string | undefined,
  unknownLinks: UnknownKeys,
): Promise<{ actor: Actor; reach: Reach; rate: RateVerdict | undefined }> {
  const token = tokenIn(authorization);
  if (token !== undefined && isApiKeyFormat(token)) throw noClientLink();
  if (token === undefined || !isClientTokenFormat(token)) throw new AppError('UNAUTHORIZED', withoutLink, {});
  const client = await authenticateClient(deps, token, unknownLinks);
  return { ...client, rate: await countClientLink(deps, client.actor.clientLinkId) };
}

/** Counts a 401, and returns the 429 that replaces it if the client's network has caused too many. */
function tooManyUnauthorized(
  deps: ServiceDeps,
  gate: NetworkGate,
  network: string,
  error: unknown,
): AppError | undefined {
  if (!isUnauthorized(error)) return undefined;
  const waitMs = gate.note(network, deps.clock.now().getTime());
  return waitMs === 0 ? undefined : tooManyOf(gate, waitMs, deps.metrics);
}

function isUnauthorized(error: unknown): boolean {
  return isAppError(error) && (error.code === 'UNAUTHORIZED' || error.code === 'INVALID_API_KEY');
}

/** The resource that a path belongs to: the MCP endpoint, or the API. */
const resourceAt = (path: string): AppResource => (path === appResourcePaths.mcp ? 'mcp' : 'api');

function keyIn(token: string | undefined): string {
  if (token === undefined) throw unauthorized();
  if (isApiKeyFormat(token)) return token;
  throw new AppError('UNAUTHORIZED', isMeantAsToken(token) ? malformedToken : malformedKey, {});
}

const tokenIn = (authorization: string | undefined): string | undefined =>
  /^bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];

const malformedKey = `This is not an API key of Punctual, which is ${keyForm}. Copy the whole key.`;
const malformedToken =
  'This is not an access token of Punctual, which is punctual_oat_ and 43 characters. Copy the whole token.';
const withoutLink =
  'Open the whole link again, because its token was not sent (programs send it as "Authorization: Bearer <token>").';
const unauthorized = () => new AppError('UNAUTHORIZED', errorExamples.UNAUTHORIZED.message, {});
