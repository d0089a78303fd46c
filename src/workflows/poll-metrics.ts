import type { MeasureResult, PollMetricsInput } from '../domain/workflow-contract.js';
import { local, measurePosts } from './options.js';
import { readAccount, readInShares } from './poll.js';

/**
 * Reads the numbers of posts that are due: in a whole sweep, started by its Schedule, or of one account at a user's
 * request. The database has the numbers; the history contains only counts.
 */
export async function pollMetricsWorkflow({
  socialAccountId,
}: PollMetricsInput = {}): Promise<MeasureResult> {
  if (socialAccountId !== undefined) return sumOf(await readAccount(() => measurePosts({ socialAccountId })));
  const { reads } = await local.planMeasuring();
  return sumOf(await readInShares(reads, (share) => measurePosts({ share })));
}

function sumOf(results: readonly MeasureResult[]): MeasureResult {
  const sum = { read: 0, failed: 0, changed: 0, announced: 0 };
  for (const { read, failed, changed, announced } of results) {
    sum.read += read;
    sum.failed += failed;
    sum.changed += changed;
    sum.announced += announced;
  }
  return sum;
}
