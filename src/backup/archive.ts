import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { BackupError } from './contents.js';

type Bytes = AsyncIterable<Uint8Array>;
type AddEntry = (name: string, body: Buffer) => Promise<void>;

const ageMark = Buffer.from('age-encryption.org/v1\n');
const gzipMark = Buffer.from([0x1f, 0x8b]);

/**
 * Writes a .tar.gz with the entries that `fill` adds, encrypted for the given age recipients if there are any. Entries
 * are written as they are added, so no space is needed besides that of the archive.
 */
export async function writeArchive(
  sink: Writable,
  recipients: readonly string[],
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const archive = pack();
  const add: AddEntry = (name, body) =>
    new Promise((resolve, reject) => {
      archive.once('error', reject);
      archive.entry({ name, size: body.length, mode: 0o600 }, body, (error) => {
        archive.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
  const filled = fill(add).then(
    () => {
      archive.finalize();
    },
    (error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  const written = pipeline(archive, createGzip(), (bytes: Bytes) => encrypt(bytes, recipients), sink);
  const [fillResult, writeResult] = await Promise.allSettled([filled, written]);
  // A fault of the disk also makes `fill` fail, so the fault of the disk is reported first.
  if (writeResult.status === 'rejected' && fillResult.status === 'fulfilled') throw writeResult.reason;
  if (fillResult.status === 'rejected') throw fillResult.reason;
}

export interface ArchiveEntry {
  name: string;
  body: Bytes;
}

/** Reads the entries of an archive in their order. The body of each must be read before the next entry. */
export async function* readArchive(
  source: Readable,
  identities: readonly string[],
): AsyncGenerator<ArchiveEntry, undefined> {
  const archive = extract();
  const read = pipeline(source, (bytes: Bytes) => decrypt(bytes, identities), createGunzip(), archive);
  // The iteration below throws the same error.
  read.catch(() => undefined);
  try {
    for await (const entry of archive) yield { name: entry.header.name, body: entry };
  } catch (error) {
    throw error instanceof BackupError ? error : brokenArchive(error);
  } finally {
    archive.destroy();
    source.destroy();
  }
}

function brokenArchive(error: unknown): BackupError {
  const cause = error instanceof Error ? error.message : String(error);
  return new BackupError(`The file cannot be read as a backup: ${cause}.`, { cause: error });
}

async function* encrypt(bytes: Bytes, recipients: readonly string[]): Bytes {
  if (recipients.length === 0) {
    yield* bytes;
    return;
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(webStream(bytes));
}

async function* decrypt(bytes: Bytes, identities: readonly string[]): Bytes {
  const { first, all } = await peek(bytes, ageMark.length);
  if (!first.equals(ageMark)) {
    if (!first.subarray(0, gzipMark.length).equals(gzipMark))
      throw new BackupError('The file is not a backup of Punctual.');
    yield* all;
    return;
  }
  if (identities.length === 0)
    throw new BackupError('The backup is encrypted. Name the file with its age identity: --identity FILE.');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    yield* await decrypter.decrypt(webStream(all));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The backup cannot be decrypted: ${cause}.`, { cause: error });
  }
}

/** The first bytes of a stream, and the whole stream. */
async function peek(bytes: Bytes, count: number): Promise<{ first: Buffer; all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < count) {
    const next = await iterator.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const all = async function* (): Bytes {
    yield start;
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  };
  return { first: start.subarray(0, count), all: all() };
}

function webStream(bytes: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes));
}
