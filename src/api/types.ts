import type { AnonymousContext, RequestContext } from '../services/shared/context.js';

/** What a request carries through the middleware: `ctx` behind authentication, `anonymous` where it needs nobody. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    ctx: RequestContext;
    anonymous: AnonymousContext;
    /** Where browsers reach us, for links; absent in development only. */
    publicOrigin: string | undefined;
    /** Stands for a clientReferenceId where an Idempotency-Key was sent: it is claimed in the post's own transaction. */
    idempotencyReference?: string;
  };
}
