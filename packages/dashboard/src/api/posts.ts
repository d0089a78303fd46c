import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { pollMsOf } from '../lib/post-pace.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { useOnce } from './use-once.js';
import { useWorkspace } from './workspace.js';

export type Post = components['schemas']['Post'];
export type Target = components['schemas']['Target'];

const resource = 'posts';
const mediaFreshMs = 300_000;

/** When somebody asked last for something whose outcome comes later. */
const askedAt = new Map<string, number>();

export const pollMs = (post: Post | undefined): number =>
  pollMsOf(post, Date.now(), post === undefined ? undefined : askedAt.get(post.id));

/** The post, read again as often as its state calls for, and not while the page is hidden. */
export function usePost(postId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'one', postId),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/posts/{id}', {
          params: { path: { id: postId }, query: { expand: 'targets.account' } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : pollMs(state.data)),
  });
}

/** Apart from the post: addresses of pictures are signed anew each time, so that no answer equals the one before. */
export function usePostMedia(post: Post) {
  const { id } = useWorkspace();
  const ids = post.media.map(({ mediaAssetId }) => mediaAssetId).join();
  return useQuery({
    queryKey: keys.of(id, 'post-media', post.id, ids),
    queryFn: async ({ signal }) => {
      const { media } = await dataOf(
        api.GET('/posts/{id}', {
          params: { path: { id: post.id }, query: { expand: 'media.asset' } },
          signal,
        }),
      );
      return media;
    },
    enabled: ids !== '',
    staleTime: mediaFreshMs,
  });
}

interface Asked {
  postId: string;
  idempotencyKey: string;
}

/** Something that is done to a post: by one key until it is answered, and with everything of posts read again. */
export function usePostAction<Given, Answer>(
  postId: string,
  act: (given: Given, asked: Asked) => Promise<Answer>,
) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (given: Given) => act(given, { postId, idempotencyKey: once.key(given) }),
    onSuccess: () => {
      askedAt.set(postId, Date.now());
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

const toPost = ({ postId, idempotencyKey }: Asked) => ({
  path: { id: postId },
  header: { 'Idempotency-Key': idempotencyKey },
});

export const useApprovePost = (postId: string) =>
  usePostAction(postId, (_given: undefined, asked) =>
    dataOf(api.POST('/posts/{id}/approve', { params: toPost(asked), body: {} })),
  );

export const useRejectPost = (postId: string) =>
  usePostAction(postId, (reason: string, asked) =>
    dataOf(api.POST('/posts/{id}/reject', { params: toPost(asked), body: { reason } })),
  );

/** A post that has a time is moved; any other is scheduled. */
export const useSchedulePost = (postId: string) =>
  usePostAction(postId, ({ scheduledAt, moves }: { scheduledAt: string; moves: boolean }, asked) => {
    const given = { params: toPost(asked), body: { scheduledAt } };
    return moves
      ? dataOf(api.POST('/posts/{id}/reschedule', given))
      : dataOf(api.POST('/posts/{id}/schedule', given));
  });

export const useCancelPost = (postId: string) =>
  usePostAction(postId, (_given: undefined, asked) =>
    dataOf(api.POST('/posts/{id}/cancel', { params: toPost(asked), body: {} })),
  );

export const useRetryPost = (postId: string) =>
  usePostAction(postId, (body: components['schemas']['RetryPost'], asked) =>
    dataOf(api.POST('/posts/{id}/retry', { params: toPost(asked), body })),
  );

export const useRetryFirstComment = (postId: string) =>
  usePostAction(postId, (targetId: string, asked) =>
    dataOf(
      api.POST('/posts/{id}/targets/{tid}/retry-first-comment', {
        params: { ...toPost(asked), path: { id: postId, tid: targetId } },
      }),
    ),
  );

export const useDeletePost = (postId: string) =>
  usePostAction(postId, () => dataOf(api.DELETE('/posts/{id}', { params: { path: { id: postId } } })));
