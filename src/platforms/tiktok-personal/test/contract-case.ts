import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const photoSchema = z.object({ post_info: z.object({ description: z.string().default('') }) });

const options = { privacyLevel: 'PUBLIC_TO_EVERYONE' };

/** Plain posts are pictures, whose one call has everything; what is said of media here is said of films. */
export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => `-000contract${number}`,
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 20),
  plainPost: { options, media: 'image/jpeg' },
  quirks: { publishesLater: true },
  closedRepliesCode: null,
  errorBody: (words) => ({
    data: {},
    error: { code: 'invalid_params', message: words, log_id: words },
    error_description: words,
  }),
  rateLimitBody: { data: {}, error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } },
  wire: {
    isPublishing: ({ method, path }) => method === 'POST' && path === '/v2/post/publish/content/init/',
    textOf: ({ body }) => photoSchema.parse(JSON.parse(body)).post_info.description,
  },
  media: {
    takesBytes: true,
    describesFilms: false,
    describesPictures: false,
    // They are fetched by the call that posts them, and are not uploaded: pictures.test.ts.
    pictures: null,
    options,
    heldBackBytesMax: 10 * 1024 * 1024,
    uploadsWithoutToken: true,
    processesLater: true,
  },
};
