import { beforeAll, describe, expect, it } from 'vitest';
import { ahead, call, codeOf, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintTenant, type Tenant } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);
let foreign: Tenant;
let draftId: string;

beforeAll(async () => {
  foreign = await mintTenant(api);
  draftId = await api.draft(tenant, { content: 'A draft' });
});

interface BadCase {
  name: string;
  /** The path of the request. Default: POST /posts. */
  to?: () => string;
  method?: string;
  body: () => unknown;
  status?: number;
  code?: string;
  /** Paths that `details` must name, or the list of `fields`. */
  paths?: string[];
  fields?: string[];
  detailCode?: string;
}

const flat = (extra: object): object => ({ platforms: [{ accountId: tenant.accountIds[0] }], ...extra });
const nested = (extra: object): object => ({
  targets: [{ socialAccountId: tenant.accountIds[0] }],
  ...extra,
});
const entry = (extra: object): object => ({ platforms: [{ accountId: tenant.accountIds[0], ...extra }] });
const inPast = (): string => ahead(api, -1_000);

const shapes: BadCase[] = [
  {
    name: 'Posts 1: both shapes',
    body: () => ({ ...flat({}), ...nested({}) }),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['platforms', 'targets'],
  },
  {
    name: 'Posts 1: neither shape',
    body: () => ({ content: 'x' }),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['platforms', 'targets'],
  },
  {
    name: 'an empty object',
    body: () => ({}),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['platforms', 'targets'],
  },
  { name: 'a list', body: () => [flat({})], paths: [''] },
  { name: 'null', body: () => null, paths: [''] },
  { name: 'a string', body: () => 'hello', paths: [''] },
  { name: 'no targets', body: () => ({ platforms: [] }), paths: ['platforms'] },
  {
    name: 'targets of another type',
    body: () => ({ targets: 'all' }),
    paths: ['targets'],
    detailCode: 'invalid_type',
  },
  {
    name: 'too many targets',
    body: () => ({ platforms: Array.from({ length: 51 }, (_, index) => ({ accountId: `acc_${index}` })) }),
    paths: ['platforms'],
  },
  {
    name: 'an account twice',
    body: () => ({ platforms: [{ accountId: tenant.accountIds[0] }, { accountId: tenant.accountIds[0] }] }),
    paths: ['platforms.1.accountId'],
    detailCode: 'duplicate_account',
  },
  {
    name: 'an entry without an account',
    body: () => ({ platforms: [{}] }),
    paths: ['platforms.0.accountId'],
    detailCode: 'required',
  },
];

const fields: BadCase[] = [
  {
    name: 'an unknown field',
    body: () => flat({ surprise: 1 }),
    paths: ['surprise'],
    detailCode: 'unknown_field',
  },
  { name: 'scheduledAt on create', body: () => flat({ scheduledAt: ahead(api) }), paths: ['scheduledAt'] },
  { name: 'a status', body: () => flat({ status: 'PUBLISHED' }), paths: ['status'] },
  {
    name: 'a workspaceId that is not the first account’s',
    body: () => flat({ workspaceId: `${tenant.workspaceId}x` }),
    paths: ['workspaceId'],
    detailCode: 'other_workspace',
  },
  { name: 'createdViaApi', body: () => flat({ createdViaApi: false }), paths: ['createdViaApi'] },
  { name: 'caption beside platforms', body: () => flat({ caption: 'x' }), paths: ['caption'] },
  { name: 'content beside targets', body: () => nested({ content: 'x' }), paths: ['content'] },
  { name: 'an unknown field of an entry', body: () => entry({ when: 1 }), paths: ['platforms.0.when'] },
  {
    name: 'content of another type',
    body: () => flat({ content: 5 }),
    paths: ['content'],
    detailCode: 'invalid_type',
  },
  {
    name: 'content too long',
    body: () => flat({ content: 'x'.repeat(10_001) }),
    paths: ['content'],
    detailCode: 'too_long',
  },
  {
    name: 'an override too long',
    body: () => entry({ captionOverride: 'x'.repeat(10_001) }),
    paths: ['platforms.0.captionOverride'],
  },
  {
    name: 'options that are a list',
    body: () => entry({ platformOptions: [] }),
    paths: ['platforms.0.platformOptions'],
  },
  { name: 'an unknown time zone', body: () => flat({ timezone: 'Europe/Atlantis' }), paths: ['timezone'] },
  { name: 'an offset as time zone', body: () => flat({ timezone: '+02:00' }), paths: ['timezone'] },
  {
    name: 'an empty clientReferenceId',
    body: () => flat({ clientReferenceId: '' }),
    paths: ['clientReferenceId'],
  },
  {
    name: 'a long clientReferenceId',
    body: () => flat({ clientReferenceId: 'r'.repeat(256) }),
    paths: ['clientReferenceId'],
  },
  {
    name: 'a NUL character',
    body: () => flat({ content: 'a\u0000b' }),
    paths: ['content'],
    detailCode: 'invalid_text',
  },
  {
    name: 'a NUL deep in the options',
    body: () => entry({ platformOptions: { a: ['\u0000'] } }),
    paths: ['platforms.0.platformOptions.a.0'],
  },
  {
    name: 'half a surrogate pair',
    body: () => flat({ content: 'a\ud83d' }),
    paths: ['content'],
    detailCode: 'invalid_text',
  },
  { name: 'unknown media', body: () => flat({ mediaIds: ['med_nothere00000'] }), paths: ['mediaIds.0'] },
  {
    name: 'media by URL',
    body: () => flat({ mediaItems: [{ url: 'https://example.com/a.png' }] }),
    code: 'URL_INGEST_DISABLED',
  },
  {
    name: 'media by URL in an entry',
    body: () => entry({ mediaItems: [{ url: 'https://example.com/a.png' }] }),
    code: 'URL_INGEST_DISABLED',
  },
  {
    name: 'mediaItems and mediaIds in one target',
    body: () => entry({ mediaItems: [{ url: 'https://example.com/a.png' }], mediaIds: ['med_nothere00000'] }),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['platforms.0.mediaIds', 'platforms.0.mediaItems'],
  },
  {
    name: 'a caption over the limit of a platform',
    body: () => flat({ content: 'x'.repeat(301), scheduledFor: ahead(api) }),
    status: 422,
    code: 'PLATFORM_RULE_VIOLATION',
    paths: ['content'],
  },
];

