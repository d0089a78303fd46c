import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import { countersOf } from '../../../sandbox/counters.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import { commentsUnder, isHeldBack } from '../../../sandbox/visitors.js';
import { badRequest } from './errors.js';

/** The stored data of a video besides its text, in the publication's `extra`. */
export const videoSchema = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  categoryId: z.string(),
  defaultLanguage: z.string().optional(),
  privacyStatus: z.string(),
  madeForKids: z.boolean(),
  license: z.string(),
  embeddable: z.boolean(),
  publicStatsViewable: z.boolean(),
  containsSyntheticMedia: z.boolean(),
  hasPaidProductPlacement: z.boolean(),
  /** The end of the video's processing, and the reason if it fails. */
  readyAtMs: z.number(),
  failureReason: z.string().nullable(),
});
export type SimulatedVideo = z.infer<typeof videoSchema>;

const lagMs = 2_000;

/** A new video id, which has eleven characters, like all video ids. */
export function newVideoId(store: SandboxStore): string {
  return createHash('sha256').update(store.newNumericId()).digest('base64url').slice(0, 11);
}

/** The data of a video. Undefined for a comment or an unknown id. */
export function videoOf(publication: StoredPublication | undefined): SimulatedVideo | undefined {
  return publication?.parentId === null ? videoSchema.safeParse(publication.extra).data : undefined;
}

/** Whether lists contain a publication. Marked publications appear in lists later. */
export const isListed = (store: SandboxStore, publication: StoredPublication): boolean =>
  !isHeldBack(store, publication, 'late-in-list', lagMs);

/** The requested parts of a resource; null if one of them is unknown. */
export function partsOf(
  part: string,
  resource: { kind: string; id: string },
  all: Readonly<Record<string, object>>,
): object | null {
  const names = part.split(',');
  if (names.some((name) => all[name] === undefined && name !== 'id')) return null;
  return { ...resource, ...Object.fromEntries(names.map((name) => [name, all[name]])) };
}

export function videoResource(store: SandboxStore, post: StoredPublication, part: string): object | null {
  const video = videoOf(post);
  if (video === undefined) return null;
  const isDone = video.readyAtMs <= store.now().getTime();
  const { failureReason } = video;
  const uploadStatus = !isDone ? 'uploaded' : failureReason === null ? 'processed' : 'failed';
  const resource = { kind: 'youtube#video', id: post.externalPostId };
  return partsOf(part, resource, {
    snippet: {
      publishedAt: post.publishedAt,
      channelId: post.accountId,
      title: video.title,
      description: post.text,
      tags: video.tags,
      categoryId: video.categoryId,
      ...(video.defaultLanguage === undefined ? {} : { defaultLanguage: video.defaultLanguage }),
    },
    status: {
      uploadStatus,
      ...(uploadStatus === 'failed' ? { failureReason } : {}),
      privacyStatus: video.privacyStatus,
      license: video.license,
      embeddable: video.embeddable,
      publicStatsViewable: video.publicStatsViewable,
      madeForKids: video.madeForKids,
      selfDeclaredMadeForKids: video.madeForKids,
      containsSyntheticMedia: video.containsSyntheticMedia,
    },
    statistics: statisticsOf(store, post),
    paidProductPlacementDetails: { hasPaidProductPlacement: video.hasPaidProductPlacement },
    processingDetails: { processingStatus: isDone ? 'succeeded' : 'processing' },
  });
}

/** Counters are texts. The counter of likes is missing if the owner hides it. */
function statisticsOf(store: SandboxStore, post: StoredPublication): object {
  const { views, likes } = countersOf(store, post);
  const comments = commentsUnder({ store, platform: 'YOUTUBE' }, post.externalPostId).length;
  return {
    viewCount: String(views),
    ...(videoOf(post)?.publicStatsViewable === true && { likeCount: String(likes) }),
    favoriteCount: '0',
    commentCount: String(comments),
  };
}

/** Lists the visible videos: private ones only for their own channel. */
export function listVideos({ store, token, query }: YouTubeCall): Response {
  const { part = '', id = '' } = query;
  const items = id.split(',').flatMap((videoId) => {
    const post = store.find('YOUTUBE', videoId);
    const isOpen = videoOf(post)?.privacyStatus !== 'private' || post?.accountId === token.accountId;
    return post !== undefined && isOpen ? [videoResource(store, post, part)] : [];
  });
  if (items.includes(null)) return badRequest(`Unknown part in ${part}.`);
  return Response.json({
    kind: 'youtube#videoListResponse',
    items,
    pageInfo: { totalResults: items.length },
  });
}

/** A request whose token and query are valid. */
export interface YouTubeCall extends Call {
  query: Readonly<Record<string, string>>;
}
