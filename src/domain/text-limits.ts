/** The unit of a text limit, in words. `GET /platforms`, docs/platforms.md and findings all use these. */
export const textUnitWords = {
  weighted: 'characters (as X counts them: a link as 23, an emoji as 2)',
  graphemes: 'characters (as people see them: an emoji is one)',
  characters: 'characters (an emoji counts as its bytes in UTF-8)',
  utf16: 'UTF-16 code units (most characters are one, most emoji two)',
  bytes: 'bytes in UTF-8',
} as const;

export type TextUnit = keyof typeof textUnitWords;

/** Whether a post must have a text. A post with media need not have one, and some platforms never require one. */
export function isTextRequired({ textRequired }: { textRequired: boolean }, mediaCount: number): boolean {
  return textRequired && mediaCount === 0;
}
