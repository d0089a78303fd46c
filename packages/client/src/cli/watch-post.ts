import type { PunctualClient } from '../client.js';
import { endingOf, waitForPost, WaitTimedOut, type PostEnding, type WaitOptions } from '../wait-for-post.js';
import { exitCodes, type ExitCode } from './failures.js';
import type { Post } from './show-post.js';

export interface Watched {
  post: Post;
  exitCode: ExitCode;
}

const exitCodeByEnding = {
  published: exitCodes.done,
  failed: exitCodes.notPublished,
  unconfirmed: exitCodes.unconfirmed,
  withdrawn: exitCodes.withdrawn,
} as const satisfies Record<PostEnding, ExitCode>;

/** Waits until a post can no longer change by itself, or until the time limit passes. */
export async function watchPost(client: PunctualClient, post: Post, options: WaitOptions): Promise<Watched> {
  try {
    const ended = await waitForPost(client, post, options);
    return { post: ended, exitCode: exitCodeByEnding[endingOf(ended) ?? 'withdrawn'] };
  } catch (error) {
    if (error instanceof WaitTimedOut) return { post: error.post, exitCode: exitCodes.timedOut };
    throw error;
  }
}

/** Says why the wait for a post ended, unless the post says so itself. */
export function endNote({ post, exitCode }: Watched): string | null {
  switch (exitCode) {
    case exitCodes.unconfirmed:
      return 'The platform gave no clear response, and nobody knows whether the post is public there. Look before you publish it again: docs/troubleshooting.md says how.';
    case exitCodes.timedOut:
      return `Stopped waiting while the post is ${post.status}. To go on, run: punctual posts watch ${post.id}`;
    case exitCodes.withdrawn:
      return `The post is ${post.status}, so it will not be published.`;
    default:
      return null;
  }
}
