import type { components } from '../../../client/src/api-types.js';
import { accountName } from './account-names.js';
import { postLabelOf, targetErrorTexts, targetLabelOf } from './labels.js';

type Post = components['schemas']['Post'];
type Target = components['schemas']['Target'];

const known: Readonly<Record<string, { title: string; more: string }>> = targetErrorTexts;

/** Returns the name of a target's account. */
export const placeOf = ({ platform, account }: Target): string => accountName(platform, account?.handle);

/** Returns a short reason why a target failed. Codes that this version does not know are shown unchanged. */
export const titleOfError = (code: string): string => known[code]?.title ?? code;

/** Returns the text of the link to the documentation page about an error code. */
export const moreAbout = (code: string): string => known[code]?.more ?? `More about ${code}`;

/** Returns the changes between two readings of a post, as sentences for screen readers. */
export function changesOf(before: Post, after: Post): string[] {
  const earlier = new Map(before.targets.map((target) => [target.id, target]));
  const told = after.targets.flatMap((target) => {
    const was = earlier.get(target.id);
    return was === undefined ? [] : [...targetChange(was, target), ...commentChange(was, target)];
  });
  const { label } = postLabelOf(after);
  return label === postLabelOf(before).label ? told : [...told, `Post: ${label}.`];
}

function targetChange(was: Target, is: Target): string[] {
  if (was.status === is.status) return [];
  const why = is.status === 'FAILED' && is.errorCode !== null ? `. ${titleOfError(is.errorCode)}` : '';
  return [`${placeOf(is)}: ${targetLabelOf(is).label}${why}.`];
}

function commentChange(was: Target, is: Target): string[] {
  if (was.firstCommentErrorCode === is.firstCommentErrorCode) return [];
  if (is.firstCommentErrorCode !== null) {
    return [`${placeOf(is)}: First comment failed. ${titleOfError(is.firstCommentErrorCode)}.`];
  }
  return is.status === 'PUBLISHED' ? [`${placeOf(is)}: First comment published.`] : [];
}
