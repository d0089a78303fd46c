import type { RequestContext } from '../services/context.js';

/** What a request carries through the middleware. `ctx` is there behind authentication. */
export interface ApiEnv {
  Variables: { requestId: string; ctx: RequestContext };
}
