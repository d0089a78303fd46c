/**
 * Matches links, which X counts with a fixed length. A name without a scheme is a link if it has a common top-level
 * domain.
 */
const link =
  /(?<![\w@#$.-])(?:https?:\/\/[^\s<>"]+|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|org|net|io|dev|app|co|info|biz|me|tv|eu|de|uk|fr|es|it|nl|at|ch|be|pl|jp|us|ca|au|in|br|shop|blog|news|ai|xyz)(?![\w.-]*\w)(?:\/[^\s<>"]*)?)/giu;
const trailing = /[.,:;!?'")\]]+$/;

/** Finds links in a text. */
export function findLinks(text: string): { start: number; end: number; url: string }[] {
  return Array.from(text.matchAll(link), ({ 0: found, index }) => {
    const url = found.replace(trailing, '');
    return { start: index, end: index + url.length, url };
  });
}
