import type { AuditChange, AuditValue } from '../../domain/audit.js';

/** The changes of the named fields whose values differ. */
export function changesOf<F extends string>(
  before: Readonly<Record<F, AuditValue>>,
  after: Readonly<Record<F, AuditValue>>,
  fields: readonly F[],
): AuditChange[] {
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

/** The field with the ids of an API key's workspaces, separated by spaces. Readers see only their own workspaces. */
export const workspaceIdsField = 'workspaceIds';

/** A change that records the initial value of a field. */
export const set = (field: string, to: AuditValue): AuditChange => ({ field, from: null, to });
