import type { Command } from 'commander';
import type { components } from '../api-types.js';
import type { PunctualClient } from '../client.js';
import { dataOf } from '../errors.js';
import { readPatiently } from '../patience.js';
import { itemsOf } from '../pages.js';
import { callOf, type Call, type Session } from './call.js';
import { exitCodes, type ExitCode } from './failures.js';
import {
  firstOf,
  pageLimitOf,
  wholeNumber,
  withIdempotencyKey,
  withListOptions,
  type IdempotentOptions,
  type ListOptions,
} from './parse.js';
import { clipped, table } from './print.js';
import { textOrInput } from './read-input.js';
import type { WaitOptions } from './wait.js';

type Comment = components['schemas']['Comment'];

const textCharsMax = 80;
const replyPollMs = 1_000;
/** Look-ups of a reply without a clear response end after some 13 minutes. */
const replySecondsDefault = 20 * 60;
const replySecondsMax = 3_600;

/** Adds the commands for comments. */
export function addComments(program: Command, session: Session): void {
  const comments = program.command('comments').description('Lists comments and replies to them.');
  addList(comments, session);
  addReply(comments, session);
}

interface ListCommentsOptions extends ListOptions {
  unread?: true;
  post?: string;
  account?: string;
}

function addList(comments: Command, session: Session): void {
  withListOptions(comments.command('list').description('Lists comments by others, the newest first.'))
    .option('--unread', 'only those that nobody has read')
    .option('--post <id>', 'only below this post')
    .option('--account <id>', 'only below posts of this account')
    .action(async (options: ListCommentsOptions, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const { workspace, unread, post, account } = options;
      const query = {
        mine: false,
        limit: pageLimitOf(options),
        ...(unread === true && { unread }),
        ...(workspace !== undefined && { workspaceId: workspace }),
        ...(post !== undefined && { postId: post }),
        ...(account !== undefined && { socialAccountId: account }),
      };
      const data = await firstOf(itemsOf(connect().client, '/comments', { query }), options.limit);
      printer.result({ data }, table(data.map(row)));
    });
}

interface ReplyOptions extends IdempotentOptions, WaitOptions {}

function addReply(comments: Command, session: Session): void {
  const reply = comments
    .command('reply')
    .description('Replies to a comment, in the name of the account.')
    .argument('<id>', 'the id of the comment')
    .argument('<text>', 'the text of the reply; - reads it from standard input')
    .option('--wait', 'wait until the reply is public or has failed')
    .option(
      '--timeout <seconds>',
      `how long to wait at most (default: ${replySecondsDefault})`,
      wholeNumber(1, replySecondsMax),
    );
  withIdempotencyKey(reply).action(
    async (id: string, given: string, options: ReplyOptions, command: Command) => {
      const call = callOf(session, command);
      const { client } = call.connect();
      const text = await textOrInput(given, call.surroundings);
      const sent = await call.once(options, (header) =>
        client.POST('/comments/{id}/reply', { params: { path: { id }, header }, body: { text } }),
      );
      const ended = options.wait === true ? await untilSent(call, client, sent, options) : sent;
      call.printer.result(ended, replyLines(ended));
    },
  );
}

/** Waits until a reply is no longer being sent, and sets the exit code. */
async function untilSent(
  call: Call,
  client: PunctualClient,
  reply: Comment,
  { timeout = replySecondsDefault }: WaitOptions,
): Promise<Comment> {
  const { clock } = call.surroundings;
  const endMs = clock.nowMs() + timeout * 1_000;
  let current = reply;
  while (current.status === 'SENDING' && clock.nowMs() < endMs) {
    await clock.sleep(replyPollMs);
    const reading = dataOf(client.GET('/comments/{id}', { params: { path: { id: reply.id } } }));
    current =
      (await readPatiently(reading, { clock, delayMsMax: Math.max(0, endMs - clock.nowMs()) })) ?? current;
  }
  call.endWith(endOf(current.status));
  return current;
}

function endOf(status: Comment['status']): ExitCode {
  switch (status) {
    case 'SENDING':
      return exitCodes.timedOut;
    case 'FAILED':
      return exitCodes.notPublished;
    case 'UNCONFIRMED':
      return exitCodes.unconfirmed;
    default:
      return exitCodes.done;
  }
}

const row = ({ id, postedAt, platform, authorHandle, replyStatus, text }: Comment): string[] => [
  id,
  postedAt,
  platform,
  authorHandle ?? '-',
  replyStatus === null ? 'no reply' : `reply ${replyStatus}`,
  clipped(text, textCharsMax),
];

const replyLines = ({ id, status, externalUrl, errorCode, errorMessage }: Comment): string[] => [
  [id, status, externalUrl ?? '', errorCode === null ? '' : `${errorCode}: ${errorMessage ?? ''}`]
    .filter((part) => part !== '')
    .join('  '),
];
