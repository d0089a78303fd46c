import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './shell.js';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running command. */
export interface Running {
  printed: { stdout: string; stderr: string };
  child: ChildProcess;
  ended: Promise<Ended>;
}

export interface Installed {
  /** The file of the command. */
  command: string;
  env: Record<string, string>;
  start: (args: readonly string[], input?: string) => Running;
  run: (args: readonly string[], input?: string) => Promise<Ended>;
}

/** Installs the built client into a folder, as npm does, with a configuration folder of its own. */
export async function installClient(folder: string): Promise<Installed> {
  const installed = path.join(folder, 'node_modules/@punctual/client');
  mkdirSync(installed, { recursive: true });
  const build = path.join(projectFolder, 'scripts/build-client.mjs');
  await promisify(execFile)(process.execPath, [build, path.join(installed, 'dist')]);
  cpSync(path.join(projectFolder, 'packages/client/package.json'), path.join(installed, 'package.json'));
  const command = path.join(installed, 'dist/bin/punctual.js');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
  };
  const start = (args: readonly string[], input = ''): Running =>
    follow(spawn(process.execPath, [command, ...args], { cwd: folder, env }), input);
  return { command, env, start, run: (args, input) => start(args, input).ended };
}

/** Collects what a process prints, until it ends. */
export function follow(child: ChildProcess, input = ''): Running {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => (printed[name] += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, ...printed });
    });
  });
  child.stdin?.end(input);
  return { printed, child, ended };
}
