/** Up to two letters that stand for a name or a handle: "Acme Coffee" gives AC, "@acme.example" gives A. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const [first = '?', ...others] = letters;
  return [first, others.at(-1) ?? ''].join('').toUpperCase();
}
