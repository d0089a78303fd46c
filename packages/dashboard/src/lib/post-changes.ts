import type { components } from '../../../client/src/api-types.js';
import { accountName } from './account-names.js';
import { t } from '../messages/target-errors.js';
import { postLabelOf, targetLabelOf } from './labels.js';
import { isKnown } from './target-remedies.js';

type Post = components['schemas']['Post'];
type Target = components['schemas']['Target'];

/** Returns the name of a target's account. */
export const placeOf = ({ platform, account }: Target): string => accountName(platform, account?.handle);

/** Returns a short reason why a target failed. Codes that this version does not know are shown unchanged. */
export const titleOfError = (code: string): string => (isKnown(code) ? t(`${code}.title`) : code);

/** Returns what the user can do about an error, or undefined for an unknown code. */
export const remedyOf = (code: string): string | undefined =>
  isKnown(code) ? t(`${code}.remedy`) : undefined;

/** Returns the text of the link to the documentation page about an error code. */
export const moreAbout = (code: string): string =>
  isKnown(code) ? t(`${code}.more`) : t('moreAbout', { code });

/** Returns the changes between two readings of a post, as sentences for screen readers. */
export function changesOf(before: Post, after: Post): string[] {
  const earlier = new Map(before.targets.map((target) => [target.id, target]));
  const told = after.targets.flatMap((target) => {
    const was = earlier.get(target.id);
    return was === undefined ? [] : [...targetChange(was, target), ...commentChange(was, target)];
  });
  const { label } = postLabelOf(after);
  return label === postLabelOf(before).label ? told : [...told, t('change.post', { state: label })];
}

function targetChange(was: Target, is: Target): string[] {
  if (was.status === is.status) return [];
  const told = { place: placeOf(is), state: targetLabelOf(is).label };
  return is.status === 'FAILED' && is.errorCode !== null
    ? [t('change.failed', { ...told, reason: titleOfError(is.errorCode) })]
    : [t('change.target', told)];
}

function commentChange(was: Target, is: Target): string[] {
  if (was.firstCommentErrorCode === is.firstCommentErrorCode) return [];
  const place = placeOf(is);
  if (is.firstCommentErrorCode !== null) {
    return [t('change.commentFailed', { place, reason: titleOfError(is.firstCommentErrorCode) })];
  }
  return is.status === 'PUBLISHED' ? [t('change.commentPublished', { place })] : [];
}
