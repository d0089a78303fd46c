import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const tweetSchema = z.object({ text: z.string().default('') });

export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => String(number),
  textOf: (count) => `https://example.com/${'a'.repeat(300)} ${'日'.repeat(20)}${'a'.repeat(count - 64)}`,
  closedRepliesCode: 'COMMENTS_DISABLED',
  comments: { tellsNames: true, cannotTellGone: true, hiddenUntold: true },
  errorBody: (words) => ({
    error: words,
    error_description: words,
    message: words,
    detail: words,
    title: words,
  }),
  rateLimitBody: { title: 'Too Many Requests', type: 'about:blank', status: 429 },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && path === '/2/tweets',
    textOf: ({ body }) => tweetSchema.parse(JSON.parse(body)).text,
  },
  optionRules: {
    conflict: {
      options: { poll: { options: ['Yes', 'No'], durationMinutes: 60 } },
      sentWith: 'picture',
      expected: { option: 'poll', code: 'poll_with_media', limit: 0, actual: 1 },
    },
  },
  media: { takesBytes: true, describesVideos: false },
};
