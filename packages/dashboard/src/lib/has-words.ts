/** Whether a label contains each of the searched words, in any order. */
export function hasWords(label: string, searched: string): boolean {
  const text = label.toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
