import { Command } from 'commander';
import type { Session } from './call.js';
import { addAccounts } from './accounts.js';
import { addComments } from './comments.js';
import { addCompletion, type Word } from './completion.js';
import { failureOf } from './failures.js';
import type { EndpointDesk } from './listen/desk.js';
import { addWebhooks } from './listen/listen.js';
import { addLogin } from './login.js';
import { addMedia } from './media.js';
import { addOpen } from './open.js';
import { addPosts } from './posts.js';
import { addMcp } from './mcp/mcp.js';
import { visible } from './print.js';
import { endWithReader, ownSurroundings, type Surroundings } from './surroundings.js';

const helpWidthMax = 100;
/** The id of a resource, such as `post_…`. */
const idPattern = /^[a-z]{2,5}_\w+$/;

const details = `
punctual login stores a server, and access to it. The variables PUNCTUAL_URL and PUNCTUAL_API_KEY come before what is
stored.

Exit codes: 0 done, 1 refused or failed, 2 wrong arguments. With --wait and for posts watch: 10 not published on every
account, 11 unconfirmed, 12 time is up, 13 canceled or a draft again. For posts remove and posts edit: 1 failed,
11 unconfirmed, 12 not finished yet.`;

export interface CommandLineOptions {
  version: string;
  surroundings?: Partial<Surroundings>;
  /** The other commands of the program, for completion. */
  others?: readonly Word[];
  /** Opens the desk of an operator, who need not sign in to receive webhooks. */
  openDesk?: (workspaceId: string | undefined) => Promise<EndpointDesk>;
}

/** Runs a command with these arguments, and returns its exit code. It never throws. */
export async function runCommandLine(
  args: readonly string[],
  { version, surroundings: given, others = [], openDesk }: CommandLineOptions,
): Promise<number> {
  if (given?.stdout === undefined) endWithReader();
  const surroundings = { ...ownSurroundings(), ...given };
  const session: Session = {
    surroundings,
    openDesk: openDesk ?? null,
    exitCode: 0,
    optionOf: () => null,
    repeat: null,
  };
  const program = createProgram(session, version, others);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return session.exitCode;
  } catch (error) {
    const { exitCode, lines, json } = failureOf(error, {
      optionOf: session.optionOf,
      repeat: session.repeat,
      ids: args.filter((text, index) => idPattern.test(text) || args[index - 1] === '--target'),
    });
    const { json: isJson } = program.opts<{ json?: true }>();
    const printed = isJson === true && lines.length > 0 ? [JSON.stringify(json)] : lines.map(visible);
    for (const line of printed) surroundings.stderr.write(`${line}\n`);
    return exitCode;
  }
}

function createProgram(session: Session, version: string, others: readonly Word[]): Command {
  const { stdout, stderr } = session.surroundings;
  const program = new Command('punctual')
    .description('Schedules and follows posts on a Punctual server.')
    .version(`punctual ${version}`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print the usage of a command')
    .helpCommand(false)
    .option('--json', 'print JSON on standard output, and nothing else')
    .option('--server <url>', 'the server, if it is not that of the login')
    .addHelpText('after', details)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // The usage texts of all commands of Punctual begin alike.
      writeOut: (text) => stdout.write(text.replace(/^Usage: /, 'Usage:\n  ')),
      writeErr: (text) => stderr.write(text.replace(/^Usage: /, 'Usage:\n  ')),
      getOutHelpWidth: () => Math.min(stdout.columns ?? helpWidthMax, helpWidthMax),
      getErrHelpWidth: () => Math.min(stderr.columns ?? helpWidthMax, helpWidthMax),
    })
    .showHelpAfterError('Add --help for the usage.')
    .exitOverride();
  addLogin(program, session);
  addPosts(program, session);
  addMedia(program, session);
  addAccounts(program, session);
  addComments(program, session);
  addWebhooks(program, session);
  addOpen(program, session);
  addMcp(program, session);
  addCompletion(program, session, others);
  addHelp(program);
  return program;
}

/** Adds `help`. The library's own `help` finds only commands, and not their verbs, such as `posts create`. */
function addHelp(program: Command): void {
  program
    .command('help')
    .argument('[command...]', 'the command, such as posts create')
    .description('Prints the usage of a command.')
    .action((words: string[]) => {
      let meant = program;
      for (const word of words) {
        const next = meant.commands.find((each) => each.name() === word);
        if (next === undefined) program.error(`error: unknown command '${words.join(' ')}'`);
        meant = next;
      }
      meant.help();
    });
}
