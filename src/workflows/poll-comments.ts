import { defineSignal, setHandler } from '@temporalio/workflow';
import {
  readAgainSignalName,
  type PollCommentsInput,
  type ReadCommentsInput,
  type ReadCommentsResult,
} from '../domain/workflow-contract.js';
import { local, readComments } from './options.js';

const readAgainSignal = defineSignal(readAgainSignalName);
/** After this many requests for one account, the sweep reads it instead. */
const readsMax = 50;

/**
 * Reads the comments that are due: for a whole sweep, started by its Schedule, or for one account on a user's
 * request. The due and the read posts are in the database; this history holds only counts.
 */
export async function pollCommentsWorkflow({
  socialAccountId,
}: PollCommentsInput = {}): Promise<ReadCommentsResult> {
  if (socialAccountId !== undefined) return readAccount(socialAccountId);
  const { reads } = await local.planCommentReads();
  const shares: ReadCommentsInput[] = Array.from({ length: reads }, (_none, index) => ({
    share: { index, of: reads },
  }));
  const ended = await Promise.allSettled(shares.map((share) => readComments(share)));
  // Comments that a lost run had begun to read become due again.
  return sumOf(ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])));
}

async function readAccount(socialAccountId: string): Promise<ReadCommentsResult> {
  const asks = { count: 0 };
  setHandler(readAgainSignal, () => {
    asks.count += 1;
  });
  const results: ReadCommentsResult[] = [];
  let heard: number;
  do {
    heard = asks.count;
    results.push(await readComments({ socialAccountId }));
  } while (asks.count > heard && results.length < readsMax);
  return sumOf(results);
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
