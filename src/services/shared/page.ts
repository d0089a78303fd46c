/** A part of a list, and where the next part begins. */
export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}
