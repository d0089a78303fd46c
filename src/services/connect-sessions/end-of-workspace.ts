import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { connectSessions } from '../../db/schema/index.js';
import { endSessions } from './internal/end.js';

/** With a workspace, what is being connected to it ends: no grant is left behind. */
export async function endConnectSessionsOf(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await endSessions(tx, eq(connectSessions.workspaceId, workspaceId), now, { status: 'EXPIRED' });
}
