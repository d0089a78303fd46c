import { defineSignal, setHandler } from '@temporalio/workflow';
import {
  readAgainSignalName,
  type PollCommentsInput,
  type ReadCommentsInput,
  type ReadCommentsResult,
} from '../domain/workflow-contract.js';
import { local, readComments } from './options.js';

const readAgainSignal = defineSignal(readAgainSignalName);
/** Whoever asks again and again is served by the sweep in the end. */
const readsMax = 50;

/**
 * One sweep of the comments that are due, started by its Schedule, or one account's, for somebody who asks. What is
 * due, and what was read, stands in the database: this history holds counts.
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
  // What a lost one had begun is due again.
  return sumOf(ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])));
}

async function readAccount(socialAccountId: string): Promise<ReadCommentsResult> {
  let isAsked = false;
  setHandler(readAgainSignal, () => {
    isAsked = true;
  });
  const results: ReadCommentsResult[] = [];
  do {
    isAsked = false;
    results.push(await readComments({ socialAccountId }));
  } while (isAsked && results.length < readsMax);
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
