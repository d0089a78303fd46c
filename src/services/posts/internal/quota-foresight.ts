import { exceedsQuota, quotaAheadMsMax, quotaDayMsMax } from '../../../domain/quota-windows.js';
import type { JsonObject } from '../../../domain/json.js';
import type { MediaClass } from '../../../domain/media-rules.js';
import type { Platform, PlatformQuota, PublicationForm } from '../../../platforms/kit/platform.js';
import { readChoices } from '../../choices/read-choices.js';
import { readMediaClassesOfMany } from '../../post-records/media-classes.js';
import type { RequestContext } from '../../shared/context.js';
import { partsOfDraft, type DraftedContent, type DraftedTarget } from './platform-violations.js';
import { readTargetAccounts } from './target-accounts.js';
import {
  countPublications,
  placeKeyOf,
  readPublications,
  type CountedRow,
  type CountedRows,
  type QuotaPlace,
} from './quota-rows.js';

/** The wait for the account's own quota. Without a response, the platform's usual quota applies. */
const liveQuotaMsMax = 3_000;
const quotaHourMs = 60 * 60_000;

export interface QuotaRequest {
  content: DraftedContent;
  /** The targets that will be published at that time. */
  targets: readonly DraftedTarget[];
  at: Date;
  /** Null if the post is new. */
  postId: string | null;
}

export interface ForeseenQuota {
  socialAccountId: string;
  quota: PlatformQuota;
  limit: number;
  actual: number;
  /** The next time with capacity. Null if none is known. */
  fitsAt: Date | null;
}

interface Asked {
  target: DraftedTarget;
  platform: Platform;
  quota: PlatformQuota;
  place: QuotaPlace;
}

/**
 * Finds accounts that would exceed a quota with this post. Usually one statement is enough; publications are only
 * counted exactly if there may be no capacity. The result only leads to warnings, so errors in here are logged and not
 * thrown.
 */
export async function foreseeQuotas(ctx: RequestContext, request: QuotaRequest): Promise<ForeseenQuota[]> {
  const asked = request.targets.flatMap((target): Asked[] => {
    const platform = ctx.platforms.get(target.platform);
    if (platform?.quotas === undefined) return [];
    const accountId = target.socialAccountId;
    return platform.quotas.map((quota) => ({
      target,
      platform,
      quota,
      place: { accountId, scope: quota.scope },
    }));
  });
  if (asked.length === 0) return [];
  try {
    const suspects = await crowded(ctx, request, asked);
    return suspects.length === 0 ? [] : await judge(ctx, request, suspects);
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the quotas of platforms could not be foreseen');
    return [];
  }
}

/** Returns the targets that lack capacity if all publications around that time are counted for one day. */
async function crowded(
  { db, publishing: { quotaHeadroom } }: RequestContext,
  { content, targets, at, postId }: QuotaRequest,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const addedOf = ({ target }: Asked): number =>
    targets
      .filter(({ platform }) => platform === target.platform)
      .reduce((sum, one) => sum + 1 + repliesOf(content, one), 0);
  // The time is rounded to whole hours, so that posts at about the same time share a cached count.
  const hourMs = Math.floor(at.getTime() / quotaHourMs) * quotaHourMs;
  const dayOf = ({ target, quota }: Asked): string => {
    const whose = quota.scope === 'installation' ? target.platform : target.socialAccountId;
    return `${whose} ${quota.rule} ${hourMs}`;
  };
  const unsure = asked.filter((one) => !quotaHeadroom.take(dayOf(one), addedOf(one)));
  if (unsure.length === 0) return [];
  const counts = await countPublications(db, placesOf(unsure), {
    since: new Date(hourMs - quotaDayMsMax),
    until: new Date(hourMs + quotaHourMs + quotaDayMsMax),
    exceptPostId: postId ?? '',
  });
  return unsure.filter((one) => {
    const { max } = one.quota;
    const left = max - (counts.get(placeKeyOf(one.place)) ?? 0) - addedOf(one);
    quotaHeadroom.found(dayOf(one), { left, max });
    return left < 0;
  });
}

function placesOf(asked: readonly Asked[]): QuotaPlace[] {
  return [...new Map(asked.map(({ place }) => [placeKeyOf(place), place])).values()];
}

