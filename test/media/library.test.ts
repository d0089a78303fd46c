import { describe, expect, it } from 'vitest';
import { call, codeOf, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';
import {
  bodyOf,
  complete,
  filesIn,
  image,
  presign,
  send,
  setPlan,
  sha256Of,
  single,
  upload,
  type Media,
} from './support.js';

const api = useTestApi();
let tenant: Tenant;

const mint = async (): Promise<Tenant> => (tenant = await mintTenant(api));
const get = (path: string) => call(api, 'GET', path, { key: tenant.key });

describe('an upload', () => {
  it('Media 1: is presigned, sent and completed, and then reads back unchanged', async () => {
    await mint();
    const bytes = await image(1);
    const { media, upload: begun } = await presign(api, tenant, {
      filename: '../../etc/passwd\u202egnp.exe',
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
      altText: 'A field',
      sha256: sha256Of(bytes),
    });
    expect(media).toMatchObject({ status: 'PENDING_UPLOAD', kind: 'IMAGE', url: null, storageKey: null });
    expect(await send(single(begun), new Uint8Array(bytes))).toBe(204);
    const answer = await complete(api, tenant, media.id);
    const done = bodyOf<Media>(answer);
    expect(done).toMatchObject({
      id: media.id,
      status: 'READY',
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
      width: 41,
      height: 30,
      sha256: sha256Of(bytes),
      altText: 'A field',
      storageKey: `media/${tenant.workspaceId}/${media.id}/original.png`,
    });
    const file = await fetch(done.url ?? '');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    const thumbnail = await fetch(done.thumbnailUrl ?? '');
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await thumbnail.arrayBuffer();
    // The storage contains no file names of users, and no remains of the upload.
    expect(filesIn(api.mediaFolder).filter((name) => name.includes(media.id))).toEqual([
      `media/${tenant.workspaceId}/${media.id}/original.png`,
      `media/${tenant.workspaceId}/${media.id}/thumbnail.webp`,
    ]);
  });

  it('is completed once, however many requests do so', async () => {
    await mint();
    const bytes = await image(2);
    const { media, upload: begun } = await presign(api, tenant, {
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
    });
    await send(single(begun), new Uint8Array(bytes));
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(api, tenant, media.id)));
    const again = await complete(api, tenant, media.id);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const answer of answers) expect(answer.body).toEqual(again.body);
  });

  it('cannot be changed once it is complete, because its URL is no longer valid', async () => {
    await mint();
    const bytes = await image(3);
    const { media, upload: begun } = await presign(api, tenant, {
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
    });
    await send(single(begun), new Uint8Array(bytes));
    const done = bodyOf<Media>(await complete(api, tenant, media.id));
    const other = new Uint8Array(bytes).fill(0);
    expect(await send(single(begun), other)).toBe(409);
    const file = await fetch(done.url ?? '');
    expect(sha256Of(Buffer.from(await file.arrayBuffer()))).toBe(sha256Of(bytes));
  });

  it('gets EMPTY_BODY if no bytes were sent, and can be sent later', async () => {
    await mint();
    const bytes = await image(4);
    const { media, upload: begun } = await presign(api, tenant, {
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
    });
    const early = await complete(api, tenant, media.id);
    expect([early.status, codeOf(early)]).toEqual([400, 'EMPTY_BODY']);
    const empty = await fetch(single(begun).url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: '',
    });
    expect(((await empty.json()) as { code: string }).code).toBe('EMPTY_BODY');
    await send(single(begun), new Uint8Array(bytes));
    expect((await complete(api, tenant, media.id)).status).toBe(200);
  });

  it('accepts exactly the signed size and type', async () => {
    await mint();
    const bytes = new Uint8Array(await image(5));
    const { upload: begun } = await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength });
    const { url } = single(begun);
    const put = async (body: Uint8Array<ArrayBuffer> | ReadableStream, type: string) => {
      const init = { method: 'PUT', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit;
      const response = await fetch(url, init);
      return (await response.json()) as { code: string; sizeBytes?: number; maxBytes?: number };
    };
    const longer = new Uint8Array([...bytes, 1]);
    const tooLarge = { code: 'FILE_TOO_LARGE', sizeBytes: longer.length, maxBytes: bytes.length };
    expect(await put(longer, 'image/png')).toMatchObject(tooLarge);
    const chunked = new ReadableStream({
      start: (controller) => {
        controller.enqueue(longer);
        controller.close();
      },
    });
    expect(await put(chunked, 'image/png')).toMatchObject(tooLarge);
    expect(await put(bytes.slice(1), 'image/png')).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await put(bytes, 'image/jpeg')).toMatchObject({ code: 'UNSUPPORTED_MIME', mime: 'image/jpeg' });
    expect(filesIn(api.mediaFolder).filter((name) => !name.startsWith('media/'))).toEqual([]);
  });

  it('is refused for good if the bytes differ from the announced ones, and leaves nothing behind', async () => {
    await mint();
    const bytes = await image(6, 'jpeg');
    const cases: [Record<string, unknown>, Buffer, string, found?: string][] = [
      [{ mime: 'image/png' }, bytes, 'UNSUPPORTED_MIME', 'image/jpeg'],
      [{ mime: 'image/png' }, Buffer.from('Hello'), 'UNSUPPORTED_MIME', 'text/plain'],
      [{ mime: 'image/jpeg', sha256: '0'.repeat(64) }, bytes, 'VALIDATION_FAILED'],
      [{ mime: 'image/png' }, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'UNSUPPORTED_MIME'],
      [{ mime: 'image/png' }, Buffer.from('<!doctype html><script>1</script>'), 'UNSUPPORTED_MIME'],
      [{ mime: 'video/mp4' }, Buffer.from('%PDF-1.7 and so on'), 'UNSUPPORTED_MIME'],
    ];
    for (const [announced, sent, code, found] of cases) {
      const { media, upload: begun } = await presign(api, tenant, {
        ...announced,
        sizeBytes: sent.byteLength,
      });
      await send(single(begun), new Uint8Array(sent));
      const refused = await complete(api, tenant, media.id);
      const again = await complete(api, tenant, media.id);
      expect([codeOf(refused), codeOf(again)]).toEqual([code, code]);
      if (found !== undefined) {
        expect(refused.body).toMatchObject({ mime: found });
        expect(field(refused, 'message')).toMatch(
          new RegExp(`${found}.*; ${String(announced['mime'])} was announced`),
        );
      }
      const shown = bodyOf<Media>(await get(`/media/${media.id}`));
      expect(shown).toMatchObject({ status: 'FAILED', failure: { code }, url: null, storageKey: null });
      expect(filesIn(api.mediaFolder).filter((name) => name.includes(media.id))).toEqual([]);
    }
  });

  it('is refused before it starts if its type or size is not accepted', async () => {
    await mint();
    const ask = (body: Record<string, unknown>) =>
      call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, { key: tenant.key, body });
    for (const mime of ['image/svg+xml', 'text/html', 'application/msword', 'image/jpeg; x=1']) {
      const answer = await ask({ mime, sizeBytes: 10 });
      expect(answer.body).toMatchObject({ code: 'UNSUPPORTED_MIME', mime });
    }
    const maxBytes = 50 * 1024 * 1024;
    const large = await ask({ mime: 'image/png', sizeBytes: maxBytes + 1 });
    expect(large.body).toMatchObject({ code: 'FILE_TOO_LARGE', sizeBytes: maxBytes + 1, maxBytes });
    expect(codeOf(await ask({ mime: 'image/png', sizeBytes: 0 }))).toBe('VALIDATION_FAILED');
  });
});

