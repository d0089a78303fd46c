import { z } from 'zod';
import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const openedSchema = z.object({ data: z.object({ publish_id: z.string() }) });
const videoSchema = z.object({ post_info: z.object({ title: z.string().default('') }) });
const photoSchema = z.object({ post_info: z.object({ description: z.string().default('') }) });

const options = { privacyLevel: 'PUBLIC_TO_EVERYONE' };

/** Plain posts are images, which one call publishes. The cases about uploaded media use videos. */
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
    isPublishing: ({ method, path, headers }) => {
      if (method !== 'PUT') return method === 'POST' && path === '/v2/post/publish/content/init/';
      const [, last, total] = /-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
      return path.startsWith('/upload/video/') && Number(last) + 1 === Number(total);
    },
    textOf: ({ method, path, body }, prepared) => {
      if (method === 'POST') return photoSchema.parse(JSON.parse(body)).post_info.description;
      return prepared.get(new URLSearchParams(path.split('?')[1]).get('upload_id') ?? '') ?? '';
    },
    // The text of a video is sent before its bytes.
    prepares: ({ method, path, body }, answer) => {
      if (method !== 'POST' || path !== '/v2/post/publish/video/init/' || answer.status !== 200) return;
      const id = openedSchema.parse(JSON.parse(answer.body)).data.publish_id;
      return { id, text: videoSchema.parse(JSON.parse(body)).post_info.title };
    },
  },
  optionRules: {
    conflict: {
      options: { videoCoverTimestampMs: 60_000 },
      sentWith: 'video',
      expected: {
        option: 'videoCoverTimestampMs',
        code: 'cover_timestamp_too_high',
        limit: 6_000,
        actual: 60_000,
      },
    },
    alsoRequired: ['privacyLevel'],
  },
  media: {
    takesBytes: true,
    describesVideos: false,
    describesPictures: false,
    // Images are not uploaded: TikTok fetches them during the call that posts them (pictures.test.ts).
    pictures: null,
    options,
    heldBackBytesMax: 10 * 1024 * 1024,
    uploadsWithoutToken: true,
    processesLater: true,
  },
};
