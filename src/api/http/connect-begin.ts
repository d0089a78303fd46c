import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { isAppError } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import {
  readTicket,
  readTicketLogo,
  useTicket,
  type TicketView,
} from '../../services/connect-sessions/use-ticket.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { guardCrossOrigin } from './cross-origin-guard.js';
import { beginHeaders, callbackHeaders, connectedPage } from '../pages/connected.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { answerConnectFault, connectAnswer, refuseCrowd, type ConnectPageOptions } from './connect-page.js';
import { readConnectCookie, setConnectCookie } from './connect-cookie.js';
import { createNetworkGate, type NetworkGate } from './network-gate.js';

/**
 * Serves the page behind a connect link. The page shows who requests access, and for which workspace. Its button
 * redirects to the platform, and sets the cookie that the browser needs when the platform redirects back.
 */
export function registerConnectBegin(app: OpenAPIHono<ApiEnv>, options: ConnectPageOptions): void {
  const { deps, trustProxyHops, perMinuteMax } = options;
  // The logo has a limit of its own, because each visit of the page may also request it.
  const [pages, logos] = [createNetworkGate(perMinuteMax), createNetworkGate(perMinuteMax)];
  const byPath = new Map([...deps.connect.names].map(([name, { path, label }]) => [path, { name, label }]));
  const open =
    (gate: NetworkGate, show: (c: Context<ApiEnv>, opened: Opened) => Promise<Response>) =>
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
  app.get('/connect/:platform/begin', open(pages, showTicket));
  app.post('/connect/:platform/begin', open(pages, leadOn));
  app.get('/connect/:platform/logo', open(logos, showLogo));
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
  const { brand, platformOrigin } = view;
  const logoUrl = (brand?.logoMediaId ?? null) === null ? null : `logo?ticket=${ticket}`;
  const look = { brand, logoUrl };
  const words = wordsOf(deps, label, view);
  const page = connectedPage({ title, words, button: `Continue to ${label}` }, look);
  return c.html(page, 200, beginHeaders(look, platformOrigin));
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

/** Serves the logo of the page to anyone with the page's ticket, while the ticket is valid. */
async function showLogo(c: Context<ApiEnv>, { deps, platform, ticket }: Opened): Promise<Response> {
  const logo = await readTicketLogo(deps, { platform, ticket });
  if (logo === null) return c.body(null, 404, logoHeaders);
  return c.body(ReadableStream.from(logo.body), 200, {
    ...logoHeaders,
    'Content-Type': logo.mime,
    'Content-Length': String(logo.sizeBytes),
  });
}

const logoHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

async function leadOn(c: Context<ApiEnv>, { deps, platform, ticket }: Opened): Promise<Response> {
  try {
    // Without this check, another site's form could set the cookie in the browser of a user who has not seen the page.
    const publicOrigin = new URL(deps.connect.publicUrl()).origin;
    guardCrossOrigin(c, { publicOrigin, cookieSent: true, ownForm: true });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return connectAnswer(c, 403, {
      title: 'Not connected',
      words: ['Open the link that you were given, and continue from there.'],
    });
  }
  const used = await useTicket(deps, { platform, ticket, browserToken: readConnectCookie(c) });
  if (used === null) return unknownTicket(c);
  setConnectCookie(c, used.browserToken, used.expiresAt);
  return c.body(null, 303, { ...callbackHeaders(), Location: used.authorizeUrl });
}

const unknownTicket = (c: Context<ApiEnv>): Promise<Response> =>
  connectAnswer(c, 400, {
    title: 'This link does not work',
    words: [
      'The link is unknown, has expired or has already been used. Ask the person who gave it to you for a new one.',
    ],
  });
