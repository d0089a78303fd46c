import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { useAllAccounts } from '../../api/accounts.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useSession } from '../../api/session.js';
import { useOnce } from '../../api/use-once.js';
import { useWorkspace } from '../../api/workspace.js';
import { accountName } from '../../lib/account-names.js';
import { t } from '../../messages/inbox.js';

export type Comment = components['schemas']['Comment'];
export type CommentWithThread = components['schemas']['CommentWithThread'];

const resource = 'comments';
const pageRows = 30;
const countedRowsMax = 100;

/** The conversations of the user, those of no member, or all. */
export type Assigned = 'mine' | 'none' | 'all';

export interface InboxFilter {
  unreadOnly: boolean;
  accountId: string | null;
  assigned: Assigned;
}

/** Reads the comments of other people, newest first. */
export function useComments({ unreadOnly, accountId, assigned }: InboxFilter) {
  const { id: workspaceId } = useWorkspace();
  const me = useSession().user.id;
  return usePages<Comment>(
    keys.of(workspaceId, resource, 'list', unreadOnly, accountId, assigned),
    (cursor, signal) => {
      const query = {
        workspaceId,
        mine: false,
        limit: pageRows,
        ...(unreadOnly && { unread: true }),
        ...(accountId !== null && { socialAccountId: accountId }),
        ...(assigned === 'mine' && { assignedTo: me }),
        ...(assigned === 'none' && { assigned: false }),
        ...(cursor !== undefined && { cursor }),
      };
      return dataOf(api.GET('/comments', { params: { query }, signal }));
    },
  );
}

/** Counts the newest unread comments by account. The lists of the API have no totals. */
export function useUnreadCounts() {
  const { id: workspaceId } = useWorkspace();
  return useQuery({
    queryKey: keys.of(workspaceId, resource, 'unread-by-account'),
    queryFn: async ({ signal }) => {
      const query = { workspaceId, mine: false, unread: true, limit: countedRowsMax };
      const { data } = await dataOf(api.GET('/comments', { params: { query }, signal }));
      const counts: Record<string, number> = {};
      for (const { socialAccountId } of data) counts[socialAccountId] = (counts[socialAccountId] ?? 0) + 1;
      return counts;
    },
  });
}

/** Reads a comment with its conversation. */
export function useThread(commentId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'thread', commentId),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/comments/{id}', { params: { path: { id: commentId } }, signal })),
  });
}

/** Reads the accounts of the workspace, for their names and the filter. */
export const useAccounts = () => useAllAccounts(useWorkspace().id);

export function useAccountName(): (accountId: string) => string {
  const accounts = useAccounts().data ?? [];
  return (accountId) => {
    const account = accounts.find(({ id }) => id === accountId);
    return account === undefined ? t('anAccount') : accountName(account.platform, account.handle);
  };
}

export function useMarkRead() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ commentId, read }: { commentId: string; read: boolean }) =>
      dataOf(api.POST('/comments/{id}/read', { params: { path: { id: commentId } }, body: { read } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}

/** Hides a comment on the platform, or shows it again. */
export function useHideComment() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ commentId, hide }: { commentId: string; hide: boolean }) =>
      dataOf(api.POST(`/comments/{id}/${hide ? 'hide' : 'unhide'}`, { params: { path: { id: commentId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}

/** Deletes a comment on the platform. */
export function useDeleteComment() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (commentId: string) =>
      dataOf(api.DELETE('/comments/{id}', { params: { path: { id: commentId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}

export interface Reply {
  commentId: string;
  text: string;
}

/** Returns a mutation that sends a reply. `name` is the storage name of the typed text and of its idempotency key. */
export function useReply(name: string) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce(name);
  return useMutation({
    mutationFn: (reply: Reply) => {
      const { commentId, ...body } = reply;
      const header = { 'Idempotency-Key': once.key(reply) };
      return dataOf(api.POST('/comments/{id}/reply', { params: { path: { id: commentId }, header }, body }));
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

/** Resolves an unconfirmed reply with the user's answer: whether the reply is on the platform. */
export function useResolveReply() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (given: { commentId: string; answer: components['schemas']['ResolveUnconfirmed'] }) => {
      const header = { 'Idempotency-Key': once.key(given) };
      const params = { path: { id: given.commentId }, header };
      return dataOf(api.POST('/comments/{id}/resolve', { params, body: given.answer }));
    },
    onSettled: (_answer, error) => {
      once.settle(error);
      return client.invalidateQueries({ queryKey: keys.of(id, resource) });
    },
  });
}

export function useRefreshComments() {
  const { id: workspaceId } = useWorkspace();
  return useMutation({
    mutationFn: (body: components['schemas']['RefreshComments']) =>
      dataOf(api.POST('/comments/refresh', { params: { query: { workspaceId } }, body })),
  });
}
