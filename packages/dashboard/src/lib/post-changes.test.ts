import { expect, it } from 'vitest';
import type { components } from '../../../client/src/api-types.js';
import { changesOf, moreAbout } from './post-changes.js';

type Post = components['schemas']['Post'];
type Target = components['schemas']['Target'];

const target = (given: Partial<Target>): Target =>
  ({
    id: 'tgt_1',
    platform: 'THREADS',
    status: 'PUBLISHING',
    errorCode: null,
    firstCommentStatus: null,
    firstCommentErrorCode: null,
    ...given,
  }) as Target;
const post = (status: Post['status'], ...targets: Target[]): Post => ({ status, targets }) as Post;

it('no change is reported if nothing has changed', () => {
  expect(changesOf(post('PUBLISHING', target({})), post('PUBLISHING', target({})))).toEqual([]);
});

it('the result of each account and of the post is reported as a change', () => {
  const account = { handle: 'acme' } as NonNullable<Target['account']>;
  const before = post('PUBLISHING', target({ account }), target({ id: 'tgt_2', platform: 'X' }));
  const after = post(
    'PARTIALLY_PUBLISHED',
    target({ account, status: 'PUBLISHED' }),
    target({ id: 'tgt_2', platform: 'X', status: 'FAILED', errorCode: 'PLATFORM_REJECTED' }),
  );
  expect(changesOf(before, after)).toEqual([
    'Threads @acme: Published.',
    'X: Failed. The platform rejected the post.',
    'Post: Partly published.',
  ]);
});

it('the link to the page about an error code has a readable title, or the code itself if it is unknown', () => {
  expect(moreAbout('PLATFORM_REJECTED')).toBe('Why platforms reject posts');
  expect(moreAbout('NEW_CODE')).toBe('More about NEW_CODE');
});

it('the result of a first comment is reported as a change', () => {
  const sent = target({ status: 'PUBLISHED' });
  const failed = target({ status: 'PUBLISHED', firstCommentErrorCode: 'COMMENTS_DISABLED' });
  expect(changesOf(post('PUBLISHED', sent), post('PUBLISHED', failed))).toEqual([
    'Threads: First comment failed. Comments are turned off.',
  ]);
  expect(changesOf(post('PUBLISHED', failed), post('PUBLISHED', sent))).toEqual([
    'Threads: First comment published.',
  ]);
});
