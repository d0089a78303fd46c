import type { AwaitRefreshInput, RefreshResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, recordEvents } from '../timeline/record.js';

/** Runs or joins the account's single refresh and waits for it, for a target that needs a fresh token. */
export async function awaitRefresh(
  deps: ServiceDeps,
  { socialAccountId, seenVersion, postId, targetId }: AwaitRefreshInput,
): Promise<RefreshResult> {
  const refresh = await deps.starter.refreshAccount(socialAccountId, seenVersion);
  await recordEvents(deps.db, deps, postId, publisher, [
    { kind: 'TOKEN_REFRESH', targetId, detail: { refresh } },
  ]);
  return refresh;
}
