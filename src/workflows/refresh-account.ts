import type { RefreshResult } from '../domain/workflow-contract.js';
import { refreshAccount } from './options.js';

/**
 * The only writer of an account's tokens. Its id is derived from the account, so concurrent posts share one refresh
 * instead of each using a token that works only once.
 */
export function refreshAccountWorkflow(input: {
  socialAccountId: string;
  seenVersion: number;
}): Promise<RefreshResult> {
  return refreshAccount(input);
}
