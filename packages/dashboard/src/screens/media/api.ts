import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { signedUrlsMs } from '../../api/polling.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';
import type { Post } from '../../api/posts.js';
import type { Media } from '../../lib/upload.js';

export type { Media } from '../../lib/upload.js';

const resource = 'media';
const usePageRows = 10;
const pageRows = 48;

export function useMedia(kind: string | undefined) {
  const { id } = useWorkspace();
  return usePages<Media>(
    keys.of(id, resource, 'library', kind),
    (cursor, signal) => {
      const query = {
        workspaceId: id,
        limit: pageRows,
        ...(kind !== undefined && { kind }),
        ...(cursor !== undefined && { cursor }),
      };
      return dataOf(api.GET('/media', { params: { query }, signal }));
    },
    { refetchMs: signedUrlsMs },
  );
}

/** Reads the posts that use a file, newest first. */
export function usePostsWith(mediaId: string) {
  const { id } = useWorkspace();
  return usePages<Post>(keys.of(id, 'posts', 'with-media', mediaId), (cursor, signal) => {
    const query = {
      workspaceId: id,
      mediaId,
      limit: usePageRows,
      ...(cursor !== undefined && { cursor }),
    };
    return dataOf(api.GET('/posts', { params: { query }, signal }));
  });
}

export const mediaKey = (workspaceId: string) => keys.of(workspaceId, resource);

export const removeMedia = (id: string): Promise<unknown> =>
  dataOf(api.DELETE('/media/{id}', { params: { path: { id } } }));

export const useDeleteMedia = () => useChange(resource, (mediaId: string) => removeMedia(mediaId));

export function useUpdateMedia() {
  return useChange(
    resource,
    ({ mediaId, ...body }: { mediaId: string; altText: string | null; filename: string | null }) =>
      dataOf(api.PATCH('/media/{id}', { params: { path: { id: mediaId } }, body })),
  );
}
