import { createMiddleware } from 'hono/factory';
import type { Logger } from '../../log.js';
import type { Actor } from '../../services/shared/context.js';
import { clientAddress } from '../http/client-address.js';
import type { ApiEnv } from '../types.js';

/**
 * Logs a line for each response, with the caller, the request and the client's network. Users, keys, sessions and client
 * links appear only as ids, and the query is left out, because it may contain the caller's data.
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
        // `ctx` is absent if the caller is not known, although its type says that it is always set.
        ...callerOf((c.var as Partial<ApiEnv['Variables']>).ctx?.actor),
      },
      'request',
    );
  });
}

function callerOf(actor: Actor | undefined): Record<string, string> {
  if (actor === undefined) return {};
  if (actor.kind === 'clientLink') return { clientLinkId: actor.clientLinkId };
  const { userId } = actor;
  return actor.kind === 'apiKey'
    ? { userId, apiKeyId: actor.apiKeyId }
    : { userId, sessionId: actor.sessionId };
}
