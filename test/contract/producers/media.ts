import { createGuardedFetch } from '../../../src/egress/guarded-fetch.js';
import { call, startTestApi, type Answer, type TestApi } from '../../harness/api.js';
import type { Tenant } from '../../harness/tenants.js';
import { complete, image, presign, send as put, setPlan, single, upload } from '../../media/support.js';
import { serveHttp } from '../../security/loopback.js';
import { flatPost, newWorld, scheduled, send, type Producer, type World } from './producer.js';

const fromUrl = ({ api, tenant }: World, url: string): Promise<Answer> =>
  call(api, 'POST', `/media/from-url?workspaceId=${tenant.workspaceId}`, { key: tenant.key, body: { url } });

const askToUpload = ({ api, tenant }: World, body: object): Promise<Answer> =>
  call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, { key: tenant.key, body });

/** Acts on an API that may fetch media from loopback. */
async function fetching(overrides: object, act: (world: World) => Promise<Answer>): Promise<Answer> {
  const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
  const api = await startTestApi({ ...overrides, media: { fetch: guarded } });
  try {
    return await act(await newWorld(api));
  } finally {
    await api.close();
    await guarded[Symbol.asyncDispose]();
  }
}

async function presigned(api: TestApi, tenant: Tenant) {
  const bytes = await image(1);
  return { bytes, ...(await presign(api, tenant, { mime: 'image/png', sizeBytes: bytes.byteLength })) };
}

const failingStore: Producer = (world) =>
  fetching({}, async ({ api, tenant }) => {
    const bytes = await image(2);
    await using source = await serveHttp((_request, response) => response.end(bytes));
    const {
      media: { storage },
    } = api.deps;
    // The storage fails after the write.
    const write: typeof storage.write = async (key, body, options) => {
      await storage.write(key, body, options);
      throw Object.assign(new Error('the store is gone'), { code: 'EIO' });
    };
    api.deps.media.storage = Object.assign(Object.create(storage) as typeof storage, { write });
    return await fromUrl({ ...world, api, tenant }, `http://127.0.0.1:${source.port}/a.png`);
  });

export const mediaProducers = {
  URL_INGEST_DISABLED: (world) => fromUrl(world, 'https://images.example.com/a.png'),
  URL_REJECTED: () => fetching({}, (world) => fromUrl(world, 'https://10.0.0.1/a.png')),
  FETCH_FAILED: () =>
    fetching({}, async (world) => {
      await using source = await serveHttp((_request, response) => response.writeHead(404).end());
      return await fromUrl(world, `http://127.0.0.1:${source.port}/a.png`);
    }),
  UNSUPPORTED_MIME: (world) => askToUpload(world, { mime: 'image/svg+xml', sizeBytes: 10 }),
  FILE_TOO_LARGE: (world) => askToUpload(world, { mime: 'image/png', sizeBytes: 2 ** 40 }),
  EMPTY_BODY: async ({ api, tenant }) => {
    const { media } = await presigned(api, tenant);
    return complete(api, tenant, media.id);
  },
  STORAGE_LIMIT: async (world) => {
    await setPlan(world.api, world.tenant, 'STARTER');
    const video = { mime: 'video/mp4', sizeBytes: 400 * 1024 * 1024 };
    for (let count = 0; count < 50; count += 1) {
      const answer = await askToUpload(world, video);
      if (answer.status !== 201) return answer;
    }
    throw new Error('The plan has no end.');
  },
  STORAGE_WRITE_FAILED: failingStore,
  STORAGE_FULL: async (world) => {
    const { media } = world.api.deps;
    media.freeBytesMin = Number.MAX_SAFE_INTEGER;
    try {
      return await askToUpload(world, { mime: 'image/png', sizeBytes: 10 });
    } finally {
      media.freeBytesMin = 0;
    }
  },
  MEDIA_IN_USE: async (world) => {
    const { api, tenant } = world;
    const asset = await upload(api, tenant, await image(3));
    await send(world, 'POST', '/posts', flatPost(world, { ...scheduled(world), mediaIds: [asset.id] }));
    return send(world, 'DELETE', `/media/${asset.id}`);
  },
  SIGNATURE_INVALID: async ({ api, tenant }) => {
    const { upload: begun, bytes } = await presigned(api, tenant);
    const address = single(begun);
    await put(address, new Uint8Array(bytes));
    const response = await fetch(`${address.url.slice(0, -2)}xx`, {
      method: address.method,
      headers: address.headers,
      body: new Uint8Array(bytes),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
  },
} satisfies Record<string, Producer>;
