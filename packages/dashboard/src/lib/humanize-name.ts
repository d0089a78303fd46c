/** Turns a name like `scheduledFor`, `PUBLIC_TO_EVERYONE` or `followers_only` into readable text: "Scheduled for". */
export function humanizeName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
