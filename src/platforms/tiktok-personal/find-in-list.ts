import { z } from 'zod';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { readPages, theOnly, unclear, type Match } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { callTikTok, type PersonalSession } from './api.js';
import { isDraftMode, isVideo, readOptions } from './options.js';
import { toPublished } from './published.js';
import { readStatus } from './status.js';

const pageSize = 20;
const pagesMax = 5;
/** How many of our posts without an id may be read one by one. TikTok allows 30 such calls a minute. */
const untoldMax = 20;
/** A listed text of at least this length may be cut: TikTok cuts texts at some 150 characters, without a mark. */
const cutCharsMin = 140;

const videoSchema = z.object({
  id: z.string().regex(/^\d+$/),
  create_time: z.number().nullish(),
  share_url: z.string().nullish(),
  video_description: z.string().nullish(),
  title: z.string().nullish(),
});
type ListedVideo = z.infer<typeof videoSchema>;
const pageSchema = z.object({
  videos: z.array(z.unknown()),
  cursor: z.number().nullish(),
  has_more: z.boolean().nullish(),
});

/**
 * Looks for a lost post among the public ones, where images are listed like videos. Returns a post only if no
 * other listed post could be ours.
 */
export async function findInList(
  session: PersonalSession,
  publication: Publication,
  search: PublishedSearch,
): Promise<FindAnswer> {
  if (isDraftMode(publication.options))
    return unclear('Drafts in the account’s inbox are not listed, so this one cannot be looked up.');
  const judge = createJudge(publication, search);
  const judged: { id: string; verdict: Match }[] = [];
  await readPages(pagesMax, async (cursor: number | undefined) => {
    const {
      videos,
      has_more: hasMore,
      cursor: next,
    } = await callTikTok(session, pageCall(cursor), pageSchema);
    const listed = videos.flatMap((item) => videoSchema.safeParse(item).data ?? []);
    judged.push(...listed.map((video) => ({ id: video.id, verdict: judge(video) })));
    // Posts are listed newest first.
    const isPast = listed.some((video) => isBefore(video, search.since));
    return hasMore === true && !isPast ? next : null;
  });
  if (judged.some(({ verdict }) => verdict === 'PERHAPS')) {
    return unclear('TikTok lists a post with too few details to tell whether it is this one.');
  }
  const seen = judged.filter(({ verdict }) => verdict === 'YES');
  if (seen.length === 0) return { kind: 'absent' };
  const others = await postIdsOf(session, search);
  const candidates = seen.filter(({ id }) => !others.has(id));
  const medium = isVideo(publication) ? 'video' : 'photo';
  return theOnly(candidates, ({ id }): FindAnswer => {
    const ids = { postId: id, publishId: null };
    return { kind: 'found', published: toPublished(session, medium, ids) };
  });
}

function pageCall(cursor: number | undefined) {
  return {
    path: '/v2/video/list/',
    query: { fields: 'id,create_time,share_url,video_description,title' },
    json: { max_count: pageSize, ...(cursor === undefined ? {} : { cursor }) },
  };
}

/** The post ids of our other publications for which we recorded only the publish id. */
async function postIdsOf(session: PersonalSession, { takenIds }: PublishedSearch): Promise<Set<string>> {
  const untold = [...takenIds].filter((id) => !/^\d+$/.test(id));
  if (untold.length > untoldMax) {
    throw new PlatformFailed(unclear('Too many other posts of the account match the one that TikTok lists.'));
  }
  const ids = new Set<string>();
  for (const publishId of untold) {
    const read = await onFailure(readStatus(session, publishId), ({ message }) => {
      throw new PlatformFailed(unclear(message));
    });
    const postIds = read.publicaly_available_post_id;
    // A draft, or a post with limited visibility, is not in any list.
    for (const id of postIds) ids.add(id);
    if (postIds.length === 0 && read.status === 'PUBLISH_COMPLETE') {
      const message = 'The post that TikTok lists may be another one, whose id is not known yet.';
      throw new PlatformFailed(unclear(message));
    }
  }
  return ids;
}

function createJudge(
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): (video: ListedVideo) => Match {
  const wantsVideo = isVideo(publication);
  const texts = possibleTexts(publication);
  return (video) => {
    if (takenIds.has(video.id) || isBefore(video, since)) return 'NO';
    // Images may be listed in the form of videos; a video is never listed in the form of images.
    if (wantsVideo && /\/photo\/\d+/.test(video.share_url ?? '')) return 'NO';
    const shown = video.video_description ?? video.title;
    if (shown === undefined || shown === null) return 'PERHAPS';
    const text = normalizeText(shown);
    // A post without text cannot be distinguished from posts made elsewhere.
    if (texts.has(text)) return text === '' ? 'PERHAPS' : 'YES';
    const isCut = text.length >= cutCharsMin && [...texts].some((ours) => ours.startsWith(text));
    return isCut ? 'PERHAPS' : 'NO';
  };
}

/** The forms in which TikTok may return a post's text. It does not document where the title of images is. */
function possibleTexts(publication: Publication): ReadonlySet<string> {
  const { text, options } = publication;
  const title = isVideo(publication) ? undefined : readOptions(options).title;
  const forms =
    title === undefined ? [text] : [text, `${title} ${text}`, ...(text.trim() === '' ? [title] : [])];
  return new Set(forms.map((form) => normalizeText(form)));
}

/** Whether a listed post is too old to be ours. Entries with an unreadable time are kept. */
function isBefore({ create_time: createTime }: ListedVideo, since: Date): boolean {
  return typeof createTime === 'number' && createTime < Math.floor(since.getTime() / 1000);
}
