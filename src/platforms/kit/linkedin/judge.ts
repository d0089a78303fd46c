import type { JsonObject } from '../../../domain/json.js';
import { parseUrl } from '../../../domain/parse-url.js';
import type { Publication, PublishedSearch } from '../platform.js';
import { normalizeText } from '../text.js';
import { createTextMatcher } from './little-text.js';
import { readUploads } from './media-state.js';
import { commentaryOf, readOptions } from './options.js';
import type { SeenComment, SeenPost } from './seen.js';

/** Whether what LinkedIn shows is this publication; unclear where it may be, and LinkedIn does not say enough. */
export type Verdict = 'ours' | 'other' | 'unclear';

/** Text, time and content must all be ours. What LinkedIn does not carry is never guessed. */
export function createPostJudge(
  publication: Publication,
  state: JsonObject | null,
  { since }: PublishedSearch,
): (seen: SeenPost) => Verdict {
  const isOurText = createTextMatcher(commentaryOf(publication));
  const judgeContent = createContentJudge(publication, state);
  return (seen) => {
    if (!isOurText(seen.commentary) || seen.reshareContext !== undefined) return 'other';
    if (seen.createdAt !== undefined && seen.createdAt < since.getTime()) return 'other';
    const verdict = judgeContent(seen);
    return verdict === 'ours' && seen.createdAt === undefined ? 'unclear' : verdict;
  };
}

function createContentJudge(publication: Publication, state: JsonObject | null): (seen: SeenPost) => Verdict {
  const { article, poll } = readOptions(publication.options);
  if (article !== undefined)
    return ({ content }) => same(content?.article?.source, content, isUrl(article.source));
  if (poll !== undefined) {
    const ours = labelsOf(poll.question, poll.options);
    return ({ content }) => {
      const shown = content?.poll;
      const labels =
        shown &&
        labelsOf(
          shown.question,
          shown.options.map(({ text }) => text),
        );
      return same(labels, content, (theirs) => theirs === ours);
    };
  }
  if (publication.mediaClasses.length === 0) {
    return ({ content }) => (content === undefined ? 'ours' : isKnown(content) ? 'other' : 'unclear');
  }
  const urns = readUploads(state).map(({ urn }) => urn);
  return ({ content }) => judgeMedia(content, urns);
}

/** No content is another post; content of a kind that is not shown may be anything. */
function same<T>(shown: T | undefined, content: SeenPost['content'], isOurs: (shown: T) => boolean): Verdict {
  if (content === undefined) return 'other';
  if (shown !== undefined) return isOurs(shown) ? 'ours' : 'other';
  return isKnown(content) ? 'other' : 'unclear';
}

function isKnown(content: NonNullable<SeenPost['content']>): boolean {
  return Object.values(content).some((part) => part !== undefined);
}

function isUrl(ours: string): (shown: string) => boolean {
  const canonical = parseUrl(ours)?.href;
  return (shown) => shown === ours || (canonical !== undefined && parseUrl(shown)?.href === canonical);
}

function labelsOf(question: string, options: readonly string[]): string {
  return JSON.stringify([question, ...options].map(normalizeText));
}

/** Media under a URN that LinkedIn gave us are ours for certain: each upload has its own. */
function judgeMedia(content: SeenPost['content'], urns: readonly string[]): Verdict {
  if (content === undefined) return 'other';
  const { media, multiImage } = content;
  const shown = multiImage?.images.map(({ id }) => id) ?? (media === undefined ? undefined : [media.id]);
  if (shown === undefined) return isKnown(content) ? 'other' : 'unclear';
  if (shown.some((id) => urns.includes(id))) return 'ours';
  // Without the state nothing tells our pictures from others; nor does a name of another kind.
  const areComparable = shown.every((id) => /^urn:li:(image|video):/.test(id));
  return urns.length > 0 && areComparable ? 'other' : 'unclear';
}

/** The list is that of the post, or of the comment, that was answered. */
export function createCommentJudge(
  actor: string,
  { text }: Publication,
  { since }: PublishedSearch,
): (seen: SeenComment) => Verdict {
  const ours = normalizeText(text);
  return (seen) => {
    if (seen.actor !== actor || normalizeText(seen.text) !== ours) return 'other';
    if (seen.createdAt === undefined) return 'unclear';
    return seen.createdAt < since.getTime() ? 'other' : 'ours';
  };
}
