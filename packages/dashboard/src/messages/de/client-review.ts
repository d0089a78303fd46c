import type { Translation } from '../load-messages.js';
import type en from '../en/client-review.js';

export default {
  theScheduledTimeOfEvery: 'The scheduled time of every post has passed',
  theFirstLengthPosts: 'The first {length, number} posts',
  approveAllLength: 'Approve all {length, number}',
  approveAll: 'Approve all',
  eachIsPublishedAtIts: 'Each is published at its time, on all accounts that you see.',
  itHasChangedLookAt: 'It has changed. Look at it again.',
  platformnamesThisAccountIsNo:
    '{platformNames}: this account is no longer connected, so there is no preview.',
  firstComment: 'First comment',
  yourComments: 'Your comments',
  you: 'You, <time></time>',
  rejectItOrAskThe: 'Reject it, or ask the team for a new time.',
  commentOnName: 'Comment on {name}',
  comment: 'Comment',
  thisLinkNoLongerWorks: 'This link no longer works',
  messageThePersonWhoSent:
    '{message} The person who sent it to you can make one in a minute. What you have decided and written so far is kept.',
  postsForYourApproval: 'Posts for your approval',
  loadingPosts: 'Loading posts',
  forNameThisLinkWorks: 'For {name}. This link works until <time></time>.',
  nothingWaitsForYou: 'Nothing waits for you',
  youAreUpToDate: 'You are up to date. When there are new posts, they appear here by themselves.',
  posts: 'posts',
  commentSent: 'Comment sent',
  commentOnThePost: 'Comment on the post',
  theTeamSeesYourComment: 'The team sees your comment. It is not published, and decides nothing.',
  sendComment: 'Send comment',
  countApproved: '{count, plural, one {1 post} other {# posts}} approved',
  countWaitForYou: '{count, plural, one {1 post} other {# posts}} wait for you',
  approveCount: 'Approve {count, plural, one {1 post} other {# posts}}?',
  countCannotBeApproved:
    '{count, plural, one {1 post} other {# posts}} cannot be approved, because the scheduled time has passed.',
  countCouldNotBeApproved: '{count, plural, one {1 post} other {# posts}} could not be approved',
} satisfies Translation<typeof en>;
