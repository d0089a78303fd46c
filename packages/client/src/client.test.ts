import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { failure, startLoopback, times, type Loopback } from '../testing/loopback.js';
import { errorVectors, replyOf } from '../testing/vectors.js';
import type { components, paths } from './api-types.js';
import { dataOf, isPunctualError, PunctualError, type ErrorBodyOf, type ErrorCode } from './errors.js';
import { itemsOf } from './pages.js';

let loopback: Loopback;

beforeEach(async () => {
  loopback = await startLoopback();
});
afterEach(() => loopback.close());

type Schemas = components['schemas'];
type PostFilter = NonNullable<paths['/posts']['get']['parameters']['query']>;

const createBody = { content: 'x', platforms: [{ accountId: 'acc_1' }] };

describe('a call', () => {
  it('sends the key, the path and the body, and returns the typed response', async () => {
    loopback.replies = [{ status: 201, body: { id: 'post_1' } }];
    const post = await dataOf(loopback.client().POST('/posts', { body: createBody }));
    expectTypeOf(post).toEqualTypeOf<components['schemas']['Post']>();
    expect(post.id).toBe('post_1');
    expect(loopback.received[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/posts',
      headers: { authorization: 'Bearer punctual_live_test', 'content-type': 'application/json' },
    });
    expect(JSON.parse(loopback.received[0]?.body ?? '')).toEqual(createBody);
  });

  it.each([
    ['', '/api/v1/posts'],
    ['/', '/api/v1/posts'],
    ['/api/v1/', '/api/v1/posts'],
    ['/x', '/x/posts'],
  ])('goes to the API of a server whose URL ends with "%s"', async (suffix, path) => {
    const { origin } = new URL(loopback.baseUrl);
    await dataOf(loopback.client({ baseUrl: `${origin}${suffix}` }).GET('/posts'));
    expect(loopback.received[0]?.url).toBe(path);
  });

  it('sends If-Match, metadata and a search, and returns the fields of an error', async () => {
    const tag = '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"';
    loopback.replies = [
      failure(412, 'PRECONDITION_FAILED', { etag: tag }),
      { status: 200, body: { data: [], nextCursor: null } },
    ];
    const client = loopback.client();
    const params = { path: { id: 'post_1' }, header: { 'If-Match': '"an-earlier-one"' } };
    const changed = dataOf(client.PATCH('/posts/{id}', { params, body: { metadata: { orderId: '4711' } } }));
    const error: unknown = await changed.catch((thrown: unknown) => thrown);
    expect(isPunctualError(error, 'PRECONDITION_FAILED') && error.body.etag).toBe(tag);
    const query = { metadataKey: 'orderId', metadataValue: '4711', q: 'summer sale' };
    expect(await dataOf(client.GET('/posts', { params: { query } }))).toEqual({ data: [], nextCursor: null });
    expect(loopback.received).toMatchObject([
      { method: 'PATCH', headers: { 'if-match': '"an-earlier-one"' } },
      { method: 'GET', url: '/api/v1/posts?metadataKey=orderId&metadataValue=4711&q=summer%20sale' },
    ]);
    expectTypeOf<Schemas['Post']['metadata']>().toEqualTypeOf<Record<string, string>>();
  });

  it('accepts several values of a filter as a list or with commas', async () => {
    const page = { status: 200, body: { data: [], nextCursor: null } };
    loopback.replies = [page, page];
    const client = loopback.client();
    await dataOf(client.GET('/posts', { params: { query: { status: ['FAILED', 'CANCELED'] } } }));
    await dataOf(client.GET('/posts', { params: { query: { status: 'FAILED,CANCELED' } } }));
    expect(loopback.received.map(({ url }) => url)).toEqual([
      '/api/v1/posts?status=FAILED&status=CANCELED',
      '/api/v1/posts?status=FAILED%2CCANCELED',
    ]);
    // @ts-expect-error: no post has this status.
    const wrong: PostFilter = { status: ['LOST'] };
    expect(wrong.status).toEqual(['LOST']);
  });

  it('accepts the options of each platform, typed by the API description', async () => {
    loopback.replies = [{ status: 201, body: { id: 'post_1' } }];
    const named: Schemas['XOptions'] = { platform: 'X', poll: { options: ['a', 'b'], durationMinutes: 60 } };
    // Options with a default may be left out, and so may the platform.
    const story: Schemas['InstagramOptions'] = { kind: 'STORIES' };
    // @ts-expect-error: no platform has this option.
    const wrong: Schemas['PlatformOptions'] = { nonsense: true };
    const platforms = [
      { accountId: 'acc_1', platformOptions: named },
      { accountId: 'acc_2', platformOptions: story },
      { accountId: 'acc_3', platformOptions: { langs: ['en'] } },
      { accountId: 'acc_4', platformOptions: wrong },
    ];
    const post = await dataOf(loopback.client().POST('/posts', { body: { content: 'x', platforms } }));
    expect(post.id).toBe('post_1');
    expectTypeOf<(typeof post.targets)[number]['errorRetryable']>().toEqualTypeOf<
      'yes' | 'no' | 'after' | null
    >();
    expect(JSON.parse(loopback.received[0]?.body ?? '')).toEqual({ content: 'x', platforms });
  });

  it('returns a documented error, discriminated by its code', async () => {
    const extras = { status: 'PUBLISHED', allowed: ['delete'] };
    loopback.replies = [failure(409, 'INVALID_STATE', extras)];
    const { error } = await loopback
      .client()
      .POST('/posts/{id}/cancel', { params: { path: { id: 'post_1' } } });
    if (error === undefined || !('code' in error) || error.code !== 'INVALID_STATE')
      throw new Error('not that error');
    expectTypeOf(error.allowed).toEqualTypeOf<string[]>();
    expect(error.allowed).toEqual(['delete']);
  });

  it('throws a PunctualError if it is made through dataOf, with the extra fields of its code', async () => {
    loopback.replies = [
      failure(422, 'PLATFORM_RULE_VIOLATION', { details: [{ path: 'content', code: 'x', message: '' }] }),
    ];
    const thrown: unknown = await dataOf(loopback.client().POST('/posts', { body: createBody })).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(PunctualError);
    expect(isPunctualError(thrown, 'NOT_FOUND')).toBe(false);
    if (!isPunctualError(thrown, 'PLATFORM_RULE_VIOLATION')) throw new Error('not that error');
    expectTypeOf(thrown.body).toEqualTypeOf<ErrorBodyOf<'PLATFORM_RULE_VIOLATION'>>();
    expect(thrown.body.details[0]?.path).toBe('content');
    expect([thrown.statusCode, thrown.requestId]).toEqual([422, 'req_1']);
  });

  it('throws an error that isPunctualError narrows to its code', async () => {
    loopback.replies = [failure(409, 'INVALID_STATE', { status: 'PUBLISHED', allowed: ['delete'] })];
    const thrown: unknown = await dataOf(loopback.client().POST('/posts', { body: createBody })).catch(
      (error: unknown) => error,
    );
    if (!isPunctualError(thrown)) throw new Error('not an error of the API');
    expectTypeOf(thrown).toEqualTypeOf<PunctualError>();
    expect(thrown.code).toBe('INVALID_STATE');
    expect(isPunctualError(thrown, 'INVALID_STATE')).toBe(true);
    for (const other of [new Error('INVALID_STATE'), { code: 'INVALID_STATE' }, null, undefined])
      expect(isPunctualError(other)).toBe(false);
  });

  it('adds the code UNAUTHORIZED to a 401 that has none', async () => {
    loopback.replies = [
      { status: 401, body: { statusCode: 401, message: 'Unauthorized', requestId: 'req_9' } },
    ];
    const thrown: unknown = await dataOf(
      loopback.client().POST('/posts/{id}/schedule', {
        params: { path: { id: 'post_1' } },
        body: { scheduledAt: '2030-01-01T00:00:00Z' },
      }),
    ).catch((error: unknown) => error);
    expect(isPunctualError(thrown, 'UNAUTHORIZED')).toBe(true);
    expect((thrown as PunctualError).requestId).toBe('req_9');
  });

  it.each(errorVectors)('throws the same error in every language: $name', async (vector) => {
    const { statusCode, code, message, requestId, extras } = vector.expected;
    loopback.replies = [replyOf(vector)];
    const thrown: unknown = await dataOf(loopback.client().GET('/posts')).catch((error: unknown) => error);
    if (!isPunctualError(thrown)) throw new Error('not an error of the API');
    expect([thrown.statusCode, thrown.code, thrown.body.message, thrown.requestId]).toEqual([
      statusCode,
      code,
      message,
      requestId,
    ]);
    expect(thrown.body).toMatchObject(extras);
  });

  it('fails only with codes of a closed list', () => {
    expectTypeOf<'NOT_FOUND'>().toExtend<ErrorCode>();
    expectTypeOf<'NO_SUCH_CODE'>().not.toExtend<ErrorCode>();
  });
});

