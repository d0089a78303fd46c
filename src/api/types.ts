import type { AnonymousContext, RequestContext } from '../services/shared/context.js';
import type { RateVerdict } from '../services/shared/limits/rate-limiter.js';

/**
 * The data that the middleware adds to a request: `ctx` after authentication, `anonymous` if it needs no credential.
 */
export interface ApiEnv {
  Variables: {
    requestId: string;
    ctx: RequestContext;
    anonymous: AnonymousContext;
    /** The state of the caller's limits, if it has any. */
    rate?: RateVerdict;
    /** The origin for links to this installation: that of PUBLIC_URL or, in development, of the request. */
    ownOrigin: string;
    /**
     * Replaces the clientReferenceId if an Idempotency-Key was sent. The transaction that creates the post claims it.
     */
    idempotencyReference?: string;
    /** Whether an earlier request with the same Idempotency-Key has done the work but could not respond. */
    isDone?: boolean;
    /** The schemas that the request is validated with. */
    schemas?: { query: unknown; body: unknown };
    /** Whether a repeat of the request should go on with it instead of getting this response again. */
    isUnfinished?: boolean;
  };
}
