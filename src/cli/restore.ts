import { open as openFile, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { BackupError, type BackupContents, type BackupHead } from '../backup/contents.js';
import { isDatabaseUnusable } from '../backup/database-fault.js';
import { findMissingMedia } from '../backup/find-missing-media.js';
import { loadBackup } from '../backup/load-backup.js';
import { createScratchDatabase } from '../backup/scratch-database.js';
import { findUndecryptable } from '../services/encryption-keys/find-undecryptable.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { runAfterRestore } from './after-restore.js';
import { faultOf } from './doctor/finding.js';
import { argumentFault } from './help.js';

export const restoreUsage = `Usage:
  punctual restore <file> [--identity <file>]
  punctual restore <file> --drill [--identity <file>]

Loads a backup ("-": from standard input) into the database of DATABASE_URL, which must be empty. Stop all workers and
APIs first. Then treats the posts as "after-restore" does, with the time of the backup, so that nothing is published
twice. Workers and APIs do not start before that is done. docs/reliability.md says what else to do after a restore.

Options:
  --drill             Loads the backup into a new database on the same server, tells what would come back and what is
                      missing, and deletes that database. Nothing else changes; APIs and workers may run meanwhile.
  --identity <file>   The file with the age identity (AGE-SECRET-KEY-…) of an encrypted backup.`;

const identitiesMax = 20;
const missingShownMax = 10;

/** A database as services see it. */
export interface OpenInstallation extends AsyncDisposable {
  deps: ServiceDeps;
}

export interface RestoreCommand {
  databaseUrl: string;
  /** Opens the installation with another database. */
  open: (databaseUrl: string) => OpenInstallation;
  /** The fingerprint of each encryption key, by its id. */
  fingerprints: ReadonlyMap<string, string>;
  stdin: Readable;
  /** Aborted when the command should end. It then still deletes the database of a drill. */
  signal: AbortSignal;
  print: (line: string) => void;
}

/** Runs the operators' `restore` command. Returns the exit code. */
export async function runRestore(args: readonly string[], command: RestoreCommand): Promise<number> {
  const { print } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${restoreUsage}`);
    return 1;
  }
  try {
    const identities = parsed.identity === undefined ? [] : await readIdentities(parsed.identity);
    const source = parsed.file === '-' ? command.stdin : (await openFile(parsed.file)).createReadStream();
    try {
      const load: Load = (databaseUrl) => loadUntilStopped({ databaseUrl, source, identities }, command);
      return parsed.drill ? await drill(load, command) : await restore(load, command);
    } finally {
      source.destroy();
    }
  } catch (error) {
    const fault = operatorFault(error);
    if (fault === undefined) throw error;
    print(fault);
    return 1;
  }
}

type Load = (databaseUrl: string) => ReturnType<typeof loadBackup>;

async function loadUntilStopped(
  options: Omit<Parameters<typeof loadBackup>[0], 'check'>,
  { signal, fingerprints }: RestoreCommand,
): ReturnType<typeof loadBackup> {
  const interrupted = new BackupError('The command was interrupted. Nothing was restored.');
  if (signal.aborted) throw interrupted;
  // Errors of the source are handled only while it is read.
  const stop = (): void => {
    options.source.destroy(interrupted);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await loadBackup({
      ...options,
      check: (head) => {
        checkKeys(head, fingerprints);
      },
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** One line about a fault that the operator can correct. Undefined for any other error. */
function operatorFault(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message;
  if (error instanceof Error && 'syscall' in error && 'path' in error) return `${error.message}.`;
  if (isDatabaseUnusable(error))
    return `The database cannot be used: ${faultOf(error)} Check DATABASE_URL, and that Postgres runs.`;
  return undefined;
}

async function restore(load: Load, { databaseUrl, open, print }: RestoreCommand): Promise<number> {
  const { head, contents } = await load(databaseUrl);
  print(loadedText(head, contents));
  await using installation = open(databaseUrl);
  try {
    const code = await runAfterRestore(['--since', head.takenAt], { deps: installation.deps, print });
    if (code === 0) return 0;
  } catch (error) {
    print(faultOf(error));
  }
  print(
    `The rows are back, but not all posts are treated yet. Workers and APIs do not start until this has succeeded: punctual after-restore --since ${head.takenAt} (in a new Temporal namespace, run punctual setup first).`,
  );
  return 1;
}

async function drill(load: Load, { databaseUrl, open, print }: RestoreCommand): Promise<number> {
  const scratch = await createScratchDatabase(databaseUrl);
  try {
    const { head, contents } = await load(scratch.url);
    print(loadedText(head, contents));
    await using installation = open(scratch.url);
    return await report(scratch.url, installation, head, print);
  } finally {
    await scratch.drop();
    print('The database of the drill is deleted.');
  }
}

/** Tells what would come back. Returns 1 if something would be missing. */
async function report(
  url: string,
  { deps }: OpenInstallation,
  head: BackupHead,
  print: (line: string) => void,
): Promise<number> {
  const { values, undecryptable } = await findUndecryptable(deps);
  print(
    undecryptable.length === 0
      ? `Encryption keys: all ${values} encrypted values can be decrypted.`
      : `Encryption keys: ${undecryptable.length} of ${values} encrypted values cannot be decrypted: ${someOf(undecryptable)}.`,
  );
  const { files, missing } = await findMissingMedia(url, deps.media.storage);
  print(
    missing.length === 0
      ? `Media: all ${files} files are in the storage.`
      : `Media: ${missing.length} of ${files} files are not in the storage: ${someOf(missing)}.`,
  );
  print('The restore would treat the posts in this way:');
  const code = await runAfterRestore(['--since', head.takenAt, '--dry-run'], { deps, print });
  return undecryptable.length + missing.length > 0 ? 1 : code;
}

function someOf(names: readonly string[]): string {
  const more = names.length > missingShownMax ? ' …' : '';
  return names.slice(0, missingShownMax).join(', ') + more;
}

function loadedText(head: BackupHead, contents: BackupContents): string {
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  const count = (table: string): number => contents.tables[table]?.rows ?? 0;
  return `Loaded ${rows} rows of ${head.tables.length} tables, as of ${head.takenAt}: ${count('users')} users, ${count('workspaces')} workspaces, ${count('social_accounts')} accounts, ${count('posts')} posts, ${count('media_assets')} media. All match what was backed up.`;
}

function checkKeys({ keys }: BackupHead, fingerprints: ReadonlyMap<string, string>): void {
  const lacking = keys.filter(({ id, fingerprint }) => fingerprints.get(id) !== fingerprint);
  if (lacking.length === 0) return;
  throw new BackupError(
    `The backup needs encryption keys that ENCRYPTION_KEYS lacks or that have another value there: ${lacking.map(({ id }) => id).join(', ')}.`,
  );
}

/** Reads a file as `age-keygen` writes it. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-')).slice(0, identitiesMax);
  if (identities.length === 0) throw new BackupError(`${file} has no age identity (AGE-SECRET-KEY-…).`);
  return identities;
}

/** Parses the command line. Returns a message if it is invalid. */
function parse(
  args: readonly string[],
): { file: string; drill: boolean; identity: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { drill: { type: 'boolean', default: false }, identity: { type: 'string' } },
    });
    const [file, ...rest] = positionals;
    if (file === undefined) return 'Name the file of the backup, or "-" for standard input.';
    if (rest.length > 0) return `Too many arguments: ${rest.join(' ')}.`;
    return { file, drill: values.drill, identity: values.identity };
  } catch (error) {
    return argumentFault(error);
  }
}
