import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** If these limits are exceeded, the oldest files are deleted, so that a load test cannot fill the disk. */
const filesMax = 10_000;
const bytesMax = 8 * 1024 * 1024 * 1024;
/** The number of first and last bytes of a file in which marks are searched. Videos keep titles and comments there. */
const edgeBytes = 64 * 1024;

export interface ReceivedFile {
  sizeBytes: number;
  sha256: string;
  /** The first and last bytes, one character per byte, in which marks are searched. */
  edges: string;
}

/** Thrown if a file has more bytes than the platform accepts. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/** Returns a handler for a catch, which returns this value if the file is too large. Other errors are thrown again. */
export function ifTooLarge<const T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TooManyBytesError) return value;
    throw error;
  };
}

/** Uploaded media, one file each. Without a directory they are deleted when the sandbox stops. */
export class MediaFiles implements AsyncDisposable {
  readonly #dir: string;
  readonly #isTemporary: boolean;
  /** The sizes of the files by id, oldest first. */
  readonly #sizes = new Map<string, number>();
  /** The uploads under way. */
  readonly #receiving = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(dataDir: string | null) {
    this.#isTemporary = dataDir === null;
    this.#dir = dataDir === null ? mkdtempSync(join(tmpdir(), 'punctual-sandbox-')) : join(dataDir, 'media');
    mkdirSync(this.#dir, { recursive: true });
    const files = readdirSync(this.#dir)
      .filter((name) => !name.endsWith('.part'))
      .map((name) => ({ name, stat: statSync(join(this.#dir, name)) }))
      .sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs);
    for (const { name, stat } of files) this.#sizes.set(name, stat.size);
  }

  /** Stores a body under an id, completely or not at all. Rejects once the sandbox stops. */
  receive(id: string, body: AsyncIterable<Uint8Array>, bytesLimit: number): Promise<ReceivedFile> {
    if (this.#isClosed) return Promise.reject(new Error('The sandbox has stopped.'));
    const receiving = this.#receive(id, body, bytesLimit).finally(() => this.#receiving.delete(receiving));
    this.#receiving.add(receiving);
    return receiving;
  }

  async #receive(id: string, body: AsyncIterable<Uint8Array>, bytesLimit: number): Promise<ReceivedFile> {
    const part = this.#path(`${id}.part`);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    let head = Buffer.alloc(0);
    let tail = Buffer.alloc(0);
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        sizeBytes += chunk.length;
        if (sizeBytes > bytesLimit) throw new TooManyBytesError();
        hash.update(chunk);
        if (head.length < edgeBytes) head = Buffer.concat([head, chunk]).subarray(0, edgeBytes);
        tail = Buffer.concat([tail.subarray(-edgeBytes), chunk.subarray(-edgeBytes)]).subarray(-edgeBytes);
        yield chunk;
      }
    }
    try {
      await pipeline(
        Readable.from(measured(), { objectMode: true, highWaterMark: 1 }),
        createWriteStream(part),
      );
      await rename(part, this.#path(id));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    this.#sizes.set(id, sizeBytes);
    this.#dropOldest();
    return { sizeBytes, sha256: hash.digest('hex'), edges: Buffer.concat([head, tail]).toString('latin1') };
  }

  has(id: string): boolean {
    return this.#sizes.has(id);
  }

  sizeOf(id: string): number {
    return this.#sizes.get(id) ?? 0;
  }

  /** Reads a file, or a range of it whose `end` is exclusive. */
  read(id: string, range?: { start: number; end: number }): Readable {
    const path = this.#path(id);
    if (range === undefined) return createReadStream(path);
    if (range.end <= range.start) return Readable.from([]);
    return createReadStream(path, { start: range.start, end: range.end - 1 });
  }

  /** Reads several files, one after the other. */
  async *readAll(ids: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const id of ids) yield* this.read(id) as AsyncIterable<Uint8Array>;
  }

  delete(id: string): void {
    this.#sizes.delete(id);
    rmSync(this.#path(id), { force: true });
  }

  clear(): void {
    for (const id of [...this.#sizes.keys()]) this.delete(id);
  }

  /** Waits for the uploads under way, which would write into the folder while it is removed, and admits no other. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#receiving);
    if (this.#isTemporary) await rm(this.#dir, { recursive: true, force: true });
  }

  #path(id: string): string {
    return join(this.#dir, id);
  }

  #dropOldest(): void {
    let total = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [id, size] of [...this.#sizes]) {
      if (this.#sizes.size <= filesMax && total <= bytesMax) return;
      total -= size;
      this.delete(id);
    }
  }
}
