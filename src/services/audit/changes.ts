import type { AuditChange, AuditValue } from '../../domain/audit.js';

/** The fields, of those named, that differ. */
export function changesOf<F extends string>(
  before: Readonly<Record<F, AuditValue>>,
  after: Readonly<Record<F, AuditValue>>,
  fields: readonly F[],
): AuditChange[] {
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

/** The workspaces of an API key, separated by spaces. A reader is shown those that they belong to. */
export const workspaceIdsField = 'workspaceIds';

/** A field of something new. */
export const set = (field: string, to: AuditValue): AuditChange => ({ field, from: null, to });
