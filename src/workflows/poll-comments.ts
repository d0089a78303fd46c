import { defineSignal, setHandler } from '@temporalio/workflow';
import {
  readAgainSignalName,
  type PollCommentsInput,
  type ReadCommentsInput,
  type ReadCommentsResult,
} from '../domain/workflow-contract.js';
import { local, readComments } from './options.js';

const readAgainSignal = defineSignal(readAgainSignalName);
/** The maximum number of reads in one run for an account. After that, the sweep reads the account. */
const readsMax = 50;

/**
 * Reads the comments that are due: in a whole sweep, started by its Schedule, or of one account at a user's request.
 * The database records which posts are due and which were read; the history contains only counts.
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
