import type { Case, Verdict } from './tally.js';

/**
 * Judges posts of one account with the same text, which cannot be distinguished, so only their number is checked. Each
 * that is PUBLISHED must be public. One that is unconfirmed, or that the API no longer knows, may be public.
 */
export function judgeEqual(group: Case[], verdict: Verdict): void {
  const [first] = group;
  if (first === undefined) return;
  const { shown } = first;
  let surely = 0;
  let perhaps = 0;
  let publishedWithComment = 0;
  for (const one of group) {
    verdict.count('targets');
    verdict.count('equal');
    const certainty = certaintyOf(one, verdict);
    if (certainty === 'there') surely += 1;
    if (certainty === 'perhaps') perhaps += 1;
    // A post that was requested before and after a restore counts as two posts.
    if (one.post.fate === 'twice') perhaps += 1;
    if (certainty === 'there' && owesComment(one)) publishedWithComment += 1;
  }
  for (let counted = 0; counted < shown.length; counted += 1) verdict.count('published');
  const unconfirmed = group.filter(({ target }) => target.errorCode === 'PUBLISH_UNCONFIRMED').length;
  const beyond = Math.min(unconfirmed, Math.max(0, shown.length - surely));
  for (let counted = 0; counted < beyond; counted += 1) verdict.count('unconfirmedYetPublic');
  if (shown.length < surely) verdict.violate('equalTooFew', first);
  if (shown.length > surely + perhaps) verdict.violate('equalTooMany', first);
  judgeComments(first, publishedWithComment, verdict);
}

function certaintyOf(one: Case, verdict: Verdict): 'there' | 'perhaps' | 'absent' {
  const { post, target } = one;
  switch (post.fate) {
    case 'deleted':
    case 'forgotten':
      verdict.count(post.fate);
      return 'perhaps';
    case 'unknown':
      verdict.violate('lost', one);
      return 'perhaps';
    case 'kept':
    case 'twice':
  }
  switch (target.status) {
    case 'PUBLISHED':
      return 'there';
    case 'CANCELED':
      verdict.count('canceled');
      return 'absent';
    case 'FAILED':
      if (target.errorCode === 'PUBLISH_UNCONFIRMED') verdict.count('unconfirmed');
      else verdict.count('failedVisibly');
      return target.errorCode === 'PUBLISH_UNCONFIRMED' || post.hasLostChange ? 'perhaps' : 'absent';
    default:
      verdict.violate('lost', one);
      return 'perhaps';
  }
}

function owesComment({ post, target }: Case): boolean {
  return target.firstComment !== null && target.firstCommentError === null && !post.cancelAsked;
}

/**
 * Checks that no publication has the comment twice, and that there are at least as many comments as the targets say.
 */
function judgeComments(one: Case, owed: number, verdict: Verdict): void {
  const { target, shown } = one;
  if (target.firstComment === null) return;
  const perPublication = shown.map(
    ({ comments }) => comments.filter(({ text }) => text === target.firstComment).length,
  );
  for (const found of perPublication) {
    if (found > 1) verdict.violate('commentsDoubled', one);
    if (found > 0) verdict.count('comments');
  }
  if (perPublication.filter((found) => found > 0).length < owed) verdict.violate('commentsLost', one);
}
