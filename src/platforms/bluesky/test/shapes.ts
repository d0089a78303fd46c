import type { Shapes } from '../../../../test/platforms/official/shapes.js';

const picture = { altText: 'described' };
const quote = (quoteUri: string) => ({ quoteUri });
const card = { uri: 'https://example.com/', title: 'A page', description: '' };
const lists = ['at://did:plc:account7/app.bsky.graph.list/3kaaaaaaaaa2b'];

export const shapes: Shapes = {
  'a text': { text: 'words #tag @acme.bsky.test https://example.com/a?b=c' },
  'a text with all options': {
    options: {
      langs: ['en', 'pt-BR'],
      labels: ['porn', '!no-unauthenticated'],
      tags: ['one'],
      replyGate: { mentioned: true, followers: true, following: true, lists },
      disableQuotes: true,
    },
  },
  'a text without replies': { options: { replyGate: 'nobody' } },
  'a link card': { options: { external: card } },
  'a link card with an image': { media: [picture], options: { external: card } },
  images: { media: [picture, picture, { mime: 'image/jpeg' }, picture] },
  'a video': { media: [{ mime: 'video/mp4', altText: 'moving' }] },
  'a quote': { options: quote },
  'a quote with images': { media: [picture], options: quote },
};
