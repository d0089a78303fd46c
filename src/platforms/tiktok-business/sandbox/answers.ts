import type { Context } from 'hono';
import { retryAfter, type Dialect, type SandboxEnv } from '../../../sandbox/publishing.js';

export function ok(data: object): Response {
  return Response.json({ code: 0, message: 'OK', request_id: 'sandbox', data });
}

/** A rejection. TikTok for Business sends it with HTTP 200 and a code. */
export function fault(code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message, request_id: 'sandbox', data: {} }, { headers });
}

export const invalid = (message: string): Response => fault(40_002, message);

export const dialect: Dialect = {
  reject: () => invalid('Invalid parameter: refused by the sandbox.'),
  rateLimit: () => fault(40_100, 'Requests made too frequently.', retryAfter),
  duplicate: () => fault(40_050, 'Duplicated request.'),
  expiredToken: () => fault(40_102, 'Access token has expired.'),
  commentsDisabled: () => fault(40_003, 'Comments are disabled for this video.'),
  serverError: () => fault(50_000, 'System error.'),
};

/** Parses the body, which must have the JSON content type. Returns undefined if it is not JSON. */
export async function jsonOf(c: Context<SandboxEnv>): Promise<unknown> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? '')) return undefined;
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}
