import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { sendHeld } from '../lib/held-requests.js';
import { isSamePost } from '../lib/same-post.js';
import { api, dataOf } from './client.js';
import { ApiError, ChangedError } from './errors.js';
import { keys } from './keys.js';
import { nextReadMs, nextStreamedReadMs } from './polling.js';
import { useOnce } from './use-once.js';
import { useWorkspace } from './workspace.js';

export type Post = components['schemas']['Post'];
export type Target = components['schemas']['Target'];

const resource = 'posts';
const mediaFreshMs = 300_000;

/** The stream of changes does not report when the run of a post has started. */
const startingMs = 3_000;

/** Reads a post, again whenever it changes. */
export function usePost(postId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'one', postId),
    queryFn: async ({ signal }) => (await readPost(postId, signal)).post,
    refetchInterval: ({ state: { data, error } }) => {
      const isStarting = data !== undefined && data.pendingWorkflowId !== null;
      return isStarting ? nextReadMs(error, startingMs) : nextStreamedReadMs(error);
    },
  });
}

/**
 * Reads the media of a post. They have a separate query, because each response contains newly signed image URLs and so
 * never matches an ETag.
 */
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

/** A post together with the ETag of the version that was read. */
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
  // A compressing proxy makes the ETag weak (`W/`), but the service accepts only strong ETags.
  return { post, etag: outcome.response.headers.get('etag')?.replace(/^W\//, '') ?? null };
}

/** How often an action is tried. The second try covers changes to the post that users do not see. */
const triesMax = 2;

/** Runs `act` on a post only if the post has not changed since the user saw it. Otherwise throws a ChangedError. */
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
 * Returns a mutation that runs an action on a post, unless the post differs from the shown version. Retries use the
 * same idempotency key until there is a clear response. Afterwards all queries about posts are refreshed.
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
    mutationFn: async (given: Given) => {
      await sendHeld(shown.id);
      return actOnShown(
        shown.id,
        (now) => isAsShown(shown, now),
        ({ post, etag }) => {
          // The version is part of the key, because a response about an earlier version says nothing about this one.
          const key = once.key({ given, version: post.updatedAt });
          const header = { 'Idempotency-Key': key, ...(etag !== null && { 'If-Match': etag }) };
          return act(given, { path: { id: shown.id }, header });
        },
      );
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

export const useRejectPost = (shown: Post) =>
  usePostAction(shown, (reason: string, params) =>
    dataOf(api.POST('/posts/{id}/reject', { params, body: { reason } })),
  );

/** Reschedules a post if `moves` is set, otherwise schedules it. */
export const useSchedulePost = (shown: Post) =>
  usePostAction(shown, ({ scheduledAt, moves }: { scheduledAt: string; moves: boolean }, params) => {
    const given = { params, body: { scheduledAt } };
    return moves
      ? dataOf(api.POST('/posts/{id}/reschedule', given))
      : dataOf(api.POST('/posts/{id}/schedule', given));
  });

/**
 * How far "now" is in the future: the time that may pass until the service stores the change. It is long, because the
 * service may query platforms first.
 */
const leadMs = 15_000;

/** Returns the earliest time that is certainly accepted, by the service's clock. */
export async function soonestTime(): Promise<string> {
  const { response } = await api.GET('/me');
  const serviceMs = Date.parse(response.headers.get('date') ?? '');
  return new Date((Number.isNaN(serviceMs) ? Date.now() : serviceMs) + leadMs).toISOString();
}

/** Cancels a post even if it has changed since it was shown, because the user wants none of it published. */
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

/** Resolves an unconfirmed target with the user's answer: whether the post is on the platform. */
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
 * Replaces a failed first comment and sends the new one immediately. The update contains only that target, because the
 * rest of the post is public.
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
