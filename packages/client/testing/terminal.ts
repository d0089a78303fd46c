import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '../src/cli/command-line.js';
import type { EndpointDesk } from '../src/cli/listen/desk.js';
import type { Clock } from '../src/clock.js';
import type { Surroundings } from '../src/cli/surroundings.js';
import type { Loopback } from './loopback.js';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string | Readable;
  isTTY?: boolean;
  /** Called with each text on standard output. */
  onOutput?: (text: string) => void;
  interruption?: AbortSignal;
  /** Does what the person does in the browser that opens with this URL. */
  onBrowse?: (url: URL) => Promise<void>;
  openDesk?: () => Promise<EndpointDesk>;
}

export interface TestTerminal {
  /** The folder with the configuration of the user. */
  configFolder: string;
  env: Record<string, string>;
  /** A clock whose time passes only while a command sleeps. */
  clock: Clock;
  run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  remove: () => void;
}

/** Runs commands as a user of this server does, with a configuration folder of their own. */
export function openTerminal(loopback: Pick<Loopback, 'baseUrl'>): TestTerminal {
  const configFolder = mkdtempSync(path.join(tmpdir(), 'punctual-cli-'));
  const terminal: TestTerminal = {
    configFolder,
    env: {
      XDG_CONFIG_HOME: configFolder,
      PUNCTUAL_URL: loopback.baseUrl,
      PUNCTUAL_API_KEY: 'punctual_live_test',
    },
    clock: createClock(),
    run: async (args, given = {}) => {
      const { input = '', isTTY = false, onOutput, interruption, onBrowse, openDesk } = given;
      const printed = { stdout: '', stderr: '' };
      const outputTo = (name: 'stdout' | 'stderr') => ({
        write: (text: string) => {
          printed[name] += text;
          if (name === 'stdout') onOutput?.(text);
        },
        isTTY,
      });
      const surroundings: Partial<Surroundings> = {
        env: terminal.env,
        stdin: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
        stdout: outputTo('stdout'),
        stderr: outputTo('stderr'),
        clock: terminal.clock,
        browse: async (url) => {
          await onBrowse?.(new URL(url));
          return onBrowse !== undefined;
        },
        interruption: () => interruption ?? new AbortController().signal,
      };
      const options = { version: '1.2.3', surroundings, ...(openDesk !== undefined && { openDesk }) };
      const code = await runCommandLine(args, options);
      return { code, ...printed };
    },
    remove: () => {
      rmSync(configFolder, { recursive: true, force: true });
    },
  };
  return terminal;
}

function createClock(): Clock {
  let nowMs = Date.now();
  return {
    nowMs: () => nowMs,
    sleep: (delayMs) => {
      nowMs += delayMs;
      return Promise.resolve();
    },
  };
}
