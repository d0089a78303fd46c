import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { targets } from '../../src/db/schema/index.js';
import { requestBodyBytesMax } from '../../src/domain/limits.js';
import { isOperationTool } from '../../src/api/mcp/tool.js';
import { tools } from '../../src/api/mcp/tools.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { noMetrics } from '../../src/observability/metrics.js';
import { mintComment } from '../harness/comments.js';
import { connectMcp, type ClientMode } from '../harness/mcp.js';
import {
  countRows,
  mintLimitedKey,
  mintSession,
  mintTenant,
  revokeKeysOf,
  secretCanary,
} from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);
const accept = 'application/json, text/event-stream';

interface Sent {
  key?: string;
  headers?: Record<string, string>;
  body?: string;
  method?: string;
}

/** Sends a request to /mcp without a client library. */
const request = ({ key, headers = {}, body = listTools, method = 'POST' }: Sent): Promise<Response> =>
  fetch(new URL('/mcp', api.url), {
    method,
    headers: {
      accept,
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' && { body }),
  });

const message = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', id: 1, method, params });
const listTools = JSON.stringify(message('tools/list'));

async function refusalOf(sent: Sent): Promise<{ status: number; code: unknown; headers: Headers }> {
  const response = await request(sent);
  const body = (await response.json()) as { code?: unknown; requestId?: unknown };
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
  return { status: response.status, code: body.code, headers: response.headers };
}

describe('a request to /mcp', () => {
  it.each<ClientMode>(['legacy', 'auto'])('is refused with a wrong or revoked key (%s)', async (mode) => {
    const { key, userId } = await mintTenant(api);
    const wrong = `${key.slice(0, -4)}zzzz`;
    await expect(connectMcp(api.url, wrong, mode)).rejects.toThrow(/401|INVALID_API_KEY|nauthorized/);
    const { close } = await connectMcp(api.url, key, mode);
    await close();
    await revokeKeysOf(api, userId);
    await expect(connectMcp(api.url, key, mode)).rejects.toThrow(/401|INVALID_API_KEY|nauthorized/);
  });

  it('is refused without a key, and says how to send one', async () => {
    const { status, code, headers } = await refusalOf({});
    const challenge = `Bearer resource_metadata="${api.url}/.well-known/oauth-protected-resource/mcp"`;
    expect([status, code, headers.get('www-authenticate')]).toEqual([401, 'UNAUTHORIZED', challenge]);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page that hides its origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://localhost:1' }],
    ['another site, by a new browser', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s, even with a key', async (_site, headers) => {
    const { status, code } = await refusalOf({ key: tenant.key, headers });
    expect([status, code]).toEqual([403, 'CROSS_ORIGIN_REFUSED']);
  });

  it('is accepted from our own origin, and allows no other origin to read anything', async () => {
    const response = await request({ key: tenant.key, headers: { origin: api.url } });
    expect(response.status).toBe(200);
    await response.text();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await request({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  it.each(['GET', 'DELETE'])(
    'is refused with the method %s, because there are no sessions',
    async (method) => {
      const { status, code, headers } = await refusalOf({ key: tenant.key, method });
      expect([status, code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
    },
  );

  it.each([
    ['is too large', `"${'a'.repeat(requestBodyBytesMax)}"`, 413, 'PAYLOAD_TOO_LARGE'],
    ['is not JSON', '{', 400, 'VALIDATION_FAILED'],
    ['nests too deeply', '['.repeat(100) + ']'.repeat(100), 400, 'VALIDATION_FAILED'],
    ['is a list of messages', `[${listTools},${listTools}]`, 400, 'VALIDATION_FAILED'],
    ['is empty', '', 400, 'VALIDATION_FAILED'],
  ])('is refused if its body %s', async (_what, body, ...expected) => {
    const { status, code } = await refusalOf({ key: tenant.key, body });
    expect([status, code]).toEqual(expected);
  });

  it('is refused if its body is not JSON by its content type', async () => {
    const { status, code } = await refusalOf({ key: tenant.key, headers: { 'content-type': 'text/plain' } });
    expect([status, code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('gets an error of the protocol for an unknown tool and an unknown method', async () => {
    const { client, close } = await connectMcp(api.url, tenant.key);
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
    });
    await expect(client.listResources()).resolves.toMatchObject({ resources: [] });
    await close();
    const response = await request({ key: tenant.key, body: JSON.stringify(message('tools/forget')) });
    expect(await response.text()).toContain(String(ProtocolErrorCode.MethodNotFound));
  });
});

describe('a call of a tool', () => {
  it('with bad input gets the error envelope of the API', async () => {
    const { refused, close } = await connectMcp(api.url, tenant.key);
    const [accountId] = tenant.accountIds;
    const before = await countRows(api);
    expect(await refused('create_post', { content: 'A post', platforms: [{ accountId }] })).toMatchObject({
      statusCode: 400,
      code: 'VALIDATION_FAILED',
      requestId: expect.stringMatching(/^req_/) as unknown,
      docUrl: `${api.url}/docs/errors/VALIDATION_FAILED`,
      details: [{ path: 'clientReferenceId', code: 'required' }],
    });
    const post = { content: 'A post', platforms: [{ accountId }], clientReferenceId: 'bad' };
    const details = async (more: object) => (await refused('create_post', { ...post, ...more }))['details'];
    expect(await details({ colour: 'red' })).toMatchObject([{ path: 'colour', code: 'unknown_field' }]);
    expect(await details({ scheduledFor: 'tomorrow' })).toMatchObject([{ path: 'scheduledFor' }]);
    expect(await details({ scheduledFor: '2020-01-01T00:00:00Z' })).toMatchObject([
      { code: 'not_in_future' },
    ]);
    expect(await refused('list_posts', { limit: 0 })).toMatchObject({ details: [{ path: 'limit' }] });
    expect(await refused('list_posts', { sort: 'colour' })).toMatchObject({ details: [{ path: 'sort' }] });
    expect(await refused('get_post', { postId: '../../health' })).toMatchObject({
      details: [{ path: 'postId' }],
    });
    expect(await refused('describe_platform', { platform: 'MYSPACE' })).toMatchObject({
      details: [{ path: 'platform' }],
    });
    expect(await countRows(api)).toEqual(before);
    await close();
  });

  it('says which actions are allowed if the state does not allow this one', async () => {
    const { refused, close } = await connectMcp(api.url, tenant.key);
    const postId = await api.draft(tenant);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await refused('reschedule', { postId, scheduledAt })).toMatchObject({
      code: 'INVALID_STATE',
      status: 'DRAFT',
      allowed: expect.arrayContaining(['schedule']) as unknown,
    });
    await close();
  });

  it('reveals nothing about the state of a post to a key that may not schedule', async () => {
    const postId = await api.draft(tenant);
    await api.deps.db
      .update(targets)
      .set({ errorCode: 'PUBLISH_UNCONFIRMED' })
      .where(eq(targets.postId, postId));
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const refusalFor = async (key: string) => {
      const { refused, close } = await connectMcp(api.url, key);
      const refusal = await refused('schedule', { postId, scheduledAt });
      await close();
      return refusal;
    };
    expect(await refusalFor(tenant.key)).toMatchObject({ code: 'INVALID_STATE', status: 'DRAFT' });
    const refusal = await refusalFor(await mintLimitedKey(api, tenant.userId, ['accounts:read']));
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_SCOPE', scope: 'posts:write' });
    expect(refusal).not.toHaveProperty('status');
  });

  it('about a post of another workspace gets the same error as for a missing post', async () => {
    const other = await mintTenant(api);
    const postId = await api.draft(other);
    const { refused, close } = await connectMcp(api.url, tenant.key);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const [tool, args] of [
      ['get_post', { postId }],
      ['get_timeline', { postId }],
      ['cancel', { postId }],
      ['update_post', { postId, content: 'Other words' }],
      ['update_post', { postId, retryFailed: true }],
      ['delete_draft', { postId }],
      ['schedule', { postId, scheduledAt }],
    ] as const) {
      expect(await refused(tool, args), tool).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    }
    const { workspaceId } = other;
    for (const tool of ['list_posts', 'list_accounts', 'list_comments', 'check_setup']) {
      expect(await refused(tool, { workspaceId }), tool).toMatchObject({ code: 'FORBIDDEN_WORKSPACE' });
    }
    await close();
  });

  it('changes nothing with the key of a member who may only read', async () => {
    const owner = await mintTenant(api);
    const { workspaceId, accountIds } = owner;
    const { key } = await api.mintMember(workspaceId, 'CLIENT_REVIEWER');
    const postId = await api.schedule(owner);
    const [commentId, scheduledAt] = [
      await mintComment(api, owner),
      new Date(Date.now() + 7_200_000).toISOString(),
    ];
    const { use, refused, close } = await connectMcp(api.url, key);
    const calls: Record<string, Record<string, unknown>> = {
      create_post: {
        content: 'A post',
        platforms: [{ accountId: accountIds[0] }],
        clientReferenceId: 'of-a-reader',
      },
      update_post: { postId, content: 'Other words' },
      delete_draft: { postId: await api.draft(owner) },
      schedule: { postId, scheduledAt },
      reschedule: { postId, scheduledAt },
      cancel: { postId },
      add_media_from_url: { workspaceId, url: 'https://images.example.com/a.jpg' },
      request_upload: { workspaceId, mime: 'image/png', sizeBytes: 100 },
      complete_upload: { mediaId: await presigned(owner) },
      reply_to_comment: { commentId, text: 'Hello', idempotencyKey: 'of-a-reader' },
    };
    const before = await countRows(api);
    const changing = tools.filter(({ hints }) => !hints.readOnly).map(({ name }) => name);
    expect(Object.keys(calls).sort()).toEqual(changing.sort());
    for (const tool of changing) {
      expect(await refused(tool, calls[tool]), tool).toMatchObject({
        statusCode: 403,
        code: 'INSUFFICIENT_ROLE',
      });
    }
    expect(await countRows(api)).toEqual(before);
    expect(await use('get_post', { postId })).toMatchObject({ status: 'SCHEDULED' });
    await close();
  });

  it('is logged with its tool, and without the key and the text', async () => {
    const { use, close } = await connectMcp(api.url, tenant.key);
    await use('list_posts', { q: 'very private words' });
    await close();
    const line = api.logLines.findLast((each) => each.includes('"tool":"list_posts"'));
    expect(line).toContain('"isError":false');
    const all = api.logLines.join('\n');
    for (const secret of [tenant.key, 'very private words', secretCanary]) expect(all).not.toContain(secret);
  });

  it('accepts the session of one of our own pages, as the API does, but no session from another site', async () => {
    const { headers } = await mintSession(api, tenant.userId);
    const own = await request({ headers });
    expect(own.status).toBe(200);
    await own.text();
    const foreign = await refusalOf({ headers: { ...headers, origin: 'https://evil.example' } });
    expect(foreign.code).toBe('CROSS_ORIGIN_REFUSED');
  });

  /** Returns the id of a media asset that waits for its file. */
  const presigned = async ({ key, workspaceId }: { key: string; workspaceId: string }): Promise<string> => {
    const { use, close } = await connectMcp(api.url, key);
    const begun = await use<{ media: { id: string } }>('request_upload', {
      workspaceId,
      mime: 'image/png',
      sizeBytes: 100,
    });
    await close();
    return begun.media.id;
  };
});

describe('the rate limit', () => {
  const log = { error: () => undefined } as never;
  const limits = { burst: 8, sustained: 1_000 };
  const limited = useTestApi({ limiter: createRateLimiter({ limits, metrics: noMetrics, log }) });
  const limitedTenant = useTenant(limited);

  it('counts each message like a request to the API, in the same budget', async () => {
    const { key } = limitedTenant;
    const post = (): Promise<Response> =>
      fetch(new URL('/mcp', limited.url), {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: listTools,
      });
    const remaining: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      const response = await post();
      await response.text();
      remaining.push(Number(response.headers.get('x-ratelimit-remaining')));
    }
    expect(remaining).toEqual([7, 6, 5, 4]);
    for (let sent = 0; sent < 4; sent += 1)
      expect((await limited.as({ key }).get('/posts')).status).toBe(200);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

it('every operation with a tool accepts an API key', () => {
  for (const tool of tools.filter(isOperationTool)) {
    expect(
      tool.operation.route.security?.some((scheme) => 'bearer' in scheme),
      tool.name,
    ).toBe(true);
  }
});
