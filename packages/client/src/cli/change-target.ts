import type { Command } from 'commander';
import { dataOf } from '../errors.js';
import { callOf, type Session } from './call.js';
import { collect, headerOf, withIdempotencyKey, type IdempotentOptions } from './parse.js';
import { postLines, type Post } from './show-post.js';

interface RemoveOptions extends IdempotentOptions {
  target?: string[];
}

/** Adds the commands that change what is public on a platform. */
export function addChangeTarget(posts: Command, session: Session): void {
  addRemove(posts, session);
  addEdit(posts, session);
}

function addRemove(posts: Command, session: Session): void {
  const remove = posts
    .command('remove')
    .description('Removes what a post has published from its platforms.')
    .argument('<id>', 'the id of the post')
    .option('--target <id>', 'only this target; repeatable', collect);
  withIdempotencyKey(remove).action(async (id: string, options: RemoveOptions, command: Command) => {
    const { printer, connect } = callOf(session, command);
    const { client } = connect();
    let post: Post = await dataOf(client.GET('/posts/{id}', { params: { path: { id } } }));
    const shown = post.targets.filter(({ status, removal }) => status === 'PUBLISHED' && !removal?.removedAt);
    for (const tid of options.target ?? shown.map((target) => target.id)) {
      const params = { path: { id, tid }, ...headerOf(options) };
      post = await dataOf(client.POST('/posts/{id}/targets/{tid}/remove', { params }));
    }
    printer.result(post, postLines(post));
  });
}

interface EditOptions extends IdempotentOptions {
  target: string;
  text: string;
  title?: string;
}

function addEdit(posts: Command, session: Session): void {
  const edit = posts
    .command('edit')
    .description('Corrects the text of a public target on its platform.')
    .argument('<id>', 'the id of the post')
    .requiredOption('--target <id>', 'the target')
    .requiredOption('--text <text>', 'the new text')
    .option('--title <title>', 'the new title, where posts have one');
  withIdempotencyKey(edit).action(async (id: string, options: EditOptions, command: Command) => {
    const { printer, connect } = callOf(session, command);
    const { target: tid, text, title } = options;
    const params = { path: { id, tid }, ...headerOf(options) };
    const body = { text, ...(title !== undefined && { title }) };
    const post = await dataOf(connect().client.POST('/posts/{id}/targets/{tid}/edit', { params, body }));
    printer.result(post, postLines(post));
  });
}
