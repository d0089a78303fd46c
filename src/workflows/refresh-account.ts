import type { RefreshResult } from '../domain/workflow-contract.js';
import { refreshAccount } from './options.js';

/**
 * The single writer of an account's tokens: its id is the account's, so that concurrent posts join one refresh
 * instead of racing rotating tokens.
 */
export function refreshAccountWorkflow(input: {
  socialAccountId: string;
  seenVersion: number;
}): Promise<RefreshResult> {
  return refreshAccount(input);
}
