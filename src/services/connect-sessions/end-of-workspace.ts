import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { connectSessions } from '../../db/schema/index.js';
import type { UnusedGrant } from '../account-grants/revoke-grants.js';
import type { ServiceDeps } from '../shared/context.js';
import { endSessions } from './internal/end.js';
import { abandonedGrantsOf } from './internal/abandoned-grants.js';

/** Ends the connect sessions of a deleted workspace. Returns the grants, which must be ended after the commit. */
export async function endConnectSessionsOf(
  tx: Tx,
  deps: Pick<ServiceDeps, 'clock' | 'newId' | 'vault' | 'publishing'>,
  workspaceId: string,
): Promise<UnusedGrant[]> {
  const which = eq(connectSessions.workspaceId, workspaceId);
  return abandonedGrantsOf(deps, await endSessions(tx, deps, which, { status: 'EXPIRED' }));
}
