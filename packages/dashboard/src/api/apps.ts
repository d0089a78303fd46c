import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from './client.js';
import { keys } from './keys.js';
import { usePages } from './pages.js';
import { useChange } from './use-change.js';
import { useWorkspace } from './workspace.js';

export type App = components['schemas']['App'];
export type AllowApp = components['schemas']['AllowApp'];
export type CheckedRequest = components['schemas']['AppPreview'];
export type AskingApp = NonNullable<CheckedRequest['app']>;

const resource = 'apps';
const pageRows = 50;

const pageFrom = (cursor: string | undefined) => ({
  limit: pageRows,
  ...(cursor !== undefined && { cursor }),
});

/** Checks the authorization request that an app has written into the query of the page. */
export function useAppRequest(query: string) {
  return useQuery({
    queryKey: ['app-request', query],
    queryFn: ({ signal }) => dataOf(api.POST('/me/apps/preview', { body: { query }, signal })),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Allows the access. The response has the code of the app, so it is not cached. */
export function useAllowApp() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: AllowApp) => dataOf(api.POST('/me/apps', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apps }),
  });
}

export function useOwnApps() {
  return usePages<App>(keys.apps, (cursor, signal) =>
    dataOf(api.GET('/me/apps', { params: { query: pageFrom(cursor) }, signal })),
  );
}

export function useAppsOfWorkspace() {
  const { id } = useWorkspace();
  return usePages<App>(keys.of(id, resource), (cursor, signal) =>
    dataOf(api.GET('/workspaces/{id}/apps', { params: { path: { id }, query: pageFrom(cursor) }, signal })),
  );
}

export function useRevokeOwnApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (appId: string) => dataOf(api.DELETE('/me/apps/{appId}', { params: { path: { appId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apps }),
  });
}

export function useRevokeApp() {
  return useChange(resource, (appId: string, id) =>
    dataOf(api.DELETE('/workspaces/{id}/apps/{appId}', { params: { path: { id, appId } } })),
  );
}
