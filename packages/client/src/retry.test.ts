import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, startLoopback, times, type Loopback } from '../testing/loopback.js';
import { replyOf, retryVectors } from '../testing/vectors.js';
import { createPunctualClient, type ClientOptions } from './client.js';
import { dataOf } from './errors.js';

let loopback: Loopback;

beforeEach(async () => {
  loopback = await startLoopback();
});
afterEach(() => loopback.close());

const createBody = { content: 'x', platforms: [{ accountId: 'acc_1' }] };

describe('Limits 6: a client, after a failed request,', () => {
  const post = () => loopback.client().POST('/posts', { body: createBody });
  const list = (options: Partial<ClientOptions> = {}) => loopback.client(options).GET('/posts');

  it.each(retryVectors)('does the same in every language: $name', async (vector) => {
    loopback.replies = vector.replies.map(replyOf);
    const status = await list({ retry: { attemptsMax: vector.attemptsMax } }).then(
      ({ response }) => response.status,
      () => null,
    );
    expect([status, loopback.received.length, loopback.waitsMs]).toEqual([
      vector.status,
      vector.attempts,
      vector.waitsMs,
    ]);
  });

  it('repeats a request that got no response, with the same body and the same Idempotency-Key', async () => {
    loopback.replies = [
      { status: 0, hangUp: true },
      { status: 0, hangUp: true },
      { status: 201, body: { id: 'post_1' } },
    ];
    expect((await dataOf(post())).id).toBe('post_1');
    expect(loopback.waitsMs).toEqual([]);
    const keys = loopback.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(new Set(loopback.received.map(({ body }) => body)).size).toBe(1);
  });

  it('gives up when each attempt at a silent service has timed out, and throws the cause', async () => {
    loopback.replies = times(3, { status: 0, silent: true });
    let attempts = 0;
    const counting = (request: Request): Promise<Response> => {
      attempts += 1;
      return fetch(request);
    };
    await expect(list({ fetch: counting, timeoutMs: 50, retry: { attemptsMax: 3 } })).rejects.toThrow(
      /timeout|aborted/i,
    );
    expect(attempts).toBe(3);
  });

  it('gives each POST its own key, keeps a key from the caller, and sends none with other methods', async () => {
    const api = loopback.client();
    await api.POST('/posts', { body: createBody });
    await api.POST('/posts', { body: createBody });
    await api.POST('/posts', { body: createBody, params: { header: { 'Idempotency-Key': 'mine' } } });
    await api.GET('/posts');
    const keys = loopback.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual(['mine', undefined]);
  });

  it('ends when the caller aborts, also during a wait', async () => {
    loopback.replies = times(5, failure(500, 'INTERNAL_ERROR'));
    const controller = new AbortController();
    const api = createPunctualClient({ baseUrl: loopback.baseUrl, apiKey: 'k' });
    void vi
      .waitUntil(() => loopback.received.length > 0)
      .then(() => {
        controller.abort(new Error('no longer wanted'));
      });
    await expect(api.GET('/posts', { signal: controller.signal })).rejects.toThrow();
    expect(loopback.received).toHaveLength(1);
  });
});
