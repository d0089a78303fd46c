import { and, eq, inArray, isNull } from 'drizzle-orm';
import { mediaAssets } from '../../../db/schema/index.js';
import type { RequestContext } from '../../shared/context.js';
import { errorAt, isAppError, type ErrorCode } from '../../../domain/errors.js';
import { groupBy } from '../../../domain/group-by.js';
import type { Shape } from '../../../domain/request-shape.js';
import { mediaItemsMsMax } from '../../../domain/limits.js';
import { requireMediaFetch } from '../../media/fetch-source.js';
import { forget, ingestCopy, ingestUrl } from '../../media/ingest.js';
import type { MediaRow } from '../../media/records.js';
import type { MediaItemInput } from '../../media/types.js';
import { requireScope } from '../../shared/rights/access.js';
import { within } from '../../shared/remote-calls/with-timeout.js';
import { countMore } from '../../rate-limits/count-more.js';
import { mediaItemsOf, nameOf, pathsOfUrls } from './before-fetch.js';
import type { TargetInput } from '../../post-records/types.js';

/** The number of concurrent downloads of one request. */
const atOnceMax = 4;

interface WithMediaItems {
  shape: Shape;
  mediaIds?: string[];
  mediaItems?: MediaItemInput[];
  targets?: TargetInput[];
}

export function hasMediaItems(input: WithMediaItems): boolean {
  return mediaItemsOf(input).length > 0;
}

interface Terms<R> {
  workspaceId: string;
  /** Throws errors that are known without the files, before anything is fetched or counted. */
  checkFirst: () => Promise<void>;
  /** The assets that the post already has. A fetched file that equals one of them is not kept twice. */
  knownIds?: readonly string[];
  /** Whether `work` has used the new assets. If not, they are removed. */
  isUsed: (result: R) => boolean;
}

/**
 * Fetches the media that a request names by URL, and calls `work` with the ids of the new assets: the post's new assets
 * come before its `mediaIds`, and a target's become its `mediaIds`. If `work` fails, the new assets are removed. A
 * limited key needs the scope of uploads.
 */
export async function withMediaItems<I extends WithMediaItems, R>(
  ctx: RequestContext,
  input: I,
  { workspaceId, checkFirst, knownIds = [], isUsed }: Terms<R>,
  work: (input: I) => Promise<R>,
): Promise<R> {
  const items = mediaItemsOf(input);
  if (items.length === 0) return work(input);
  requireScope(ctx, 'media:write');
  requireMediaFetch(ctx);
  await checkFirst();
  // Each distinct item becomes an asset. For a second item with the same URL, the fetched file is copied.
  await countMore(ctx, new Set(items.map(nameOf)).size);
  const fetched = await within(ctx.media.itemsMsMax ?? mediaItemsMsMax, (signal) =>
    fetchAll(ctx, workspaceId, input, signal),
  );
  let isKept = false;
  try {
    const idByItem = await settleIds(ctx, fetched, knownIds);
    const result = await work(inPlace(input, idByItem));
    isKept = isUsed(result);
    if (isKept) await discard(ctx, fetched, new Set(idByItem.values()));
    return result;
  } finally {
    if (!isKept) await discard(ctx, fetched, new Set());
  }
}

type Fetched = ReadonlyMap<string, MediaRow>;

/**
 * Fetches all items or none: the first failure stops the rest, and the fetched files are removed. A URL that is named
 * twice is fetched once.
 */
async function fetchAll(
  ctx: RequestContext,
  workspaceId: string,
  input: WithMediaItems,
  signal: AbortSignal,
): Promise<Fetched> {
  const paths = pathsOfUrls(input);
  const items = new Map(mediaItemsOf(input).map((item) => [nameOf(item), item]));
  const waiting = [...groupBy([...items.values()], ({ url }) => url).values()];
  const fetched = new Map<string, MediaRow>();
  const fetchOne = async ([first, ...others]: MediaItemInput[]): Promise<void> => {
    if (first === undefined) return;
    const original = await ingestUrl(ctx, { workspaceId, item: first, signal }).catch((error: unknown) => {
      throw signal.aborted ? error : ofFileAt(paths.get(first.url), error);
    });
    fetched.set(nameOf(first), original);
    for (const item of others)
      fetched.set(nameOf(item), await ingestCopy(ctx, { workspaceId, item, signal }, original));
  };
  const fetchNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await fetchOne(next);
  };
  const lanes = Array.from({ length: atOnceMax }, () =>
    fetchNext().catch((error: unknown) => {
      waiting.length = 0;
      throw error;
    }),
  );
  const [failed] = (await Promise.allSettled(lanes)).filter((lane) => lane.status === 'rejected');
  if (failed === undefined) return fetched;
  await discard(ctx, fetched, new Set());
  throw failed.reason;
}

const fileCodes: readonly ErrorCode[] = [
  'URL_REJECTED',
  'FETCH_FAILED',
  'EMPTY_BODY',
  'UNSUPPORTED_MIME',
  'FILE_TOO_LARGE',
];

/** Adds the path of the media item to an error about its file. */
function ofFileAt(path: string | undefined, error: unknown): unknown {
  return path !== undefined && isAppError(error) && fileCodes.includes(error.code)
    ? errorAt(path, error)
    : error;
}

async function settleIds(
  ctx: RequestContext,
  fetched: Fetched,
  knownIds: readonly string[],
): Promise<Map<string, string>> {
  const known =
    knownIds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(mediaAssets)
          .where(
            and(
              inArray(mediaAssets.id, [...knownIds]),
              eq(mediaAssets.status, 'READY'),
              isNull(mediaAssets.deletedAt),
            ),
          );
  return new Map(
    [...fetched].map(([name, row]) => {
      const same = known.find((other) => other.sha256 === row.sha256 && other.altText === row.altText);
      return [name, (same ?? row).id];
    }),
  );
}

function inPlace<I extends WithMediaItems>(input: I, idByItem: ReadonlyMap<string, string>): I {
  const idsOf = (items: readonly MediaItemInput[] = []): string[] =>
    items.flatMap((item) => idByItem.get(nameOf(item)) ?? []);
  return {
    ...input,
    ...(input.mediaItems === undefined
      ? {}
      : { mediaIds: [...idsOf(input.mediaItems), ...(input.mediaIds ?? [])] }),
    ...(input.targets === undefined
      ? {}
      : {
          targets: input.targets.map((target) => ({
            ...target,
            mediaIds: [...idsOf(target.mediaItems), ...target.mediaIds],
          })),
        }),
  };
}

async function discard(ctx: RequestContext, fetched: Fetched, keptIds: ReadonlySet<string>): Promise<void> {
  for (const row of fetched.values()) {
    if (keptIds.has(row.id)) continue;
    await forget(ctx, row).catch((error: unknown) =>
      ctx.log.warn({ err: error, mediaId: row.id }, 'an asset that no post uses stays in the library'),
    );
  }
}
