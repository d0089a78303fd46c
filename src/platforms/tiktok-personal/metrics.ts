import { z } from 'zod';
import { metricValues, nativeMetrics, type Measurement } from '../../domain/metrics.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import { countSchema as count, type MeasuredPost, type PlatformMetrics } from '../kit/metrics.js';
import { callTikTok, type PersonalSession } from './api.js';
import { readStatus } from './status.js';

/**
 * TikTok takes 20 ids in a call. But each post without an id of its own costs a call for its status, of which an account
 * has 30 a minute, and publishing needs those.
 */
const postsPerCallMax = 3;

const videoSchema = z.object({
  id: z.string().min(1),
  like_count: count,
  comment_count: count,
  share_count: count,
  view_count: count,
});
const fields = Object.keys(videoSchema.shape).join(',');
const listSchema = z.object({ videos: z.array(z.unknown()) });

/** Reads the counters of public posts: `POST /v2/video/query/`. Drafts and private posts have none. */
export function tikTokMetrics(): PlatformMetrics<PersonalSession> {
  return {
    // TikTok allows hundreds of calls a minute for each app. This leaves them for publishing and look-ups.
    budget: { callsPerHourMax: 30 },
    postsPerCallMax,
    scope: 'video.list',
    measure: async (session, posts) => {
      const postById = await publicPosts(session, posts);
      if (postById.size === 0) return { kind: 'measured', byPost: new Map() };
      const { videos } = await callTikTok(
        session,
        {
          path: '/v2/video/query/',
          query: { fields },
          json: { filters: { video_ids: [...postById.keys()] } },
        },
        listSchema,
      );
      const measured = videos.flatMap((item) => {
        const video = videoSchema.safeParse(item).data;
        const externalPostId = video && postById.get(video.id);
        return video === undefined || externalPostId === undefined
          ? []
          : [[externalPostId, toMeasurement(video)] as const];
      });
      return { kind: 'measured', byPost: new Map(measured) };
    },
  };
}

function toMeasurement(video: z.infer<typeof videoSchema>): Measurement {
  const { like_count, comment_count, share_count, view_count } = video;
  return {
    values: metricValues({
      views: view_count,
      likes: like_count,
      comments: comment_count,
      shares: share_count,
    }),
    native: nativeMetrics({ like_count, comment_count, share_count, view_count }),
  };
}

/**
 * Finds the public ids of posts. One that was recorded with its publish id gets its own id when it becomes public. Only a
 * refusal concerns a single post; any other failure ends the reading.
 */
async function publicPosts(
  session: PersonalSession,
  posts: readonly MeasuredPost[],
): Promise<ReadonlyMap<string, string>> {
  const postById = new Map<string, string>();
  for (const { externalPostId } of posts) {
    if (/^\d+$/.test(externalPostId)) postById.set(externalPostId, externalPostId);
    else {
      const ids = await onFailure(
        readStatus(session, externalPostId).then((status) => status.publicaly_available_post_id),
        (failure): string[] => {
          if (failure.kind !== 'rejected') throw new PlatformFailed(failure);
          return [];
        },
      );
      const [id] = ids;
      if (id !== undefined) postById.set(id, externalPostId);
    }
  }
  return postById;
}
