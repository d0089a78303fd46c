import { groupBy } from '../../../../../src/domain/group-by.js';
import { metricNames, type MetricName } from '../../../../../src/domain/metric-names.js';
import type { SocialAccount } from '../../api/accounts.js';
import type { Post } from '../../api/posts.js';
import type { CsvValue } from '../../lib/csv.js';
import { nameOfNumber, numberLabels, sumOfValues, type Numbers, type Values } from '../../lib/numbers.js';
import { placeOf } from '../../lib/post-changes.js';
import { nameOfPost } from '../../lib/post-name.js';
import { platformNames, type Platform } from '../../lib/platform-looks.js';
import { t } from '../../messages/results.js';

/** A post on one account, with its numbers. */
export interface Result {
  targetId: string;
  postId: string;
  /** The beginning of the text. */
  name: string;
  text: string;
  accountId: string;
  platform: Platform;
  /** Null for an account that was disconnected. */
  account: SocialAccount | null;
  place: string;
  /** When the post was planned, by which posts are read. */
  scheduledAt: string;
  publishedAt: string;
  url: string | null;
  numbers: Numbers;
}

/** Returns the public targets of posts, each of which has numbers of its own. */
export const toResults = (posts: readonly Post[]): Result[] =>
  posts.flatMap((post) =>
    post.targets.flatMap((target) => {
      const { id, publishedAt, metrics, platform, account = null, socialAccountId, externalUrl } = target;
      if (publishedAt === null || metrics === undefined) return [];
      return {
        targetId: id,
        postId: post.id,
        name: nameOfPost(post),
        text: target.captionOverride ?? post.caption ?? '',
        accountId: socialAccountId,
        platform,
        account,
        place: placeOf(target),
        scheduledAt: post.scheduledAt ?? '',
        publishedAt,
        url: externalUrl,
        numbers: metrics,
      };
    }),
  );

/** The posts of a period, which are read from the newest on. */
export interface Reading {
  results: Result[];
  /** The number of posts that were read. */
  posts: number;
  /** When the oldest of them was planned. */
  readTo: string;
  /** Whether the posts before are still being read, or are too many to be read. */
  rest: 'none' | 'pending' | 'left';
}

interface PeriodResults {
  results: Result[];
  /** The number of posts that were read, if there are more. */
  cutAt: number | null;
}

/** Returns the results since an instant within the period of a reading; undefined while they are being read. */
export function since({ results, posts, readTo, rest }: Reading, begin: string): PeriodResults | undefined {
  const isWhole = rest === 'none' || readTo < begin;
  if (!isWhole && rest === 'pending') return undefined;
  return {
    results: results.filter(({ scheduledAt }) => scheduledAt >= begin),
    cutAt: isWhole ? null : posts,
  };
}

export type Order = MetricName | 'published';

/** Puts the largest number first, and what has no number last. Equal ones stay in their order, the newest first. */
export function inOrder(results: readonly Result[], order: Order): Result[] {
  if (order === 'published')
    return results.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
  const rank = ({ numbers }: Result): number => numbers.values[order] ?? -1;
  return results.toSorted((one, other) => rank(other) - rank(one));
}

/** An account with the sums of its posts. */
export interface AccountResults {
  accountId: string;
  platform: Platform;
  account: SocialAccount | null;
  place: string;
  posts: number;
  measured: number;
  values: Values;
  /** OK, or a status of the account as a whole. */
  status: Numbers['status'];
}

const ofWholeAccount: ReadonlySet<Numbers['status']> = new Set(['UNSUPPORTED', 'OFF', 'PERMISSION_MISSING']);

/** Sums up the results of each account, the one with the most posts first. */
export function byAccount(results: readonly Result[]): AccountResults[] {
  return [...groupBy(results, ({ accountId }) => accountId).values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { accountId, platform, account, place } = first;
      const measured = group.filter(({ numbers }) => numbers.measuredAt !== null);
      return {
        accountId,
        platform,
        account,
        place,
        posts: group.length,
        measured: measured.length,
        values: sumOfValues(measured.map(({ numbers }) => numbers.values)),
        status:
          group.map(({ numbers }) => numbers.status).find((status) => ofWholeAccount.has(status)) ?? 'OK',
      };
    })
    .sort((one, other) => other.posts - one.posts || one.place.localeCompare(other.place));
}

/** Returns the rows of a CSV file, its header first. */
export function toRows(results: readonly Result[]): CsvValue[][] {
  const header = [
    t('column.postId'),
    t('column.text'),
    t('column.platform'),
    t('column.account'),
    t('column.publishedAt'),
    t('column.url'),
    t('column.status'),
    t('column.measuredAt'),
    ...metricNames.map(nameOfNumber),
  ];
  const rows = results.map((result) => [
    result.postId,
    result.text,
    platformNames[result.platform],
    result.account?.handle ?? '',
    result.publishedAt,
    result.url,
    numberLabels[result.numbers.status].label,
    result.numbers.measuredAt,
    ...metricNames.map((name) => result.numbers.values[name]),
  ]);
  return [header, ...rows];
}
