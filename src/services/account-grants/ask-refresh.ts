import type { RefreshResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import type { SocialAccountRow } from './view.js';

/**
 * Asks the account's refresh workflow for a refresh, and waits for the result. Returns `unavailable` if the workflow
 * cannot be asked.
 */
export async function askRefresh(
  deps: Pick<ServiceDeps, 'starter' | 'log'>,
  { id, credentialsVersion }: Pick<SocialAccountRow, 'id' | 'credentialsVersion'>,
): Promise<RefreshResult> {
  try {
    return await deps.starter.refreshAccount(id, credentialsVersion);
  } catch (error) {
    deps.log.warn({ err: error, socialAccountId: id }, 'a token refresh could not be asked for');
    return 'unavailable';
  }
}
