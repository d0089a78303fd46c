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
 * The page behind the link of a session that was started without a browser. It says who asks for access, and for which
 * workspace. Only its button leads on to the platform, and marks the browser that the platform may send back.
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
        if (waitMs > 0) return await refuseCrowd(deps, c, { gate, waitMs });
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
  const page = connectedPage(title, wordsOf(deps, label, view), `Continue to ${label}`);
  return c.html(page, 200, beginHeaders(view.platformOrigin));
}

function wordsOf(
  { connect }: ServiceDeps,
  label: string,
  { askedBy, workspaceName, sandbox }: TicketView,
): string[] {
  const { host } = new URL(connect.publicUrl());
  return [
    `${askedBy} asks you to connect your ${label} accounts to the workspace “${workspaceName}” at ${host}.`,
    'If you grant access, everyone who works in that workspace can publish posts as these accounts and see what the platform shows about them. This ends when the accounts are disconnected there, or when you remove the access on the platform.',
    'Continue only if you expected this request and trust that workspace with your accounts.',
    ...(sandbox ? [`This is a simulated ${label}: nothing will be public.`] : []),
  ];
}

async function leadOn(c: Context<ApiEnv>, { deps, platform, ticket }: Opened): Promise<Response> {
  try {
    // A form of another site would mark the browser of a person who has not seen the page.
    const publicOrigin = new URL(deps.connect.publicUrl()).origin;
    guardCrossOrigin(c, { publicOrigin, cookieSent: true, ownForm: true });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return connectAnswer(c, 403, 'Not connected', [
      'Open the link that you were given, and continue from there.',
    ]);
  }
  const used = await useTicket(deps, { platform, ticket, browserToken: readConnectCookie(c) });
  if (used === null) return unknownTicket(c);
  setConnectCookie(c, used.browserToken, used.expiresAt);
  return c.body(null, 303, { ...callbackHeaders, Location: used.authorizeUrl });
}

const unknownTicket = (c: Context<ApiEnv>): Promise<Response> =>
  connectAnswer(c, 400, 'This link does not work', [
    'The link is unknown, has expired or has already been used. Ask the person who gave it to you for a new one.',
  ]);
