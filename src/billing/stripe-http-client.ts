import Stripe from 'stripe';
import type { EgressRequest, SafeFetch } from '../egress/safe-fetch.js';

/** Lets Stripe's library reach the network through our own guarded fetch, with its timeouts and size bounds. */
export class EgressHttpClient extends Stripe.HttpClient {
  readonly #safeFetch: SafeFetch;

  constructor(safeFetch: SafeFetch) {
    super();
    this.#safeFetch = safeFetch;
  }

  override getClientName(): string {
    return 'egress';
  }

  override async makeRequest(
    ...[host, port, path, method, headers, body, protocol, timeoutMs]: Parameters<
      Stripe.HttpClient['makeRequest']
    >
  ): Promise<EgressHttpResponse> {
    const answer = await this.#safeFetch({
      url: `${protocol}://${host}:${port}${path}`,
      method: method as EgressRequest['method'],
      headers: sendable(headers),
      ...(method === 'GET' || body === '' ? {} : { body }),
      timeoutMs,
    });
    return new EgressHttpResponse(answer.status, answer.headers, answer.body);
  }
}

class EgressHttpResponse extends Stripe.HttpClientResponse {
  readonly #body: string;

  constructor(status: number, headers: Record<string, string>, body: string) {
    super(status, headers);
    this.#body = body;
  }

  /** The raw response must be an object, because the library adds its own fields to it. */
  override getRawResponse(): object {
    return { body: this.#body };
  }

  override toStream(): never {
    throw new Error('Answers are not streamed.');
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve(this._parseResponseBody(this.#body));
  }
}

/** The headers to send, without the length, which our fetch adds. */
function sendable(headers: Parameters<Stripe.HttpClient['makeRequest']>[4]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
