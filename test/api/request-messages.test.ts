import { describe, expect, it } from 'vitest';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

const post = (path: string, body: object): Promise<Answer> => api.as(tenant).post(path, body);
const message = (answer: Answer): string => field(answer, 'message');
const entry = (): object => ({ accountId: tenant.accountIds[0] });

describe('an unknown first account', () => {
  it('is a 404 that names the path, in the shape of the request', async () => {
    const foreign = await mintTenant(api);
    for (const id of ['acc_doesnotexist00000000000', foreign.accountIds[0]]) {
      const flat = { content: 'Hello', platforms: [{ accountId: id }] };
      const nested = { caption: 'Hello', targets: [{ socialAccountId: id }] };
      for (const path of ['/posts', '/posts/validate']) {
        for (const [body, named] of [
          [flat, 'platforms.0.accountId'],
          [nested, 'targets.0.socialAccountId'],
        ] as const) {
          const answer = await post(path, body);
          expect(answer.status).toBe(404);
          expect(answer.body).toMatchObject({ code: 'NOT_FOUND', path: named });
          expect(message(answer)).toContain(named);
        }
      }
    }
  });
});

describe('the message of a refused request', () => {
  it('names the first finding', async () => {
    const answer = await post('/posts', { platforms: [entry()], scheduledFor: ahead(api, -1_000) });
    expect(message(answer)).toBe('scheduledFor: the time must be in the future.');
  });

  it('says how many more there are', async () => {
    const answer = await post('/posts', { platforms: [entry()], a: 1, b: 2, c: 3 });
    expect(message(answer)).toBe('a: unknown field (and 2 more).');
  });

  it('speaks the shape of the request', async () => {
    const second = { accountId: 'acc_doesnotexist00000000000' };
    const answer = await post('/posts', { platforms: [entry(), second] });
    expect(message(answer)).toMatch(/^platforms\.1\.accountId: there is no such social account/);
  });

  it('names the platform rule that the post breaks', async () => {
    const answer = await post('/posts', { content: 'x'.repeat(400), platforms: [entry()] });
    expect(answer.status).toBe(422);
    expect(message(answer)).toMatch(/^content: BLUESKY: /);
  });

  it('says that a missing field is required', async () => {
    const id = await api.draft(tenant);
    const answer = await post(`/posts/${id}/schedule`, {});
    expect(message(answer)).toBe('scheduledAt: this field is required.');
    expect(field(answer, 'details')).toEqual([
      { path: 'scheduledAt', code: 'required', message: 'This field is required.' },
    ]);
  });
});

describe('a query', () => {
  const list = (query: string): Promise<Answer> => call(api, 'GET', `/posts?${query}`, { key: tenant.key });

  it('that lacks a parameter is told which', async () => {
    expect(message(await call(api, 'GET', '/media', { key: tenant.key }))).toBe(
      'workspaceId: this field is required.',
    );
  });

  it('is told what a parameter may be', async () => {
    expect(message(await list('sort=up'))).toMatch(/^sort: must be one of -createdAt, createdAt, /);
    expect(message(await list('limit=0'))).toBe('limit: must be at least 1.');
    expect(message(await list('status=DRAFT,NONE'))).toMatch(/^status\.\d: must be one of DRAFT, /);
  });

  it('with an unescaped + says how to write it', async () => {
    const answer = await list('scheduledAfter=2030-01-31T09:00:00+01:00');
    expect(answer.status).toBe(400);
    expect(message(answer)).toMatch(/^scheduledAfter: .*%2B/);
    expect((await list('scheduledAfter=2030-01-31T09:00:00%2B01:00')).status).toBe(200);
  });

  it('may repeat a parameter that takes several values', async () => {
    const [draft] = [await api.draft(tenant), await api.schedule(tenant)];
    const repeated = await list('status=DRAFT&status=FAILED');
    expect(repeated.status, repeated.text).toBe(200);
    expect(repeated.body).toEqual((await list('status=FAILED,DRAFT')).body);
    expect(field<{ id: string }[]>(repeated, 'data').map(({ id }) => id)).toContain(draft);
  });

  it('that repeats another parameter is told to send it once', async () => {
    const answer = await list('sort=createdAt&sort=-createdAt');
    expect(answer.status).toBe(400);
    expect(message(answer)).toMatch(/^sort: .*once/);
    expect(message(await list('cursor=a&cursor=b'))).toMatch(/^cursor: .*once/);
  });
});
