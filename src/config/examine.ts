import { randomBytes } from 'node:crypto';
import { toAppConfig, type AppConfig } from './config.js';
import { ConfigError, readEnv, type Env } from './env.js';

const triesMax = 30;

export interface ConfigFault {
  /** The variables that the message names. */
  variables: string[];
  message: string;
}

export interface ExaminedConfig {
  /**
   * The configuration with stand-ins for faulty values, so that everything else can be checked. Null if not even that
   * is possible.
   */
  usable: { env: Env; config: AppConfig } | null;
  faults: ConfigFault[];
}

/** Stand-ins for required variables. No server is at these URLs, and the key decrypts nothing. */
const standIns: Readonly<Record<string, () => string>> = {
  DATABASE_URL: () => 'postgres://punctual.invalid/unset',
  ENCRYPTION_KEYS: () => `unset:${randomBytes(32).toString('base64')}`,
  PUBLIC_URL: () => 'https://punctual.invalid',
  STORAGE_S3_BUCKET: () => 'unset',
};

/**
 * Reads the configuration like every process, but returns all faults. After each failure, the faulty variables are
 * removed or replaced by stand-ins, and the rest is read again.
 */
export function examineConfig(source: NodeJS.ProcessEnv): ExaminedConfig {
  const current = { ...source };
  const faults: ConfigFault[] = [];
  const putAside = new Set<string>();
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      const env = readEnv(current);
      return { usable: { env, config: toAppConfig(env) }, faults };
    } catch (error) {
      const found = faultsOf(error);
      faults.push(...found);
      const fresh = found.flatMap(({ variables }) => variables).filter((name) => !putAside.has(name));
      if (fresh.length === 0) break;
      for (const name of fresh) {
        putAside.add(name);
        current[name] = standIns[name]?.();
      }
    }
  }
  return { usable: null, faults };
}

/** Parses an error into faults: each line of a `ConfigError` begins with its variables, except for a heading. */
function faultsOf(error: unknown): ConfigFault[] {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ConfigError)) return [{ variables: [], message }];
  const lines = message.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.endsWith(':'))
    .map((line) => ({
      variables: line.split(':')[0]?.match(/\b[A-Z][A-Z0-9_]{3,}\b/g) ?? [],
      message: line,
    }));
}

const secretName = /SECRET|PASSWORD|TOKEN|KEY/;
const secretCharsMin = 6;

/** Returns the values of the environment that must not appear in any output, even if an error message quotes them. */
export function secretsIn(source: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(source).filter(([name]) => secretName.test(name));
  const values = named.flatMap(([, value = '']) => [value, ...value.split(/[,:]/)]);
  const { DATABASE_URL: url = '' } = source;
  const password = URL.canParse(url) ? new URL(url).password : '';
  return [...new Set([...values, password, decoded(password)])]
    .filter(({ length }) => length >= secretCharsMin)
    .sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
