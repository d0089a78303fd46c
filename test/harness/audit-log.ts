import { expect } from 'vitest';
import type { AuditAction } from '../../src/domain/audit.js';
import { field, type Answer } from './api.js';
import type { Person, Requests } from './use-test-api.js';

/** An entry of the audit log, as the API shows it. */
export interface Entry {
  id: string;
  action: AuditAction;
  actor: { kind: string; userId: string | null; name: string | null; apiKeyId: string | null };
  network: string | null;
  requestId: string | null;
  subject: { id: string; name: string | null };
  changes: { field: string; from: unknown; to: unknown }[];
  createdAt: string;
}

export const ok = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

export const entriesOf = async (requests: Requests, workspaceId: string, query = ''): Promise<Entry[]> =>
  field(ok(await requests.get(`/workspaces/${workspaceId}/audit-log?limit=100${query}`)), 'data');

export const at = ({ tenant }: Person, path = ''): string => `/workspaces/${tenant.workspaceId}${path}`;
