import { EgressError, type SafeFetch } from '../egress/safe-fetch.js';
import type { Tracing } from './tracing.js';

/**
 * Records a span for each outbound call, with method, host and status, or the reason of the failure. Paths contain ids
 * of people and queries contain tokens, so neither is recorded. Our trace context is not sent out.
 */
export function tracedFetch(tracing: Tracing, safeFetch: SafeFetch): SafeFetch {
  if (!tracing.enabled) return safeFetch;
  return (request) => {
    const host = URL.canParse(request.url) ? new URL(request.url).hostname : 'invalid';
    return tracing.inSpan(
      {
        name: `${request.method} ${host}`,
        kind: 'client',
        attributes: { 'http.request.method': request.method, 'server.address': host },
      },
      async (span) => {
        try {
          const response = await safeFetch(request);
          span.set({ 'http.response.status_code': response.status });
          if (response.status >= 400) span.fail();
          return response;
        } catch (error) {
          if (error instanceof EgressError) {
            span.set({ 'error.type': error.reason, 'punctual.request_sent': error.sent });
          }
          throw error;
        }
      },
    );
  };
}
