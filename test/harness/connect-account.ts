import { checkConnectionLimit, claimConnections } from '../../src/services/plan-limits/connection-limit.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { lockWorkspace } from '../../src/services/shared/rights/workspace-lock.js';
import {
  retryAfterReconnection,
  storeConnectionIn,
  type ConnectAccountInput,
  type StoredConnection,
} from '../../src/services/social-accounts/connect.js';

export interface ConnectedAccount extends StoredConnection {
  /** The number of posts that failed because of the dead grant and are published again. */
  postsRetried: number;
}

/** Connects or reconnects one account, as the import of a connect session does. */
export async function connectAccount(
  deps: ServiceDeps,
  input: ConnectAccountInput,
): Promise<ConnectedAccount> {
  const { workspaceId, platform, sandbox, externalAccountId } = input;
  const connection = { workspaceId, platform, sandbox, externalAccountIds: [externalAccountId] };
  const room = await checkConnectionLimit(deps, connection);
  const connected = await deps.db.transaction(async (tx) => {
    const { plan } = await lockWorkspace(tx, workspaceId);
    await claimConnections(tx, connection, { room, plan });
    return storeConnectionIn(tx, deps, input);
  });
  return { ...connected, postsRetried: await retryAfterReconnection(deps, connected) };
}
