import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.js';
import { retryDefaults, retryingFetch, type RetryOptions } from './retry.js';

export type PunctualClient = Client<paths>;

export interface ClientOptions {
  /** With the version segment: `https://punctual.example/api/v1`. */
  baseUrl: string;
  apiKey: string;
  /** What the calls are made with; the runtime's own by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Of one attempt, until its answer begins. */
  timeoutMs?: number;
  /** What differs from `retryDefaults`. `{ attemptsMax: 1 }`: no retries. */
  retry?: Partial<RetryOptions>;
}

const timeoutMsDefault = 30_000;

/**
 * A client with one method for each HTTP method (`client.GET('/posts/{id}', …)`), typed by the API's description.
 * A call gives `{ data, error, response }` and throws where there is no answer at all; see `dataOf` for calls that
 * throw on errors as well.
 */
export function createPunctualClient(options: ClientOptions): PunctualClient {
  const { baseUrl, apiKey, fetch = globalThis.fetch, timeoutMs = timeoutMsDefault } = options;
  return createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retryingFetch(withTimeout(fetch, timeoutMs), { ...retryDefaults, ...options.retry }),
  });
}

function withTimeout(fetch: (request: Request) => Promise<Response>, timeoutMs: number) {
  return (request: Request): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    return fetch(new Request(request, { signal }));
  };
}
