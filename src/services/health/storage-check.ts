import { randomUUID } from 'node:crypto';
import type { Storage } from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';

export type StorageState = 'ok' | 'not writable';

const checkAgeMsMax = 60_000;
const faultAgeMsMax = 5_000;
const timeoutMs = 5_000;

/**
 * Creates a check of whether a small object can be written and deleted again. A good result is kept for a minute,
 * because writes to a bucket cost money.
 */
export function createStorageCheck({
  log,
  media: { storage },
}: Pick<ServiceDeps, 'media' | 'log'>): () => Promise<StorageState> {
  const key = `health/${randomUUID()}`;
  let last: { atMs: number; state: StorageState } | undefined;
  let asking: Promise<StorageState> | undefined;
  const ask = async (): Promise<StorageState> => {
    try {
      await inTime(writeAndDelete(storage, key));
      return 'ok';
    } catch (error) {
      if (last?.state !== 'not writable') log.error({ err: error }, 'the storage cannot be written');
      return 'not writable';
    }
  };
  return async () => {
    const ageMs = performance.now() - (last?.atMs ?? 0);
    if (last !== undefined && ageMs < (last.state === 'ok' ? checkAgeMsMax : faultAgeMsMax))
      return last.state;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    const state = await asking;
    last = { atMs: performance.now(), state };
    return state;
  };
}

async function writeAndDelete(storage: Storage, key: string): Promise<void> {
  const body = new TextEncoder().encode('ok');
  const options = { mime: 'text/plain', bytesMax: body.byteLength, sizeBytes: body.byteLength };
  await storage.write(key, one(body), options);
  await storage.delete(key);
}

async function* one(body: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield body;
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
