import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isAppError } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import { createUnknownKeys } from '../../services/api-keys/unknown-keys.js';
import { receiveGrant, type GrantReceipt } from '../../services/connect-sessions/receive-grant.js';
import { authenticateSession } from '../../services/sessions/authenticate.js';
import { callbackHeaders } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { answerConnectFault, connectAnswer, refuseCrowd, type ConnectPageOptions } from './connect-page.js';
import { readConnectCookie } from './connect-cookie.js';
import { createNetworkGate } from './network-gate.js';
import { readSessionCookie } from './session-cookie.js';

/**
 * Registers the route to which platforms redirect users' browsers. It is not part of /api/v1 and needs no credential,
 * because the `state` parameter is one. Every response is a page or a redirect.
 */
export function registerConnectCallback(app: OpenAPIHono<ApiEnv>, options: ConnectPageOptions): void {
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
    // A request uses up its state, so a request that shows no page to the user must not be processed.
    if (c.req.method !== 'GET')
      return connectAnswer(c, 405, {
        title: 'This is a page',
        words: ['It can only be opened in a browser.'],
        headers: { Allow: 'GET' },
      });
    const waitMs = gate.note(clientAddress(c, trustProxyHops), deps.clock.now().getTime());
    if (waitMs > 0) return refuseCrowd(deps, c, { gate, waitMs });
    const platform: PlatformName | undefined = platformOf.get(c.req.param('platform') ?? '');
    if (platform === undefined) return answer(c, { kind: 'unknown' });
    const query = new URL(c.req.url).searchParams;
    const browserToken = readConnectCookie(c);
    return answer(c, await receiveGrant(deps, { platform, query, viewer: () => viewerOf(c), browserToken }));
  };
  for (const path of ['/connect/:platform/callback', '/connect/:platform/callback/']) {
    app.get(path, async (c) => {
      try {
        return await receive(c);
      } catch (error) {
        return answerConnectFault(deps, c, error);
      }
    });
  }
}

function answer(c: Context<ApiEnv>, receipt: GrantReceipt): Response | Promise<Response> {
  switch (receipt.kind) {
    case 'unknown':
      return connectAnswer(c, 400, {
        title: 'This link does not work',
        words: [
          'The link is unknown or has already been used. Go back to the page where you started to connect the account.',
        ],
      });
    case 'another-person':
      return connectAnswer(c, 403, {
        title: 'Not connected',
        words: [
          'The person who started to connect this account is not signed in in this browser. Sign in, then start again.',
        ],
      });
    case 'another-browser':
      return connectAnswer(c, 403, {
        title: 'Not connected',
        words: [
          'We did not send this browser to the platform. Ask for a new link, open it in this browser, and continue from there.',
        ],
      });
    case 'settled':
      return receipt.returnTo === null
        ? settledPage(c, receipt)
        : c.body(null, 303, { ...callbackHeaders(), Location: receipt.returnTo });
  }
}

function settledPage(
  c: Context<ApiEnv>,
  { status, errorMessage, workspaceName, brand }: Extract<GrantReceipt, { kind: 'settled' }>,
): Response | Promise<Response> {
  // The page shows no logo, because the ticket that gives access to it has been used.
  const look = { brand, logoUrl: null };
  switch (status) {
    case 'AWAITING_IMPORT':
    case 'COMPLETED':
      return connectAnswer(c, 200, {
        title: 'Access was granted',
        words: [
          `The accounts that you selected can now be connected to the workspace “${workspaceName}”.`,
          'You can close this page and continue where you started to connect the account.',
        ],
        look,
      });
    case 'EXPIRED':
      return connectAnswer(c, 200, {
        title: 'Too late',
        words: ['The time to grant access has expired. Start again.'],
        look,
      });
    case 'PENDING':
    case 'FAILED':
      return connectAnswer(c, 200, {
        title: 'Not connected',
        words: [
          errorMessage ?? 'Access was not granted.',
          `Nothing was connected to the workspace “${workspaceName}”.`,
          'You can close this page and start again.',
        ],
        look,
      });
  }
}
