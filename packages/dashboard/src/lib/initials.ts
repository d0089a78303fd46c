/** Returns up to two initials of a name or handle: "AC" for "Acme Coffee", "A" for "@acme.example". */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const [first = '?', ...others] = letters;
  return [first, others.at(-1) ?? ''].join('').toUpperCase();
}
