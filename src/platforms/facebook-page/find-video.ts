import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { theOnly } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { read, type FacebookPage } from './api.js';
import type { VideoUpload } from './media-state.js';
import type { VideoShape } from './options.js';
import { siteUrl } from './permalink.js';
import { readVideo } from './video-status.js';

const pageSize = 50;

export function publishedVideo(
  page: FacebookPage,
  as: VideoShape,
  videoId: string,
  permalink: string | null,
): Published {
  const reference = as === 'video-story' ? { storyMediaId: videoId } : null;
  const externalUrl = permalink === null ? null : siteUrl(page, permalink);
  return { externalPostId: videoId, externalUrl, reference };
}

/** Reads from the video's status whether the video is public. */
export async function findVideo(page: FacebookPage, { as, videoId }: VideoUpload): Promise<FindAnswer> {
  const video = await readVideo(page, videoId);
  const { message } = video;
  // The id existed once. A missing video does not show what happened in between.
  if (video.kind === 'missing') return { kind: 'ambiguous', message };
  if (video.isPublished) {
    return { kind: 'found', published: publishedVideo(page, as, videoId, video.permalink) };
  }
  switch (video.failedIn) {
    case 'upload':
    case 'processing':
      return { kind: 'refused', code: 'MEDIA_REJECTED', message };
    case 'publishing':
      return { kind: 'refused', code: 'PLATFORM_REJECTED', message };
    case null: {
      const isWorkedOn = video.isProcessing || video.isPublishing || (video.isUnphased && video.isOpen);
      return isWorkedOn ? { kind: 'processing', checkAfterMs: null, message } : { kind: 'absent' };
    }
  }
}

const listedSchema = z.object({
  id: z.string(),
  description: z.string().nullish(),
  created_time: z.string(),
  permalink_url: z.string().nullish(),
});
const listSchema = z.object({ data: z.array(z.unknown()) });
const edges = { film: 'videos', reel: 'video_reels' } as const;

/** Searches the Page's list for a video whose id is lost. The list cannot prove that the video is absent. */
export async function findLostVideo(
  page: FacebookPage,
  { text }: Publication,
  as: VideoShape,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  // Stories are listed without any text, so ours cannot be recognized.
  if (as === 'video-story') return lostStory;
  // Videos without text look alike, too, no matter who posted them.
  const words = normalizeText(text);
  if (words === '') return lostWordless;
  const list = await read(
    page,
    {
      path: [page.pageId, edges[as]],
      method: 'GET',
      params: {
        fields: 'id,description,created_time,permalink_url',
        since: String(Math.floor(since.getTime() / 1000)),
        limit: String(pageSize),
      },
    },
    listSchema,
  );
  const listed = list.data.flatMap((item) => listedSchema.safeParse(item).data ?? []);
  const matches = listed
    .filter(({ id }) => !takenIds.has(id))
    .filter(({ created_time: at }) => !(Date.parse(at) < since.getTime()))
    .filter(({ description }) => normalizeText(description ?? '') === words);
  return theOnly(matches, ({ id, permalink_url: permalink = null }): FindAnswer => ({
    kind: 'found',
    published: publishedVideo(page, as, id, permalink),
  }));
}

const lostWordless: FindAnswer = {
  kind: 'ambiguous',
  message: 'The id of the video is lost, and the video has no text to search for.',
};

export const lostStory: FindAnswer = {
  kind: 'ambiguous',
  message: 'The ids of the story’s media are lost.',
};