describe('itemsOf', () => {
  it('requests every page with the same filters, and stops at the last one', async () => {
    loopback.replies = [
      { status: 200, body: { data: [{ id: 'post_1' }, { id: 'post_2' }], nextCursor: 'c1' } },
      { status: 200, body: { data: [], nextCursor: 'c2' } },
      { status: 200, body: { data: [{ id: 'post_3' }], nextCursor: null } },
    ];
    const ids: string[] = [];
    for await (const post of itemsOf(loopback.client(), '/posts', { query: { status: 'DRAFT', limit: 2 } })) {
      expectTypeOf(post.caption).toEqualTypeOf<string | null>();
      ids.push(post.id);
    }
    expect(ids).toEqual(['post_1', 'post_2', 'post_3']);
    expect(loopback.received.map(({ url }) => url)).toEqual([
      '/api/v1/posts?status=DRAFT&limit=2',
      '/api/v1/posts?status=DRAFT&limit=2&cursor=c1',
      '/api/v1/posts?status=DRAFT&limit=2&cursor=c2',
    ]);
  });

  it('requests a page only when it is needed', async () => {
    loopback.replies = [{ status: 200, body: { data: [{ id: 'post_1' }], nextCursor: 'c1' } }];
    for await (const { id } of itemsOf(loopback.client(), '/posts')) {
      expect(id).toBe('post_1');
      break;
    }
    expect(loopback.received).toHaveLength(1);
  });

  it('throws the error of a page, and does not loop', async () => {
    loopback.replies = [failure(400, 'VALIDATION_FAILED', { details: [] })];
    const read = async (): Promise<void> => {
      for await (const item of itemsOf(loopback.client(), '/posts/{id}/timeline', {
        path: { id: 'post_1' },
      })) {
        expect(item).toBeDefined();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    loopback.replies = times(3, { status: 200, body: { data: [], nextCursor: 'same' } });
    await expect(read()).rejects.toThrow('does not advance');
  });
});
