import type { RouteConfig } from '@hono/zod-openapi';
import type { ErrorCode } from '../../domain/errors.js';
import { errorEntries } from '../errors/codes.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** Headers that many responses have, as components. src/api/errors/rate-headers.ts sets those about rate limits. */
export const sharedHeaders = {
  RetryAfter: {
    description: 'How many seconds to wait before you try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  RateLimit: {
    description:
      'For each limit, how many requests remain (`r`), and in how many seconds earlier requests stop counting (`t`).',
    schema: text,
    example:
      '"burst";r=59;t=60, "sustained";r=999;t=900, "user-burst";r=299;t=60, "user-sustained";r=4999;t=900',
  },
  RateLimitPolicy: {
    description:
      'For each limit, the number of requests allowed (`q`) within a number of seconds (`w`), or without `w`, at the same time.',
    schema: text,
    example:
      '"burst";q=60;w=60, "sustained";q=1000;w=900, "user-burst";q=300;w=60, "user-sustained";q=5000;w=900',
  },
  RateLimitLimit: {
    description:
      'The number of requests that the limit allows that has refused the request, otherwise the one that you are closest to.',
    schema: count,
    example: 60,
  },
  RateLimitRemaining: {
    description: 'How many requests remain under that limit.',
    schema: count,
    example: 59,
  },
  RateLimitReset: {
    description: 'When earlier requests stop counting towards that limit, in Unix seconds.',
    schema: count,
    example: 1_893_488_400,
  },
  IdempotentReplayed: {
    description: 'Present if the response repeats the result of an earlier call.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
} as const;

function reference(name: keyof typeof sharedHeaders): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

export const retryAfterHeader = { 'Retry-After': reference('RetryAfter') };
export const replayedHeader = { 'Idempotent-Replayed': reference('IdempotentReplayed') };
/** The caller's remaining limits. Only callers with a credential have limits of their own. */
export const rateHeaders = {
  RateLimit: reference('RateLimit'),
  'RateLimit-Policy': reference('RateLimitPolicy'),
  'X-RateLimit-Limit': reference('RateLimitLimit'),
  'X-RateLimit-Remaining': reference('RateLimitRemaining'),
  'X-RateLimit-Reset': reference('RateLimitReset'),
};

/** Adds the rate limit headers to the successful responses of a route with a credential. See `errorHeadersOf`. */
export function withRateHeaders<R extends RouteConfig>(route: R): R {
  if (route.security?.length === 0) return route;
  const responses = Object.entries(route.responses).map(([status, response]) => {
    const isError = Number(status) >= 400 || '$ref' in response;
    return [status, isError ? response : { ...response, headers: { ...rateHeaders, ...response.headers } }];
  });
  return { ...route, responses: Object.fromEntries(responses) as R['responses'] };
}

/** The headers of an error response. Undefined if its codes have none. */
export function errorHeadersOf(codes: readonly ErrorCode[]): Record<string, { $ref: string }> | undefined {
  if (codes.includes('RATE_LIMITED')) return { ...retryAfterHeader, ...rateHeaders };
  return codes.some(hasWait) ? retryAfterHeader : undefined;
}

function hasWait(code: ErrorCode): boolean {
  const entry = errorEntries[code];
  return 'extras' in entry && 'retryAfterMs' in entry.extras;
}