const times: BadCase[] = [
  {
    name: 'a past time',
    body: () => flat({ content: 'x', scheduledFor: inPast() }),
    paths: ['scheduledFor'],
  },
  {
    name: 'a time too far ahead',
    body: () => flat({ content: 'x', scheduledFor: '2999-01-01T00:00:00Z' }),
    paths: ['scheduledFor'],
  },
  {
    name: 'a time without a zone',
    body: () => flat({ scheduledFor: '2030-01-31T09:00:00' }),
    paths: ['scheduledFor'],
  },
  {
    name: 'a day that does not exist',
    body: () => flat({ scheduledFor: '2030-02-30T09:00:00Z' }),
    paths: ['scheduledFor'],
  },
  { name: 'a time as a number', body: () => flat({ scheduledFor: 1_900_000_000 }), paths: ['scheduledFor'] },
  {
    name: 'a planned time in the year 1',
    body: () => flat({ draftScheduledFor: '0001-01-01T00:00:00Z' }),
    paths: ['draftScheduledFor'],
  },
  {
    name: 'a planned time whose offset leads to the year 10000',
    body: () => flat({ draftScheduledFor: '9999-12-31T23:59:59-12:00' }),
    paths: ['draftScheduledFor'],
  },
  {
    name: 'schedule in the past',
    to: () => `/posts/${draftId}/schedule`,
    body: () => ({ scheduledAt: inPast() }),
    paths: ['scheduledAt'],
  },
  {
    name: 'schedule without a time',
    to: () => `/posts/${draftId}/schedule`,
    body: () => ({}),
    paths: ['scheduledAt'],
    detailCode: 'required',
  },
  {
    name: 'schedule by scheduledFor',
    to: () => `/posts/${draftId}/schedule`,
    body: () => ({ scheduledFor: ahead(api) }),
    paths: ['scheduledAt', 'scheduledFor'],
  },
  {
    name: 'reschedule to null',
    to: () => `/posts/${draftId}/reschedule`,
    body: () => ({ scheduledAt: null }),
    paths: ['scheduledAt'],
  },
];

const others: BadCase[] = [
  {
    name: 'an unknown first account',
    body: () => ({ platforms: [{ accountId: 'acc_nothere00000' }] }),
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a foreign first account',
    body: () => ({ platforms: [{ accountId: foreign.accountIds[0] }] }),
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a foreign later account',
    body: () => ({ platforms: [{ accountId: tenant.accountIds[0] }, { accountId: foreign.accountIds[0] }] }),
    paths: ['platforms.1.accountId'],
  },
  {
    name: 'an unknown later account, nested',
    body: () => ({ targets: [{ socialAccountId: tenant.accountIds[0] }, { socialAccountId: 'nope' }] }),
    paths: ['targets.1.socialAccountId'],
  },
  {
    name: 'PATCH with both shapes',
    method: 'PATCH',
    to: () => `/posts/${draftId}`,
    body: () => ({ ...flat({}), ...nested({}) }),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['platforms', 'targets'],
  },
  {
    name: 'PATCH with both captions',
    method: 'PATCH',
    to: () => `/posts/${draftId}`,
    body: () => ({ content: 'a', caption: 'b' }),
    code: 'MUST_SPECIFY_EXACTLY_ONE',
    fields: ['content', 'caption'],
  },
  {
    name: 'PATCH with an unknown field',
    method: 'PATCH',
    to: () => `/posts/${draftId}`,
    body: () => ({ approvedAt: null }),
    paths: ['approvedAt'],
  },
  {
    name: 'PATCH with media by URL',
    method: 'PATCH',
    to: () => `/posts/${draftId}`,
    body: () => ({ mediaItems: [{ url: 'https://example.com/a.png' }] }),
    code: 'URL_INGEST_DISABLED',
  },
  {
    name: 'media by URL without a URL, or with an unknown field',
    body: () => flat({ mediaItems: [{}, { url: 'https://example.com/a.png', alt: 'A' }] }),
    paths: ['mediaItems.0.url', 'mediaItems.1.alt'],
  },
  {
    name: 'cancel with a field',
    to: () => `/posts/${draftId}/cancel`,
    body: () => ({ force: true }),
    paths: ['force'],
  },
  {
    name: 'retry with an empty list of targets',
    to: () => `/posts/${draftId}/retry`,
    body: () => ({ targetIds: [] }),
    paths: ['targetIds'],
  },
  {
    name: 'too deep nesting',
    body: () => entry({ platformOptions: nestedObject(40) }),
    detailCode: 'too_deep',
  },
];

