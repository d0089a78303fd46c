/** A requested field; for a list also how many entries, and which of their fields. */
export interface AskedField {
  name: string;
  limit: number;
  fields: string | undefined;
}

const limitDefault = 25;

/** Parses a list such as `id,replies.limit(50){id,text}`. */
export function readFields(fields: string): AskedField[] {
  return [...fields.matchAll(/([^,{}.]+)(?:\.limit\((\d+)\))?(?:\{([^{}]*)\})?(?:,|$)/g)].map(
    ([, name = '', limit, inner]) => ({ name, limit: Number(limit ?? limitDefault), fields: inner }),
  );
}
