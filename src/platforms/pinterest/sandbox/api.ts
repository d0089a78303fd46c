import type { Context } from 'hono';
import { retryAfterSeconds, type Dialect, type SandboxEnv } from '../../../sandbox/publishing.js';

export function refuse(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message }, { status, headers });
}

export const invalid = (what: string): Response => refuse(400, 1, `Invalid request: ${what}`);
export const unauthorized = (): Response => refuse(401, 2, 'Authentication failed.');
export const boardNotFound = (): Response => refuse(404, 40, 'Board not found.');

export const tooMany = (message: string): Response =>
  refuse(429, 8, message, {
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(retryAfterSeconds),
  });

export const dialect: Dialect = {
  reject: () => invalid('refused by the sandbox.'),
  rateLimit: () => tooMany('You have exceeded your rate limit. Try again later.'),
  expiredToken: unauthorized,
  // Pinterest has no comments that could be closed, so this is its general refusal.
  commentsDisabled: () => refuse(403, 29, 'You are not permitted to access that resource.'),
  serverError: () => refuse(500, 0, 'Something went wrong on our end. Sorry about that.'),
};

/** The error for an unknown query parameter; null if there is none. */
export function queryFault(c: Context<SandboxEnv>, known: readonly string[]): Response | null {
  const unknown = Object.keys(c.req.query()).find((name) => !known.includes(name));
  return unknown === undefined ? null : invalid(`unknown parameter ${unknown.slice(0, 100)}.`);
}
