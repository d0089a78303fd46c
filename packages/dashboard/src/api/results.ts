import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { groupBy } from '../../../../src/domain/group-by.js';
import { sumOfValues, type Numbers, type Values } from '../lib/numbers.js';
import type { Platform } from '../lib/platform-looks.js';
import { placeOf } from '../lib/post-changes.js';
import { isRemoved } from '../lib/shown-state.js';
import { nameOfPost } from '../lib/post-name.js';
import type { SocialAccount } from './accounts.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { nextReadMs } from './polling.js';
import type { Post } from './posts.js';
import { useWorkspace } from './workspace.js';

/** The longest period whose results are shown. It is read once for all periods, together with the one before it. */
export const daysMax = 90;
const daysRead = 2 * daysMax;
const pageRows = 100;
/** The limit of posts is `pageRows` times this. */
const pagesMost = 10;
/** Numbers are polled, because the stream of changes does not report them. */
const usualMs = 120_000;
/** The least time between two reads that changes cause, because each page is a request. */
const restMs = 10_000;

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
  /** The planned time of the post, by which posts are read. */
  scheduledAt: string;
  publishedAt: string;
  url: string | null;
  /** Whether the post was removed from its platform, so that it is no longer measured. */
  isRemoved: boolean;
  numbers: Numbers;
}

/** Returns the public targets of posts, each of which has numbers of its own. */
export const toResults = (posts: readonly Post[]): Result[] =>
  posts.flatMap((post) =>
    post.targets.flatMap((target) => {
      const { id, publishedAt, metrics, platform, account = null, socialAccountId, externalUrl } = target;
      if (publishedAt === null || metrics === undefined) return [];
      const text = target.publishedCaption ?? target.captionOverride ?? post.caption ?? '';
      return {
        targetId: id,
        postId: post.id,
        name: nameOfPost({ caption: text, targets: [] }),
        text,
        accountId: socialAccountId,
        platform,
        account,
        place: placeOf(target),
        scheduledAt: post.scheduledAt ?? '',
        publishedAt,
        url: isRemoved(target) ? null : externalUrl,
        isRemoved: isRemoved(target),
        numbers: metrics,
      };
    }),
  );

/** The posts of a period, which are read newest first. */
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

/** Returns the results of the last days, the newest first. Today is part of the period. */
export const useResults = (days: number) => useReading({ days: daysRead, pagesMax: pagesMost }, days);

/**
 * Returns the results of as many days before the last ones, to compare them with. Undefined if they are still being read,
 * or too many to be read.
 */
export function useResultsBefore(days: number): Result[] | undefined {
  const { data } = useResults(2 * days);
  if (data === undefined || data.cutAt !== null) return undefined;
  const end = beginOf(days);
  return data.results.filter(({ scheduledAt }) => scheduledAt < end);
}

/** Returns the newest results of the last days, which one request reads. */
export const useNewestResults = (days: number) => useReading({ days, pagesMax: 1 }, days);

/** How much a screen reads: the number of days before today, and the maximum number of pages. */
interface Extent {
  days: number;
  pagesMax: number;
}

function useReading(extent: Extent, days: number) {
  const { id: workspaceId } = useWorkspace();
  const queryKey = keys.of(workspaceId, 'posts', 'results', extent.days);
  return useQuery({
    queryKey,
    queryFn: ({ signal, client }): Promise<Reading> => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return readResults(workspaceId, extent, signal, (part) => {
        if (isFirst) client.setQueryData(queryKey, part);
      });
    },
    select: useCallback((reading: Reading) => since(reading, beginOf(days)), [days]),
    refetchInterval: ({ state: { error } }) => nextReadMs(error, usualMs),
    meta: { restMs },
  });
}

function beginOf(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

/** Reads page by page. A short period is shown while the posts before it are still being read. */
async function readResults(
  workspaceId: string,
  { days, pagesMax }: Extent,
  signal: AbortSignal,
  onPart: (part: Reading) => void,
): Promise<Reading> {
  const query = {
    workspaceId,
    status: 'PUBLISHED,PARTIALLY_PUBLISHED',
    // The limit is exclusive.
    scheduledAfter: new Date(Date.parse(beginOf(days)) - 1).toISOString(),
    sort: '-scheduledAt' as const,
    expand: 'targets.account,targets.metrics',
    limit: pageRows,
  };
  const results: Result[] = [];
  let reading: Reading = { results, posts: 0, readTo: '', rest: 'pending' };
  let cursor: string | null = null;
  for (let pages = 1; reading.rest === 'pending'; pages += 1) {
    const params = { query: { ...query, ...(cursor !== null && { cursor }) } };
    const page: { data: Post[]; nextCursor: string | null } = await dataOf(
      api.GET('/posts', { params, signal }),
    );
    cursor = page.nextCursor;
    results.push(...toResults(page.data));
    reading = {
      results: [...results],
      posts: reading.posts + page.data.length,
      readTo: page.data.at(-1)?.scheduledAt ?? reading.readTo,
      rest: cursor === null ? 'none' : pages < pagesMax ? 'pending' : 'left',
    };
    if (reading.rest === 'pending') onPart(reading);
  }
  return reading;
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
          group.find((one) => !one.isRemoved && ofWholeAccount.has(one.numbers.status))?.numbers.status ??
          'OK',
      };
    })
    .sort((one, other) => other.posts - one.posts || one.place.localeCompare(other.place));
}
