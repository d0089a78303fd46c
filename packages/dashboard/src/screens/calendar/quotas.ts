import type { components } from '../../../../client/src/api-types.js';
import type { Account, Platform, Tile } from './tiles.js';

export type PlatformInfo = components['schemas']['PlatformInfo'];
type Quota = PlatformInfo['quotas'][number];

/** A quota of an account and its use on the busiest of the shown days. */
export interface QuotaLine {
  platform: Platform;
  /** Null for a quota that all accounts of this installation share. */
  account: Account | null;
  rule: string;
  max: number;
  count: number;
  /**
   * False for rules that cannot be counted, such as those for replies or reels, because tiles contain too little data.
   */
  isCounted: boolean;
  /** An instant on the busiest day; null if there is no post. */
  at: string | null;
  isClose: boolean;
}

const dayMs = 86_400_000;
const closeShare = 0.8;
const counting: ReadonlySet<Tile['state']> = new Set([
  'NEEDS_APPROVAL',
  'SCHEDULED',
  'PUBLISHING',
  'PARTIALLY_PUBLISHED',
  'PUBLISHED',
]);
const notCounting: ReadonlySet<string> = new Set(['FAILED', 'SKIPPED', 'CANCELED']);

const everything = (): boolean => true;
const nothing = (): boolean => false;
const countedBy: ReadonlyMap<string, (tile: Tile) => boolean> = new Map([
  ['posts_per_day', everything],
  ['videos_per_day', everything],
  ['posts_with_media_per_day', ({ pictures }: Tile) => pictures > 0],
]);

/** Compares the posts with the daily quotas of their platforms. `tiles` must be in the order of time. */
export function quotaLines(
  tiles: readonly Tile[],
  accounts: readonly Account[],
  platforms: readonly PlatformInfo[],
): QuotaLine[] {
  const planned = tiles.filter(({ state }) => counting.has(state));
  return platforms.flatMap(({ platform, quotas }) => {
    const own = accounts.filter((account) => account.platform === platform);
    if (own.length === 0) return [];
    return quotas.flatMap((quota) =>
      (quota.scope === 'account' ? own : [null]).map((account) => lineOf(planned, platform, account, quota)),
    );
  });
}

function lineOf(
  planned: readonly Tile[],
  platform: Platform,
  account: Account | null,
  quota: Quota,
): QuotaLine {
  const counts = countedBy.get(quota.rule) ?? nothing;
  const times = planned.filter(counts).flatMap(({ at, targets }) =>
    targets
      .filter((target) => target.platform === platform && !notCounting.has(target.state))
      .filter(({ accountId }) => account === null || accountId === account.id)
      .map(() => at),
  );
  const { count, at } =
    quota.window === 'rolling-day' ? fullestRolling(times) : fullestOf(times, quota.window.midnightIn);
  const { rule, max } = quota;
  const isCounted = countedBy.has(rule);
  return { platform, account, rule, max, count, isCounted, at, isClose: count >= max * closeShare };
}

interface Fullest {
  count: number;
  at: string | null;
}

/** Returns the largest number of posts within any 24 hours, and the time of the last of them. */
function fullestRolling(times: readonly string[]): Fullest {
  let fullest: Fullest = { count: 0, at: null };
  const inMs = times.map((time) => Date.parse(time));
  let oldest = 0;
  times.forEach((at, index) => {
    while ((inMs[oldest] ?? 0) <= (inMs[index] ?? 0) - dayMs) oldest += 1;
    const count = index - oldest + 1;
    if (count > fullest.count) fullest = { count, at };
  });
  return fullest;
}

function fullestOf(times: readonly string[], timeZone: string): Fullest {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
  const counts = new Map<string, number>();
  let fullest: Fullest = { count: 0, at: null };
  for (const at of times) {
    const day = format.format(new Date(at));
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    if (count > fullest.count) fullest = { count, at };
  }
  return fullest;
}
