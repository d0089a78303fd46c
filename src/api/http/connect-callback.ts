import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, isAppError } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import { createUnknownKeys } from '../../services/api-keys/unknown-keys.js';
import { receiveGrant, type GrantReceipt } from '../../services/connect-sessions/receive-grant.js';
import { authenticateSession } from '../../services/sessions/authenticate.js';
import { appErrorOfDb } from '../../services/shared/db-errors.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { faultOf } from '../../services/shared/fault.js';
import { errorExamples, statusByCode } from '../errors/codes.js';
import { callbackHeaders, connectedPage } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { createNetworkGate } from './network-gate.js';
import { readSessionCookie } from './session-cookie.js';

export interface ConnectCallbackOptions {
  deps: ServiceDeps;
  trustProxyHops: number;
  /** Callbacks that a client network may cause in a minute; null: any number. */
  perMinuteMax: number | null;
}

/**
 * Where platforms send people's browsers back to. It is no part of /api/v1, and needs no credential: the state is one.
 * Whoever is there is a person, so that every answer is a page, or leads on to one.
 */
export function registerConnectCallback(app: OpenAPIHono<ApiEnv>, options: ConnectCallbackOptions): void {
  const { deps, trustProxyHops, perMinuteMax } = options;
  const gate = createNetworkGate(perMinuteMax);
  const unknownTokens = createUnknownKeys();
  const platformOf = new Map([...deps.connect.names].map(([name, { path }]) => [path, name] as const));
  const viewerOf = async (c: Context<ApiEnv>): Promise<string | null> => {
    const cookie = readSessionCookie(c);
    if (cookie === undefined) return null;
    try {
      return (await authenticateSession(deps, cookie, unknownTokens)).actor.userId;
    } catch (error) {
      if (isAppError(error)) return null;
      throw error;
    }
  };
  const receive = async (c: Context<ApiEnv>): Promise<Response> => {
    // A state is used up by a request for it: one that shows nothing to anybody must not.
    if (c.req.method !== 'GET')
      return page(c, 405, 'This is a page', ['It can only be opened.'], { Allow: 'GET' });
    const waitMs = gate.note(clientAddress(c, trustProxyHops), deps.clock.now().getTime());
    if (waitMs > 0) {
      deps.metrics.rateLimited('unauthorized');
      return page(c, 429, 'Too many requests', ['Wait a minute, and begin again.'], {
        'Retry-After': String(Math.ceil(waitMs / 1000)),
      });
    }
    const platform: PlatformName | undefined = platformOf.get(c.req.param('platform') ?? '');
    if (platform === undefined) return answer(c, { kind: 'unknown' });
    const query = new URL(c.req.url).searchParams;
    return answer(c, await receiveGrant(deps, { platform, query, viewer: () => viewerOf(c) }));
  };
  for (const path of ['/connect/:platform/callback', '/connect/:platform/callback/']) {
    app.get(path, async (c) => {
      try {
        return await receive(c);
      } catch (error) {
        return answerFault(deps, c, error);
      }
    });
  }
}

function answer(c: Context<ApiEnv>, receipt: GrantReceipt): Response | Promise<Response> {
  switch (receipt.kind) {
    case 'unknown':
      return page(c, 400, 'Nothing waits for this', [
        'The link is unknown, or was used already. Look at the page on which you began to connect the account.',
      ]);
    case 'another-person':
      return page(c, 403, 'Not connected', [
        'Whoever began to connect this account is not signed in in this browser. Sign in, and begin again.',
      ]);
    case 'settled':
      return receipt.returnTo === null
        ? settledPage(c, receipt)
        : c.body(null, 303, { ...callbackHeaders, Location: receipt.returnTo });
  }
}

function settledPage(
  c: Context<ApiEnv>,
  { status, errorMessage }: Extract<GrantReceipt, { kind: 'settled' }>,
): Response | Promise<Response> {
  switch (status) {
    case 'AWAITING_IMPORT':
    case 'COMPLETED':
      return page(c, 200, 'Access was granted', [
        'You can close this page, and go on where you began to connect the account.',
      ]);
    case 'EXPIRED':
      return page(c, 200, 'Too late', ['The time to grant access is over. Begin again.']);
    case 'PENDING':
    case 'FAILED':
      return page(c, 200, 'Not connected', [
        errorMessage ?? 'Access was not granted.',
        'You can close this page, and begin again.',
      ]);
  }
}

/** Something of ours is away, or at fault. The address, and with it the code, is in no line of the log. */
function answerFault(deps: ServiceDeps, c: Context<ApiEnv>, thrown: unknown): Response | Promise<Response> {
  const known = isAppError(thrown) ? thrown : appErrorOfDb(thrown);
  const error =
    known ?? new AppError('INTERNAL_ERROR', errorExamples.INTERNAL_ERROR.message, {}, { cause: thrown });
  const { requestId } = c.var;
  deps.log.error({ requestId, code: error.code, ...faultOf(thrown) }, 'a callback of a platform failed');
  return page(c, statusByCode[error.code], 'Not connected', [
    'Something went wrong on our side. Begin again in a moment.',
    `Request ${requestId}`,
  ]);
}

function page(
  c: Context<ApiEnv>,
  status: ContentfulStatusCode,
  title: string,
  words: readonly string[],
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  return c.html(connectedPage(title, words), status, { ...callbackHeaders, ...headers });
}
