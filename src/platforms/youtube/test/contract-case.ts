import { z } from 'zod';
import type { ContractCase, WireCall } from '../../../../test/platforms/contract-case.js';

const options = { title: 'A video', madeForKids: false };

const videoSchema = z.object({ snippet: z.object({ description: z.string() }) });
const threadSchema = z.object({
  snippet: z.object({ topLevelComment: z.object({ snippet: z.object({ textOriginal: z.string() }) }) }),
});
const replySchema = z.object({ snippet: z.object({ textOriginal: z.string() }) });

const uploads = '/upload/youtube/v3/videos?';
const sessionOf = (address: string): string => /[?&]upload_id=([^&]+)/.exec(address)?.[1] ?? '';

/** Whether a request contains the last byte of a video. */
function bringsLastByte({ method, path, headers }: WireCall): boolean {
  const [, last, total] = /^bytes \d+-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
  return (
    method === 'PUT' && path.startsWith(uploads) && last !== undefined && Number(last) + 1 === Number(total)
  );
}

const isComment = ({ method, path }: WireCall): boolean =>
  method === 'POST' && /^\/youtube\/v3\/(commentThreads|comments)\?/.test(path);

export const contractCase: ContractCase = {
  guarantee: 'queryable',
  accountIdOf: (number) => `UC${String(number).padStart(22, '0')}`,
  textOf: (count) => `é日 ${'a'.repeat(count - 6)}`,
  plainPost: { options, media: 'video/mp4' },
  takesAngleBrackets: false,
  quirks: { commitMethod: 'PUT', foundById: true },
  comments: { twoLevels: true },
  closedRepliesCode: 'COMMENTS_DISABLED',
  errorBody: (words) => ({
    error: { message: words, errors: [{ reason: words, message: words }] },
    error_description: words,
  }),
  rateLimitBody: {
    error: { code: 429, message: 'Too many requests.', errors: [{ reason: 'rateLimitExceeded' }] },
  },
  wire: {
    isPublishing: (call) => bringsLastByte(call) || isComment(call),
    textOf: (call, prepared) => {
      if (!isComment(call)) return prepared.get(sessionOf(call.path)) ?? '';
      const body: unknown = JSON.parse(call.body);
      const thread = threadSchema.safeParse(body).data;
      return (
        thread?.snippet.topLevelComment.snippet.textOriginal ?? replySchema.parse(body).snippet.textOriginal
      );
    },
    prepares: ({ method, path, body }, { headers }) =>
      method === 'POST' && path.startsWith(uploads) && typeof headers['location'] === 'string'
        ? {
            id: sessionOf(headers['location']),
            text: videoSchema.parse(JSON.parse(body)).snippet.description,
          }
        : undefined,
  },
  optionRules: {
    conflict: {
      options: { tags: ['a'.repeat(300), 'b'.repeat(300)] },
      expected: { option: 'tags', code: 'invalid_option', limit: 500, actual: 601 },
    },
  },
  media: {
    takesBytes: true,
    describesVideos: false,
    pictures: null,
    options,
    heldBackBytesMax: 256 * 1024,
    processesLater: true,
  },
};
