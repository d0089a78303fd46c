import { defineSignal, setHandler } from '@temporalio/workflow';
import { readAgainSignalName } from '../domain/workflow-contract.js';

const readAgainSignal = defineSignal(readAgainSignalName);
/** The maximum number of reads in one run for an account. After that, the sweep reads the account. */
const readsMax = 50;

/** The share of one read among those that run at the same time. Each reads different accounts. */
export interface Share {
  index: number;
  of: number;
}

/** Reads everything that is due, in shares. Rows that a lost read had begun become due again. */
export async function readInShares<Result>(
  count: number,
  read: (share: Share) => Promise<Result>,
): Promise<Result[]> {
  const shares = Array.from({ length: count }, (_none, index) => ({ index, of: count }));
  const ended = await Promise.allSettled(shares.map((share) => read(share)));
  return ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/** Reads everything that is due for one account, and again for each request that arrives meanwhile. */
export async function readAccount<Result>(read: () => Promise<Result>): Promise<Result[]> {
  const asks = { count: 0 };
  setHandler(readAgainSignal, () => {
    asks.count += 1;
  });
  const results: Result[] = [];
  let heard: number;
  do {
    heard = asks.count;
    results.push(await read());
  } while (asks.count > heard && results.length < readsMax);
  return results;
}
