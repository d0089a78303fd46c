import { z } from 'zod';
import type { StoredPublication } from '../../../../sandbox/store.js';
import type { Params } from './login.js';

const listSchema = z.object({
  since: z.coerce.number().int().default(0),
  until: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** One page of a list, and how it points to the next one; null if a parameter cannot be read. */
export function pageOf(
  all: readonly StoredPublication[],
  params: Params,
): { page: StoredPublication[]; paging: object } | null {
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return null;
  const inTime = all.filter(({ publishedAt }) => {
    const seconds = Date.parse(publishedAt) / 1000;
    return seconds >= query.since && seconds <= query.until;
  });
  const page = inTime.slice(query.after, query.after + query.limit);
  const end = query.after + page.length;
  return { page, paging: end < inTime.length ? { paging: { cursors: { after: String(end) } } } : {} };
}
