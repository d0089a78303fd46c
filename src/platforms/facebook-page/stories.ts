import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { FindAnswer, PublishedSearch } from '../kit/platform.js';
import { read, type FacebookPage } from './api.js';
import type { PhotoUpload } from './media-state.js';

const pageSize = 50;
/**
 * How long after the call a missing story counts as not published. Lists lag, so a public story may not be
 * listed yet. The time is counted from the start of the search, a minute before the call.
 */
const listedAfterMs = 2 * 60 * 1000;

const storySchema = z.object({
  post_id: z.coerce.string().min(1),
  media_id: z.coerce.string(),
  url: z.string().nullish(),
});
const storiesSchema = z.object({ data: z.array(z.unknown()) });
type Story = z.infer<typeof storySchema>;

/** Reads the stories of the last day and, if the Page keeps an archive, older ones. */
async function readStories(page: FacebookPage, since: Date | null) {
  return read(
    page,
    {
      path: [page.pageId, 'stories'],
      method: 'GET',
      params: {
        fields: 'post_id,media_id,url',
        limit: String(pageSize),
        ...(since === null ? {} : { since: String(Math.floor(since.getTime() / 1000)) }),
      },
    },
    storiesSchema,
  );
}

async function findStory(
  page: FacebookPage,
  mediaId: string,
  since: Date | null,
): Promise<Story | undefined> {
  const { data } = await readStories(page, since);
  const listed = data.flatMap((item) => storySchema.safeParse(item).data ?? []);
  return listed.find((story) => story.media_id === mediaId);
}

/** Finds the story of a photo. A photo becomes one story, and the story refers to the photo. */
export async function findPhotoStory(
  page: FacebookPage,
  { photoId }: PhotoUpload,
  { since }: PublishedSearch,
): Promise<FindAnswer> {
  const story = await findStory(page, photoId, since);
  if (story !== undefined) {
    return { kind: 'found', published: publishedStory(story.post_id, photoId, story.url ?? null) };
  }
  const isYoung = page.context.clock.now().getTime() - since.getTime() < listedAfterMs;
  return isYoung
    ? { kind: 'ambiguous', message: 'The story is not listed yet. It may be too early to tell.' }
    : { kind: 'absent' };
}

/** Reads a story's URL, which only the list contains. */
export async function readStoryUrl(page: FacebookPage, mediaId: string): Promise<string | null> {
  const story = await findStory(page, mediaId, null);
  return story?.url ?? null;
}

const referenceSchema = z.object({ storyMediaId: z.string() });

export function storyMediaIdOf({ reference }: Pick<Published, 'reference'>): string | null {
  return referenceSchema.safeParse(reference).data?.storyMediaId ?? null;
}

export function publishedStory(postId: string, mediaId: string, url: string | null): Published {
  return { externalPostId: postId, externalUrl: url, reference: { storyMediaId: mediaId } };
}
