import { useQueries } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { isNotFound } from '../api/errors.js';
import { keys } from '../api/keys.js';
import { useWorkspace } from '../api/workspace.js';
import { MediaStrip, type ShownMedia } from './media-strip.js';

const freshMs = 300_000;

/** Shows the media that one account gets instead of those of the post. */
export function OwnMedia({ ids, label }: { ids: readonly string[]; label: string }) {
  return <MediaStrip media={useOwnMedia(ids)} label={label} />;
}

/** Reads the media that one account gets instead of those of the post, by id, because posts contain only ids. */
export function useOwnMedia(ids: readonly string[]): ShownMedia[] {
  const { id: workspaceId } = useWorkspace();
  return useQueries({
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
}
