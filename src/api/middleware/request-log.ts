import { createMiddleware } from 'hono/factory';
import type { Logger } from '../../log.js';
import type { Actor } from '../../services/shared/context.js';
import { clientAddress } from '../http/client-address.js';
import type { ApiEnv } from '../types.js';

/**
 * One line for each response: who asked for what, from which network. Users, keys and sessions are named by their ids.
 * The query is left out, because it is the caller's data.
 */
export function requestLog(log: Logger, { trustProxyHops }: { trustProxyHops: number }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const startedMs = performance.now();
    await next();
    log.info(
      {
        requestId: c.var.requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        durationMs: Math.round(performance.now() - startedMs),
        network: clientAddress(c, trustProxyHops),
        // Absent if the caller is not known, whatever the types say.
        ...callerOf((c.var as Partial<ApiEnv['Variables']>).ctx?.actor),
      },
      'request',
    );
  });
}

function callerOf(actor: Actor | undefined): Record<string, string> {
  if (actor === undefined) return {};
  const { userId } = actor;
  return actor.kind === 'apiKey'
    ? { userId, apiKeyId: actor.apiKeyId }
    : { userId, sessionId: actor.sessionId };
}
