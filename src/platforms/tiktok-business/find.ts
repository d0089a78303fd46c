import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { FindAnswer, PlatformSession, Publication, PublishedSearch } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import { readBusiness, readData, type TikTokBusinessContext } from './api.js';
import { businessFailure, refusalOfReason } from './failures.js';
import { toPublished } from './post.js';
import { readJob } from './status.js';

const pageSize = 20;
const pagesMax = 10;
/** TikTok tells the id of a public post within three minutes of its review, which takes as long as it takes. */
const unnamedMsMax = 15 * 60 * 1000;
const unnamedCheckMs = 30 * 1000;

const jobStateSchema = z.object({ shareId: z.string().min(1), takenAt: z.iso.datetime() });

/**
 * By the job's id, where its answer has reached us: that is exact. Without it the account's list is all that there is:
 * it has captions and times, and that a post is not in it proves nothing.
 */
export async function findPost(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const taken = jobStateSchema.safeParse(state).data;
  const isEarlier =
    search.isAssumed === true || (taken && Date.parse(taken.takenAt) < search.since.getTime());
  // After a restore the state may have the job of an earlier call than the one that is looked for.
  if (taken === undefined || isEarlier) {
    return findInList(context, session, publication, search);
  }
  const { shareId, takenAt } = taken;
  const read = await readJob(context, session, shareId, publication);
  if ('failure' in read) {
    // The job is not known any more: its post may be.
    return read.failure.kind === 'rejected'
      ? findInList(context, session, publication, search)
      : read.failure;
  }
  const { job } = read;
  switch (job.kind) {
    case 'working':
      return { kind: 'processing', checkAfterMs: null, message: job.message };
    case 'failed':
      return refusalOfReason(job.reason, job.message);
    case 'unnamed': {
      const isLate = context.clock.now().getTime() - Date.parse(takenAt) > unnamedMsMax;
      return isLate
        ? { kind: 'found', published: toPublished(session, null, shareId), byId: true }
        : { kind: 'processing', checkAfterMs: unnamedCheckMs, message: job.message };
    }
    case 'done':
      return { kind: 'found', published: toPublished(session, job.postId, shareId), byId: true };
  }
}

const listSchema = z.object({
  videos: z.array(z.unknown()).nullish(),
  cursor: z.coerce.number().nullish(),
  has_more: z.boolean().nullish(),
});
const videoSchema = z.object({
  item_id: z.string().min(1),
  caption: z.string().nullish(),
  /** In seconds, as a number or in a text. */
  create_time: z.coerce.number().nullish(),
});
type ListedVideo = z.infer<typeof videoSchema>;

async function findInList(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const found = new Set<string>();
  let cursor: number | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const result = await readBusiness(context, session, {
      path: '/business/video/list/',
      params: {
        fields: '["item_id","caption","create_time","share_url"]',
        max_count: String(pageSize),
        ...(cursor === null ? {} : { cursor: String(cursor) }),
      },
    });
    if ('failure' in result) return result.failure;
    const list = readData(result.answer, listSchema);
    if (list === null) return businessFailure(result.answer, context.clock);
    const videos = (list.videos ?? []).flatMap((video) => videoSchema.safeParse(video).data ?? []);
    const recent = videos.filter((video) => isRecent(video, since));
    for (const video of recent) {
      if (!takenIds.has(video.item_id) && isSameText(video, publication)) found.add(video.item_id);
    }
    cursor = list.cursor ?? null;
    // The newest stand first.
    const isEnd = list.has_more !== true || cursor === null || recent.length < videos.length;
    if (isEnd) return theOneOf(session, [...found]);
  }
  return unknown('The account has published too much since then to look through.');
}

function theOneOf(session: PlatformSession, [only, ...others]: readonly string[]): FindAnswer {
  if (only === undefined) return { kind: 'absent' };
  if (others.length > 0) return unknown('Several posts of the account could be this one.');
  return { kind: 'found', published: toPublished(session, only, only) };
}

function unknown(message: string): FindAnswer {
  return { kind: 'ambiguous', message };
}

/** A time that cannot be read is no reason to overlook it. */
function isRecent({ create_time: seconds }: ListedVideo, since: Date): boolean {
  return !seconds || seconds >= Math.floor(since.getTime() / 1000);
}

/** Whether the caption of pictures begins with their title is not documented: both count. */
function isSameText({ caption }: ListedVideo, { text, options }: Publication): boolean {
  const title = options?.['title'];
  const ours = [text, ...(typeof title === 'string' ? [`${title} ${text}`] : [])].map(normalizeText);
  return ours.includes(normalizeText(caption ?? ''));
}
