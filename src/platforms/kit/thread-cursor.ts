import { z } from 'zod';

const idsMax = 100;
const idSchema = z.string().min(1).max(100);

const placeSchema = z.object({
  /** The page of threads to read after those below; null: the first one, or none. */
  page: z.string().nullable(),
  /** Threads whose replies are read next, page by page. */
  threads: z.array(idSchema).max(idsMax),
  /** The subset that accepts no replies. */
  closed: z.array(idSchema).max(idsMax),
  /** The page of replies of the first thread; null: the first page. */
  replies: z.string().nullable(),
});
export type ThreadPlace = z.infer<typeof placeSchema>;

const start: ThreadPlace = { page: null, threads: [], closed: [], replies: null };

/**
 * The cursor of a list of threads where long threads have separate pages of replies: a page of threads, then the
 * replies of its long ones, then the next page of threads. An unreadable cursor starts from the beginning.
 */
export function readThreadCursor(cursor: string | null): ThreadPlace {
  if (cursor === null) return start;
  try {
    return placeSchema.parse(JSON.parse(cursor));
  } catch {
    return start;
  }
}

/** Null: there is nothing more to read. */
export function threadCursor(place: ThreadPlace): string | null {
  return place.page === null && place.threads.length === 0 ? null : JSON.stringify(place);
}

/** After a page of replies: the thread's next one, or the next thread. */
export function afterReplies(place: ThreadPlace, replies: string | null): ThreadPlace {
  return { ...place, threads: replies === null ? place.threads.slice(1) : place.threads, replies };
}
