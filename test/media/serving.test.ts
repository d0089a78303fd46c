import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { targets } from '../../src/db/schema/index.js';
import type { TargetStatus } from '../../src/domain/post-status.js';
import { call, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { image, upload, type Media } from './support.js';

const api = useTestApi();
const tenant = useTenant(api);
let media: Media;
let bytes: Buffer;
beforeAll(async () => {
  bytes = await image(1);
  media = await upload(api, tenant, bytes, { filename: 'x".html\r\nSet-Cookie: a=b' });
});

async function read(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

it('a file is served with its type, and can be cached but not executed', async () => {
  const { status, headers } = await read(media.url ?? '');
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${media.id}.png"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'referrer-policy': 'no-referrer',
  });
  expect(headers.get('set-cookie')).toBeNull();
  const head = await read(media.url ?? '', {}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
});

it.each([
  ['bytes=0-0', 206, [0, 1]],
  ['bytes=10-19', 206, [10, 20]],
  ['bytes=10-', 206, [10, undefined]],
  ['bytes=-7', 206, [-7, undefined]],
  ['bytes=10-99999999', 206, [10, undefined]],
  ['bytes=-99999999', 206, [0, undefined]],
  ['bytes=20-10', 200, [0, undefined]],
  ['Bytes=0-0', 206, [0, 1]],
  ['bytes=0-1,5-6', 200, [0, undefined]],
  ['bytes=a-b', 200, [0, undefined]],
  ['items=0-1', 200, [0, undefined]],
] as const)('a request for the range %s gets the status %d', async (range, status, [start, end]) => {
  const part = await read(media.url ?? '', { range });
  const expected = bytes.subarray(start, end);
  expect(part.status).toBe(status);
  expect(part.bytes.equals(expected)).toBe(true);
  const first = start < 0 ? bytes.byteLength + start : start;
  const contentRange = `bytes ${first}-${first + expected.byteLength - 1}/${bytes.byteLength}`;
  expect(part.headers.get('content-range')).toBe(status === 206 ? contentRange : null);
});

it('a request for a range of another version gets the whole file', async () => {
  const part = await read(media.url ?? '', { range: 'bytes=0-1', 'if-range': '"another"' });
  expect([part.status, part.bytes.byteLength]).toEqual([200, bytes.byteLength]);
});

it.each(['bytes=99999999-', 'bytes=-0'])('a request for the range %s is refused', async (range) => {
  const part = await read(media.url ?? '', { range });
  expect([part.status, part.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`]);
});

it('a URL with another signature is refused, and no grant is logged', async () => {
  const url = new URL(media.url ?? '');
  const grant = url.searchParams.get('grant') ?? '';
  const [payload = '', mac = ''] = grant.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { grant: { key: string } };
  claims.grant.key = claims.grant.key.replace(media.id, 'med_another');
  const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
  for (const text of ['', 'x', `${payload}.`, `${forged}.${mac}`, `${grant}x`, `${grant}.x`, mac]) {
    url.searchParams.set('grant', text);
    expect((await read(url.href)).status, text).toBe(403);
  }
  expect(api.logLines.join('')).not.toContain(mac);
});

describe('a URL from which a platform fetches a file', () => {
  async function targetIn(status: TargetStatus): Promise<string> {
    const body = { caption: 'x', targets: [{ socialAccountId: tenant.accountIds[2], mediaIds: [media.id] }] };
    const created = await call(api, 'POST', '/posts', { key: tenant.key, body });
    const [target] = field<{ id: string }[]>(created, 'targets');
    await become(target?.id ?? '', status);
    return target?.id ?? '';
  }
  const become = (id: string, status: TargetStatus) =>
    api.deps.db.update(targets).set({ status }).where(eq(targets.id, id));

  it('expires', async () => {
    const url = await api.deps.media.publicUrl(media.storageKey ?? '', await targetIn('PUBLISHING'), 60_000);
    const { status, headers } = await read(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    api.clock.shiftMs += 61_000;
    expect((await read(url)).status).toBe(403);
    const fresh = await call(api, 'GET', `/media/${media.id}`, { key: tenant.key });
    expect((await read((fresh.body as Media).url ?? '')).status).toBe(200);
  });

  it.each(['PUBLISHED', 'FAILED', 'CANCELED', 'SKIPPED', 'DRAFT', 'SCHEDULED'] as const)(
    'expires with the publishing of its target: %s',
    async (status) => {
      const id = await targetIn('PUBLISHING');
      const url = await api.deps.media.publicUrl(media.storageKey ?? '', id, 60_000);
      expect((await read(url)).status).toBe(200);
      expect((await read(url, { range: 'bytes=0-3' })).status).toBe(206);
      await become(id, status);
      const late = await read(url);
      expect([late.status, JSON.parse(late.bytes.toString())]).toMatchObject([
        403,
        { code: 'SIGNATURE_INVALID', reason: 'expired' },
      ]);
    },
  );

  it('is refused for a deleted target', async () => {
    const url = await api.deps.media.publicUrl(media.storageKey ?? '', 'tgt_nobody', 60_000);
    expect((await read(url)).status).toBe(403);
  });
});
