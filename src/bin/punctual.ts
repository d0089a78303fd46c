#!/usr/bin/env node
import { asksForHelp, closestTo } from '../cli/help.js';
import { readVersion } from '../project-root.js';
import { runProcess } from '../processes/run-process.js';
import { isForClient, runClient } from './client.js';
import { commands, type Command } from './commands.js';

const shown = commands.filter(({ isInternal }) => isInternal !== true);

await runCommandLine(process.argv.slice(2));

async function runCommandLine([name = 'help', ...args]: readonly string[]): Promise<void> {
  if (name === '--version' || name === '-v') {
    console.log(`punctual ${readVersion()}`);
    return;
  }
  if (name !== 'help' && !asksForHelp([name])) {
    await runNamed(name, args);
    return;
  }
  const [subject, ...rest] = args;
  if (subject !== undefined) await runNamed(subject, [...rest, '--help']);
  else console.log(overview());
}

async function runNamed(name: string, args: readonly string[]): Promise<void> {
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    fail(unknownText(name));
    return;
  }
  if (asksForHelp(args)) {
    await printUsage(command, args);
    return;
  }
  if (command.takesArguments !== true && args.length > 0) {
    fail(`punctual ${name} takes no argument "${args.join(' ')}". Its usage: punctual help ${name}`);
    return;
  }
  await runLoaded(command, args);
}

async function runLoaded(command: Command, args: readonly string[]): Promise<void> {
  const { load } = command;
  if (load === undefined || (await isForClient(command, args))) {
    const others = shown.map(({ name, summary }) => ({ word: name, summary }));
    process.exitCode = await runClient([command.name, ...args], { others });
    return;
  }
  const main = async (signal: AbortSignal): Promise<void> => {
    const { run } = await load();
    await run({ args, signal });
  };
  if (command.handlesSignals === true) await main(new AbortController().signal);
  else await runProcess(main);
}

async function printUsage(command: Command, args: readonly string[]): Promise<void> {
  const { name, summary, details, takesArguments, isInternal } = command;
  if (takesArguments === true) await runLoaded(command, args);
  else console.log([`Usage:\n  punctual ${name}`, summary, ...(details ? [details] : [])].join('\n\n'));
  if (isInternal !== true) console.log(`\nIn a clone of the repository: ${npmForm(command)}`);
}

function npmForm({ name, takesArguments, load }: Command): string {
  if (name === 'demo') return 'npm start';
  if (load === undefined) return `npm run punctual -- ${name} <arguments>`;
  return `npm run ${name}${takesArguments === true ? ' -- <arguments>' : ''}`;
}

function overview(): string {
  const lines = (isOfClient: boolean): string =>
    shown
      .filter(({ load }) => (load === undefined) === isOfClient)
      .map(({ name, summary }) => `  ${name.padEnd(15)}${summary}`)
      .join('\n');
  return `Usage:
  punctual <command> [arguments]

Commands that run and manage a server:
${lines(false)}

Commands that use a server (docs/cli.md):
${lines(true)}

punctual help <command> prints the usage of one, punctual --version the version.
Settings are environment variables: docs/configuration.md. How to install Punctual: docs/production.md.`;
}

function unknownText(name: string): string {
  const suggested = closestTo(
    name,
    commands.map((known) => known.name),
  );
  const hint = suggested === undefined ? 'punctual help lists all.' : `Do you mean ${suggested}?`;
  return `There is no command "${name}". ${hint}`;
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
