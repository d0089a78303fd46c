import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { readPages, theOnly, unclear } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { readBusiness, type BusinessSession } from './api.js';
import { refusalOfReason } from './failures.js';
import { toPublished } from './post.js';
import { readJob } from './status.js';

const pageSize = 20;
const pagesMax = 10;
/** How many of our posts that were recorded without an id may be read one by one. */
const unnamedMax = 20;
/**
 * How long a look-up waits for the id of a public post. TikTok returns it within three minutes after its
 * review, which has no time limit.
 */
const unnamedMsMax = 15 * 60 * 1000;
const unnamedCheckMs = 30 * 1000;

const jobStateSchema = z.object({ shareId: z.string().min(1), takenAt: z.iso.datetime() });

/**
 * Looks the post up by the job's id, if we have it: that is exact. Without the id only the account's list
 * remains, which contains captions and times. A post that is missing from it proves nothing.
 */
export async function findPost(
  session: BusinessSession,
  publication: Publication,
  state: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const taken = jobStateSchema.safeParse(state).data;
  // After a restore the state may contain the job of an earlier call.
  if (taken === undefined || Date.parse(taken.takenAt) < search.since.getTime()) {
    return findInList(session, publication, search);
  }
  const { shareId, takenAt } = taken;
  const job = await onFailure(readJob(session, shareId, publication), (failure) => {
    if (failure.kind === 'rejected') return null;
    throw new PlatformFailed(failure);
  });
  // TikTok does not know the job anymore, but may know its post.
  if (job === null) return findInList(session, publication, search);
  switch (job.kind) {
    case 'working':
      return { kind: 'processing', checkAfterMs: null, message: job.message };
    case 'failed':
      return refusalOfReason(job.reason, job.message);
    case 'unnamed': {
      const isLate = session.clock.now().getTime() - Date.parse(takenAt) > unnamedMsMax;
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
  /** The time in seconds, as a number or a string. */
  create_time: z.coerce.number().nullish(),
});
type ListedVideo = z.infer<typeof videoSchema>;

async function findInList(
  session: BusinessSession,
  publication: Publication,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  if (publication.options?.['uploadToDraft'] === true) {
    return unclear('Drafts in the account’s inbox are not listed, so this one cannot be looked up.');
  }
  const found = new Set<string>();
  await readPages(pagesMax, async (cursor: number | undefined) => {
    const call = {
      path: '/business/video/list/',
      params: {
        fields: '["item_id","caption","create_time","share_url"]',
        max_count: String(pageSize),
        ...(cursor === undefined ? {} : { cursor: String(cursor) }),
      },
    };
    const list = await readBusiness(session, call, listSchema);
    const videos = (list.videos ?? []).flatMap((video) => videoSchema.safeParse(video).data ?? []);
    const recent = videos.filter((video) => isRecent(video, since));
    for (const video of recent) {
      if (!takenIds.has(video.item_id) && isSameText(video, publication)) found.add(video.item_id);
    }
    // Posts are listed newest first.
    return list.has_more === true && recent.length === videos.length ? list.cursor : null;
  });
  return theOneOf(session, publication, { ids: [...found], takenIds });
}

async function theOneOf(
  session: BusinessSession,
  publication: Publication,
  { ids, takenIds }: { ids: readonly string[]; takenIds: ReadonlySet<string> },
): Promise<FindAnswer> {
  if (ids.length === 0) return { kind: 'absent' };
  const others = await namesOf(session, takenIds);
  const candidates = ids.filter((id) => !others.has(id));
  return theOnly(candidates, (id): FindAnswer => {
    const hasText = !textsOf(publication).includes('');
    return hasText
      ? { kind: 'found', published: toPublished(session, id, id) }
      : unclear('A post without text cannot be told apart from posts made elsewhere.');
  });
}

/** The ids of our other posts that were recorded with the ids of their jobs. */
async function namesOf(session: BusinessSession, takenIds: ReadonlySet<string>): Promise<Set<string>> {
  const unnamed = [...takenIds].filter((id) => !/^\d+$/.test(id));
  if (unnamed.length > unnamedMax) {
    throw new PlatformFailed(unclear('Too many other posts of the account match the one that TikTok lists.'));
  }
  const ids = new Set<string>();
  for (const shareId of unnamed) {
    const job = await onFailure(readJob(session, shareId, { options: null }), ({ message }) => {
      throw new PlatformFailed(unclear(message));
    });
    if (job.kind === 'unnamed') {
      const message = 'The post that TikTok lists may be another one, whose id is not known yet.';
      throw new PlatformFailed(unclear(message));
    }
    if (job.kind === 'done' && job.postId !== null) ids.add(job.postId);
  }
  return ids;
}

/** Whether a post is new enough to be ours. Entries with an unreadable time are kept. */
function isRecent({ create_time: seconds }: ListedVideo, since: Date): boolean {
  return !seconds || seconds >= Math.floor(since.getTime() / 1000);
}

/**
 * The texts that may be ours. It is not documented whether the caption of images starts with their title, so
 * both match.
 */
function textsOf({ text, options }: Publication): string[] {
  const title = options?.['title'];
  return [text, ...(typeof title === 'string' ? [`${title} ${text}`] : [])].map(normalizeText);
}

function isSameText({ caption }: ListedVideo, publication: Publication): boolean {
  return textsOf(publication).includes(normalizeText(caption ?? ''));
}
