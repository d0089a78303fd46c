import type { Command } from 'commander';
import type { PunctualClient } from '../client.js';
import type { Call } from './call.js';
import { wholeNumber } from './parse.js';
import { postLines, type Post } from './show-post.js';
import { graceMsDefault } from '../wait-for-post.js';
import { endNote, watchPost, type Watched } from './watch-post.js';

const waitSecondsMax = 7 * 24 * 3_600;

export interface WaitOptions {
  wait?: true;
  /** The longest wait in seconds. */
  timeout?: number;
}

export const withWatchTimeout = (command: Command): Command =>
  command.option(
    '--timeout <seconds>',
    `how long to wait at most (default: until ${graceMsDefault / 60_000} minutes after the post is due)`,
    wholeNumber(1, waitSecondsMax),
  );

/** Adds `--wait`, with which the exit code says how the post ended. */
export const withWait = (command: Command): Command =>
  withWatchTimeout(command.option('--wait', 'wait until the post is published or has failed'));

/** Prints a post that a command has changed, after waiting for its end if that was asked for. */
export async function finishPost(
  call: Call,
  client: PunctualClient,
  post: Post,
  options: WaitOptions,
): Promise<void> {
  if (options.wait !== true) {
    call.printer.result(post, postLines(post));
    return;
  }
  if (!call.printer.isJson) call.printer.note(`Waiting for ${post.id} ...`);
  const ended = await watchToEnd(call, client, post, options);
  call.printer.result(ended.post, postLines(ended.post));
}

/** Waits for the end of a post, says why it ended, and sets the exit code. */
export async function watchToEnd(
  call: Call,
  client: PunctualClient,
  post: Post,
  { timeout, onChange }: WaitOptions & { onChange?: (post: Post) => void },
): Promise<Watched> {
  const watched = await watchPost(client, post, {
    clock: call.surroundings.clock,
    ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
    ...(onChange !== undefined && { onChange }),
  });
  const note = endNote(watched);
  if (note !== null) call.printer.note(note);
  call.endWith(watched.exitCode);
  return watched;
}
