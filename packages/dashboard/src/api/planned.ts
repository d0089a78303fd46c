import { soughtHours } from '../lib/free-hour.js';
import { api, dataOf } from './client.js';
import { readAll } from './pages.js';

const hourMs = 3_600_000;
const pageRows = 100;
const waiting: ('SCHEDULED' | 'NEEDS_APPROVAL')[] = ['SCHEDULED', 'NEEDS_APPROVAL'];

/** A post with its planned time. */
export interface Planned {
  id: string;
  at: string;
}

/** Reads when posts are planned from now on. By default, it covers the hours in which a free hour is searched. */
export async function readPlanned(
  workspaceId: string,
  { signal, until }: { signal?: AbortSignal; until?: string } = {},
): Promise<Planned[]> {
  const nowMs = Date.now();
  const query = {
    workspaceId,
    status: waiting,
    scheduledAfter: new Date(nowMs).toISOString(),
    scheduledBefore: until ?? new Date(nowMs + soughtHours * hourMs).toISOString(),
    sort: 'scheduledAt' as const,
    limit: pageRows,
  };
  const posts = await readAll((cursor) => {
    const params = { query: { ...query, ...(cursor !== undefined && { cursor }) } };
    return dataOf(api.GET('/posts', { params, ...(signal !== undefined && { signal }) }));
  });
  return posts.flatMap(({ id, scheduledAt }) => (scheduledAt === null ? [] : [{ id, at: scheduledAt }]));
}
