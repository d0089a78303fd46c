import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const pinSchema = z.object({ description: z.string().default('') });

/** Every account of the sandbox has this board. */
const options = { boardId: '549755880001' };

export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => String(number),
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 20),
  plainPost: { options, media: 'image/png' },
  quirks: { needsWordsToFind: true },
  closedRepliesCode: null,
  errorBody: (words) => ({ code: 1, message: words }),
  rateLimitBody: { code: 8, message: 'You have exceeded your rate limit. Try again later.' },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && path === '/pins',
    textOf: ({ body }) => pinSchema.parse(JSON.parse(body)).description,
  },
  optionRules: {
    conflict: {
      options: { carouselIndex: 4 },
      sentWith: 'several',
      expected: { option: 'carouselIndex', code: 'carousel_index_out_of_range', limit: 1, actual: 4 },
    },
  },
  media: {
    takesBytes: true,
    describesVideos: true,
    pictures: { mime: 'image/png', max: 5 },
    picturesInCall: true,
    describesTogether: (altTexts) => altTexts.join('; '),
    options,
  },
};
