import { expect, it } from 'vitest';
import type { components } from '../../../client/src/api-types.js';
import { isSamePost } from './same-post.js';

type Post = components['schemas']['Post'];
type Target = Post['targets'][number];

const targetOf = (socialAccountId: string, more: Partial<Target> = {}): Target =>
  ({
    socialAccountId,
    captionOverride: null,
    firstComment: null,
    mediaIds: [],
    platformOptions: null,
    edits: [],
    ...more,
  }) as unknown as Target;

const pictures: Post['media'] = [
  { postId: 'post_1', mediaAssetId: 'med_1', order: 0, altText: 'A quay' },
  { postId: 'post_1', mediaAssetId: 'med_2', order: 1, altText: null },
];

const post = {
  status: 'NEEDS_APPROVAL',
  caption: 'Hello',
  scheduledAt: '2027-03-01T09:00:00.000Z',
  timezone: null,
  updatedAt: '2027-02-01T00:00:00.000Z',
  media: pictures,
  targets: [targetOf('acc_1'), targetOf('acc_2')],
} as unknown as Post;

it('posts are the same if only their update times or the order of their fields differ', () => {
  const later = { ...post, updatedAt: '2027-02-02T00:00:00.000Z', workflowId: 'run' };
  expect(isSamePost(post, later)).toBe(true);
  const reordered = { ...post, media: [...pictures].reverse(), targets: [...post.targets].reverse() };
  expect(isSamePost(post, reordered)).toBe(true);
});

it.each<[string, Partial<Post>]>([
  ['state', { status: 'SCHEDULED' }],
  ['text', { caption: 'Goodbye' }],
  ['time', { scheduledAt: '2027-03-01T09:00:01.000Z' }],
  ['time zone', { timezone: 'Europe/Berlin' }],
  ['pictures', { media: pictures.slice(1) }],
  ['order of pictures', { media: pictures.map((one) => ({ ...one, order: 1 - one.order })) }],
  ['alt text', { media: pictures.map((one) => ({ ...one, altText: 'A boat' })) }],
  ['accounts', { targets: [targetOf('acc_1')] }],
  ['text of an account', { targets: [targetOf('acc_1', { captionOverride: 'Hi' }), targetOf('acc_2')] }],
  ['first comment', { targets: [targetOf('acc_1', { firstComment: 'First!' }), targetOf('acc_2')] }],
  [
    'text that waits for an approval',
    {
      targets: [
        targetOf('acc_1', { edits: [{ id: 'chg_1', status: 'NEEDS_APPROVAL' }] as Target['edits'] }),
        targetOf('acc_2'),
      ],
    },
  ],
  ['pictures of an account', { targets: [targetOf('acc_1', { mediaIds: ['med_3'] }), targetOf('acc_2')] }],
])('posts are different if they differ in their %s', (_what, change) => {
  expect(isSamePost(post, { ...post, ...change })).toBe(false);
});
