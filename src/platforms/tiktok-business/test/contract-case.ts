import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

/** A post has its caption in `post_info`, a comment its text at the top. */
const bodySchema = z.object({
  text: z.string().optional(),
  post_info: z.object({ caption: z.string().optional() }).optional(),
});

const publishing = /^\/open_api\/v1\.3\/business\/((video|photo)\/publish|comment\/(reply\/)?create)\/$/;

export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => `-000open${number}`,
  textOf: (count) => '👋'.repeat(10) + 'a'.repeat(count - 20),
  plainPost: { media: 'video/mp4' },
  quirks: { publishesLater: true },
  comments: { twoLevels: true, tellsNames: true },
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (words) => ({ code: 40_002, message: words, request_id: '1', data: {} }),
  rateLimitBody: { code: 40_100, message: 'Requests made too frequently.', request_id: '1', data: {} },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && publishing.test(path),
    textOf: ({ body }) => {
      const { text, post_info: info } = bodySchema.parse(JSON.parse(body));
      return text ?? info?.caption ?? '';
    },
  },
  optionRules: {
    conflict: {
      options: { photoCoverIndex: 3 },
      sentWith: 'picture',
      expected: { option: 'photoCoverIndex', code: 'cover_index_too_high', limit: 0, actual: 3 },
    },
  },
  media: {
    takesBytes: false,
    describesVideos: false,
    describesPictures: false,
    pictures: { mime: 'image/jpeg', max: 35 },
    processesLater: true,
    mediaInCall: true,
  },
};
