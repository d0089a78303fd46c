import { readSessionInReach } from './internal/read-session.js';
import { viewSession } from './internal/view.js';
import type { ConnectContext, ConnectSessionView } from './types.js';

/** How far it is: to be asked again and again while a person is at the platform's page. */
export async function getConnectSession(
  ctx: ConnectContext,
  { connectSessionId }: { connectSessionId: string },
): Promise<ConnectSessionView> {
  return viewSession(ctx, await readSessionInReach(ctx, connectSessionId));
}
