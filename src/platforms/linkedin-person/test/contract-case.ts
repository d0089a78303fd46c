import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';
import { plainOf } from '../../linkedin/little-text.js';

const bodySchema = z.union([
  z.object({ commentary: z.string() }).transform(({ commentary }) => plainOf(commentary)),
  z.object({ message: z.object({ text: z.string() }) }).transform(({ message }) => message.text),
]);

export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => `urn:li:person:${number}`,
  textOf: (count) => `日_#1 ${'👍'.repeat(20)}${'a'.repeat(count - 45)}`,
  quirks: { cannotLookUp: true },
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (words) => ({ error: words, error_description: words, message: words, code: words }),
  rateLimitBody: {
    status: 429,
    serviceErrorCode: 101,
    code: 'TOO_MANY_REQUESTS',
    message: 'Throttle limit.',
  },
  wire: {
    isPublishing: ({ method, path }) =>
      method === 'POST' && /^\/rest\/(posts|socialActions\/[^/]+\/comments)$/.test(path),
    textOf: ({ body }) => bodySchema.parse(JSON.parse(body)),
  },
  optionRules: {
    conflict: {
      options: { article: { source: 'https://example.com/', title: 'A page' } },
      sentWith: 'picture',
      expected: { option: 'article', code: 'article_with_media', limit: 0, actual: 1 },
    },
  },
  media: { takesBytes: true, describesVideos: false, pictures: { mime: 'image/png', max: 20 } },
};
