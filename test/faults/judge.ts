import type { Case, Verdict } from './tally.js';

/** Compares a target with what its account shows. No other post has its text. */
export function judgeTarget(one: Case, verdict: Verdict): void {
  const { post, shown } = one;
  verdict.count('targets');
  const [first] = shown;
  // A post that was requested before and after a restore counts as two posts.
  if (shown.length > (post.fate === 'twice' ? 2 : 1)) verdict.violate('doubled', one);
  if (post.fate === 'unknown') verdict.violate('lost', one);
  if (post.fate === 'deleted') verdict.count('deleted');
  if (post.fate === 'forgotten') verdict.count('forgotten');
  if (post.fate === 'kept' || post.fate === 'twice') judgeStatus(one, verdict);
  if (first === undefined) return;
  verdict.count('published');
  if (post.fate !== 'kept') return;
  if (post.text !== null && first.text !== post.text) verdict.violate('wrongText', one);
  if (!post.hasLostChange) verdict.late(Date.parse(first.publishedAt) - post.dueMs);
}

function judgeStatus(one: Case, verdict: Verdict): void {
  const { post, target, shown } = one;
  const isShown = shown.length > 0;
  switch (target.status) {
    case 'PUBLISHED':
      if (!isShown) verdict.violate('lost', one);
      break;
    case 'CANCELED':
      verdict.count('canceled');
      if (isShown && post.fate === 'kept') verdict.violate('canceledYetPublished', one);
      break;
    case 'FAILED':
      if (target.errorCode === 'PUBLISH_UNCONFIRMED') {
        verdict.count('unconfirmed');
        if (isShown) verdict.count('unconfirmedYetPublic');
      } else if (!isShown) verdict.count('failedVisibly');
      // The post was published by a retry that the restore has undone, so the database cannot know of it.
      else if (post.hasLostChange || post.fate === 'twice') verdict.count('undone');
      else verdict.violate('failedYetPublished', one);
      break;
    default:
      // The post was accepted and never ended, and its author would not notice.
      verdict.violate('lost', one);
  }
}

export function judgeComment(one: Case, verdict: Verdict): void {
  const { post, target, shown } = one;
  const { firstComment } = target;
  if (firstComment === null) return;
  const found = shown.flatMap(({ comments }) => comments).filter(({ text }) => text === firstComment).length;
  if (found > 1) verdict.violate('commentsDoubled', one);
  if (found > 0) verdict.count('comments');
  else if (target.firstCommentError !== null || target.status !== 'PUBLISHED')
    verdict.count('commentsFailedVisibly');
  else if (post.cancelAsked) verdict.count('commentsCanceled');
  else verdict.violate('commentsLost', one);
}
