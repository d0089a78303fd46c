import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { FindAnswer, PublishedSearch } from '../kit/platform.js';
import { read, type FacebookPage } from './api.js';
import type { PhotoUpload } from './media-state.js';

const pageSize = 50;
/**
 * Lists lag: a story may be public without being listed. Counted from the start of the search, which is a minute before
 * the call.
 */
const listedAfterMs = 2 * 60 * 1000;

const storySchema = z.object({
  post_id: z.coerce.string().min(1),
  media_id: z.coerce.string(),
  url: z.string().nullish(),
});
const storiesSchema = z.object({ data: z.array(z.unknown()) });
type Story = z.infer<typeof storySchema>;

/** The stories of the last day and, if the Page keeps an archive, older ones. */
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

/** A photo becomes one story, which refers to it. */
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

/** Only the list has the URL. */
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
