import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import type { Verdict } from '../kit/look-up.js';
import { readUploads } from './media-state.js';
import { parentIdOf, quotedIdOf, xOptionsSchema } from './options.js';
import { readReference } from './reference.js';
import type { SeenTweet } from './seen-tweet.js';
import { createTextMatcher, isCutFrom, isSameUrl, type Rendering, type ShownLink } from './text.js';

/** Judges whether a post on X is this publication. Unclear if X returns too few details to decide. */
export type TweetJudge = (seen: SeenTweet, polls: ReadonlyMap<string, string[]>) => Verdict;

/**
 * Compares text, links, parent, quote, media and poll, which must all match. Details that X does not return are never
 * guessed.
 */
export function createTweetJudge(publication: Publication, state: JsonObject | null): TweetJudge {
  const { text } = publication;
  const [parentIds, quotedId] = [parentIdsOf(publication), quotedIdOf(publication)];
  const match = createTextMatcher(text);
  const media = expectedMedia(publication, state);
  const poll = xOptionsSchema.safeParse(publication.options ?? {}).data?.poll?.options;
  return (seen, polls) => {
    const hasMedia = (seen.attachments?.mediaKeys ?? []).length > 0;
    const mayEndInLink = hasMedia || media.keys.length > 0 || quotedId !== null;
    const links = match(seen.text, { isReply: parentIds.length > 0, mayEndInLink });
    if (links === null) return isCutFrom(text, seen.text) ? 'unclear' : 'other';
    return allOf([
      seen.honoursFields ? 'ours' : 'unclear',
      ...links.map((link) => linkVerdict(seen, link)),
      referenceVerdict(seen, 'replied_to', parentIds),
      quoteVerdict(seen, quotedId, { text, hasLinks: links.length > 0 }),
      mediaVerdict(seen, media),
      pollVerdict(seen, poll, polls),
    ]);
  };
}

/** Judges only the text of a post, and the targets of its links. */
export function textVerdict(text: string, seen: SeenTweet, rendering: Rendering): Verdict {
  const links = createTextMatcher(text)(seen.text, rendering);
  if (links === null) return isCutFrom(text, seen.text) ? 'unclear' : 'other';
  return allOf(links.map((link) => linkVerdict(seen, link)));
}

/** Combines verdicts: one difference makes it another post. Otherwise one missing detail makes it unclear. */
function allOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('other')) return 'other';
  return verdicts.includes('unclear') ? 'unclear' : 'ours';
}

function linkVerdict({ urls }: SeenTweet, { ours, shown }: ShownLink): Verdict {
  if (shown === ours) return 'ours';
  const found = urls.find(({ url, expandedUrl }) => url === shown && expandedUrl !== undefined);
  if (found?.expandedUrl === undefined) return 'unclear';
  if (isSameUrl(ours, found.expandedUrl)) return 'ours';
  // The page behind the link is ours, so it is either another link to it, or our link as X rewrote it.
  return found.unwoundUrl !== undefined && isSameUrl(ours, found.unwoundUrl) ? 'unclear' : 'other';
}

type Reference = 'replied_to' | 'quoted';

const referredId = ({ references }: SeenTweet, type: Reference): string | undefined =>
  references?.find((reference) => reference.type === type)?.id;

/** X also shows a link to a post as a quote, perhaps of another version of that post. */
function quoteVerdict(
  seen: SeenTweet,
  expectedId: string | null,
  { text, hasLinks }: { text: string; hasLinks: boolean },
): Verdict {
  const seenId = referredId(seen, 'quoted');
  if (expectedId !== null || seenId === undefined || !hasLinks)
    return referenceVerdict(seen, 'quoted', expectedId === null ? [] : [expectedId]);
  return text.includes(`/status/${seenId}`) ? 'ours' : 'unclear';
}

/**
 * The ids of the post that this one replies to. An edit of that post gives it another id, perhaps after the reply was
 * sent.
 */
function parentIdsOf(publication: Publication): string[] {
  const parentId = parentIdOf(publication);
  if (parentId === null) return [];
  return [parentId, ...readReference(publication.replyTo?.reference ?? null).earlierIds];
}

function referenceVerdict(seen: SeenTweet, type: Reference, expectedIds: readonly string[]): Verdict {
  const seenId = referredId(seen, type);
  if (expectedIds.length === 0) return seenId === undefined ? 'ours' : 'other';
  if (seen.references === undefined) return 'unclear';
  return seenId !== undefined && expectedIds.includes(seenId) ? 'ours' : 'other';
}

interface ExpectedMedia {
  /** The media keys from X; null for each that is unknown. Empty if the post was sent without media. */
  keys: readonly (string | null)[];
  /** False if the state with the keys is lost. */
  areKnown: boolean;
}

function expectedMedia({ media }: Publication, state: JsonObject | null): ExpectedMedia {
  const keys = readUploads(state).map(({ mediaKey }) => mediaKey);
  return keys.length > 0 || state !== null
    ? { keys, areKnown: true }
    : { keys: media.map(() => null), areKnown: false };
}

/** Compares media keys. A key from our upload proves that the post is ours, because each upload has its own. */
function mediaVerdict({ attachments }: SeenTweet, { keys, areKnown }: ExpectedMedia): Verdict {
  const shown = attachments?.mediaKeys;
  if (keys.length === 0) {
    if (shown === undefined || shown.length === 0) return 'ours';
    return areKnown ? 'other' : 'unclear';
  }
  if (shown === undefined) return 'unclear';
  if (shown.some((key) => keys.includes(key))) return 'ours';
  return keys.includes(null) && shown.length > 0 ? 'unclear' : 'other';
}

function pollVerdict(
  { attachments }: SeenTweet,
  options: readonly string[] | undefined,
  polls: ReadonlyMap<string, string[]>,
): Verdict {
  const pollId = attachments?.pollIds[0];
  if (options === undefined) return pollId === undefined ? 'ours' : 'other';
  if (attachments === undefined) return 'unclear';
  if (pollId === undefined) return 'other';
  const labels = polls.get(pollId);
  if (labels === undefined) return 'unclear';
  const isSame = labels.length === options.length && labels.every((label, index) => label === options[index]);
  return isSame ? 'ours' : 'other';
}
