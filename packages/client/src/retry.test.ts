import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, startLoopback, times, type Loopback } from '../testing/loopback.js';
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

  it.each([
    [400, 'VALIDATION_FAILED'],
    [401, 'INVALID_API_KEY'],
    [402, 'WORKSPACE_BILLING_FAILED'],
    [403, 'FORBIDDEN_WORKSPACE'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [422, 'PLATFORM_RULE_VIOLATION'],
  ])('never repeats the request after %i %s', async (status, code) => {
    loopback.replies = [failure(status, code)];
    const { response } = await post();
    expect([response.status, loopback.received.length, loopback.waitsMs]).toEqual([status, 1, []]);
  });

  it.each(['RETRY', 'STORAGE_WRITE_FAILED'])(
    'repeats the request twice at once after %s, then backs off',
    async (code) => {
      loopback.replies = times(5, failure(503, code));
      const { response } = await post();
      expect([response.status, loopback.received.length, loopback.waitsMs]).toEqual([503, 5, [1_000, 2_000]]);
    },
  );

  it.each(['RETRY', 'STORAGE_WRITE_FAILED', 'INTERNAL_ERROR'])(
    'waits as long as a response with %s requests before it repeats the request',
    async (code) => {
      loopback.replies = [
        failure(503, code, { retryAfterMs: 700 }),
        { ...failure(503, code), headers: { 'retry-after': '3' } },
        { status: 201, body: { id: 'post_1' } },
      ];
      expect((await post()).response.status).toBe(201);
      expect(loopback.waitsMs).toEqual([700, 3_000]);
    },
  );

  it.each(['PLATFORM_NOT_CONFIGURED', 'STORAGE_FULL'])(
    'never repeats the request after %s, which only the operator can resolve',
    async (code) => {
      loopback.replies = times(2, failure(503, code));
      const { response } = await post();
      expect([response.status, loopback.received.length, loopback.waitsMs]).toEqual([503, 1, []]);
    },
  );

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

  it.each([500, 503])(
    'Limits 6: backs off after %i: one second, doubled each time, five attempts in all',
    async (status) => {
      loopback.replies = times(
        6,
        failure(status, status === 500 ? 'INTERNAL_ERROR' : 'PLATFORM_AUTH_FAILED'),
      );
      expect((await list()).response.status).toBe(status);
      expect([loopback.received.length, loopback.waitsMs]).toEqual([5, [1_000, 2_000, 4_000, 8_000]]);
    },
  );

  it('waits no longer than 30 seconds between two attempts', async () => {
    loopback.replies = times(9, failure(500, 'INTERNAL_ERROR'));
    await list({ retry: { attemptsMax: 8 } });
    expect(loopback.waitsMs).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('waits as long as a 429 says, in seconds, and then continues', async () => {
    loopback.replies = [
      { ...failure(429, 'RATE_LIMITED'), headers: { 'retry-after': '17' } },
      { status: 200, body: { data: [], nextCursor: null } },
    ];
    expect((await list()).response.status).toBe(200);
    expect(loopback.waitsMs).toEqual([17_000]);
  });

  it.each(['RETRY_COOLDOWN', 'IDEMPOTENCY_KEY_IN_USE'])(
    'waits for the retryAfterMs of a response with %s',
    async (code) => {
      const status = code === 'RETRY_COOLDOWN' ? 400 : 409;
      loopback.replies = [
        failure(status, code, { retryAfterMs: 4_200 }),
        { status: 200, body: { id: 'post_1' } },
      ];
      expect((await post()).response.status).toBe(200);
      expect(loopback.waitsMs).toEqual([4_200]);
    },
  );

  it('leaves a very long wait to the caller', async () => {
    loopback.replies = [{ ...failure(429, 'RATE_LIMITED'), headers: { 'retry-after': '600' } }];
    expect((await list()).response.status).toBe(429);
    expect([loopback.received.length, loopback.waitsMs]).toEqual([1, []]);
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
