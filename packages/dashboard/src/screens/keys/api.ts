import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';

export type ApiKey = components['schemas']['ApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreateApiKey = components['schemas']['CreateApiKey'];

const resource = 'api-keys';
const pageRows = 50;

export function useApiKeys() {
  const { id } = useWorkspace();
  return usePages<ApiKey>(keys.of(id, resource), (cursor, signal) => {
    const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/workspaces/{id}/api-keys', { params: { path: { id }, query }, signal }));
  });
}

/** Creates an API key. The response contains the secret key, so it is not cached: only the form keeps it. */
export function useCreateApiKey() {
  return useChange(resource, (body: CreateApiKey, id, header) =>
    dataOf(api.POST('/workspaces/{id}/api-keys', { params: { path: { id }, header }, body })),
  );
}

export function useRevokeApiKey() {
  return useChange(resource, (keyId: string, id) =>
    dataOf(api.DELETE('/workspaces/{id}/api-keys/{keyId}', { params: { path: { id, keyId } } })),
  );
}
