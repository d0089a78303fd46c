import type { PollCommentsInput, ReadCommentsResult } from '../domain/workflow-contract.js';
import { local, readComments } from './options.js';
import { readAccount, readInShares } from './poll.js';

/**
 * Reads the comments that are due: in a whole sweep, started by its Schedule, or of one account at a user's request.
 * The database records which posts are due and which were read; the history contains only counts.
 */
export async function pollCommentsWorkflow({
  socialAccountId,
}: PollCommentsInput = {}): Promise<ReadCommentsResult> {
  if (socialAccountId !== undefined) return sumOf(await readAccount(() => readComments({ socialAccountId })));
  const { reads } = await local.planCommentReads();
  return sumOf(await readInShares(reads, (share) => readComments({ share })));
}

function sumOf(results: readonly ReadCommentsResult[]): ReadCommentsResult {
  const sum = { read: 0, failed: 0, stored: 0, announced: 0 };
  for (const { read, failed, stored, announced } of results) {
    sum.read += read;
    sum.failed += failed;
    sum.stored += stored;
    sum.announced += announced;
  }
  return sum;
}
