import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useWorkspace } from '../../api/workspace.js';

export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditAction = AuditEntry['action'];

const pageRows = 50;

export function useAuditLog(action: AuditAction | undefined) {
  const { id } = useWorkspace();
  return usePages<AuditEntry>(keys.of(id, 'audit-log', action), (cursor, signal) => {
    const query = {
      limit: pageRows,
      ...(action !== undefined && { action: [action] }),
      ...(cursor !== undefined && { cursor }),
    };
    return dataOf(api.GET('/workspaces/{id}/audit-log', { params: { path: { id }, query }, signal }));
  });
}

/** Returns the URL of the CSV export. The browser downloads the file with the session cookie. */
export function exportHref(workspaceId: string, action: AuditAction | undefined): string {
  const path = `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/audit-log/export`;
  return action === undefined ? path : `${path}?action=${action}`;
}
