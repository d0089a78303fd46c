import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const field = (body: string, name: string): string => new URLSearchParams(body).get(name) ?? '';

const idSchema = z.object({ id: z.string() });

export const contractCase: ContractCase = {
  guarantee: 'queryable',
  accountIdOf: (number) => String(17_841_400_000_000_000 + number),
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 20),
  plainPost: { media: 'image/jpeg' },
  closedRepliesCode: 'COMMENTS_DISABLED',
  comments: { twoLevels: true },
  errorBody: (words) => ({ error: { message: words, code: 100 } }),
  rateLimitBody: { error: { code: 4, message: 'Application request limit reached', type: 'OAuthException' } },
  wire: {
    isPublishing: ({ method, path }) =>
      method === 'POST' && /^\/v[0-9.]+\/[^/]+\/(media_publish|comments|replies)$/.test(path),
    // A comment contains its own text; the text of a post is in the container that the call names.
    textOf: ({ path, body }, prepared) =>
      path.endsWith('/media_publish')
        ? (prepared.get(field(body, 'creation_id')) ?? '')
        : field(body, 'message'),
    prepares: ({ method, path, body }, answer) => {
      if (method !== 'POST' || !/^\/v[0-9.]+\/[^/]+\/media$/.test(path) || answer.status !== 200) return;
      return { ...idSchema.parse(JSON.parse(answer.body)), text: field(body, 'caption') };
    },
  },
  optionRules: {
    conflict: {
      options: { kind: 'REELS', thumbOffsetMs: 60_000 },
      sentWith: 'video',
      expected: { option: 'thumbOffsetMs', code: 'thumb_offset_too_late', limit: 5_999, actual: 60_000 },
    },
  },
  media: { takesBytes: false, describesVideos: false, pictures: { mime: 'image/jpeg', max: 10 } },
};
