import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { retryDefaults, retryingFetch, type RetryOptions } from './retry.js';

export type PunctualClient = Client<paths>;

export interface ClientOptions {
  /** The URL of the API, including the version: `https://punctual.example/api/v1`, which is added to a URL without a path. */
  baseUrl: string;
  /** The API key. Keep it on a server, because anyone who holds it can act on your workspaces. */
  apiKey: string;
  /** The function that sends requests. Default: the runtime's own `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** How long one attempt may wait until its response begins. Default: 30 seconds. */
  timeoutMs?: number;
  /** Retry settings that replace those in `retryDefaults`. `{ attemptsMax: 1 }` turns retries off. */
  retry?: Partial<RetryOptions>;
}

const timeoutMsDefault = 30_000;

/**
 * Creates a client with one function for each HTTP method (`client.GET('/posts/{id}', …)`), typed by the API
 * description. A call returns `{ data, error, response }` and throws only if there is no response at all. Wrap the call
 * in `dataOf` to throw on error responses, too.
 */
export function createPunctualClient(options: ClientOptions): PunctualClient {
  const { baseUrl, apiKey, fetch = globalThis.fetch, timeoutMs = timeoutMsDefault } = options;
  return createClient<paths>({
    baseUrl: withApiPath(baseUrl.replace(/\/+$/, '')),
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retryingFetch(withTimeout(fetch, timeoutMs), { ...retryDefaults, ...options.retry }),
  });
}

/** A URL without a path is the URL of a server, whose API is below this path. */
const withApiPath = (url: string): string => (/^https?:\/\/[^/]+$/.test(url) ? `${url}/api/v1` : url);

function withTimeout(fetch: (request: Request) => Promise<Response>, timeoutMs: number) {
  return (request: Request): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    return fetch(new Request(request, { signal }));
  };
}
