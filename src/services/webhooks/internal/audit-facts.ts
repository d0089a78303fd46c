import type { AuditChange } from '../../../domain/audit.js';
import { changesOf } from '../../audit/changes.js';
import type { EndpointRow } from '../records.js';

/**
 * The facts about an endpoint in the audit log. Only the host of the URL is logged, because path and query may contain
 * a secret.
 */
function factsOf({ url, events, status }: EndpointRow) {
  return { url: new URL(url).host, events: events === null ? 'default' : events.join(' '), status };
}

const fields = ['url', 'events', 'status'] as const;

export const endpointSubject = ({ id, url }: EndpointRow) => ({ id, name: new URL(url).host });

export function endpointFacts(row: EndpointRow): AuditChange[] {
  const facts = factsOf(row);
  return fields.map((field) => ({ field, from: null, to: facts[field] }));
}

/** The changes of an update. Secret values are left out. */
export function endpointChanges(before: EndpointRow, after: EndpointRow): AuditChange[] {
  const changes = changesOf(factsOf(before), factsOf(after), fields);
  const isTold = changes.some(({ field }) => field === 'url');
  if (before.url !== after.url && !isTold) changes.push({ field: 'url', from: null, to: null });
  if (before.description !== after.description) changes.push({ field: 'description', from: null, to: null });
  return changes;
}
