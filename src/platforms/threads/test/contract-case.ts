import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const field = (body: string, name: string): string => new URLSearchParams(body).get(name) ?? '';

export const contractCase: ContractCase = {
  guarantee: 'queryable',
  accountIdOf: (number) => String(number),
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 40),
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (words) => ({ error: { message: words, code: 100 } }),
  rateLimitBody: { error: { code: 4, message: 'Application request limit reached', type: 'OAuthException' } },
  wire: {
    publishingPath: /^\/v1\.0\/[^/]+\/threads_publish$/,
    // It names the container alone.
    textOf: (body, prepared) => prepared.get(field(body, 'creation_id')) ?? '',
    prepares: { path: /^\/v1\.0\/[^/]+\/threads$/, textOf: (body) => field(body, 'text') },
  },
  media: { takesBytes: false, describesFilms: true },
};
