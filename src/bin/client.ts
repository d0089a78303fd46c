import { pathToFileURL } from 'node:url';
import { inProject, readVersion } from '../project-root.js';
import type { OperatorDesk } from '../cli/webhook-desk.js';

export interface ClientOptions {
  /** The commands of the server, for completion. */
  others?: { word: string; summary: string }[];
  /** Lets an operator receive webhooks, who need not sign in. */
  openDesk?: (workspaceId: string | undefined) => Promise<OperatorDesk>;
}

/** The build of packages/client/src/cli/command-line.ts. It is loaded, because the service never imports the client. */
interface CommandLine {
  runCommandLine: (args: readonly string[], options: ClientOptions & { version: string }) => Promise<number>;
}

/** Runs a command of the client. Returns the exit code. */
export async function runClient(args: readonly string[], options: ClientOptions = {}): Promise<number> {
  const built = pathToFileURL(inProject('dist', 'client', 'command-line.js')).href;
  const { runCommandLine } = (await import(built)) as CommandLine;
  return runCommandLine(args, { version: readVersion(), ...options });
}

/**
 * Whether these arguments are for the client. If both the operator and the client have a command, it is the operator's
 * if a database is configured.
 */
export async function isForClient(
  { load, clientVerbs = [] }: { load?: unknown; clientVerbs?: readonly string[] },
  [verb = '']: readonly string[],
): Promise<boolean> {
  if (load === undefined) return true;
  if (!clientVerbs.includes(verb)) return false;
  const { rawEnv } = await import('../config/env.js');
  return (rawEnv()['DATABASE_URL'] ?? '') === '';
}
