import type { SandboxStore } from '../../../sandbox/store.js';

const postsMax = 250;
const repliesMax = 1_000;
const windowSeconds = 24 * 60 * 60;
/** How long a mark keeps an account at its limit. Without a mark there is no limit, because of load tests. */
const spentSeconds = 2;

const key = (accountId: string): string => `quota THREADS ${accountId}`;

export function spendQuota(store: SandboxStore, accountId: string): void {
  store.setNote(key(accountId), store.now().getTime() + spentSeconds * 1000);
}

export function isQuotaSpent(store: SandboxStore, accountId: string): boolean {
  return (store.note(key(accountId)) ?? 0) > store.now().getTime();
}

/** GET threads_publishing_limit, with the requested fields. */
export function quotaAnswer(store: SandboxStore, accountId: string, fields = ''): Response {
  const isSpent = isQuotaSpent(store, accountId);
  const quota_duration = isSpent ? spentSeconds : windowSeconds;
  const all: Record<string, unknown> = {
    quota_usage: isSpent ? postsMax : 0,
    config: { quota_total: postsMax, quota_duration },
    reply_quota_usage: isSpent ? repliesMax : 0,
    reply_config: { quota_total: repliesMax, quota_duration },
  };
  return Response.json({ data: [Object.fromEntries(fields.split(',').map((name) => [name, all[name]]))] });
}
