import type { StoredContainer } from '../../../../sandbox/store.js';

const containerLifeMs = 24 * 60 * 60 * 1000;

/** The status of a container, as Meta's APIs for Instagram and Threads spell it. */
export function statusOf(container: StoredContainer & { published?: boolean }, now: Date): string {
  if (container.published === true) return 'PUBLISHED';
  if (now.getTime() - Date.parse(container.createdAt) > containerLifeMs) return 'EXPIRED';
  const { readyAt, failure } = container;
  if (readyAt === null || Date.parse(readyAt) > now.getTime()) return 'IN_PROGRESS';
  return failure === null ? 'FINISHED' : 'ERROR';
}