async function judge(
  ctx: RequestContext,
  request: QuotaRequest,
  suspects: readonly Asked[],
): Promise<ForeseenQuota[]> {
  const wantedMs = request.at.getTime();
  const untilMs = wantedMs + quotaAheadMsMax + quotaDayMsMax;
  const [found, liveMaxOf] = await Promise.all([
    readPublications(ctx.db, placesOf(suspects), {
      since: new Date(wantedMs - quotaDayMsMax),
      until: new Date(untilMs),
      exceptPostId: request.postId ?? '',
    }),
    readLiveMax(ctx, suspects),
  ]);
  const formsOf = await readForms(ctx, request, found);
  return suspects.flatMap(({ target, quota, place }, index): ForeseenQuota[] => {
    const weigh = (one: CountedRow | DraftedTarget): number =>
      formsOf(one).filter((form) => quota.counts(form)).length;
    const rows = found.rowsByPlace.get(placeKeyOf(place)) ?? [];
    // The publications of this request that come before this one.
    const before = suspects.slice(0, index).filter((other) => isSameDay(other, { quota, place }));
    const othersMs = [
      ...rows.flatMap((row) => Array.from({ length: weigh(row) }, () => row.atMs)),
      ...before.flatMap((other) => Array.from({ length: weigh(other.target) }, () => wantedMs)),
    ].sort((a, b) => a - b);
    const { window } = quota;
    const max = (quota.scope === 'account' ? liveMaxOf.get(target.socialAccountId) : undefined) ?? quota.max;
    const knownUntilMs = found.cutAtMs ?? untilMs;
    const exceeded = exceedsQuota({ window, max, othersMs, knownUntilMs, wantedMs, adds: weigh(target) });
    if (exceeded === null) return [];
    const { actual, fitsAtMs } = exceeded;
    const fitsAt = fitsAtMs === null ? null : new Date(fitsAtMs);
    return [{ socialAccountId: target.socialAccountId, quota, limit: max, actual, fitsAt }];
  });
}

/** Whether two publications count for the same quota. Some platforms count all accounts together. */
function isSameDay(one: Pick<Asked, 'quota' | 'place'>, other: Pick<Asked, 'quota' | 'place'>): boolean {
  return (
    one.quota === other.quota &&
    (one.quota.scope === 'installation' || one.place.accountId === other.place.accountId)
  );
}

/** The maximum that a platform reports for each account, if it has only one quota that this can belong to. */
async function readLiveMax(
  ctx: RequestContext,
  suspects: readonly Asked[],
): Promise<ReadonlyMap<string, number>> {
  const telling = suspects.filter(
    ({ platform: { choices, quotas = [] }, quota }) =>
      choices !== undefined && quota.scope === 'account' && quotas.length === 1,
  );
  if (telling.length === 0) return new Map();
  const accounts = await readTargetAccounts(
    ctx.db,
    telling.map(({ target }) => target),
  );
  const told = await Promise.all(
    [...accounts.values()].map(async (account) => {
      const reading = account.status === 'ACTIVE' ? await readChoices(ctx, account, liveQuotaMsMax) : null;
      const max = reading?.kind === 'choices' ? reading.choices.quota?.max : undefined;
      return max === undefined ? [] : [[account.id, max] as const];
    }),
  );
  return new Map(told.flat());
}

/** The publications of each target: its post, and the parts and the first comment that follow. */
async function readForms(
  { db }: RequestContext,
  { content, targets }: QuotaRequest,
  { rowsByPlace }: CountedRows,
): Promise<(one: CountedRow | DraftedTarget) => PublicationForm[]> {
  const rows = [...new Set([...rowsByPlace.values()].flat())];
  const own = targets.map(({ mediaIds }) => ({
    postId: '',
    mediaIds: [...(mediaIds.length > 0 ? mediaIds : content.mediaIds)],
  }));
  const classes = await readMediaClassesOfMany(db, [...own, ...rows]);
  const classesOf = new Map<CountedRow | DraftedTarget, MediaClass[]>(
    [...targets, ...rows].map((one, index) => [one, classes[index] ?? []]),
  );
  return (one) => {
    const replies = 'replies' in one ? one.replies : repliesOf(content, one);
    return formsOf(one.platformOptions, classesOf.get(one) ?? [], replies);
  };
}

function formsOf(
  options: JsonObject | null,
  mediaClasses: readonly MediaClass[],
  replies: number,
): PublicationForm[] {
  const post: PublicationForm = { options, replyTo: null, mediaClasses };
  const reply = { options: null, replyTo: { externalPostId: '', reference: null }, mediaClasses: [] };
  return [post, ...Array.from({ length: replies }, () => reply)];
}

/** The number of replies that follow a target: its further parts and its first comment. */
const repliesOf = (content: DraftedContent, target: DraftedTarget): number =>
  partsOfDraft(content, target).length + (target.firstComment === null ? 0 : 1);
