import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';

const idleTimeoutMs = 30_000;
const totalTimeoutMs = 10 * 60_000;

/** Why an address was not fetched, in the platform's words for all of it. */
export class MediaFetchError extends Error {
  override readonly name = 'MediaFetchError';
}

/**
 * Fetches a medium as the platforms that take addresses do: no redirect, 200 only, bounded in time. Whoever may reach
 * the sandbox may make it fetch, so it asks no other origins than this machine's and those it was told.
 */
export async function fetchMedia(address: string, origins: readonly string[]): Promise<IncomingMessage> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAllowed(url, origins)) throw new MediaFetchError('not an address to fetch from');
  const get = url.protocol === 'https:' ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'punctual-sandbox' };
    const options = { headers, signal: AbortSignal.timeout(totalTimeoutMs) };
    const request = get(url, options, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else {
        answer.destroy();
        reject(new MediaFetchError(`answered HTTP ${answer.statusCode ?? 0}`));
      }
    });
    request.setTimeout(idleTimeoutMs, () => request.destroy(new MediaFetchError('no bytes for too long')));
    request.on('error', (error) => reject(new MediaFetchError(error.message)));
  });
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isAllowed({ protocol, hostname, origin }: URL, origins: readonly string[]): boolean {
  return /^https?:$/.test(protocol) && (loopback.test(hostname) || origins.includes(origin));
}
