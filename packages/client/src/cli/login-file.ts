import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandFailed } from './failures.js';
import type { Surroundings } from './surroundings.js';

/**
 * The purpose of a login: the commands, or the agents that `punctual mcp` serves. An access token works for only one.
 */
export type Purpose = 'api' | 'mcp';

/** The proof of who calls the server. Each kind of login has a kind. */
export type Credential = { kind: 'apiKey'; key: string } | OAuthCredential;

/** The access that a person gave in the browser. */
export interface OAuthCredential {
  kind: 'oauth';
  clientId: string;
  accessToken: string;
  /** When the access token ends, in milliseconds since 1970, by the clock of this machine. */
  endsAtMs: number;
  /** Works once: a second use ends the access. */
  refreshToken: string;
}

const secretPattern = /^[\x21-\x7e]{1,4000}$/;

/** Whether a text can be a key or a token. `fetch` would refuse any other text, in a message that repeats it. */
export const isSecret = (value: unknown): value is string =>
  typeof value === 'string' && secretPattern.test(value);

export interface Login {
  /** The URL of the server, without the path of the API. */
  server: string;
  credential: Credential;
}

export type LoginPlace = Pick<Surroundings, 'env' | 'clock'>;
type Env = Surroundings['env'];

const files: Readonly<Record<Purpose, string>> = { api: 'login.json', mcp: 'mcp-login.json' };
/** A lock of this age belongs to a process that died, because its owner waits for two responses at most. */
const lockStaleMs = 60_000;
const lockWaitMsMax = 90_000;
const lockPollMs = 100;

/** The file with the login. Relative folders do not count, as the XDG specification says. */
export function loginFile(env: Env, purpose: Purpose): string {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  const home = env['HOME'] ?? homedir();
  const folder = path.isAbsolute(configured) ? configured : path.join(home, '.config');
  return path.join(folder, 'punctual', files[purpose]);
}

export function readLogin(env: Env, purpose: Purpose): Login | null {
  const file = loginFile(env, purpose);
  const text = readText(file);
  if (text === null) return null;
  const login = parsed(text);
  if (login === null) throw new CommandFailed(`${file} is not a login. Run punctual login again.`);
  return login;
}

/** Reads a login that will be replaced or deleted, so a damaged one counts as none. */
export function readOldLogin(env: Env, purpose: Purpose): Login | null {
  const text = readText(loginFile(env, purpose));
  return text === null ? null : parsed(text);
}

/** Stores a login. Only the user can read the file at any time, even if an older one was open to others. */
export function saveLogin(env: Env, purpose: Purpose, login: Login): void {
  const file = loginFile(env, purpose);
  const draft = `${file}.${process.pid}`;
  createFolderOf(file);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

/** Deletes the login. Returns whether there was one. */
export function deleteLogin(env: Env, purpose: Purpose): boolean {
  const file = loginFile(env, purpose);
  const existed = readText(file) !== null;
  rmSync(file, { force: true });
  return existed;
}

/** Does work while no other process changes the login. */
export async function withLoginLock<T>(
  { env, clock }: LoginPlace,
  purpose: Purpose,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${loginFile(env, purpose)}.lock`;
  const owner = randomUUID();
  createFolderOf(lock);
  const endMs = clock.nowMs() + lockWaitMsMax;
  while (!takeLock(lock, owner)) {
    if (clock.nowMs() >= endMs)
      throw new CommandFailed(`Another punctual is changing the login. If none is running, delete ${lock}.`);
    // Several processes may delete an old lock. The pause keeps them from deleting the lock of the next owner.
    if (clock.nowMs() - changedAtMs(lock, clock) > lockStaleMs) rmSync(lock, { force: true });
    await clock.sleep(lockPollMs);
  }
  try {
    return await work();
  } finally {
    if (readText(lock) === owner) rmSync(lock, { force: true });
  }
}

function takeLock(lock: string, owner: string): boolean {
  try {
    writeFileSync(lock, owner, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function changedAtMs(lock: string, clock: LoginPlace['clock']): number {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? clock.nowMs();
}

function createFolderOf(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function parsed(text: string): Login | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLogin(value) ? value : null;
  } catch {
    return null;
  }
}

function isLogin(value: unknown): value is Login {
  if (typeof value !== 'object' || value === null) return false;
  if (!('server' in value) || typeof value.server !== 'string') return false;
  return 'credential' in value && isCredential(value.credential);
}

function isCredential(value: unknown): value is Credential {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const given: Partial<Record<string, unknown>> = { ...value };
  if (value.kind === 'apiKey') return isSecret(given['key']);
  const texts = ['clientId', 'accessToken', 'refreshToken'];
  return (
    value.kind === 'oauth' &&
    texts.every((name) => isSecret(given[name])) &&
    typeof given['endsAtMs'] === 'number'
  );
}
