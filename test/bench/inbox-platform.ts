import { noChanges } from '../../src/domain/changes.js';
import { metricNames } from '../../src/domain/metric-names.js';
import type { MetricValues } from '../../src/domain/metrics.js';
import type { PlatformComment } from '../../src/platforms/kit/comments.js';
import type { Platform } from '../../src/platforms/kit/platform.js';

export const burstPostId = 'ext-post-1';

export interface BenchPlatform {
  platform: Platform;
  /** Returns how many posts were read, for their comments or their metrics. */
  read: () => number;
  /** The number of comments under the post that has very many. */
  burst: { count: number };
}

/**
 * Creates a platform in this process. Its posts have no comments, except one that has thousands, whose pages are made
 * on request.
 */
export function createBenchPlatform(): BenchPlatform {
  const burst = { count: 0 };
  const pageSize = 100;
  let read = 0;
  const comments: Platform['comments'] = {
    callsPerHourMax: 36_000,
    newestFirst: true,
    list: (_session, { externalPostId, publishedAt }, cursor) => {
      read += 1;
      const count = externalPostId === burstPostId ? burst.count : 0;
      const from = Number(cursor ?? 0);
      const to = Math.min(count, from + pageSize);
      const page = Array.from({ length: to - from }, (_none, index) =>
        commentOf(count - from - index, publishedAt),
      );
      return Promise.resolve({ kind: 'page', comments: page, cursor: to < count ? String(to) : null });
    },
  };
  const metrics: Platform['metrics'] = {
    postsPerCallMax: 25,
    measure: (_session, posts) => {
      read += posts.length;
      // Each reading returns other values, so that a snapshot is stored, and the next reading is not put off.
      const measurement = { values: { ...noValues, likes: read }, native: {} };
      return Promise.resolve({
        kind: 'measured',
        byPost: new Map(posts.map(({ externalPostId }) => [externalPostId, measurement])),
      });
    },
  };
  const never = (): never => {
    throw new Error('Only comments and metrics are read here.');
  };
  const platform: Platform = {
    name: 'BLUESKY',
    guaranteeOf: never,
    limits: {
      textUnit: 'characters',
      textMax: 500,
      textBytesMax: null,
      textRequired: true,
      firstComment: true,
      firstCommentMax: null,
    },
    label: 'A platform',
    websites: ['platform.invalid'],
    optionsSchema: { type: 'object' },
    validate: never,
    uploadMedia: never,
    prepare: never,
    checkReadiness: never,
    commit: never,
    findPublished: never,
    refresh: never,
    changeRules: noChanges,
    comments,
    metrics,
  };
  return { platform, burst, read: () => read };
}

const noValues = Object.fromEntries(metricNames.map((name) => [name, null])) as MetricValues;

function commentOf(number: number, publishedAt: Date): PlatformComment {
  return {
    externalCommentId: `comment-${number}`,
    parentExternalId: null,
    author: { externalId: `visitor-${number}`, handle: 'visitor', name: 'A Visitor', avatarUrl: null },
    mine: false,
    canReply: true,
    text: `A comment of usual length, which says that it is the one with the number ${number}.`,
    postedAt: new Date(publishedAt.getTime() + number),
    externalUrl: null,
    reference: { number },
  };
}