function nestedObject(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

describe.each([
  ['shape', shapes],
  ['field', fields],
  ['time', times],
  ['other', others],
])('requests that are refused without any change (%s)', (_group, cases) => {
  it.each(cases)(
    '$name',
    async ({ method = 'POST', to, body, status = 400, code, paths, fields: named, detailCode }) => {
      const before = await countRows(api);
      const startsBefore = api.starter.starts.length;
      const answer = await call(api, method, to?.() ?? '/posts', { key: tenant.key, body: body() });
      expect([answer.status, codeOf(answer)]).toEqual([status, code ?? 'VALIDATION_FAILED']);
      if (named !== undefined) expect(field(answer, 'fields')).toEqual(named);
      if (paths !== undefined)
        expect(field<{ path: string }[]>(answer, 'details').map((detail) => detail.path)).toEqual(paths);
      if (detailCode !== undefined)
        expect(field<{ code: string }[]>(answer, 'details')[0]?.code).toBe(detailCode);
      expect(await countRows(api)).toEqual(before);
      expect(api.starter.starts.length).toBe(startsBefore);
      expect((await call(api, 'GET', `/posts/${draftId}`, { key: tenant.key })).body).toMatchObject({
        status: 'DRAFT',
        caption: 'A draft',
      });
    },
  );
});

describe('a raw body', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['broken JSON', '{"content": ', json, 400, 'VALIDATION_FAILED'],
    ['no body', '', json, 400, 'VALIDATION_FAILED'],
    [
      'bytes that are not UTF-8',
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      json,
      400,
      'VALIDATION_FAILED',
    ],
    ['a prototype key', '{"__proto__": {"a": 1}, "platforms": []}', json, 400, 'VALIDATION_FAILED'],
    ['text/plain', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['no content type', new Uint8Array([0x7b, 0x7d]), {}, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=latin1' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])('is refused: %s', async (_name, raw, headers, status, code) => {
    const before = await countRows(api);
    const answer = await call(api, 'POST', '/posts', {
      key: tenant.key,
      raw,
      headers: headers,
    });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(await countRows(api)).toEqual(before);
  });

  it('is refused with 2 MiB and a stated length', async () => {
    const raw = JSON.stringify(flat({ content: 'x'.repeat(2 * 1024 * 1024) }));
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, raw, headers: json });
    expect([answer.status, codeOf(answer), field(answer, 'maxBytes')]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      1_048_576,
    ]);
  });

  it('is refused with 2 MiB in chunks', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024));
    let sent = 0;
    const raw = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 32) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, raw, headers: json });
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('is accepted near the size limit, with 10 000 emoji in it', async () => {
    const body = { content: '👋'.repeat(10_000), platforms: [{ accountId: tenant.accountIds[0] }] };
    const padded = JSON.stringify(body).padEnd(1_048_576 - 20_000, ' ');
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, raw: padded, headers: json });
    // The text is too long for the platform, but within the contract, so the schema must not refuse it.
    expect(codeOf(answer)).toBe('PLATFORM_RULE_VIOLATION');
  });
});

describe('queries with invalid parameters', () => {
  it.each([
    ['/posts?limit=0', 'limit'],
    ['/posts?limit=101', 'limit'],
    ['/posts?limit=ten', 'limit'],
    ['/posts?limit=1&limit=2', 'limit'],
    ['/posts?sort=id', 'sort'],
    ['/posts?status=DRAFT,LOST', 'status.1'],
    ['/posts?platform=MYSPACE', 'platform.0'],
    ['/posts?scheduledAfter=yesterday', 'scheduledAfter'],
    ['/posts?cursor=abc', 'cursor'],
    ['/posts?socialAccountId=%00', 'socialAccountId'],
    ['/posts/post_x/timeline?targetId=a%00', 'targetId'],
    ['/posts?colour=blue', 'colour'],
    ['/social-accounts?status=GONE', 'status.0'],
    ['/social-accounts?sort=-scheduledAt', 'sort'],
    ['/workspaces?limit=-1', 'limit'],
    ['/workspaces?cursor=a.b.c', 'cursor'],
  ])('are refused: %s', async (path, faulty) => {
    const answer = await call(api, 'GET', path, { key: tenant.key });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(answer, 'details').map((detail) => detail.path)).toEqual([faulty]);
  });
});
