import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { pollMsOf } from '../lib/post-pace.js';
import { isSamePost } from '../lib/same-post.js';
import { api, dataOf } from './client.js';
import { ApiError, ChangedError } from './errors.js';
import { keys } from './keys.js';
import { nextReadMs } from './polling.js';
import { useOnce } from './use-once.js';
import { useWorkspace } from './workspace.js';

export type Post = components['schemas']['Post'];
export type Target = components['schemas']['Target'];

const resource = 'posts';
const mediaFreshMs = 300_000;

/** When the user last asked for something whose outcome comes later. */
const askedAt = new Map<string, number>();

export const pollMs = (post: Post | undefined): number =>
  pollMsOf(post, Date.now(), post === undefined ? undefined : askedAt.get(post.id));

/** Polls the post as often as its state calls for, and not while the page is hidden. */
export function usePost(postId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'one', postId),
    queryFn: async ({ signal }) => (await readPost(postId, signal)).post,
    refetchInterval: ({ state }) => nextReadMs(state.error, pollMs(state.data)),
  });
}

/** A query of its own: image URLs get a new signature each time, so their responses never match an ETag. */
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

/** A post as it was read, with the ETag of that version. */
export interface ReadPost {
  post: Post;
  etag: string | null;
}

export async function readPost(postId: string, signal?: AbortSignal): Promise<ReadPost> {
  const outcome = await api.GET('/posts/{id}', {
    params: { path: { id: postId }, query: { expand: 'targets.account' } },
    ...(signal !== undefined && { signal }),
  });
  const post = await dataOf(Promise.resolve(outcome));
  // A proxy that compresses makes the ETag weak, and the service accepts only strong ones.
  return { post, etag: outcome.response.headers.get('etag')?.replace(/^W\//, '') ?? null };
}

/** A second try covers changes that users do not see. */
const triesMax = 2;

/** Acts on a post only if it still is as it was shown. Otherwise it throws ChangedError. */
export async function actOnShown<Answer>(
  postId: string,
  isAsShown: (now: Post) => boolean,
  act: (now: ReadPost) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const now = await readPost(postId);
    if (!isAsShown(now.post)) throw new ChangedError();
    try {
      return await act(now);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      if (tries === triesMax) throw new ChangedError(error);
    }
  }
}

interface Asked {
  path: { id: string };
  header: { 'Idempotency-Key': string; 'If-Match'?: string };
}

/**
 * Runs an action on a post as it is shown. One idempotency key lasts until there is a clear response, and afterwards
 * all queries about posts are refreshed. If the post has changed, nothing is done.
 */
export function usePostAction<Given, Answer>(
  shown: Post,
  act: (given: Given, asked: Asked) => Promise<Answer>,
  isAsShown: (shown: Post, now: Post) => boolean = isSamePost,
) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (given: Given) =>
      actOnShown(
        shown.id,
        (now) => isAsShown(shown, now),
        ({ post, etag }) => {
          // A response about an earlier version does not hold for this one, so the version is part of the key.
          const key = once.key({ given, version: post.updatedAt });
          const header = { 'Idempotency-Key': key, ...(etag !== null && { 'If-Match': etag }) };
          return act(given, { path: { id: shown.id }, header });
        },
      ),
    onSuccess: () => {
      askedAt.set(shown.id, Date.now());
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

export const useApprovePost = (shown: Post) =>
  usePostAction(shown, (_given: undefined, params) =>
    dataOf(api.POST('/posts/{id}/approve', { params, body: {} })),
  );

export const useRejectPost = (shown: Post) =>
  usePostAction(shown, (reason: string, params) =>
    dataOf(api.POST('/posts/{id}/reject', { params, body: { reason } })),
  );

/** Reschedules a post that has a time, and schedules any other. */
export const useSchedulePost = (shown: Post) =>
  usePostAction(shown, ({ scheduledAt, moves }: { scheduledAt: string; moves: boolean }, params) => {
    const given = { params, body: { scheduledAt } };
    return moves
      ? dataOf(api.POST('/posts/{id}/reschedule', given))
      : dataOf(api.POST('/posts/{id}/schedule', given));
  });

/** Cancels the post in any version: the user wants none of it published. */
export const useCancelPost = (shown: Post) =>
  usePostAction(
    shown,
    (_given: undefined, { path, header: { 'Idempotency-Key': key } }) =>
      dataOf(
        api.POST('/posts/{id}/cancel', { params: { path, header: { 'Idempotency-Key': key } }, body: {} }),
      ),
    () => true,
  );

export const useRetryPost = (shown: Post) =>
  usePostAction(shown, (body: components['schemas']['RetryPost'], params) =>
    dataOf(api.POST('/posts/{id}/retry', { params, body })),
  );

/** Resolves an unconfirmed target by what the user saw on the platform. */
export const useResolveTarget = (shown: Post) =>
  usePostAction(
    shown,
    (
      { targetId, answer }: { targetId: string; answer: components['schemas']['ResolveUnconfirmed'] },
      { path, header },
    ) =>
      dataOf(
        api.POST('/posts/{id}/targets/{tid}/resolve', {
          params: { path: { ...path, tid: targetId }, header },
          body: answer,
        }),
      ),
  );

export const useRetryFirstComment = (shown: Post) =>
  usePostAction(shown, (targetId: string, { path, header }) =>
    dataOf(
      api.POST('/posts/{id}/targets/{tid}/retry-first-comment', {
        params: { path: { ...path, tid: targetId }, header },
      }),
    ),
  );

/**
 * Replaces a failed first comment and sends the new one at once. The update names only that target, because the rest
 * of the post is public.
 */
export const useReplaceFirstComment = (shown: Post) =>
  usePostAction(shown, async ({ target, text }: { target: Target; text: string }, { path, header }) => {
    const { 'Idempotency-Key': key, ...ifMatch } = header;
    const { id: tid, socialAccountId, captionOverride, platformOptions, mediaIds } = target;
    const named = { socialAccountId, captionOverride, platformOptions, mediaIds, firstComment: text };
    await dataOf(api.PATCH('/posts/{id}', { params: { path, header: ifMatch }, body: { targets: [named] } }));
    return dataOf(
      api.POST('/posts/{id}/targets/{tid}/retry-first-comment', {
        params: { path: { ...path, tid }, header: { 'Idempotency-Key': key } },
      }),
    );
  });

export const useDeletePost = (shown: Post) =>
  usePostAction(shown, (_given: undefined, params) => dataOf(api.DELETE('/posts/{id}', { params })));
