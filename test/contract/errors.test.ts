import { describe, expect, it } from 'vitest';
import { statusByCode } from '../../src/api/errors/codes.js';
import { ahead, call, codeOf, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintTenant } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);

const post = (more: object = {}): object => ({
  content: 'x',
  platforms: [{ accountId: tenant.accountIds[0] }],
  ...more,
});

describe('Errors', () => {
  it('Errors 1: every error has statusCode, code, message and requestId, and may have other fields', async () => {
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, body: { content: 7 } });
    expect(answer.body).toMatchObject({
      statusCode: 400,
      code: 'MUST_SPECIFY_EXACTLY_ONE',
      message: expect.stringMatching(/^[A-Z].*\.$/) as unknown,
      requestId: answer.headers.get('x-request-id'),
      fields: ['platforms', 'targets'],
    });
  });

  it('Errors 1: the 401 of scheduling, importing and reading has no code, unlike that of other operations', async () => {
    for (const path of ['/posts/post_x/schedule', '/connect-sessions/con_x/import', '/comments/cmt_x/read']) {
      const bare = await call(api, 'POST', path, { body: {} });
      expect(Object.keys(bare.body as object).sort()).toEqual(['message', 'requestId', 'statusCode']);
    }
    expect(codeOf(await call(api, 'POST', '/posts/post_x/cancel'))).toBe('UNAUTHORIZED');
  });

  it('Errors 2: each status in the table has the listed codes', () => {
    expect(statusByCode).toMatchObject({
      UNAUTHORIZED: 401,
      INVALID_API_KEY: 401,
      FORBIDDEN_WORKSPACE: 403,
      INSUFFICIENT_ROLE: 403,
      FEATURE_NOT_AVAILABLE: 403,
      PLAN_LIMIT_POSTS: 403,
      PLAN_LIMIT_API_POSTS: 403,
      PLAN_LIMIT_WORKSPACES: 403,
      WORKSPACE_REQUIRES_PAID_ADD_ON: 402,
      WORKSPACE_BILLING_FAILED: 402,
      X_PAYMENT_METHOD_REQUIRED: 402,
      DEVELOPER_PAYMENT_METHOD_REQUIRED: 402,
      VALIDATION_FAILED: 400,
      MUST_SPECIFY_EXACTLY_ONE: 400,
      TARGET_NOT_PUBLISHED: 400,
      NO_EXTERNAL_ID: 400,
      NO_COMMENT_TO_RETRY: 400,
      NO_ERROR_TO_RETRY: 400,
      RETRY_COOLDOWN: 400,
      URL_INGEST_DISABLED: 400,
      URL_REJECTED: 400,
      UNSUPPORTED_MIME: 400,
      FILE_TOO_LARGE: 400,
      EMPTY_BODY: 400,
      FETCH_FAILED: 400,
      STORAGE_LIMIT: 403,
      STORAGE_WRITE_FAILED: 503,
      MEDIA_IN_USE: 409,
      CONFLICT: 409,
      FK_VIOLATION: 409,
      NOT_FOUND: 404,
      RETRY: 503,
      INTERNAL_ERROR: 500,
      PLATFORM_AUTH_FAILED: 503,
      PLATFORM_RULE_VIOLATION: 422,
      RATE_LIMITED: 429,
    });
  });

  it('Errors 2: 404 is also returned for resources of other workspaces and for deleted ones', async () => {
    const stranger = await mintTenant(api);
    const id = field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body: post() }), 'id');
    const foreign = await call(api, 'GET', `/posts/${id}`, { key: stranger.key });
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND']);
    expect((await call(api, 'DELETE', `/posts/${id}`, { key: tenant.key })).status).toBe(204);
    const deleted = await call(api, 'GET', `/posts/${id}`, { key: tenant.key });
    expect([deleted.status, codeOf(deleted)]).toEqual([404, 'NOT_FOUND']);
  });

  it('Errors 2: 422 is returned for a violated platform rule, with the limit', async () => {
    const body = post({ content: 'x'.repeat(301) });
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(answer.body).toMatchObject({ details: [{ limit: 300, actual: 301 }] });
  });

  it('Errors 4: a request that must not be retried fails again in the same way, and writes nothing', async () => {
    const before = await countRows(api);
    const send = () =>
      call(api, 'POST', '/posts', { key: tenant.key, body: post({ timezone: 'Mars/Base' }) });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([400, 400]);
    expect(codeOf(again)).toBe(codeOf(first));
    expect(await countRows(api)).toEqual(before);
  });

  it('Errors 5: creating twice results in two posts, or in one if both have the same clientReferenceId', async () => {
    const create = (more: object) => call(api, 'POST', '/posts', { key: tenant.key, body: post(more) });
    const ids = [await create({}), await create({})].map((answer) => field<string>(answer, 'id'));
    expect(new Set(ids).size).toBe(2);
    const same = { clientReferenceId: 'errors-5' };
    const [one, two] = [await create(same), await create(same)].map((answer) => field<string>(answer, 'id'));
    expect(two).toBe(one);
  });

  it('Errors 5: cancel and update are idempotent', async () => {
    const body = post({ scheduledFor: ahead(api) });
    const id = field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
    const update = () => call(api, 'PATCH', `/posts/${id}`, { key: tenant.key, body: { content: 'y' } });
    const [first, second] = [await update(), await update()];
    expect(second.body).toEqual(first.body);
    const cancel = () => api.act(tenant, id, 'cancel');
    const [canceled, again] = [await cancel(), await cancel()];
    expect([canceled.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(canceled.body);
  });
});
