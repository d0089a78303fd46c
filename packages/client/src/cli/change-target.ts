import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { dataOf } from '../errors.js';
import { callOf, type Session } from './call.js';
import { CommandFailed, exitCodes, type ExitCode } from './failures.js';
import { collect, withIdempotencyKey, type IdempotentOptions } from './parse.js';
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
    const { printer, connect, once, endWith } = callOf(session, command);
    const { client } = connect();
    let post: Post = await dataOf(client.GET('/posts/{id}', { params: { path: { id } } }));
    // If a thread failed later, its first parts are public, too.
    const shown = post.targets.filter(
      ({ publishedAt, removal }) => publishedAt !== null && !removal?.removedAt,
    );
    const { target: ids = shown.map((target) => target.id), idempotencyKey = randomUUID() } = options;
    if (ids.length === 0)
      throw new CommandFailed('The post has no public target. Name one that is unconfirmed with --target.');
    for (const tid of ids) {
      // A key belongs to one request, and each target needs its own.
      post = await once({ idempotencyKey }, ({ 'Idempotency-Key': key }) => {
        const header = { 'Idempotency-Key': `${key}.${tid}` };
        return client.POST('/posts/{id}/targets/{tid}/remove', { params: { path: { id, tid }, header } });
      });
    }
    printer.result(post, postLines(post));
    const removals = post.targets.filter((target) => ids.includes(target.id)).map(({ removal }) => removal);
    endWith(Math.max(...removals.map((removal) => endOf(removal?.status ?? 'DONE'))));
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
    const { printer, connect, once, endWith } = callOf(session, command);
    const { client } = connect();
    const { target: tid, text, title } = options;
    const body = { text, ...(title !== undefined && { title }) };
    const post = await once(options, (header) =>
      client.POST('/posts/{id}/targets/{tid}/edit', { params: { path: { id, tid }, header }, body }),
    );
    printer.result(post, postLines(post));
    const target = post.targets.find((one) => one.id === tid);
    const edit = target?.edits.at(-1);
    // Without an edit, the text was public before.
    if (edit?.text === text) endWith(endOf(edit.status));
  });
}

type Status = Post['targets'][number]['edits'][number]['status'];

function endOf(status: Status): ExitCode {
  switch (status) {
    case 'FAILED':
    case 'REJECTED':
      return exitCodes.failed;
    case 'UNCONFIRMED':
      return exitCodes.unconfirmed;
    case 'REQUESTED':
    case 'RUNNING':
      return exitCodes.timedOut;
    case 'DONE':
    case 'NEEDS_APPROVAL':
      return exitCodes.done;
  }
}
