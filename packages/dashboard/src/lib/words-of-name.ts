/** `scheduledFor`, `PUBLIC_TO_EVERYONE` and `followers_only`, as a person would write them: "Scheduled for". */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
