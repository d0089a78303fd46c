import { z } from 'zod';
import { metricValues, nativeMetrics } from '../../domain/metrics.js';
import type { PlatformMetrics } from '../kit/metrics.js';
import { idSchema, readYouTube, type YouTubeSession } from './api.js';

/** The maximum of ids in one call (https://developers.google.com/youtube/v3/docs/videos/list, read 2026-11-26). */
const postsPerCallMax = 50;

/** YouTube writes counters as texts. It leaves out those that the owner hides. */
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .nullish()
  .catch(null);
const videoSchema = z.object({
  id: idSchema,
  statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }),
});
const listSchema = z.object({ items: z.array(z.unknown()) });

/** Reads statistics with `videos.list`, which costs one unit of our app's quota for 50 videos. */
export function youTubeMetrics(): PlatformMetrics<YouTubeSession> {
  return {
    postsPerCallMax,
    measure: async (session, posts) => {
      const id = posts.map(({ externalPostId }) => externalPostId).join(',');
      const query = { part: 'statistics', id };
      const { items } = await readYouTube(
        session,
        { method: 'GET', path: '/youtube/v3/videos', query },
        listSchema,
      );
      const videos = items.flatMap((item) => videoSchema.safeParse(item).data ?? []);
      const measured = videos.map(({ id: videoId, statistics }) => {
        const { viewCount: views, likeCount: likes, commentCount: comments } = statistics;
        const values = metricValues({ views, likes, comments });
        return [videoId, { values, native: nativeMetrics(statistics) }] as const;
      });
      return { kind: 'measured', byPost: new Map(measured) };
    },
  };
}
