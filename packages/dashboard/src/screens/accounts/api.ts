import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';

type Schemas = components['schemas'];
export type SocialAccount = Schemas['SocialAccount'];
export type ConnectSession = Schemas['ConnectSession'];
export type Candidate = Schemas['ConnectCandidate'];
export type CredentialField = Schemas['CredentialField'];

const resource = 'social-accounts';
const pageRows = 100;
const waitingRefetchMs = 3_000;

export function useAccounts() {
  const { id } = useWorkspace();
  return usePages<SocialAccount>(
    // The list has its own key, because other screens cache the same accounts in other shapes.
    keys.of(id, resource, 'list'),
    (cursor, signal) => {
      const query = { workspaceId: id, limit: pageRows, ...(cursor !== undefined && { cursor }) };
      return dataOf(api.GET('/social-accounts', { params: { query }, signal }));
    },
  );
}

/** Reads one account; nothing without an id. */
export function useAccount(accountId: string | undefined) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, 'one', accountId ?? ''),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/social-accounts/{id}', { params: { path: { id: accountId ?? '' } }, signal })),
    enabled: accountId !== undefined,
  });
}

export type BeginConnect = Omit<Schemas['CreateConnectSession'], 'workspaceId' | 'returnUrl'>;

/**
 * Starts to connect an account. The platform later redirects the browser to this screen with the session id in the URL.
 */
export function useBeginConnect() {
  return useChange('connect-sessions', (begun: BeginConnect, id, header) => {
    const returnUrl = `${globalThis.location.origin}/w/${id}/accounts`;
    const body = { ...begun, workspaceId: id, returnUrl };
    return dataOf(api.POST('/connect-sessions', { params: { header }, body }));
  });
}

const sessionKey = (workspaceId: string, sessionId: string) =>
  keys.of(workspaceId, 'connect-sessions', sessionId);

export function useConnectSession(sessionId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: sessionKey(id, sessionId),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/connect-sessions/{id}', { params: { path: { id: sessionId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? waitingRefetchMs : false),
  });
}

/** Sends the typed credentials once, without storing them anywhere in the browser. */
export function useSendCredentials(sessionId: string) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (values: Record<string, string>) =>
      dataOf(
        api.POST('/connect-sessions/{id}/credentials', { params: { path: { id: sessionId } }, body: values }),
      ),
    onSuccess: (session) => client.setQueryData(sessionKey(id, sessionId), session),
  });
}

export function useImport(sessionId: string) {
  return useChange(resource, async (candidateIds: string[]) => {
    const params = { path: { id: sessionId } };
    return (await dataOf(api.POST('/connect-sessions/{id}/import', { params, body: { candidateIds } }))).data;
  });
}

export function useCheckAccount() {
  return useAccountChange((accountId: string) =>
    dataOf(api.POST('/social-accounts/{id}/check', { params: { path: { id: accountId } } })),
  );
}

/** Turns the reading of comments or numbers on or off. */
export function useReads() {
  return useAccountChange(
    ({ accountId, reads }: { accountId: string; reads: Schemas['UpdateSocialAccount'] }) =>
      dataOf(api.PATCH('/social-accounts/{id}', { params: { path: { id: accountId } }, body: reads })),
  );
}

export function useDisconnect() {
  return useAccountChange(({ accountId, purge }: { accountId: string; purge: boolean }) =>
    dataOf(
      api.DELETE('/social-accounts/{id}', {
        params: { path: { id: accountId }, query: purge ? { purge: 'true' } : {} },
      }),
    ),
  );
}

function useAccountChange<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keys.of(id, resource) }),
  });
}
