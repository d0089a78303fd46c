import {
  isStreamed,
  type EgressRequest,
  type EgressResponse,
  type SafeFetch,
} from '../../../src/egress/safe-fetch.js';

/** A request of a connector and its response, or null if the response was lost. */
export interface Exchange {
  method: string;
  /** The path below the platform's URL. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  answer: EgressResponse | null;
}

export interface Recorder {
  exchanges: Exchange[];
  /** Wraps an HTTP client, and records the requests to that URL. */
  recording: (safeFetch: SafeFetch) => SafeFetch;
}

/**
 * Records what connectors send to a URL, and the responses. It stores the bodies, so media must be small. `refusalOf`
 * may respond instead of the server.
 */
export function createRecorder(
  baseUrl: () => string,
  refusalOf: (exchange: Exchange) => Promise<EgressResponse | null>,
): Recorder {
  const exchanges: Exchange[] = [];
  const keep = (request: EgressRequest): { sent: EgressRequest; exchange: Exchange } => {
    const { pathname, searchParams } = new URL(request.url);
    const { method, headers = {} } = request;
    const path = pathname.slice(new URL(baseUrl()).pathname.length);
    const exchange = { method, path, query: searchParams, headers, body: Buffer.alloc(0), answer: null };
    exchanges.push(exchange);
    const { body } = request;
    if (!isStreamed(body)) {
      return { sent: request, exchange: Object.assign(exchange, { body: Buffer.from(body ?? '') }) };
    }
    const stream = copied(body.stream, (chunk) => {
      exchange.body = Buffer.concat([exchange.body, chunk]);
    });
    return { sent: { ...request, body: { ...body, stream } }, exchange };
  };
  return {
    exchanges,
    recording: (safeFetch) => async (request) => {
      if (!request.url.startsWith(`${baseUrl()}/`)) return safeFetch(request);
      const { sent, exchange } = keep(request);
      const refusal = await refusalOf(exchange);
      if (refusal !== null) return refusal;
      exchange.answer = await safeFetch(sent);
      return exchange.answer;
    },
  };
}

async function* copied(
  stream: AsyncIterable<Uint8Array>,
  keep: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    keep(chunk);
    yield chunk;
  }
}
