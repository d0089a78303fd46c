#!/usr/bin/env node
import { asksForHelp, closestTo } from '../cli/help.js';
import { readVersion } from '../project-root.js';
import { runProcess } from '../processes/run-process.js';
import { commands, type Command } from './commands.js';

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
  const [subject] = args;
  if (subject !== undefined) await runNamed(subject, ['--help']);
  else console.log(overview());
}

async function runNamed(name: string, args: readonly string[]): Promise<void> {
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    fail(unknownText(name));
    return;
  }
  if (asksForHelp(args)) {
    await printUsage(command);
    return;
  }
  if (command.takesArguments !== true && args.length > 0) {
    fail(`punctual ${name} takes no argument "${args.join(' ')}". Its usage: punctual help ${name}`);
    return;
  }
  await runLoaded(command, args);
}

async function runLoaded(command: Command, args: readonly string[]): Promise<void> {
  const main = async (signal: AbortSignal): Promise<void> => {
    const { run } = await command.load();
    await run({ args, signal });
  };
  if (command.handlesSignals === true) await main(new AbortController().signal);
  else await runProcess(main);
}

async function printUsage(command: Command): Promise<void> {
  const { name, summary, details, takesArguments, isInternal } = command;
  if (takesArguments === true) await runLoaded(command, ['--help']);
  else console.log([`Usage:\n  punctual ${name}`, summary, ...(details ? [details] : [])].join('\n\n'));
  if (isInternal !== true) console.log(`\nIn a clone of the repository: ${npmForm(command)}`);
}

function npmForm({ name, takesArguments }: Command): string {
  if (name === 'demo') return 'npm start';
  return `npm run ${name}${takesArguments === true ? ' -- <arguments>' : ''}`;
}

function overview(): string {
  const shown = commands.filter(({ isInternal }) => isInternal !== true);
  const lines = shown.map(({ name, summary }) => `  ${name.padEnd(15)}${summary}`);
  return `Usage:
  punctual <command> [arguments]

Commands:
${lines.join('\n')}

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
