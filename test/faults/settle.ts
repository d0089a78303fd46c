import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, ApiPost } from './api-client.js';

const pollMs = 500;
const askTimeoutMs = 20_000;
const atOnceMax = 20;
const finalStatuses = new Set(['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED', 'DRAFT']);

/**
 * Polls until every post is final, or until none has become final for the given time, and returns the posts. `gone`
 * collects those with a 404.
 */
export async function untilFinal(
  client: ApiClient,
  ids: string[],
  timeoutMs: number,
  gone = new Set<string>(),
): Promise<Map<string, ApiPost>> {
  const latest = new Map<string, ApiPost>();
  let openBefore = Infinity;
  let deadlineMs = 0;
  for (;;) {
    const open = ids.filter((id) => !gone.has(id) && !finalStatuses.has(latest.get(id)?.status ?? ''));
    if (open.length < openBefore) deadlineMs = performance.now() + timeoutMs;
    openBefore = open.length;
    if (open.length === 0 || performance.now() > deadlineMs) return latest;
    for (let from = 0; from < open.length; from += atOnceMax) {
      const some = open.slice(from, from + atOnceMax);
      const answers = await Promise.all(
        some.map((id) => client.untilAnswered('GET', `/posts/${id}`, undefined, askTimeoutMs)),
      );
      for (const [index, answer] of answers.entries()) {
        if (answer?.post !== undefined) latest.set(answer.post.id, answer.post);
        if (answer?.status === 404) gone.add(some[index] ?? '');
      }
    }
    await delay(pollMs);
  }
}
