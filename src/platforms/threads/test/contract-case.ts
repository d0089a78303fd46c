import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const field = (body: string, name: string): string => new URLSearchParams(body).get(name) ?? '';

const idSchema = z.object({ id: z.string() });

export const contractCase: ContractCase = {
  guarantee: 'queryable',
  accountIdOf: (number) => String(number),
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 40),
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (words) => ({ error: { message: words, code: 100 } }),
  rateLimitBody: { error: { code: 4, message: 'Application request limit reached', type: 'OAuthException' } },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && /^\/v1\.0\/[^/]+\/threads_publish$/.test(path),
    // The call contains only the id of the container.
    textOf: ({ body }, prepared) => prepared.get(field(body, 'creation_id')) ?? '',
    prepares: ({ method, path, body }, answer) => {
      if (method !== 'POST' || !/^\/v1\.0\/[^/]+\/threads$/.test(path) || answer.status !== 200) return;
      return { ...idSchema.parse(JSON.parse(answer.body)), text: field(body, 'text') };
    },
  },
  optionRules: {
    conflict: {
      options: { linkAttachment: 'https://example.com/' },
      sentWith: 'picture',
      expected: { option: 'linkAttachment', code: 'link_attachment_with_media', limit: 0, actual: 1 },
    },
  },
  media: { takesBytes: false, describesVideos: true },
};
