import { z } from 'zod';
import { metricValues, nativeMetrics, type Measurement } from '../../domain/metrics.js';
import { countSchema as count, type PlatformMetrics } from '../kit/metrics.js';
import { encodeUrn, readLinkedIn, type LinkedInSession } from './api.js';

/** LinkedIn documents no maximum. A list of this length stays well below the usual limits of a URL. */
const postsPerCallMax = 20;

const statisticsSchema = z.object({
  impressionCount: count,
  uniqueImpressionsCount: count,
  clickCount: count,
  likeCount: count,
  commentCount: count,
  shareCount: count,
});
const elementSchema = z.object({
  share: z.string().optional(),
  ugcPost: z.string().optional(),
  totalShareStatistics: statisticsSchema,
});
const listSchema = z.object({ elements: z.array(z.unknown()) });

/** The two kinds of URNs that posts have, each with the parameter that lists such posts. */
const kinds = [
  { prefix: 'urn:li:share:', parameter: 'shares' },
  { prefix: 'urn:li:ugcPost:', parameter: 'ugcPosts' },
] as const;

/** Reads the statistics of an organization's posts: `GET /rest/organizationalEntityShareStatistics`. */
export function linkedInMetrics(): PlatformMetrics<LinkedInSession> {
  return {
    postsPerCallMax,
    measure: async (session, posts) => {
      const byPost = new Map<string, Measurement>();
      for (const { prefix, parameter } of kinds) {
        const urns = posts
          .map(({ externalPostId }) => externalPostId)
          .filter((urn) => urn.startsWith(prefix));
        if (urns.length === 0) continue;
        const organization = encodeUrn(session.externalAccountId);
        const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${organization}&${parameter}=List(${urns.map(encodeUrn).join(',')})`;
        const { elements } = await readLinkedIn(session, { method: 'GET', path }, listSchema);
        for (const element of elements.flatMap((item) => elementSchema.safeParse(item).data ?? [])) {
          const urn = element.share ?? element.ugcPost;
          if (urn !== undefined) byPost.set(urn, toMeasurement(element.totalShareStatistics));
        }
      }
      return { kind: 'measured', byPost };
    },
  };
}

function toMeasurement(statistics: z.infer<typeof statisticsSchema>): Measurement {
  return {
    values: metricValues({
      impressions: statistics.impressionCount,
      reach: statistics.uniqueImpressionsCount,
      likes: statistics.likeCount,
      comments: statistics.commentCount,
      shares: statistics.shareCount,
      clicks: statistics.clickCount,
    }),
    native: nativeMetrics(statistics),
  };
}
