import { metricValues, sumOf } from '../../domain/metrics.js';
import { measureEach, type PlatformMetrics } from '../kit/metrics.js';
import { readInsights } from '../kit/meta/insights.js';
import type { MetaSession } from '../kit/meta/session.js';
import { graphCall } from './api.js';
import { manageInsights } from './connect.js';

const metric = 'views,likes,replies,reposts,quotes,shares';

/** Reads the insights of posts: `GET /{media}/insights`. Threads counts our own replies as well. */
export function threadsMetrics(): PlatformMetrics<MetaSession> {
  return {
    postsPerCallMax: 1,
    scope: manageInsights,
    measure: (session, posts) =>
      measureEach(posts, async ({ externalPostId }) => {
        const path = `${encodeURIComponent(externalPostId)}/insights`;
        const call = graphCall(session, { path, method: 'GET', params: { metric } });
        const native = await readInsights(session, call);
        if (native === null) return null;
        const { views, likes, replies, reposts, quotes, shares } = native;
        const shared = sumOf(reposts, quotes, shares);
        return { values: metricValues({ views, likes, comments: replies, shares: shared }), native };
      }),
  };
}
