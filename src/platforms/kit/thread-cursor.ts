import { z } from 'zod';

const idsMax = 100;
const idSchema = z.string().min(1).max(100);

const placeSchema = z.object({
  /** The page of threads to read after those in `threads`. Null for the first page, or if there is none. */
  page: z.string().nullable(),
  /** Threads whose replies are read next, page by page. */
  threads: z.array(idSchema).max(idsMax),
  /** The threads among these that accept no replies. */
  closed: z.array(idSchema).max(idsMax),
  /** The page of replies to read of the first thread. Null for the first page. */
  replies: z.string().nullable(),
});
export type ThreadPlace = z.infer<typeof placeSchema>;

const start: ThreadPlace = { page: null, threads: [], closed: [], replies: null };

/**
 * Reads the cursor of a list of threads where long threads have separate pages of replies: a page of threads, then the
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

/** The cursor for a place. Null if there is nothing more to read. */
export function threadCursor(place: ThreadPlace): string | null {
  return place.page === null && place.threads.length === 0 ? null : JSON.stringify(place);
}

/** The place after a page of replies: the thread's next page, or the next thread. */
export function afterReplies(place: ThreadPlace, replies: string | null): ThreadPlace {
  return { ...place, threads: replies === null ? place.threads.slice(1) : place.threads, replies };
}
