import type { SandboxStore } from '../../../sandbox/store.js';

const postsMax = 50;
const windowSeconds = 24 * 60 * 60;
/** How long a mark keeps an account at its limit. Without a mark there is no limit, because of load tests. */
const spentSeconds = 2;

const key = (accountId: string): string => `quota INSTAGRAM ${accountId}`;

export function spendQuota(store: SandboxStore, accountId: string): void {
  store.setNote(key(accountId), store.now().getTime() + spentSeconds * 1000);
}

export function isQuotaSpent(store: SandboxStore, accountId: string): boolean {
  return (store.note(key(accountId)) ?? 0) > store.now().getTime();
}

/** GET content_publishing_limit. By default it returns only the usage. */
export function quotaAnswer(store: SandboxStore, accountId: string, fields = 'quota_usage'): Response {
  const isSpent = isQuotaSpent(store, accountId);
  const all: Record<string, unknown> = {
    quota_usage: isSpent ? postsMax : 0,
    config: { quota_total: postsMax, quota_duration: isSpent ? spentSeconds : windowSeconds },
  };
  return Response.json({ data: [Object.fromEntries(fields.split(',').map((name) => [name, all[name]]))] });
}
