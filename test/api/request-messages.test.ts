import { describe, expect, it } from 'vitest';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

const post = (path: string, body: object): Promise<Answer> => api.as(tenant).post(path, body);
const message = (answer: Answer): string => field(answer, 'message');
const entry = (): object => ({ accountId: tenant.accountIds[0] });

describe('an unknown first account', () => {
  it('results in a 404 that names the path, in the shape of the request', async () => {
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
  it('contains the first finding', async () => {
    const answer = await post('/posts', { platforms: [entry()], scheduledFor: ahead(api, -1_000) });
    expect(message(answer)).toBe('scheduledFor: the time must be in the future.');
  });

  it('says how many more findings there are', async () => {
    const answer = await post('/posts', { platforms: [entry()], a: 1, b: 2, c: 3 });
    expect(message(answer)).toBe('a: unknown field (and 2 more).');
  });

  it('uses the paths of the request’s shape', async () => {
    const second = { accountId: 'acc_doesnotexist00000000000' };
    const answer = await post('/posts', { platforms: [entry(), second] });
    expect(message(answer)).toMatch(/^platforms\.1\.accountId: there is no such social account/);
  });

  it('names the platform rule that the post violates', async () => {
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

describe('the message of a finding', () => {
  const postWith = (extra: object): Promise<Answer> => post('/posts', { platforms: [entry()], ...extra });
  it.each<[string, object, string]>([
    ['that a value is not a text', { content: 5 }, 'content: must be a string.'],
    ['that a value is not a list', { mediaIds: 'all' }, 'mediaIds: must be an array.'],
    ['that a value is not an object', { metadata: [] }, 'metadata: must be an object.'],
    [
      'how many characters a text has',
      { content: 'x'.repeat(10_412) },
      'content: must have at most 10,000 characters; it has 10,412.',
    ],
    [
      'how many characters a name has, an emoji counted as one',
      { clientReferenceId: '👋'.repeat(256) },
      'clientReferenceId: must have at most 255 characters; it has 256.',
    ],
    [
      'how many items a list has',
      { mediaIds: Array.from({ length: 51 }, (_, index) => `med_${index}`) },
      'mediaIds: must have at most 50 items; it has 51.',
    ],
    [
      'how many entries a map has',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, 'x'])) },
      'metadata: must have at most 20 entries; it has 21.',
    ],
    ['that a text is empty', { clientReferenceId: '' }, 'clientReferenceId: must not be empty.'],
    [
      'what a time zone is',
      { timezone: 'Mars/Olympus' },
      'timezone: must be an IANA time zone, such as Europe/Berlin.',
    ],
  ])('says %s', async (_what, extra, expected) => {
    expect(message(await postWith(extra))).toBe(expected);
  });

  it('says that a value is not a number or a boolean', async () => {
    const path = `/media/presign?workspaceId=${tenant.workspaceId}`;
    const answer = await post(path, { mime: 'image/png', sizeBytes: 1.5, multipart: 'yes' });
    expect(field(answer, 'details')).toEqual([
      { path: 'sizeBytes', code: 'invalid_type', message: 'Must be a whole number.' },
      { path: 'multipart', code: 'invalid_type', message: 'Must be true or false.' },
    ]);
  });

  it('says which characters a slug may have', async () => {
    const body = { name: 'Team', slug: 'My Team' };
    const answer = await call(api, 'PATCH', `/workspaces/${tenant.workspaceId}`, {
      session: await mintSession(api, tenant.userId),
      body,
    });
    expect(message(answer)).toMatch(/^slug: must consist of lower-case letters/);
  });
});

describe('a query', () => {
  const list = (query: string): Promise<Answer> => call(api, 'GET', `/posts?${query}`, { key: tenant.key });

  it('is refused without a required parameter, and the message names it', async () => {
    expect(message(await call(api, 'GET', '/media', { key: tenant.key }))).toBe(
      'workspaceId: this query parameter is required: add ?workspaceId=… to the URL.',
    );
  });

  it('is refused if a parameter was sent in the body, and the message says where it belongs', async () => {
    const { workspaceId } = tenant;
    for (const path of ['/media/presign', '/media/from-url', '/comments/refresh']) {
      const inBody = await post(path, { workspaceId });
      expect(inBody.status).toBe(400);
      expect(message(inBody)).toBe(
        'workspaceId: this query parameter is required: add ?workspaceId=… to the URL.',
      );
      const inBoth = await post(`${path}?workspaceId=${workspaceId}`, { workspaceId });
      expect(inBoth.body).toMatchObject({
        details: expect.arrayContaining([
          {
            path: 'workspaceId',
            code: 'unknown_field',
            message: 'Unknown field; send it in the query string only.',
          },
        ]) as unknown,
      });
    }
  });

  it('is refused by every operation for an unknown parameter', async () => {
    const id = await api.draft(tenant);
    const requests: [string, string, object?][] = [
      ['GET', `/posts/${id}`],
      ['GET', `/posts/${id}/timeline`],
      ['GET', '/workspaces'],
      ['POST', '/posts', { platforms: [entry()] }],
      ['POST', `/posts/${id}/schedule`, { scheduledAt: ahead(api) }],
      ['POST', `/posts/${id}/cancel`],
      ['POST', `/comments/refresh`],
      ['PATCH', `/posts/${id}`, { content: 'Changed' }],
      ['DELETE', `/posts/${id}`],
      ['DELETE', `/social-accounts/${tenant.accountIds[0]}`],
    ];
    for (const [method, path, body] of requests) {
      const named = path === '/comments/refresh' ? `${path}?workspaceId=${tenant.workspaceId}&` : `${path}?`;
      const answer = await call(api, method, `${named}colour=blue`, { key: tenant.key, body });
      expect([method, path, answer.status, message(answer)]).toEqual([
        method,
        path,
        400,
        'colour: unknown field.',
      ]);
    }
    const kept = await call(api, 'GET', `/posts/${id}`, { key: tenant.key });
    expect(kept.body).toMatchObject({ status: 'DRAFT', caption: 'A post' });
  });

  it('is refused with the allowed values of a parameter', async () => {
    expect(message(await list('sort=up'))).toMatch(/^sort: must be one of -createdAt, createdAt, /);
    expect(message(await list('limit=0'))).toBe('limit: must be at least 1.');
    expect(message(await list('status=DRAFT,NONE'))).toMatch(/^status\.\d: must be one of DRAFT, /);
  });

  it('may contain an offset with an encoded or a plain +', async () => {
    expect((await list('scheduledAfter=2030-01-31T09:00:00+01:00')).status).toBe(200);
    expect((await list('scheduledAfter=2030-01-31T09:00:00%2B01:00')).status).toBe(200);
  });

  it('may repeat a parameter that may have several values', async () => {
    const [draft] = [await api.draft(tenant), await api.schedule(tenant)];
    const repeated = await list('status=DRAFT&status=FAILED');
    expect(repeated.status, repeated.text).toBe(200);
    expect(repeated.body).toEqual((await list('status=FAILED,DRAFT')).body);
    expect(field<{ id: string }[]>(repeated, 'data').map(({ id }) => id)).toContain(draft);
  });

  it('may not repeat another parameter', async () => {
    const answer = await list('sort=createdAt&sort=-createdAt');
    expect(answer.status).toBe(400);
    expect(message(answer)).toMatch(/^sort: .*once/);
    expect(message(await list('cursor=a&cursor=b'))).toMatch(/^cursor: .*once/);
  });
});
