import { setImmediate as nextTurn } from 'node:timers/promises';
import { commentNameCharsMax, commentTextCharsMax } from '../../../domain/comments.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PlatformComment } from '../../../platforms/kit/comments.js';
import { shownUrl, plainLines, plainText, storable } from '../../shared/remote-calls/platform-texts.js';

const idCharsMax = 500;
const referenceCharsMax = 4_000;
/** The number of comments cleaned before the process handles other events. */
const commentsPerTurn = 100;
/** Comments with an earlier time get this time, because no comment that we read can be older. */
const earliestMs = Date.UTC(2000, 0, 1);

/** A comment as it can be stored. */
export interface CleanComment {
  externalCommentId: string;
  parentExternalId: string | null;
  authorExternalId: string | null;
  authorHandle: string | null;
  authorName: string | null;
  authorAvatarUrl: string | null;
  text: string;
  mine: boolean;
  canReply: boolean;
  /** Undefined if the platform does not say. */
  isHidden: boolean | undefined;
  reference: JsonObject | null;
  externalUrl: string | null;
  postedAt: Date;
}

/**
 * Cleans comments for storage. Comments that cannot be stored or identified are left out, and if several have the same
 * id, the first is kept.
 */
export async function cleanComments(shown: readonly PlatformComment[], now: Date): Promise<CleanComment[]> {
  const byId = new Map<string, CleanComment>();
  for (const [index, comment] of shown.entries()) {
    if (index % commentsPerTurn === commentsPerTurn - 1) await nextTurn();
    const clean = cleanComment(comment, now);
    if (clean !== null && !byId.has(clean.externalCommentId)) byId.set(clean.externalCommentId, clean);
  }
  return [...byId.values()];
}

function cleanComment(comment: PlatformComment, now: Date): CleanComment | null {
  const { externalCommentId, parentExternalId, author, postedAt } = comment;
  const postedMs = postedAt.getTime();
  if (!isUsableId(externalCommentId) || Number.isNaN(postedMs)) return null;
  return {
    externalCommentId,
    parentExternalId: parentExternalId !== null && isUsableId(parentExternalId) ? parentExternalId : null,
    authorExternalId: author.externalId !== null && isUsableId(author.externalId) ? author.externalId : null,
    authorHandle: cleanName(author.handle),
    authorName: cleanName(author.name),
    authorAvatarUrl: shownUrl(author.avatarUrl),
    text: plainLines(comment.text, commentTextCharsMax),
    mine: comment.mine,
    canReply: comment.canReply,
    isHidden: comment.isHidden,
    reference: cleanReference(comment.reference),
    externalUrl: shownUrl(comment.externalUrl),
    // Clocks differ, so a time in the future is replaced by the current time.
    postedAt: new Date(Math.min(Math.max(postedMs, earliestMs), now.getTime())),
  };
}

const isUsableId = (id: string): boolean =>
  id !== '' && id.length <= idCharsMax && !id.includes('\u0000') && storable(id) === id;

const cleanName = (name: string | null): string | null =>
  name === null ? null : storable(plainText(name.slice(0, 2 * commentNameCharsMax), commentNameCharsMax));

function cleanReference(reference: JsonObject | null): JsonObject | null {
  const text = JSON.stringify(reference);
  const isStorable = text.length <= referenceCharsMax && !/\\u(0000|d[89a-f])/i.test(text);
  return isStorable ? reference : null;
}
