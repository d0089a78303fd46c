import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { counted } from './counted.js';
import { emptyBody } from './empty-body.js';
import { NoSuchObjectError, type ByteRange, type StoredObject, type WriteOptions } from './storage.js';

/** Writes a file through a temporary one, so that the target has either the whole body or does not exist. */
export async function writeFile(
  temp: string,
  target: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StoredObject> {
  await mkdir(path.dirname(temp), { recursive: true });
  const { chunks, result } = counted(body, options);
  try {
    const file = await open(temp, 'wx');
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(path.dirname(target), { recursive: true });
    await rename(temp, target);
    return result();
  } catch (error) {
    await unlink(temp).catch(() => undefined);
    throw error;
  }
}

export async function readFile(
  file: string,
  range: ByteRange | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if ((await statFile(file)) === null) throw new NoSuchObjectError('no such object');
  if (range !== undefined && range.end <= range.start) return emptyBody();
  return openedLate(file, range);
}

/** Opens the file when the first byte is read, so that an unread body leaves no descriptor behind. */
async function* openedLate(file: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
  yield* createReadStream(file, { ...bounds, highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
}

export async function statFile(file: string): Promise<{ sizeBytes: number } | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? { sizeBytes: found.size } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error) || (await statFile(to)) === null) throw error;
  }
  await syncFolder(path.dirname(to));
}

/** Syncs a folder, because a rename survives a power failure only after that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The names in a folder; null if there is no folder. */
export async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Deletes the entries of a folder that were last written before the given time. */
export async function removeOlder(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of (await namesIn(folder)) ?? []) {
    const entry = path.join(folder, name);
    if ((await newestChange(entry)) >= before.getTime()) continue;
    await rm(entry, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/**
 * The time of the last change. A folder's own time does not change when its files are written, so they are checked as
 * well.
 */
async function newestChange(entry: string): Promise<number> {
  try {
    const found = await stat(entry);
    const names = found.isDirectory() ? await readdir(entry) : [];
    const times = await Promise.all(names.map(async (name) => (await stat(path.join(entry, name))).mtimeMs));
    return Math.max(found.mtimeMs, ...times);
  } catch (error) {
    // The entry was removed in the meantime, so it must not be removed again.
    if (isMissing(error)) return Infinity;
    throw error;
  }
}
