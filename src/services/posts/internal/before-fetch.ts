import { validationFailed, type ErrorDetail } from '../../../domain/errors.js';
import { findingOf, refuseErrors, type Finding } from '../../../domain/findings.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import { mediaItemsPerRequestMax } from '../../../domain/limits.js';
import { undoable } from '../../../db/undoable.js';
import type { RequestContext } from '../../shared/context.js';
import type { MediaItemInput } from '../../media/types.js';
import { countNewPost, isCounted } from '../../plan-limits/post-limit.js';
import { checkNamedMedia, type NamedMedia } from './named-media.js';
import { platformChecks, type DraftedContent, type DraftedTarget } from './platform-violations.js';

/** A post with media that are named by URL and not fetched yet. */
export interface UnfetchedContent extends DraftedContent {
  mediaItems?: readonly MediaItemInput[];
  targets: readonly (DraftedTarget & { mediaItems?: readonly MediaItemInput[] })[];
}

export interface NamesMedia {
  mediaItems?: readonly MediaItemInput[];
  targets?: readonly { mediaItems?: readonly MediaItemInput[] }[];
}

interface NamesMediaAt extends NamesMedia {
  shape: Shape;
}

/** All media that a request names by URL, in its order. */
export function mediaItemsOf({ mediaItems = [], targets = [] }: NamesMedia): MediaItemInput[] {
  return [...mediaItems, ...targets.flatMap((target) => target.mediaItems ?? [])];
}

/** The path of the first occurrence of each URL in a request. */
export function pathsOfUrls({ shape, mediaItems = [], targets = [] }: NamesMediaAt): Map<string, string> {
  const list = partNames[shape].targets;
  const named = [
    ...mediaItems.map(({ url }, index) => ({ url, path: `mediaItems.${index}.url` })),
    ...targets.flatMap((target, at) =>
      (target.mediaItems ?? []).map(({ url }, index) => ({
        url,
        path: `${list}.${at}.mediaItems.${index}.url`,
      })),
    ),
  ];
  const paths = new Map<string, string>();
  for (const { url, path } of named) if (!paths.has(url)) paths.set(url, path);
  return paths;
}

/** A key for a media item. Items with the same fields have the same key. */
export const nameOf = (item: MediaItemInput): string =>
  JSON.stringify([item.url, item.altText, item.filename]);

/**
 * Refuses errors that are known before anything is fetched: too many URLs, too many media for a platform, missing
 * media, or a text that is too long. `named` are the media that the request names by id; `knownIds` are those that its
 * post already has.
 */
export async function checkBeforeFetch(
  ctx: RequestContext,
  content: UnfetchedContent,
  { named = content, knownIds = [] }: { named?: NamedMedia; knownIds?: readonly string[] } = {},
): Promise<void> {
  const tooMany = addressCountErrors(content);
  if (tooMany.length > 0) throw validationFailed(tooMany);
  await checkNamedMedia(ctx.db, ctx, { workspaceId: content.workspaceId, knownIds }, named);
  const checks = await platformChecks(ctx, content);
  refuseErrors([
    ...content.targets.flatMap((target, index) =>
      (checks[index]?.violations ?? [])
        // Media that exist already are checked later, together with the fetched ones.
        .filter(({ isMissing = false, field }) => !isMissing && field !== 'media')
        .map((violation) => findingOf(violation, target, { shape: content.shape, index }, violation.part)),
    ),
    ...mediaCountFindings(ctx, content).flat(),
  ]);
}

export function addressCountErrors(named: NamesMedia): ErrorDetail[] {
  const actual = new Set(mediaItemsOf(named).map(nameOf)).size;
  const limit = mediaItemsPerRequestMax;
  if (actual <= limit) return [];
  const message = `A request can name at most ${limit} media by URL, including those of its targets.`;
  return [{ path: 'mediaItems', code: 'too_big', message, limit, actual }];
}

/** Findings about targets whose platform does not accept that many media, for each target in order. */
export function mediaCountFindings(
  { media: { rules: mediaRules } }: Pick<RequestContext, 'media'>,
  { shape, mediaIds, mediaItems = [], targets }: UnfetchedContent,
): Finding[][] {
  return targets.map((target, index) => {
    const own = [...target.mediaIds, ...(target.mediaItems ?? [])];
    const actual = own.length > 0 ? own.length : mediaIds.length + mediaItems.length;
    const slots = mediaRules.get(target.platform)?.slots ?? [];
    const limit = Math.max(0, ...slots.map(({ itemsMax }) => itemsMax));
    if (slots.length === 0 || actual <= limit) return [];
    const message = `A post can have at most ${limit} media.`;
    const violation = { field: 'media', rule: 'media_count_exceeded', message, limit, actual } as const;
    return [findingOf(violation, { ...target, mediaIds: own }, { shape, index })];
  });
}

/** Throws if the plan does not allow another post. Counts a post as creating it would, and rolls that back. */
export async function checkPostLimit(ctx: RequestContext, workspaceId: string): Promise<void> {
  if (!isCounted(ctx, workspaceId)) return;
  await undoable(ctx.db, async (tx, undo) => {
    await countNewPost(tx, ctx, workspaceId);
    return undo(null);
  });
}
