import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { normalizeText } from '../kit/text.js';
import { readBusiness, readData, type TikTokBusinessContext } from './api.js';
import { businessFailure, refusalOfReason } from './failures.js';
import { toPublished } from './post.js';
import { readJob } from './status.js';

const pageSize = 20;
const pagesMax = 10;
/** How many of our posts recorded without an id may be read one by one. */
const unnamedMax = 20;
/** TikTok returns the id of a public post within three minutes after its review, which has no time limit. */
const unnamedMsMax = 15 * 60 * 1000;
const unnamedCheckMs = 30 * 1000;

const jobStateSchema = z.object({ shareId: z.string().min(1), takenAt: z.iso.datetime() });

/**
 * Looks the post up by the job's id, if we have it: that is exact. Without it only the account's list remains. It has
 * captions and times, and a missing post proves nothing.
 */
export async function findPost(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const taken = jobStateSchema.safeParse(state).data;
  // After a restore the state may have the job of an earlier call.
  if (taken === undefined || Date.parse(taken.takenAt) < search.since.getTime()) {
    return findInList(context, session, publication, search);
  }
  const { shareId, takenAt } = taken;
  const read = await readJob(context, session, shareId, publication);
  if ('failure' in read) {
    // TikTok no longer knows the job, but may know its post.
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
  /** In seconds, as a number or a string. */
  create_time: z.coerce.number().nullish(),
});
type ListedVideo = z.infer<typeof videoSchema>;

async function findInList(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  if (publication.options?.['uploadToDraft'] === true) {
    return unknown('Drafts in the account’s inbox are not listed, so this one cannot be looked up.');
  }
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
    // Newest first.
    const isEnd = list.has_more !== true || cursor === null || recent.length < videos.length;
    if (isEnd) return theOneOf(context, session, publication, { ids: [...found], takenIds });
  }
  return unknown('The account has published too many posts since then to search through.');
}

async function theOneOf(
  context: TikTokBusinessContext,
  session: PlatformSession,
  publication: Publication,
  { ids, takenIds }: { ids: readonly string[]; takenIds: ReadonlySet<string> },
): Promise<FindAnswer> {
  if (ids.length === 0) return { kind: 'absent' };
  const others = await namesOf(context, session, takenIds);
  if ('failure' in others) return others.failure;
  const [only, ...more] = ids.filter((id) => !others.ids.has(id));
  if (only === undefined) return { kind: 'absent' };
  if (more.length > 0) return unknown('Several posts of the account could be this one.');
  if (textsOf(publication).includes('')) {
    return unknown('A post without text cannot be told apart from posts made elsewhere.');
  }
  return { kind: 'found', published: toPublished(session, only, only) };
}

/** The ids of our other posts that were recorded with the ids of their jobs. */
async function namesOf(
  context: TikTokBusinessContext,
  session: PlatformSession,
  takenIds: ReadonlySet<string>,
): Promise<{ ids: Set<string> } | { failure: PlatformFailure }> {
  const unnamed = [...takenIds].filter((id) => !/^\d+$/.test(id));
  if (unnamed.length > unnamedMax) {
    return { failure: unknown('Too many other posts of the account match the one that TikTok lists.') };
  }
  const ids = new Set<string>();
  for (const shareId of unnamed) {
    const read = await readJob(context, session, shareId, { options: null });
    if ('failure' in read) return { failure: unknown(read.failure.message) };
    if (read.job.kind === 'unnamed') {
      return {
        failure: unknown('The post that TikTok lists may be another one, whose id is not known yet.'),
      };
    }
    if (read.job.kind === 'done' && read.job.postId !== null) ids.add(read.job.postId);
  }
  return { ids };
}

function unknown(message: string): PlatformFailure {
  return { kind: 'ambiguous', message };
}

/** Keep entries with an unreadable time. */
function isRecent({ create_time: seconds }: ListedVideo, since: Date): boolean {
  return !seconds || seconds >= Math.floor(since.getTime() / 1000);
}

/** Whether the caption of images starts with their title is not documented, so both match. */
function textsOf({ text, options }: Publication): string[] {
  const title = options?.['title'];
  return [text, ...(typeof title === 'string' ? [`${title} ${text}`] : [])].map(normalizeText);
}

function isSameText({ caption }: ListedVideo, publication: Publication): boolean {
  return textsOf(publication).includes(normalizeText(caption ?? ''));
}
