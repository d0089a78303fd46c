import { randomUUID } from 'node:crypto';
import type { Storage } from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';
import { readStorageMark } from './storage-mark.js';

/** `not the same`: it is not the storage that `setup` has marked as this installation's. */
export type StorageState = 'ok' | 'not writable' | 'not the same';

/** The fault of a process that has another storage than the others, and its cure. */
export const otherStorageText = [
  'it is not the one that punctual setup has marked.',
  'Set the same STORAGE_DIR or bucket for all processes. If this one is new, run punctual setup.',
] as const;

const checkAgeMsMax = 60_000;
const faultAgeMsMax = 5_000;
const timeoutMs = 5_000;

/**
 * Creates a check of whether a small object can be written and deleted again. A good result is kept for a minute,
 * because writes to a bucket cost money.
 */
export function createStorageCheck(
  deps: Pick<ServiceDeps, 'db' | 'media' | 'log' | 'installation'>,
): () => Promise<StorageState> {
  const {
    log,
    media: { storage },
  } = deps;
  const key = `health/${randomUUID()}`;
  let last: { atMs: number; state: StorageState } | undefined;
  let asking: Promise<StorageState> | undefined;
  const ask = async (): Promise<StorageState> => {
    try {
      const [mark] = await Promise.all([readStorageMark(deps), inTime(writeAndDelete(storage, key))]);
      if (mark !== 'other') return 'ok';
      if (last?.state !== 'not the same') log.error(`the storage: ${otherStorageText.join(' ')}`);
      return 'not the same';
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

/** Throws if this process has another storage than the one that `setup` has marked. */
export async function refuseOtherStorage(
  deps: Pick<ServiceDeps, 'db' | 'media' | 'installation'>,
): Promise<void> {
  if ((await readStorageMark(deps)) === 'other')
    throw new Error(`The storage: ${otherStorageText.join(' ')}`);
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
