import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { targets } from '../../../db/schema/index.js';
import type { RequestContext } from '../../shared/context.js';
import { altTextsBeside, checkAltTexts, mediaPlacesIn } from '../../post-records/alt-texts.js';
import { checkNamedMedia, homeOf } from './named-media.js';
import { resolveTargets } from './target-accounts.js';
import { editTargets } from './edit-partly-public.js';
import { isPartlyPublic } from './partly-public.js';
import {
  followers,
  gatherTargets,
  isFollowerOf,
  type PostRecord,
  type TargetRow,
} from '../../post-records/records.js';
import { newTargetRow, partRowsOf } from '../../post-records/new-rows.js';
import type { UpdatePostInput } from '../types.js';

/** Returns the post after an edit, with the rows of its parts. */
export async function mergeContent(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  input: UpdatePostInput,
): Promise<PostRecord> {
  const next = await mergeTargets(q, ctx, current, input);
  const targets = next.targets.map((row) => ({ ...row, parts: partRowsOf(next.post, row, row.parts) }));
  return { ...next, targets };
}

/**
 * Returns the targets after an edit. They are matched by account, so that a kept target has the same id and attempts.
 */
async function mergeTargets(
  q: Queryable,
  ctx: RequestContext,
  current: PostRecord,
  input: UpdatePostInput,
): Promise<PostRecord> {
  const post = {
    ...current.post,
    ...(input.caption === undefined ? {} : { caption: input.caption }),
    ...(input.parts === undefined ? {} : { parts: input.parts }),
    ...(input.timezone === undefined ? {} : { timezone: input.timezone }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
  };
  const media = mergeMedia(current, input);
  const { shape, targets: sent } = input;
  const { mediaIds = [], parts = [] } = input;
  await checkNamedMedia(q, ctx, homeOf(current), { shape, mediaIds, parts });
  if (sent === undefined) {
    const next = { ...current, post, media };
    return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
  }
  if (isPartlyPublic(current)) {
    const edited = await editTargets(q, ctx, current, { shape, targets: sent });
    const next = { ...current, post, targets: edited, media };
    return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
  }
  const resolved = await resolveTargets(q, ctx.reach, { shape, targets: sent }, current);
  const removed = await readRemovedTargets(q, post.id);
  await checkNamedMedia(q, ctx, homeOf(current), { shape, targets: sent });
  const merged = resolved.map((target, order): TargetRow => {
    const existing = current.targets.find((row) => row.socialAccountId === target.account.id);
    const { captionOverride, partsOverride = null, firstComment, platformOptions } = target.input;
    const own = { captionOverride, partsOverride, firstComment, platformOptions };
    const content = { order, ...own, mediaIds: target.input.mediaIds };
    if (existing !== undefined) return { ...existing, ...content };
    const added = newTargetRow(
      ctx,
      isCalledOff(current) ? { ...post, status: 'CANCELED' } : post,
      target,
      order,
    );
    const earlier = removed.find((row) => row.socialAccountId === target.account.id);
    // A target that was removed and is added again keeps its attempts and the state that was prepared for it.
    return earlier === undefined ? added : { ...earlier, ...content, ...waitingFieldsOf(added) };
  });
  const next = { ...current, post, targets: merged, media };
  return { ...next, post: { ...post, mediaAltText: altTextsOf(next, input) } };
}

/**
 * Whether the post is canceled and only waits for a call that the cancel could not stop. Targets that are added then
 * are canceled, too.
 */
function isCalledOff({ targets: rows }: PostRecord): boolean {
  return rows.some((row) => row.status === 'SCHEDULED' && row.cancelRequestedAt !== null);
}

/** Reads the targets that were removed from the post after they had been tried. */
async function readRemovedTargets(q: Queryable, postId: string): Promise<TargetRow[]> {
  const rows = await q
    .select({ target: targets, follower: followers })
    .from(targets)
    .leftJoin(followers, isFollowerOf(targets))
    .where(and(eq(targets.postId, postId), isNotNull(targets.removedAt)));
  return gatherTargets(rows);
}

function waitingFieldsOf({ status, scheduledFor, updatedAt }: TargetRow): Partial<TargetRow> {
  return {
    status,
    scheduledFor,
    updatedAt,
    removedAt: null,
    cancelRequestedAt: null,
    republishUnconfirmed: false,
    errorCode: null,
    errorMessage: null,
  };
}

function altTextsOf({ post, targets: rows, media }: PostRecord, input: UpdatePostInput) {
  const ids = media.map((item) => item.mediaAssetId);
  const places = mediaPlacesIn({ parts: post.parts, targets: rows });
  checkAltTexts(input.mediaAltText ?? {}, ids, places);
  return altTextsBeside(input.mediaAltText ?? {}, ids, places, post.mediaAltText);
}

function mergeMedia(current: PostRecord, input: UpdatePostInput): PostRecord['media'] {
  const ids = input.mediaIds ?? current.media.map((item) => item.mediaAssetId);
  return ids.map((mediaAssetId, order) => ({
    postId: current.post.id,
    mediaAssetId,
    order,
    altText:
      input.mediaAltText?.[mediaAssetId] ??
      current.media.find((item) => item.mediaAssetId === mediaAssetId)?.altText ??
      current.post.mediaAltText?.[mediaAssetId] ??
      null,
  }));
}
