import { z } from 'zod';
import { sandboxAppPassword } from '../sandbox/accounts.js';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const writesSchema = z.object({
  record: z.object({ text: z.string() }).optional(),
  text: z.string().optional(),
});

export const contractCase: ContractCase = {
  guarantee: 'keyed',
  typed: { handle: 'sandbox.bsky.test', appPassword: sandboxAppPassword },
  accountIdOf: (number) => `did:plc:account${number}`,
  textOf: (count) => '👩‍👩‍👧‍👦'.repeat(30) + 'a'.repeat(count - 30),
  closedRepliesCode: 'COMMENTS_DISABLED',
  comments: { onePage: true, tellsNames: true },
  errorBody: (words) => ({ error: words, message: words }),
  rateLimitBody: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
  wire: {
    isPublishing: ({ method, path }) =>
      method === 'POST' && /^\/xrpc\/com\.atproto\.repo\.(createRecord|applyWrites)$/.test(path),
    textOf: ({ body }) => {
      const { record, text } = writesSchema.parse(JSON.parse(body));
      return text ?? record?.text ?? '';
    },
  },
  optionRules: {
    conflict: {
      options: { external: { uri: 'https://example.com/', title: 'A page', description: '' } },
      sentWith: 'several',
      expected: { option: 'external', code: 'link_card_with_media', limit: 1, actual: 2 },
    },
  },
  media: { takesBytes: true, describesVideos: true },
};
