import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from './client.js';
import { usePlatforms } from './platforms.js';
import { usePostAction, type Post, type Target } from './posts.js';

/** How the platform of a target allows its public post to be changed. Undefined until it has been read. */
export function usePublicChanges({ platform }: Target) {
  return usePlatforms().data?.find((info) => info.platform === platform)?.changes;
}

export const useRemoveTarget = (shown: Post) =>
  usePostAction(shown, (tid: string, { path, header }) =>
    dataOf(api.POST('/posts/{id}/targets/{tid}/remove', { params: { path: { ...path, tid }, header } })),
  );

export const useEditTarget = (shown: Post) =>
  usePostAction(
    shown,
    ({ tid, body }: { tid: string; body: components['schemas']['EditTarget'] }, { path, header }) =>
      dataOf(
        api.POST('/posts/{id}/targets/{tid}/edit', { params: { path: { ...path, tid }, header }, body }),
      ),
  );

/** Deletes a post. With `removePublic`, it is removed from its platforms first. */
export const useDeletePost = (shown: Post) =>
  usePostAction(shown, (removePublic: boolean, { path, header }) =>
    dataOf(api.DELETE('/posts/{id}', { params: { path, header, query: { removePublic } } })),
  );
