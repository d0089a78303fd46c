import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { components } from '../../../../client/src/api-types.js';
import { clientLinkApi, dataOf, newIdempotencyKey } from '../../api/client.js';
import { ApiError, ChangedError } from '../../api/errors.js';
import { usePages } from '../../api/pages.js';
import { useOnce } from '../../api/use-once.js';
import { hold } from '../../lib/held-requests.js';

type Schemas = components['schemas'];
export type ClientPost = Schemas['ClientPost'];
export type Outcome = Schemas['ClientApprovals']['data'][number];

const pageRows = 20;
/** Each response has newly signed URLs, so that pictures load again. They work for at least ten minutes. */
const refetchMs = 240_000;
/** The number of posts that one request approves. */
const approvalsAtOnceMax = 50;
const unauthorized = 401;

export const LinkToken = createContext('');

function useLink() {
  const token = useContext(LinkToken);
  return { api: clientLinkApi(token), queryKey: ['client-review', token] };
}

/** Whether the link was revoked, has expired or never existed. */
export const isLinkEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === unauthorized;

export function useReview() {
  const { api, queryKey } = useLink();
  return useQuery({
    queryKey: [...queryKey, 'review'],
    queryFn: ({ signal }) => dataOf(api.GET('/client/review', { signal })),
  });
}

export function useClientPosts() {
  const { api, queryKey } = useLink();
  return usePages<ClientPost>(
    [...queryKey, 'posts'],
    (cursor, signal) => {
      const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
      return dataOf(api.GET('/client/posts', { params: { query }, signal }));
    },
    { refetchMs },
  );
}

/** Returns a mutation with an idempotency key of its own. Afterwards everything that the link opens is read again. */
function useClientChange<Given, Answer>(
  change: (
    api: ReturnType<typeof clientLinkApi>,
    given: Given,
    header: (part: unknown) => { 'Idempotency-Key': string },
  ) => Promise<Answer>,
) {
  const { api, queryKey } = useLink();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    gcTime: 0,
    mutationFn: (given: Given) => change(api, given, (part) => ({ 'Idempotency-Key': once.key(part) })),
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey });
    },
  });
}

/** Approves posts in the versions that were shown, and returns an outcome for each. */
export function useApproveEach() {
  return useClientChange(async (api, shown: readonly ClientPost[], header): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let at = 0; at < shown.length; at += approvalsAtOnceMax) {
      const posts = shown.slice(at, at + approvalsAtOnceMax).map(({ id, version }) => ({ id, version }));
      const params = { header: header(posts) };
      const answer = await dataOf(api.POST('/client/approvals', { params, body: { posts } }));
      outcomes.push(...answer.data);
    }
    return outcomes;
  });
}

/** Approves one post in the version that was shown, which can be undone for a while. */
export function useApproveOne() {
  const { api, queryKey } = useLink();
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: ({ id, version, scheduledAt }: ClientPost) => {
      const params = { header: { 'Idempotency-Key': newIdempotencyKey() } };
      return hold({
        postIds: [id],
        action: 'approve',
        dueAt: scheduledAt,
        send: async (isClosing) => {
          const body = { posts: [{ id, version }] };
          const { data } = await dataOf(
            api.POST('/client/approvals', { params, body, keepalive: isClosing }),
          );
          const [outcome] = data;
          if (outcome?.approved === true) return;
          if (outcome?.code === 'PRECONDITION_FAILED') throw new ChangedError();
          throw new ApiError(conflict, outcome, null);
        },
        refresh: () => client.invalidateQueries({ queryKey }),
      });
    },
  });
}

const conflict = 409;

export function useRejectClientPost({ id, version }: ClientPost) {
  return useClientChange((api, reason: string, header) => {
    const body = { version, reason };
    const params = { path: { id }, header: header(body) };
    return dataOf(api.POST('/client/posts/{id}/reject', { params, body }));
  });
}

export function useWriteComment({ id }: ClientPost) {
  return useClientChange((api, text: string, header) => {
    const params = { path: { id }, header: header(text) };
    return dataOf(api.POST('/client/posts/{id}/comments', { params, body: { text } }));
  });
}
