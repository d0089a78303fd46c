import { readSessionInReach } from './internal/read-session.js';
import { viewSession } from './internal/view.js';
import type { ConnectContext, ConnectSessionView } from './types.js';

/** Returns the session with its progress. Poll it while a person is on the platform's page. */
export async function getConnectSession(
  ctx: ConnectContext,
  { connectSessionId }: { connectSessionId: string },
): Promise<ConnectSessionView> {
  return viewSession(ctx, await readSessionInReach(ctx, connectSessionId));
}
