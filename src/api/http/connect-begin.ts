import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isAppError } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import { readTicket, useTicket, type TicketView } from '../../services/connect-sessions/use-ticket.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { guardCrossOrigin } from './cross-origin-guard.js';
import { beginHeaders, callbackHeaders, connectedPage } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { answerConnectFault, connectAnswer, refuseCrowd, type ConnectPageOptions } from './connect-page.js';
import { readConnectCookie, setConnectCookie } from './connect-cookie.js';
import { createNetworkGate } from './network-gate.js';

/**
 * Where the link of a session leads that was begun without a browser: a page that says who asks for access, and for
 * which workspace. Its button alone leads on to the platform, and marks the browser that the platform may send back.
 */
export function registerConnectBegin(app: OpenAPIHono<ApiEnv>, options: ConnectPageOptions): void {
  const { deps, trustProxyHops, perMinuteMax } = options;
  const gate = createNetworkGate(perMinuteMax);
  const byPath = new Map([...deps.connect.names].map(([name, { path, label }]) => [path, { name, label }]));
  const open =
    (show: (c: Context<ApiEnv>, opened: Opened) => Promise<Response>) =>
    async (c: Context<ApiEnv>): Promise<Response> => {
      try {
        const waitMs = gate.note(clientAddress(c, trustProxyHops), deps.clock.now().getTime());
        if (waitMs > 0) return await refuseCrowd(deps, c, waitMs);
        const platform = byPath.get(c.req.param('platform') ?? '');
        if (platform === undefined) return await unknownTicket(c);
        const ticket = new URL(c.req.url).searchParams.get('ticket') ?? '';
        return await show(c, { deps, platform: platform.name, label: platform.label, ticket });
      } catch (error) {
        return answerConnectFault(deps, c, error);
      }
    };
  app.get('/connect/:platform/begin', open(showTicket));
  app.post('/connect/:platform/begin', open(leadOn));
}

interface Opened {
  deps: ServiceDeps;
  platform: PlatformName;
  label: string;
  ticket: string;
}

async function showTicket(c: Context<ApiEnv>, { deps, platform, label, ticket }: Opened): Promise<Response> {
  const view = await readTicket(deps, { platform, ticket });
  if (view === null) return unknownTicket(c);
  const title = `Connect ${label} to “${view.workspaceName}”`;
  const page = connectedPage(title, wordsOf(deps, label, view), `Go on to ${label}`);
  return c.html(page, 200, beginHeaders(view.platformOrigin));
}

function wordsOf(
  { connect }: ServiceDeps,
  label: string,
  { askedBy, workspaceName, sandbox }: TicketView,
): string[] {
  const { host } = new URL(connect.publicUrl());
  return [
    `${askedBy} asks you for access to accounts on ${label}, for the workspace “${workspaceName}” at ${host}.`,
    'Granting it means: whoever works in that workspace can publish posts as these accounts, and see what the platform shows of them, until the accounts are disconnected there, or you end the access on the platform.',
    'Go on only if you expected this, and want that workspace to have your accounts.',
    ...(sandbox ? [`It is a simulated ${label}: nothing of it is public.`] : []),
  ];
}

async function leadOn(c: Context<ApiEnv>, { deps, platform, ticket }: Opened): Promise<Response> {
  try {
    // Another site's form would mark the browser of somebody who has not seen the page.
    const publicOrigin = new URL(deps.connect.publicUrl()).origin;
    guardCrossOrigin(c, { publicOrigin, cookieSent: true });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return connectAnswer(c, 403, 'Not connected', [
      'Open the link that you were given, and go on from there.',
    ]);
  }
  const used = await useTicket(deps, { platform, ticket, browserToken: readConnectCookie(c) });
  if (used === null) return unknownTicket(c);
  setConnectCookie(c, used.browserToken, used.expiresAt);
  return c.body(null, 303, { ...callbackHeaders, Location: used.authorizeUrl });
}

const unknownTicket = (c: Context<ApiEnv>): Promise<Response> =>
  connectAnswer(c, 400, 'Nothing waits for this', [
    'The link is unknown, too old, or was used already. Ask whoever gave it to you for a new one.',
  ]);
