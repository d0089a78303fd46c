import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { LauncherFault } from './fault.js';
import { inProject } from '../project-root.js';

const composeSchema = z.object({
  services: z.object({ temporal: z.object({ image: z.string(), command: z.array(z.string()).min(2) }) }),
});

export interface NativeServerOptions {
  ip: string;
  port: number;
  /** The port of the Web UI. If absent, there is none. */
  uiPort?: number;
  /** The file of the database. If absent, everything is kept in memory. */
  dbFilename?: string;
  /** Values to add to the Compose file's own `--dynamic-config-value`s. */
  dynamicConfig?: string[];
}

/** Flags that apply to a container. `nativeServerArguments` sets or drops them. */
const replacedFlags = new Set(['--ip', '--port', '--ui-ip', '--ui-port', '--db-filename', '--headless']);
const fileOnlyFlags = new Set(['--sqlite-pragma']);

export function readComposeCommand(file = inProject('temporal-dev.yml')): string[] {
  return parseComposeCommand(readFileSync(file, 'utf8'));
}

/**
 * Parses the command of the service `temporal`. Flags must be written as --name=value, so that each list entry is one
 * flag.
 */
export function parseComposeCommand(text: string): string[] {
  const parsed = composeSchema.safeParse(parse(text));
  if (!parsed.success)
    throw new LauncherFault(
      'temporal-dev.yml must contain services.temporal with an image and a command list.',
    );
  const { command } = parsed.data.services.temporal;
  const odd = command.slice(2).find((argument) => !/^--[a-z-]+(=|$)/.test(argument));
  if (command[0] !== 'server' || command[1] !== 'start-dev' || odd !== undefined) {
    throw new LauncherFault(
      `temporal-dev.yml: the command must be "server start-dev" and flags as --name=value${odd ? `, not "${odd}"` : ''}.`,
    );
  }
  return command;
}

/**
 * The arguments for the same server without a container: the flags of the file, with the ports and the database of this
 * machine.
 */
export function nativeServerArguments(command: string[], options: NativeServerOptions): string[] {
  const { ip, port, uiPort, dbFilename, dynamicConfig = [] } = options;
  const flagOf = (argument: string): string => argument.split('=', 1)[0] ?? '';
  const kept = command.filter((argument) => {
    const flag = flagOf(argument);
    return !replacedFlags.has(flag) && (dbFilename !== undefined || !fileOnlyFlags.has(flag));
  });
  return [
    ...kept,
    `--ip=${ip}`,
    `--port=${port}`,
    ...(uiPort === undefined ? ['--headless'] : [`--ui-ip=${ip}`, `--ui-port=${uiPort}`]),
    ...(dbFilename === undefined ? [] : [`--db-filename=${dbFilename}`]),
    ...dynamicConfig.map((entry) => `--dynamic-config-value=${entry}`),
  ];
}
