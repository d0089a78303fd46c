import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { altText: 'described' };
const video = { mime: 'video/mp4', altText: 'moving' } as const;

export const shapes: Shapes = {
  'a text': {},
  'a text for followed accounts': { options: { replyControl: 'accounts_you_follow', topicTag: 'a topic' } },
  'a text for mentioned accounts': { options: { replyControl: 'mentioned_only' } },
  'a link': { options: { linkAttachment: 'https://example.com/', replyControl: 'everyone' } },
  'a poll': { options: { poll: { options: ['Yes', 'No', 'Perhaps'] } } },
  'a GIF': { options: { gif: 'https://giphy.com/gifs/cat-cute-a1B2c3D4' } },
  'hidden words': { text: 'the butler did it', options: { spoilers: ['butler'] } },
  'a hidden image': { media: [picture], options: { spoilerMedia: true } },
  'an image': { media: [picture], options: { replyControl: 'parent_post_author_only' } },
  'a video': { media: [video], options: { replyControl: 'followers_only' } },
  'a carousel': { media: [picture, video, picture] },
};
