import type { Command } from 'commander';
import { callOf, type Session } from './call.js';
import { dataOf } from '../errors.js';
import { itemsOf } from '../pages.js';
import { addChangeTarget } from './change-target.js';
import { addCreatePost } from './create-post.js';
import {
  collect,
  firstOf,
  pageLimitOf,
  parseTime,
  timeHelp,
  withIdempotencyKey,
  withListOptions,
  type IdempotentOptions,
  type ListOptions,
} from './parse.js';
import { table } from './print.js';
import { listOf, platforms, postStatuses } from './known-values.js';
import { postLines, postRow } from './show-post.js';
import { finishPost, watchToEnd, withWait, withWatchTimeout, type WaitOptions } from './wait.js';

/** Adds the commands for posts. */
export function addPosts(program: Command, session: Session): void {
  const posts = program.command('posts').description('Creates, follows and changes posts.');
  addCreatePost(posts, session);
  addList(posts, session);
  addGet(posts, session);
  addSchedule(posts, session);
  addCancel(posts, session);
  addRetry(posts, session);
  addChangeTarget(posts, session);
  addWatch(posts, session);
}

interface ListPostsOptions extends ListOptions {
  status?: string;
  platform?: string;
  account?: string;
  search?: string;
}

function addList(posts: Command, session: Session): void {
  withListOptions(posts.command('list').description('Lists posts, the newest first.'))
    .addOption(listOf('--status <status,...>', 'only with one of these statuses', postStatuses))
    .addOption(listOf('--platform <platform,...>', 'only with a target on one of these platforms', platforms))
    .option('--account <id>', 'only with a target for this account')
    .option('--search <text>', 'only with this text in a caption')
    .action(async (options: ListPostsOptions, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const { workspace, status, platform, account, search } = options;
      const query = {
        limit: pageLimitOf(options),
        ...(workspace !== undefined && { workspaceId: workspace }),
        ...(status !== undefined && { status: status.toUpperCase() }),
        ...(platform !== undefined && { platform: platform.toUpperCase() }),
        ...(account !== undefined && { socialAccountId: account }),
        ...(search !== undefined && { q: search }),
      };
      const data = await firstOf(itemsOf(connect().client, '/posts', { query }), options.limit);
      printer.result({ data }, table(data.map(postRow)));
    });
}

function addGet(posts: Command, session: Session): void {
  posts
    .command('get')
    .description('Shows a post, with the state of each target.')
    .argument('<id>', 'the id of the post')
    .action(async (id: string, _options: object, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const post = await dataOf(connect().client.GET('/posts/{id}', { params: { path: { id } } }));
      printer.result(post, postLines(post));
    });
}

interface ScheduleOptions extends IdempotentOptions, WaitOptions {
  at: string;
}

function addSchedule(posts: Command, session: Session): void {
  const schedule = posts
    .command('schedule')
    .description('Schedules a draft, a failed or a canceled post, or moves one that waits.')
    .argument('<id>', 'the id of the post')
    .requiredOption('--at <time>', timeHelp, parseTime);
  withWait(withIdempotencyKey(schedule)).action(
    async (id: string, options: ScheduleOptions, command: Command) => {
      const call = callOf(session, command);
      const { client } = call.connect();
      call.writtenAs((path) => (path === 'scheduledAt' ? '--at' : null));
      const post = await call.once(options, (header) =>
        client.POST('/posts/{id}/schedule', {
          params: { path: { id }, header },
          body: { scheduledAt: options.at },
        }),
      );
      await finishPost(call, client, post, options);
    },
  );
}

function addCancel(posts: Command, session: Session): void {
  const cancel = posts
    .command('cancel')
    .description('Cancels a post. No call to a platform begins after that.')
    .argument('<id>', 'the id of the post');
  withIdempotencyKey(cancel).action(async (id: string, options: IdempotentOptions, command: Command) => {
    const { printer, connect, once } = callOf(session, command);
    const { client } = connect();
    const post = await once(options, (header) =>
      client.POST('/posts/{id}/cancel', { params: { path: { id }, header } }),
    );
    printer.result(post, postLines(post));
    if (post.cancelResults.some(({ result }) => result === 'IN_FLIGHT' || result === 'UNCONFIRMED'))
      printer.note(
        'A call to a platform had begun, so the post may be public there: punctual posts watch says.',
      );
  });
}

interface RetryOptions extends IdempotentOptions, WaitOptions {
  target?: string[];
  republishUnconfirmed?: true;
}

function targetOptionOf(path: string, { target = [] }: RetryOptions): string | null {
  const [field, index] = path.split('.');
  return field === 'targetIds' ? `--target ${target[Number(index)] ?? ''}`.trim() : null;
}

function addRetry(posts: Command, session: Session): void {
  const retry = posts
    .command('retry')
    .description('Publishes the failed targets of a post again.')
    .argument('<id>', 'the id of the post')
    .option('--target <id>', 'only this target; repeatable', collect)
    .option(
      '--republish-unconfirmed',
      'publish again although the post may be public already: it may then appear twice',
    );
  withWait(withIdempotencyKey(retry)).action(async (id: string, options: RetryOptions, command: Command) => {
    const call = callOf(session, command);
    const { client } = call.connect();
    call.writtenAs((path) => targetOptionOf(path, options));
    const body = {
      ...(options.target !== undefined && { targetIds: options.target }),
      ...(options.republishUnconfirmed === true && { republishUnconfirmed: true }),
    };
    const post = await call.once(options, (header) =>
      client.POST('/posts/{id}/retry', { params: { path: { id }, header }, body }),
    );
    await finishPost(call, client, post, options);
  });
}

function addWatch(posts: Command, session: Session): void {
  const watch = posts
    .command('watch')
    .description('Shows each change of a post until it is published or has failed. The exit code says which.')
    .argument('<id>', 'the id of the post');
  withWatchTimeout(watch).action(async (id: string, options: WaitOptions, command: Command) => {
    const call = callOf(session, command);
    const { client } = call.connect();
    const post = await dataOf(client.GET('/posts/{id}', { params: { path: { id } } }));
    const onChange = (changed: typeof post): void => {
      call.printer.result(changed, postLines(changed));
    };
    await watchToEnd(call, client, post, { ...options, onChange });
  });
}
