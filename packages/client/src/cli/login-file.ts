import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandFailed } from './failures.js';
import type { Surroundings } from './surroundings.js';

/** The proof of who calls the server. Each kind of login adds a kind. */
export interface Credential {
  kind: 'apiKey';
  key: string;
}

export interface Login {
  /** The URL of the server, without the path of the API. */
  server: string;
  credential: Credential;
}

type Env = Surroundings['env'];

/** The file with the login. Relative folders do not count, as the XDG specification says. */
export function loginFile(env: Env): string {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  const home = env['HOME'] ?? homedir();
  const folder = path.isAbsolute(configured) ? configured : path.join(home, '.config');
  return path.join(folder, 'punctual', 'login.json');
}

export function readLogin(env: Env): Login | null {
  const file = loginFile(env);
  const text = readText(file);
  if (text === null) return null;
  const login = parsed(text);
  if (login === null) throw new CommandFailed(`${file} is not a login. Run punctual login again.`);
  return login;
}

/** Stores a login. Only the user can read the file at any time, even if an older one was open to others. */
export function saveLogin(env: Env, login: Login): void {
  const file = loginFile(env);
  const draft = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

/** Deletes the login. Returns whether there was one. */
export function deleteLogin(env: Env): boolean {
  const file = loginFile(env);
  const existed = readText(file) !== null;
  rmSync(file, { force: true });
  return existed;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

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
  if (typeof value !== 'object' || value === null) return false;
  return 'kind' in value && value.kind === 'apiKey' && 'key' in value && typeof value.key === 'string';
}
