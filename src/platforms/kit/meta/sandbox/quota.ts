import type { MetaCall } from './login.js';

const windowSeconds = 24 * 60 * 60;
/** How long a mark keeps an account at its limit. Without a mark there is no limit, because of load tests. */
const spentSeconds = 2;

const keyOf = ({ platform, token }: MetaCall): string => `quota ${platform} ${token.accountId}`;

export const spendQuota = (call: MetaCall): void => call.store.begin(keyOf(call), spentSeconds * 1000);
export const isQuotaSpent = (call: MetaCall): boolean => call.store.lasts(keyOf(call));

/** Returns the requested fields about the use of each limit. The prefix of the fields names the limit. */
export function quotaAnswer(call: MetaCall, totals: Readonly<Record<string, number>>): Response {
  const { fields = 'quota_usage' } = call.params;
  const isSpent = isQuotaSpent(call);
  const quota_duration = isSpent ? spentSeconds : windowSeconds;
  const all: Record<string, unknown> = {};
  for (const [prefix, quota_total] of Object.entries(totals)) {
    all[`${prefix}quota_usage`] = isSpent ? quota_total : 0;
    all[`${prefix}config`] = { quota_total, quota_duration };
  }
  return Response.json({ data: [Object.fromEntries(fields.split(',').map((name) => [name, all[name]]))] });
}
