import type { Context, Next } from 'hono';
import { isLoopbackHost } from '../urls/loopback.js';
import { parseUrl } from '../urls/parse-url.js';
import type { SandboxEnv } from './publishing.js';

const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Refuses requests that a page of another site makes a browser send to the sandbox, which has no sign-in. If
 * another site's name resolves to this machine (DNS rebinding), the name is in Host. Links, images and videos
 * on other pages work, because those pages cannot read them. Programs send neither Origin nor Sec-Fetch-Site.
 */
export function ownRequestsOnly({ publicUrl, allowRemote }: { publicUrl: string; allowRemote: boolean }) {
  const publicHost = new URL(publicUrl).hostname;
  return async (c: Context<SandboxEnv>, next: Next): Promise<Response | undefined> => {
    const { hostname, origin } = new URL(c.req.url);
    if (!allowRemote && hostname !== publicHost && !isLoopbackHost(hostname)) {
      return c.json({ message: `The sandbox does not answer as ${hostname}.` }, 403);
    }
    if (isForeign(c, new Set([origin, new URL(publicUrl).origin]))) {
      return c.json({ message: 'The sandbox refuses requests of other sites.' }, 403);
    }
    await next();
    return undefined;
  };
}

function isForeign(c: Context<SandboxEnv>, own: ReadonlySet<string>): boolean {
  const site = c.req.header('sec-fetch-site');
  // No page can forge Sec-Fetch-Site. The sandbox's pages send no referrer, so their forms have the origin "null".
  if (site === 'same-origin' || site === 'none') return false;
  const origin = c.req.header('origin');
  if (origin !== undefined) return !own.has(parseUrl(origin)?.origin ?? origin);
  if (site === undefined) return false;
  // A script could read the response, and another method could change something.
  const isShown = c.req.header('sec-fetch-dest') !== 'empty';
  return !(isShown && safeMethods.has(c.req.method));
}
