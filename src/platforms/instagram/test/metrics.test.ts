import { describe, expect, it } from 'vitest';
import { startStub } from '../../../../test/platforms/support.js';
import { graphError, ok, useBench } from './support.js';

const bench = useBench();

/** Measures a story whose counters are returned, but whose insights are refused with this message. */
async function measured(message: string) {
  await using stub = await startStub(({ url }) =>
    url.includes('/insights') ? graphError(10, undefined, message) : ok({ like_count: 2, comments_count: 0 }),
  );
  const options = { kind: 'STORIES' };
  const story = { externalPostId: '42', reference: null, options, publishedAt: new Date() };
  return await bench.instagram.metrics?.measure(bench.session({ baseUrl: stub.url }), [story]);
}

describe('the metrics of a story on Instagram', () => {
  it('are only its counters as long as too few people have seen it', async () => {
    const answer = await measured('(#10) Not enough viewers for the media to show insights');
    if (answer?.kind !== 'measured') throw new Error(`Not measured: ${JSON.stringify(answer)}`);
    expect(answer.byPost.get('42')?.values).toMatchObject({
      likes: 2,
      comments: 0,
      views: null,
      reach: null,
    });
  });

  it('need the permission', async () => {
    const answer = await measured('(#10) Application does not have permission for this action');
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });
});
