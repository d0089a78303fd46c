import type { ContractCase } from '../../../../test/platforms/contract-case.js';

const fieldOf = (body: string, name: string): string => new URLSearchParams(body).get(name) ?? '';

/** The calls that publish at once. The others publish with the last phase of an upload. */
const atOnce = /^\/v[\d.]+\/[^/?]+\/(feed|comments|photo_stories)$/;
const inPhases = /^\/v[\d.]+\/[^/?]+\/(videos|video_reels|video_stories)$/;

export const contractCase: ContractCase = {
  guarantee: 'blind',
  accountIdOf: (number) => String(number),
  textOf: (count) => '😀'.repeat(10) + 'a'.repeat(count - 20),
  quirks: { cannotRefresh: true },
  closedRepliesCode: 'COMMENTS_DISABLED',
  comments: { twoLevels: true, tellsNames: true },
  errorBody: (words) => ({ error: { message: words, code: 100 } }),
  rateLimitBody: { error: { code: 32, message: 'Page request limit reached', type: 'OAuthException' } },
  wire: {
    isPublishing: ({ method, path, body }) =>
      method === 'POST' &&
      (atOnce.test(path) || (inPhases.test(path) && fieldOf(body, 'upload_phase') === 'finish')),
    textOf: ({ body }) => fieldOf(body, 'message') || fieldOf(body, 'description'),
  },
  optionRules: {
    conflict: {
      options: { link: 'https://example.com/' },
      sentWith: 'picture',
      expected: { option: 'link', code: 'link_with_media', limit: 0, actual: 1 },
    },
  },
  media: { takesBytes: true, describesVideos: false },
};
