/** A part of a list, with the start of the next part. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}
