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
      const { printer, connect, surroundings } = callOf(session, command);
      const url = await pageOf(connect(), id);
      printer.result({ url }, [url]);
      if (print !== true && !printer.isJson && !(await surroundings.browse(url)))
        printer.note('No browser could be started. Open the URL yourself.');
    });
}

async function pageOf({ server, client }: Connection, id: string | undefined): Promise<string> {
  if (id === undefined) return `${server}/`;
  const post = await dataOf(client.GET('/posts/{id}', { params: { path: { id } } }));
  return `${server}/w/${encodeURIComponent(post.workspaceId)}/posts/${encodeURIComponent(post.id)}`;
}
