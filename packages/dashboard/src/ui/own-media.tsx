import { useQueries } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { isNotFound } from '../api/errors.js';
import { keys } from '../api/keys.js';
import { useWorkspace } from '../api/workspace.js';
import { MediaStrip, type ShownMedia } from './media-strip.js';

const freshMs = 300_000;

/**
 * Shows the media that one account gets instead of those of the post. They are read by id, because posts contain only
 * ids.
 */
export function OwnMedia({ ids, label }: { ids: readonly string[]; label: string }) {
  const { id: workspaceId } = useWorkspace();
  const media = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.of(workspaceId, 'media', 'shown', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        dataOf(api.GET('/media/{id}', { params: { path: { id } }, signal })),
      staleTime: freshMs,
    })),
    combine: (results) =>
      results.flatMap(({ data, error }, index): ShownMedia[] => {
        const mediaAssetId = ids[index] ?? '';
        if (data !== undefined) return [{ mediaAssetId, asset: data, altText: data.altText }];
        return isNotFound(error) ? [{ mediaAssetId, asset: null, altText: null }] : [];
      }),
  });
  return <MediaStrip media={media} label={label} />;
}