describe('the library', () => {
  it('lists assets by kind and status, page by page, for each workspace separately', async () => {
    await mint();
    const ids: string[] = [];
    for (const seed of [10, 11, 12]) ids.push((await upload(api, tenant, await image(seed))).id);
    const { media: pending } = await presign(api, tenant, { mime: 'video/mp4', sizeBytes: 1_000 });
    const list = async (query: string) => {
      const answer = await get(`/media?workspaceId=${tenant.workspaceId}${query}`);
      return {
        ids: field<Media[]>(answer, 'data').map(({ id }) => id),
        next: field<string | null>(answer, 'nextCursor'),
      };
    };
    expect((await list('')).ids).toEqual([pending.id, ...ids.toReversed()]);
    expect((await list('&kind=VIDEO')).ids).toEqual([pending.id]);
    expect((await list('&kind=IMAGE,GIF&sort=createdAt')).ids).toEqual(ids);
    expect((await list('&status=READY')).ids).toEqual(ids.toReversed());
    const first = await list('&kind=IMAGE&limit=2');
    const second = await list(`&kind=IMAGE&limit=2&cursor=${first.next ?? ''}`);
    expect([...first.ids, ...second.ids]).toEqual(ids.toReversed());
    expect(second.next).toBeNull();
    const bare = await get('/media');
    expect(codeOf(bare)).toBe('VALIDATION_FAILED');
  });

  it('updates the alt text and the name of an asset, and ignores an update with the same values', async () => {
    await mint();
    const { id, updatedAt } = await upload(api, tenant, await image(20), { altText: 'One' });
    const patch = async (body: Record<string, unknown>) =>
      bodyOf<Media>(await call(api, 'PATCH', `/media/${id}`, { key: tenant.key, body }));
    expect(await patch({ altText: 'One' })).toMatchObject({ altText: 'One', updatedAt });
    api.clock.shiftMs += 1_000;
    const changed = await patch({ altText: 'Two', filename: 'b.png' });
    expect(changed).toMatchObject({ altText: 'Two', originalFilename: 'b.png' });
    expect(changed.updatedAt > updatedAt).toBe(true);
    expect(await patch({ altText: null })).toMatchObject({ altText: null, originalFilename: 'b.png' });
  });

  it('shows the same URL of an asset for some minutes, and a new one later', async () => {
    await mint();
    const { id } = await upload(api, tenant, await image(21));
    const first = await get(`/media/${id}`);
    const etag = first.headers.get('etag') ?? '';
    const second = await call(api, 'GET', `/media/${id}`, {
      key: tenant.key,
      headers: { 'if-none-match': etag },
    });
    expect(second.status).toBe(304);
    api.clock.shiftMs += 6 * 60_000;
    const later = bodyOf<Media>(await get(`/media/${id}`));
    expect(later.url).not.toBe(bodyOf<Media>(first).url);
    const old = await fetch(bodyOf<Media>(first).url ?? '');
    expect(old.status).toBe(200);
    await old.arrayBuffer();
    api.clock.shiftMs += 10 * 60_000;
    const expired = await fetch(bodyOf<Media>(first).url ?? '');
    expect([expired.status, await expired.json()]).toMatchObject([
      403,
      { code: 'SIGNATURE_INVALID', reason: 'expired' },
    ]);
  });

  it('deletes an asset with its bytes, also during an upload', async () => {
    await mint();
    const { id, url } = await upload(api, tenant, await image(22));
    const { media: pending, upload: begun } = await presign(api, tenant, {
      mime: 'image/png',
      sizeBytes: 100,
    });
    for (const each of [id, pending.id]) {
      expect((await call(api, 'DELETE', `/media/${each}`, { key: tenant.key })).status).toBe(204);
      expect(codeOf(await get(`/media/${each}`))).toBe('NOT_FOUND');
      expect(codeOf(await call(api, 'DELETE', `/media/${each}`, { key: tenant.key }))).toBe('NOT_FOUND');
      expect(filesIn(api.mediaFolder).filter((name) => name.includes(each))).toEqual([]);
    }
    expect(await send(single(begun), new Uint8Array(100))).toBe(404);
    expect((await fetch(url ?? '')).status).toBe(404);
  });
});

describe('the storage of a plan', () => {
  it('ends exactly at the limit, however many requests arrive at once', async () => {
    await mint();
    await setPlan(api, tenant, 'DEVELOPER');
    const GiB = 1024 ** 3;
    // The plan has room for five of these files. All others are refused.
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
          key: tenant.key,
          body: { mime: 'video/mp4', sizeBytes: GiB },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) {
      expect(answer.body).toMatchObject({ code: 'STORAGE_LIMIT', statusCode: 403, maxBytes: 5 * GiB });
      expect(field<number>(answer, 'usedBytes')).toBe(5 * GiB);
    }
    const first = answers.find(({ status }) => status === 201);
    const { id } = field<Media>(first ?? answers[0] ?? ({} as never), 'media');
    await call(api, 'DELETE', `/media/${id}`, { key: tenant.key });
    await presign(api, tenant, { mime: 'video/mp4', sizeBytes: GiB });
  });
});
