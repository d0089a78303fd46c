import { retryAfter, retryAfterSeconds, type Dialect } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';

export function problem(
  status: number,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const type = status === 400 ? 'https://api.twitter.com/2/problems/invalid-request' : 'about:blank';
  return new Response(JSON.stringify({ type, title, detail, status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** X's words for a text or media that the account may not post, such as a long text without a subscription. */
export const notPermitted = (): Response =>
  problem(403, 'Forbidden', 'You are not permitted to perform this action.');
/** X's words are not documented. */
export const premiumMissing = (): Response =>
  problem(403, 'Forbidden', 'Editing posts requires a subscription to X Premium.');
export const notFound = (): Response =>
  problem(404, 'Not Found Error', 'Could not find the post with this id.');
export const unauthorized = (): Response => problem(401, 'Unauthorized', 'Unauthorized');

export const createDialect = (store: SandboxStore): Dialect => ({
  reject: () => problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.'),
  rateLimit: () =>
    problem(429, 'Too Many Requests', 'Too Many Requests', {
      ...retryAfter,
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(store.now().getTime() / 1000) + retryAfterSeconds),
    }),
  noCredits: () => problem(402, 'CreditsDepleted', 'Your account has no credits left.', retryAfter),
  duplicate: () => problem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
  expiredToken: unauthorized,
  commentsDisabled: () =>
    problem(
      403,
      'Forbidden',
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    ),
  serverError: () => problem(503, 'Service Unavailable', 'Service Unavailable'),
});
