import type { ChangeSink } from '../shared/change-streams.js';
import type { RequestContext } from '../shared/context.js';
import { requireSession } from '../shared/rights/access.js';

/**
 * Tells the sink what changes in the workspaces of the session's user (GET /events), until it is closed by the returned
 * function. Which workspaces these are is read again before anything is reported.
 */
export async function watchChanges(
  ctx: RequestContext,
  { sink, after }: { sink: ChangeSink; after?: string },
): Promise<() => void> {
  const { sessionId } = requireSession(ctx);
  return ctx.changeStreams.open({ sessionId, sink, ...(after !== undefined && { after }) });
}
