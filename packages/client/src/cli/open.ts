import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { dataOf } from '../errors.js';
import { callOf, type Session } from './call.js';
import type { Connection } from './connection.js';

interface OpenOptions {
  print?: true;
}

/** Adds the command that opens the dashboard. */
export function addOpen(program: Command, session: Session): void {
  program
    .command('open')
    .description('Opens the dashboard in the browser: its first page, or that of a post.')
    .argument('[id]', 'the id of a post')
    .option('--print', 'only print the URL')
    .action(async (id: string | undefined, { print }: OpenOptions, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const url = await pageOf(connect(), id);
      printer.result({ url }, [url]);
      if (print !== true && !printer.isJson && !(await openInBrowser(url)))
        printer.note('No browser could be started. Open the URL yourself.');
    });
}

async function pageOf({ server, client }: Connection, id: string | undefined): Promise<string> {
  if (id === undefined) return `${server}/`;
  const post = await dataOf(client.GET('/posts/{id}', { params: { path: { id } } }));
  return `${server}/w/${encodeURIComponent(post.workspaceId)}/posts/${encodeURIComponent(post.id)}`;
}

/** Starts the program with which the system opens URLs. Returns whether there is one. */
function openInBrowser(url: string): Promise<boolean> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
