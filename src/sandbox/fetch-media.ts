import { get as httpGet, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { StoredMedia } from './store.js';
import { counted, receiveMedia, type FileOwner, type Receiver } from './uploads.js';

const idleTimeoutMs = 30_000;
const totalTimeoutMs = 10 * 60_000;

/** Thrown if media could not be fetched. */
class MediaFetchError extends Error {
  override readonly name = 'MediaFetchError';
}

/** Thrown if the sandbox may not fetch from a URL at all. */
export class ForeignUrlError extends Error {
  override readonly name = 'ForeignUrlError';
}

/** Fetches and registers a file. Returns null if no platform accepts its type. */
export async function receiveFrom(
  address: string,
  receiver: Receiver & { mediaOrigins: readonly string[] },
  owner: FileOwner,
  bytesMax: number | ((headers: IncomingHttpHeaders) => number),
): Promise<StoredMedia | null> {
  const answer = await fetchMedia(address, receiver.mediaOrigins);
  try {
    const max = typeof bytesMax === 'number' ? bytesMax : bytesMax(answer.headers);
    return await receiveMedia(receiver, owner, counted(receiver, answer), max);
  } finally {
    answer.destroy();
  }
}

/**
 * Fetches media as the platforms that accept URLs do: no redirects, only 200, a time limit. Any client of the
 * sandbox can make it fetch, so only this machine's origins and the configured ones are called.
 */
async function fetchMedia(address: string, origins: readonly string[]): Promise<IncomingMessage> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAllowed(url, origins)) throw new ForeignUrlError();
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
    request.setTimeout(idleTimeoutMs, () =>
      request.destroy(new MediaFetchError('no bytes arrived for too long')),
    );
    request.on('error', (error) => reject(new MediaFetchError(error.message)));
  });
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isAllowed({ protocol, hostname, origin }: URL, origins: readonly string[]): boolean {
  return /^https?:$/.test(protocol) && (loopback.test(hostname) || origins.includes(origin));
}
