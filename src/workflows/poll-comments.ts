import type {
  PollCommentsInput,
  ReadCommentsInput,
  ReadCommentsResult,
} from '../domain/workflow-contract.js';
import { local, readComments } from './options.js';

/**
 * One sweep of the comments that are due, started by its Schedule, or one account's, for somebody who asks. What is
 * due, and what was read, stands in the database: this history holds counts.
 */
export async function pollCommentsWorkflow({
  socialAccountId,
}: PollCommentsInput = {}): Promise<ReadCommentsResult> {
  if (socialAccountId !== undefined) return readComments({ socialAccountId });
  const { reads } = await local.planCommentReads();
  const shares: ReadCommentsInput[] = Array.from({ length: reads }, (_none, index) => ({
    share: { index, of: reads },
  }));
  const ended = await Promise.allSettled(shares.map((share) => readComments(share)));
  const sum: ReadCommentsResult = { read: 0, failed: 0, stored: 0, announced: 0 };
  for (const each of ended) {
    // What a lost one had begun is due again.
    if (each.status === 'rejected') continue;
    sum.read += each.value.read;
    sum.failed += each.value.failed;
    sum.stored += each.value.stored;
    sum.announced += each.value.announced;
  }
  return sum;
}
