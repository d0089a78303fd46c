import { parseArgs } from 'node:util';
import { inEnglish } from '../domain/count-message.js';
import { examineKeys } from '../services/encryption-keys/check.js';
import { countKeyUses, type KeyUse } from '../services/encryption-keys/count.js';
import { rotateKeys, type Rotation } from '../services/encryption-keys/rotate.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { argumentFault } from './help.js';

export const keysUsage = `Usage:
  punctual keys status   shows how many stored values each key of ENCRYPTION_KEYS encrypts
  punctual keys rotate   encrypts everything with the first key that is encrypted with another one

Rotate once every API and worker runs with the new key as the first of ENCRYPTION_KEYS and the old one behind it. They
may run meanwhile. If the command ends early, run it again: it goes on where it ended. docs/production.md describes the
whole procedure.`;

export interface KeysCommand {
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'vault'>;
  /** The other uses of the first key, as text for people. */
  derivedUses: readonly string[];
  print: (line: string) => void;
  signal: AbortSignal;
  /** Replaces the usual time between two lines about the progress. */
  progressEveryMs?: number;
}

const progressEveryMsDefault = 3_000;

/** Runs the operators' `keys` command. Returns the exit code. */
export async function runKeys(args: readonly string[], command: KeysCommand): Promise<number> {
  const { deps, print } = command;
  const verb = parse(args);
  if (verb !== 'status' && verb !== 'rotate') {
    print(`${verb}\n\n${keysUsage}`);
    return 1;
  }
  const { unusable, checked } = await examineKeys(deps);
  if (verb === 'status') await printStatus(command, { unusable, checked });
  if (unusable.length > 0) {
    print(
      `Stored data is encrypted with key ${unusable.join(', ')}, which is missing here or has a different value. Add that key to ENCRYPTION_KEYS again, after the current one.`,
    );
    return 1;
  }
  return verb === 'status' ? 0 : rotate(command, checked);
}

/** Returns the verb, or a message if the command line is invalid. */
function parse(args: readonly string[]): string {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [verb, ...rest] = positionals;
    if (verb === undefined) return 'Name a command: status or rotate.';
    if (verb !== 'status' && verb !== 'rotate') return `There is no command ${verb}.`;
    return rest.length > 0 ? `Too many arguments: ${rest.join(' ')}.` : verb;
  } catch (error) {
    return argumentFault(error);
  }
}

const values = (count: number, verb: 'is' | 'was'): string =>
  count === 1 ? `1 value ${verb}` : `${inEnglish(count)} values ${verb === 'is' ? 'are' : 'were'}`;
const listed = (ids: readonly string[]): string => ids.join(', ');

async function printStatus(
  { deps, derivedUses, print }: KeysCommand,
  { unusable, checked }: { unusable: readonly string[]; checked: readonly string[] },
): Promise<void> {
  const [current, ...older] = deps.vault.keyIds;
  const uses = await countKeyUses(deps);
  const missing = [...new Set(uses.map(({ keyId }) => keyId))].filter(
    (keyId) => keyId !== current && !older.includes(keyId),
  );
  const role = (keyId: string): string =>
    keyId === current ? 'encrypts' : missing.includes(keyId) ? 'MISSING' : 'decrypts';
  for (const keyId of [current, ...older, ...missing]) {
    const own = uses.filter((use) => use.keyId === keyId);
    const parts = own.map(({ what, count }) => `${inEnglish(count)} ${what}`);
    print(
      `${keyId.padEnd(16)}  ${role(keyId).padEnd(8)}  ${parts.length > 0 ? parts.join(', ') : 'nothing is encrypted with it'}`,
    );
  }
  print(`Derived from ${current}: ${derivedUses.join(', ')}.`);
  if (unusable.length === 0) print(adviceOf(deps, uses, checked));
}

/** Prints what to do next. */
function adviceOf(
  { vault }: KeysCommand['deps'],
  uses: readonly KeyUse[],
  usedKeyIds: readonly string[],
): string {
  const [current, ...older] = vault.keyIds;
  const needed = older.filter((keyId) => uses.some((use) => use.keyId === keyId));
  if (needed.length > 0)
    return `Encrypt with ${current} what is encrypted with ${listed(needed)}: punctual keys rotate`;
  // A key that was never used has been added for a rotation that has yet to begin.
  const unused = older.filter((keyId) => usedKeyIds.includes(keyId));
  if (unused.length > 0) return removalOf(unused);
  if (older.length > 0)
    return `Everything is encrypted with ${current}. To use ${listed(older)}, move it to the front of ENCRYPTION_KEYS, restart every API and worker, and run punctual keys rotate.`;
  return `Everything is encrypted with ${current}.`;
}

const removalOf = (keyIds: readonly string[]): string =>
  `Nothing is encrypted with ${listed(keyIds)} any more. Remove ${keyIds.length > 1 ? 'them' : 'it'} from ENCRYPTION_KEYS and restart every API and worker.`;

async function rotate(command: KeysCommand, checked: readonly string[]): Promise<number> {
  const { deps, print, signal } = command;
  const [current] = deps.vault.keyIds;
  const before = await countKeyUses(deps);
  const total = before.reduce((sum, { keyId, count }) => sum + (keyId === current ? 0 : count), 0);
  if (total > 0 && !checked.includes(current)) {
    print(
      `No API or worker has encrypted with ${current} yet. Restart all of them with this ENCRYPTION_KEYS, and repeat this command. Otherwise they could not decrypt what it writes.`,
    );
    return 1;
  }
  const rotation = await rotateKeys(deps, { signal, onProgress: progressLine(command, { current, total }) });
  if (total > 0) print(`${values(rotation.renewed, 'was')} encrypted with ${current}.`);
  if (rotation.stopped) {
    print('Stopped before the end. Run the command again: it goes on from here.');
    return 1;
  }
  const complaint = complaintOf(rotation);
  if (complaint !== null) {
    print(complaint);
    return 1;
  }
  const left = await countKeyUses(deps);
  print(adviceOf(deps, left, [...checked, ...before.map(({ keyId }) => keyId)]));
  return left.some(({ keyId }) => keyId !== current) ? 1 : 0;
}

function progressLine(
  { print, progressEveryMs = progressEveryMsDefault }: KeysCommand,
  { current, total }: { current: string; total: number },
): (renewed: number) => void {
  let lastMs = performance.now();
  return (renewed) => {
    if (performance.now() - lastMs < progressEveryMs) return;
    lastMs = performance.now();
    print(`${inEnglish(renewed)} of ${inEnglish(total)} values are encrypted with ${current}.`);
  };
}

/** Why an older key is still needed although everything was encrypted again. Null if it is not. */
function complaintOf({ writtenMeanwhile, unreadable, unreadableShown }: Rotation): string | null {
  if (unreadable > 0) {
    const more =
      unreadable > unreadableShown.length
        ? `, and ${inEnglish(unreadable - unreadableShown.length)} more`
        : '';
    return `${values(unreadable, 'is')} damaged and cannot be decrypted: ${unreadableShown.join(', ')}${more}. Connect these accounts again, or rotate these webhook secrets; other values are deleted after a day. Then repeat this command.`;
  }
  if (writtenMeanwhile > 0)
    return `${values(writtenMeanwhile, 'was')} encrypted with an older key while this command ran: an API or worker still has an older key at the front of its ENCRYPTION_KEYS. Restart it, and repeat this command.`;
  return null;
}
