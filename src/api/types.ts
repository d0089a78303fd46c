import type { AnonymousContext, RequestContext } from '../services/shared/context.js';

/** What a request carries through the middleware: `ctx` behind authentication, `anonymous` where it needs nobody. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    ctx: RequestContext;
    anonymous: AnonymousContext;
    /** The origin for links to this installation: that of PUBLIC_URL or, in development, of the request. */
    ownOrigin: string;
    /** Stands for a clientReferenceId where an Idempotency-Key was sent: it is claimed in the post's own transaction. */
    idempotencyReference?: string;
  };
}
