import { ruleViolated, validationFailed, type ErrorDetail } from '../../../domain/errors.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import { mediaItemsPerRequestMax } from '../../../domain/limits.js';
import { undoable } from '../../../db/undoable.js';
import type { RequestContext } from '../../shared/context.js';
import type { MediaItemInput } from '../../media/types.js';
import { countNewPost, isCounted } from '../../plan-limits/post-limit.js';
import { checkNamedMedia, type NamedMedia } from './named-media.js';
import { platformFindings, type DraftedContent, type DraftedTarget } from './platform-findings.js';

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

/** The first path of each URL in a request. */
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

/** Two items are the same if all of their fields are. */
export const nameOf = (item: MediaItemInput): string =>
  JSON.stringify([item.url, item.altText, item.filename]);

/**
 * Refuses what can be refused before anything is fetched: too many URLs, too many media for a platform,
 * missing media, a text that is too long. `named`: the media that the request itself names by id; `knownIds`: those
 * that its post has already.
 */
export async function checkBeforeFetch(
  ctx: RequestContext,
  content: UnfetchedContent,
  { named = content, knownIds = [] }: { named?: NamedMedia; knownIds?: readonly string[] } = {},
): Promise<void> {
  const tooMany = addressCountFindings(content);
  if (tooMany.length > 0) throw validationFailed(tooMany);
  await checkNamedMedia(ctx.db, ctx, { workspaceId: content.workspaceId, knownIds }, named);
  const rules = (await platformFindings(ctx, content)).flat();
  const details = [
    ...rules.flatMap(({ severity, isMissing, ...finding }) =>
      severity === 'error' && !isMissing && !isOfMedia(finding) ? [finding] : [],
    ),
    ...mediaCountFindings(ctx, content).flat(),
  ];
  if (details.length === 0) return;
  throw ruleViolated(details);
}

/** The media that are here already are checked again later, together with the fetched ones. */
function isOfMedia({ path }: ErrorDetail): boolean {
  return /(^|\.)mediaIds(\.\d+)?$/.test(path);
}

export function addressCountFindings(named: NamesMedia): ErrorDetail[] {
  const actual = new Set(mediaItemsOf(named).map(nameOf)).size;
  const limit = mediaItemsPerRequestMax;
  if (actual <= limit) return [];
  const message = `A request can name at most ${limit} media by URL, including those of its targets.`;
  return [{ path: 'mediaItems', code: 'too_big', message, limit, actual }];
}

/** For each target: whether its platform accepts that many media at all. */
export function mediaCountFindings(
  { media: { rules: mediaRules } }: Pick<RequestContext, 'media'>,
  { shape, mediaIds, mediaItems = [], targets }: UnfetchedContent,
): ErrorDetail[][] {
  return targets.map(({ platform, socialAccountId, ...target }, index) => {
    const own = target.mediaIds.length + (target.mediaItems ?? []).length;
    const actual = own > 0 ? own : mediaIds.length + mediaItems.length;
    const slots = mediaRules.get(platform)?.slots ?? [];
    const limit = Math.max(0, ...slots.map(({ itemsMax }) => itemsMax));
    if (slots.length === 0 || actual <= limit) return [];
    const path = own > 0 ? `${partNames[shape].targets}.${index}.mediaIds` : 'mediaIds';
    const message = `${platform}: A post can have at most ${limit} media.`;
    return [{ path, code: 'media_count_exceeded', message, platform, socialAccountId, limit, actual }];
  });
}

/** Counts as creating the post would, and undoes it. Throws if the plan refuses. */
export async function checkPostLimit(ctx: RequestContext, workspaceId: string): Promise<void> {
  if (!isCounted(ctx, workspaceId)) return;
  await undoable(ctx.db, async (tx, undo) => {
    await countNewPost(tx, ctx, workspaceId);
    return undo(null);
  });
}
