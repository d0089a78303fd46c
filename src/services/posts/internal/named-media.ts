import { and, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { mediaAssets } from '../../../db/schema/index.js';
import { validationFailed } from '../../../domain/errors.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import type { MediaStatus } from '../../../domain/media.js';
import type { PostPart } from '../../../domain/parts.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import { lendingWorkspaces } from '../../media/foreign-media.js';
import { namedMediaIdsIn, type PostRecord } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';
import type { RequestContext } from '../../shared/context.js';

const notReadyTexts: Readonly<Record<Exclude<MediaStatus, 'READY'>, string>> = {
  PENDING_UPLOAD: 'The media asset is PENDING_UPLOAD. Complete its upload first.',
  PROCESSING: 'The media asset is PROCESSING. Wait until it is READY.',
  FAILED: 'The media asset could not be processed. Upload it again.',
};

interface Asset {
  id: string;
  workspaceId: string;
  status: MediaStatus;
}

/**
 * Refuses assets of a stored post that are unfinished or deleted. Within a transaction the assets stay locked until its
 * end, so that none is deleted before the post that uses it is stored.
 */
export async function checkMedia(q: Queryable, mediaIds: readonly string[]): Promise<void> {
  refuse(await lockAssets(q, mediaIds), mediaIds, (index) => `mediaIds.${index}`);
}

/** The media that a request names by id. */
export interface NamedMedia {
  shape: Shape;
  mediaIds?: readonly string[];
  parts?: readonly Pick<PostPart, 'mediaIds'>[];
  targets?: readonly {
    mediaIds: readonly string[];
    partsOverride?: readonly Pick<PostPart, 'mediaIds'>[] | null | undefined;
    platformOptions: TargetInput['platformOptions'];
  }[];
}

export interface MediaHome {
  workspaceId: string;
  /** The current media of the post. A caller may keep them even without the right to add them. */
  knownIds?: readonly string[];
}

/** The workspace and media of a stored post. */
export const homeOf = (record: PostRecord): MediaHome => ({
  workspaceId: record.post.workspaceId,
  knownIds: namedMediaIdsIn(record),
});

/**
 * Refuses media of a request that the post cannot use; each error has the path in the request. An asset must be
 * finished and belong to the post's workspace or to one that lends to it; any other asset counts as missing. Returns
 * whether an asset belongs to another workspace.
 */
export async function checkNamedMedia(
  q: Queryable,
  ctx: Pick<RequestContext, 'actor' | 'reach'>,
  { workspaceId, knownIds = [] }: MediaHome,
  named: NamedMedia,
): Promise<{ hasForeign: boolean }> {
  const list = partNames[named.shape].targets;
  const all = [
    ...(named.mediaIds ?? []).map((id, at) => ({ id, path: `mediaIds.${at}` })),
    ...mediaAt('parts', named.parts),
    ...(named.targets ?? []).flatMap(({ mediaIds, partsOverride, platformOptions }, index) => [
      ...mediaIds.map((id, at) => ({ id, path: `${list}.${index}.mediaIds.${at}` })),
      ...mediaAt(`${list}.${index}.partsOverride`, partsOverride),
      ...optionMediaIn(platformOptions).map(({ path, assetId: id }) => ({
        id,
        path: `${list}.${index}.platformOptions.${path}`,
      })),
    ]),
  ];
  const ids = all.map(({ id }) => id);
  const assets = await lockAssets(q, ids);
  const isHere = (asset: Asset): boolean => asset.workspaceId === workspaceId || knownIds.includes(asset.id);
  const elsewhere = assets.flatMap((asset) => (isHere(asset) ? [] : [asset.workspaceId]));
  const lending = await lendingWorkspaces(q, ctx, workspaceId, elsewhere);
  const usable = assets.filter((asset) => isHere(asset) || lending.has(asset.workspaceId));
  refuse(usable, ids, (index) => all[index]?.path ?? '');
  return { hasForeign: assets.some((asset) => asset.workspaceId !== workspaceId) };
}

/** The media of further parts, each with its path in the request. */
function mediaAt(list: string, parts: NamedMedia['parts'] | null = []): { id: string; path: string }[] {
  return (parts ?? []).flatMap(({ mediaIds }, index) =>
    mediaIds.map((id, at) => ({ id, path: `${list}.${index}.mediaIds.${at}` })),
  );
}

async function lockAssets(q: Queryable, ids: readonly string[]): Promise<Asset[]> {
  if (ids.length === 0) return [];
  return (
    q
      .select({ id: mediaAssets.id, workspaceId: mediaAssets.workspaceId, status: mediaAssets.status })
      .from(mediaAssets)
      .where(and(inArray(mediaAssets.id, [...ids]), isNull(mediaAssets.deletedAt)))
      // Assets are locked in the same order everywhere, so that two transactions cannot deadlock.
      .orderBy(mediaAssets.id)
      .for('key share')
  );
}

function refuse(
  usable: readonly Asset[],
  mediaIds: readonly string[],
  pathAt: (index: number) => string,
): void {
  const statusById = new Map(usable.map(({ id, status }) => [id, status]));
  const details = mediaIds.flatMap((id, index) => {
    const status = statusById.get(id);
    const path = pathAt(index);
    if (status === 'READY') return [];
    return status === undefined
      ? [
          {
            path,
            code: 'unknown_media',
            message: 'There is no such media asset for posts of this workspace.',
          },
        ]
      : [{ path, code: 'media_not_ready', message: notReadyTexts[status] }];
  });
  if (details.length > 0) throw validationFailed(details);
}
