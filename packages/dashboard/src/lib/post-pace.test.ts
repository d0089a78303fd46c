import { expect, it } from 'vitest';
import type { components } from '../../../client/src/api-types.js';
import { pollMsOf, watchMs } from './post-pace.js';

type Post = components['schemas']['Post'];

const now = Date.parse('2027-01-01T00:00:00Z');
const post = (given: Partial<Post>): Post =>
  ({ status: 'SCHEDULED', scheduledAt: null, pendingWorkflowId: null, targets: [], ...given }) as Post;

it('a post is polled most often while it is being published', () => {
  const calm = pollMsOf(post({ status: 'PUBLISHED' }), now);
  const busy = pollMsOf(post({ status: 'PUBLISHING' }), now);
  const near = pollMsOf(post({ scheduledAt: new Date(now + 30_000).toISOString() }), now);
  const far = pollMsOf(post({ scheduledAt: new Date(now + 3_600_000).toISOString() }), now);
  expect(busy).toBeLessThan(near);
  expect(near).toBeLessThan(far);
  expect(far).toBe(calm);
  expect(pollMsOf(undefined, now)).toBe(calm);
});

it('a post is polled often for a while after the user has changed it', () => {
  const published = post({ status: 'PUBLISHED' });
  expect(pollMsOf(published, now, now - 1_000)).toBe(pollMsOf(post({ status: 'PUBLISHING' }), now));
  expect(pollMsOf(published, now, now - watchMs)).toBe(pollMsOf(published, now));
});
