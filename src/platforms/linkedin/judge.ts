import type { JsonObject } from '../../domain/json.js';
import { parseUrl } from '../../urls/parse-url.js';
import type { Publication, PublishedSearch } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import type { Verdict } from '../kit/look-up.js';
import { createTextMatcher } from './little-text.js';
import { readUploads } from './media-state.js';
import { commentaryOf, readOptions } from './options.js';
import type { SeenComment, SeenPost } from './seen.js';

/**
 * Judges whether a listed post is ours: text, time and content must all match. Details that LinkedIn does not return
 * are never guessed.
 */
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
    return ({ content }) => compare(content?.article?.source, content, isSameUrl(article.source));
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
      return compare(labels, content, (theirs) => theirs === ours);
    };
  }
  if (publication.mediaClasses.length === 0) {
    return ({ content }) => (content === undefined ? 'ours' : isKnown(content) ? 'other' : 'unclear');
  }
  const urns = readUploads(state).map(({ urn }) => urn);
  return ({ content }) => judgeMedia(content, urns);
}

/**
 * Compares content of a known kind. `shown` is the content that the post has of that kind. A post without content, or
 * with content of another known kind, is not ours. Content of an unknown kind may be anything.
 */
function compare<T>(
  shown: T | undefined,
  content: SeenPost['content'],
  isOurs: (shown: T) => boolean,
): Verdict {
  if (content === undefined) return 'other';
  if (shown !== undefined) return isOurs(shown) ? 'ours' : 'other';
  return isKnown(content) ? 'other' : 'unclear';
}

/** Whether the content is of a kind that we know: one with a field in the schema of `SeenPost`. */
function isKnown(content: NonNullable<SeenPost['content']>): boolean {
  return Object.values(content).some((part) => part !== undefined);
}

function isSameUrl(ours: string): (shown: string) => boolean {
  const canonical = parseUrl(ours)?.href;
  return (shown) => shown === ours || (canonical !== undefined && parseUrl(shown)?.href === canonical);
}

/** A poll as one text, which is the same for polls with the same labels. */
function labelsOf(question: string, options: readonly string[]): string {
  return JSON.stringify([question, ...options].map(normalizeText));
}

/** Judges media. A URN from our upload proves that they are ours, because each upload has its own. */
function judgeMedia(content: SeenPost['content'], urns: readonly string[]): Verdict {
  if (content === undefined) return 'other';
  const { media, multiImage } = content;
  const shown = multiImage?.images.map(({ id }) => id) ?? (media === undefined ? undefined : [media.id]);
  if (shown === undefined) return isKnown(content) ? 'other' : 'unclear';
  if (shown.some((id) => urns.includes(id))) return 'ours';
  // Without the state, or with another kind of URN, our images cannot be distinguished from others.
  const areComparable = shown.every((id) => /^urn:li:(image|video|document):/.test(id));
  return urns.length > 0 && areComparable ? 'other' : 'unclear';
}

/** Judges whether a listed comment is ours. The list must be that of the post or comment that was replied to. */
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
