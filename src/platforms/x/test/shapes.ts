import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { altText: 'described' };
const text = 'words https://example.com/a?b=c';

export const shapes: Shapes = {
  'a text': { text },
  'a text for followed accounts': { text, options: { replySettings: 'following', madeWithAi: true } },
  'a text for mentioned users': { text, options: { replySettings: 'mentionedUsers', paidPartnership: true } },
  'a text for subscribers': {
    text,
    options: { replySettings: 'subscribers', forSuperFollowersOnly: true },
  },
  'a text for verified users': { text, options: { replySettings: 'verified' } },
  'a long text': { text: `${text} ${'long '.repeat(100)}`, options: { longPost: true } },
  'a poll': { text, options: { poll: { options: ['Yes', 'No'], durationMinutes: 60 } } },
  'a text in a community': {
    text,
    options: { communityId: '1500000000000000000', shareWithFollowers: true },
  },
  'a quote': { text, options: (firstPostId) => ({ quotePost: firstPostId }) },
  'a reply': { text, options: (firstPostId) => ({ replyToPost: `https://x.com/a/status/${firstPostId}` }) },
  images: { media: [picture, picture, picture, picture], options: { taggedUserIds: ['2244994945'] } },
  'an animation': { media: [{ mime: 'image/gif', altText: 'moving' }] },
  'a video': { media: [{ mime: 'video/mp4' }] },
};
