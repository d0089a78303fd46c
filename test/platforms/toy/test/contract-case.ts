import { z } from 'zod';
import type { ContractCase } from '../../contract-case.js';

const noteSchema = z.object({ text: z.string() });

export const contractCase: ContractCase = {
  guarantee: 'keyed',
  accountIdOf: String,
  textOf: (count) => 'a'.repeat(count),
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (error) => ({ error }),
  rateLimitBody: { error: 'too fast' },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && path === '/notes',
    textOf: ({ body }) => noteSchema.parse(JSON.parse(body)).text,
  },
  media: null,
};
