import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/contents.js';
import { writeBackup, type WrittenBackup } from '../backup/write-backup.js';
import { examineKeys } from '../services/encryption-keys/check.js';
import { countKeyUses } from '../services/encryption-keys/count.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { argumentFault } from './help.js';

export const backupUsage = `Usage:
  punctual backup <file> [--encrypt-to <age recipient>]...

Writes a backup of the whole database to a file, or to standard output if the file is "-". APIs and workers may go on
meanwhile. The backup has a list of the media files and fingerprints of the encryption keys, but neither the files nor
the keys: back up both apart from it.

Options:
  --encrypt-to <recipient>   Encrypts the backup for the holder of this age key (age1…). Can be given several times.
                             "age-keygen" makes a key; the server needs only its public half.`;

const recipientsMax = 20;

export interface BackupCommand {
  databaseUrl: string;
  deps: ServiceDeps;
  /** The fingerprint of each encryption key, by its id. */
  fingerprints: ReadonlyMap<string, string>;
  stdout: Writable;
  print: (line: string) => void;
}

/** Runs the operators' `backup` command. Returns the exit code. */
export async function runBackup(args: readonly string[], command: BackupCommand): Promise<number> {
  const { databaseUrl, deps, fingerprints, print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${backupUsage}`);
    return 1;
  }
  const { unusable } = await examineKeys(deps);
  if (unusable.length > 0) {
    print(
      `ENCRYPTION_KEYS lacks the right value of ${unusable.join(', ')}, so nobody could use this backup. Set it first.`,
    );
    return 1;
  }
  const { file, recipients } = parsed;
  const used = new Set((await countKeyUses(deps)).map(({ keyId }) => keyId));
  // A damaged value names a key that does not exist. The drill finds it.
  const keys = [...fingerprints].flatMap(([id, fingerprint]) => (used.has(id) ? [{ id, fingerprint }] : []));
  const write = (sink: Writable) => writeBackup({ databaseUrl, keys, recipients, sink });
  try {
    const { head, contents } = file === '-' ? await write(command.stdout) : await toFile(file, write);
    const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
    print(`Backed up ${rows} rows of ${head.tables.length} tables, as of ${head.takenAt}.`);
    print(
      `Back up apart from it: ENCRYPTION_KEYS (${keys.map(({ id }) => id).join(', ') || 'none is in use yet'}), and ${contents.media.files} media files.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    print(error.message);
    return 1;
  }
}

/** Writes to a file beside the named one, so that a backup that breaks off never replaces an older one. */
async function toFile(
  file: string,
  write: (sink: Writable) => Promise<WrittenBackup>,
): Promise<WrittenBackup> {
  const partial = `${file}.partial`;
  try {
    const written = await write(createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, file);
    return written;
  } catch (error) {
    // In a folder that this user may not enter, this fails for the same cause.
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new BackupError(`The backup cannot be written: ${faultOfFile(error, file)}`, { cause: error });
    throw error;
  }
}

function faultOfFile(error: Error & { code?: unknown }, file: string): string {
  const folder = path.dirname(path.resolve(file));
  if (error.code === 'ENOENT')
    return `the folder ${folder} does not exist. Create it, or name a file in another one.`;
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `the user ${currentUser()} may not write to the folder ${folder}. Allow it, or name a file in another one.`;
  return `${error.message}.`;
}

/** The name of the user of this process, or the number of one who has no name, as in many containers. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.geteuid?.());
  }
}

/** Parses the command line. Returns a message if it is invalid. */
function parse(args: readonly string[]): { file: string; recipients: string[] } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'encrypt-to': { type: 'string', multiple: true, default: [] } },
    });
    const [file, ...rest] = positionals;
    const recipients = values['encrypt-to'];
    if (file === undefined) return 'Name the file to write, or "-" for standard output.';
    if (rest.length > 0) return `Too many arguments: ${rest.join(' ')}.`;
    if (recipients.length > recipientsMax)
      return `A backup can be encrypted for at most ${recipientsMax} keys.`;
    const wrong = recipients.find((recipient) => !recipient.startsWith('age1'));
    if (wrong !== undefined) return `--encrypt-to ${wrong}: an age recipient begins with age1.`;
    return { file, recipients };
  } catch (error) {
    return argumentFault(error);
  }
}
