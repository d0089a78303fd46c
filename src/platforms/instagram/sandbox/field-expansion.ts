/** A field that a read asks for; of a list how much, and what of each entry. */
export interface AskedField {
  name: string;
  limit: number;
  fields: string | undefined;
}

const limitDefault = 25;

/** As `id,replies.limit(50){id,text}` has them. */
export function readFields(fields: string): AskedField[] {
  return [...fields.matchAll(/([^,{}.]+)(?:\.limit\((\d+)\))?(?:\{([^{}]*)\})?(?:,|$)/g)].map(
    ([, name = '', limit, inner]) => ({ name, limit: Number(limit ?? limitDefault), fields: inner }),
  );
}
