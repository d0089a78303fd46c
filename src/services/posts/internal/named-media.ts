import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { mediaAssets } from '../../../db/schema/index.js';
import { validationFailed } from '../../../domain/errors.js';
import type { MediaStatus } from '../../../domain/media.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import type { TargetInput } from '../../post-records/types.js';

const notReadyTexts: Readonly<Record<Exclude<MediaStatus, 'READY'>, string>> = {
  PENDING_UPLOAD: 'The media asset is PENDING_UPLOAD. Complete its upload first.',
  PROCESSING: 'The media asset is PROCESSING. Wait until it is READY.',
  FAILED: 'The media asset could not be processed. Upload it again.',
};

/**
 * Every media id must be a finished asset of the post's workspace. Within a transaction the assets stay
 * locked until its end, so that none is deleted before the post that uses it is stored.
 */
export async function checkMedia(
  q: Queryable,
  workspaceId: string,
  mediaIds: readonly string[],
  pathAt = (index: number): string => `mediaIds.${index}`,
): Promise<void> {
  if (mediaIds.length === 0) return;
  const rows = await q
    .select({ id: mediaAssets.id, status: mediaAssets.status })
    .from(mediaAssets)
    .where(
      and(
        inArray(mediaAssets.id, [...mediaIds]),
        eq(mediaAssets.workspaceId, workspaceId),
        isNull(mediaAssets.deletedAt),
      ),
    )
    // Always in the same order, so that two transactions that lock several do not wait for each other.
    .orderBy(mediaAssets.id)
    .for('key share');
  const statusById = new Map(rows.map((row) => [row.id, row.status]));
  const details = mediaIds.flatMap((id, index) => {
    const status = statusById.get(id);
    const path = pathAt(index);
    if (status === 'READY') return [];
    return status === undefined
      ? [{ path, code: 'unknown_media', message: 'There is no such media asset in the workspace.' }]
      : [
          {
            path,
            code: 'media_not_ready',
            message: notReadyTexts[status],
          },
        ];
  });
  if (details.length > 0) throw validationFailed(details);
}

/** The same for what a request names: each finding has the path in the request. */
export async function checkNamedMedia(
  q: Queryable,
  workspaceId: string,
  named: {
    mediaIds?: readonly string[];
    targets?: readonly { mediaIds: readonly string[]; platformOptions: TargetInput['platformOptions'] }[];
  },
): Promise<void> {
  const all = [
    ...(named.mediaIds ?? []).map((id, at) => ({ id, path: `mediaIds.${at}` })),
    ...(named.targets ?? []).flatMap(({ mediaIds, platformOptions }, index) => [
      ...mediaIds.map((id, at) => ({ id, path: `targets.${index}.mediaIds.${at}` })),
      ...optionMediaIn(platformOptions).map(({ path, assetId: id }) => ({
        id,
        path: `targets.${index}.platformOptions.${path}`,
      })),
    ]),
  ];
  const ids = all.map(({ id }) => id);
  await checkMedia(q, workspaceId, ids, (index) => all[index]?.path ?? '');
}
