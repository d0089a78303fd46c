import { beforeEach, describe, expect, it } from 'vitest';
import type { Advance } from '../../src/domain/workflow-contract.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const platforms = [
  createScriptedPlatform('BLUESKY', 'keyed'),
  createScriptedPlatform('THREADS', 'queryable'),
  createScriptedPlatform('X', 'blind'),
];

/** Loses the first result of this kind, and only that one. */
const once = (kind: Advance['kind']): ((result: Advance) => boolean) => {
  let isDone = false;
  return (result) => result.kind === kind && !isDone && (isDone = true);
};

// The worker crashes in the shortest possible interval: the outcome is stored, but not yet reported to Temporal.
describe('a worker that crashes after it has recorded an outcome', () => {
  const losing: ((result: Advance) => boolean)[] = [];

  const stack = useStack({
    platforms,
    skipTime: true,
    wrapActivities: (activities) => ({
      ...activities,
      advance: async (input) => {
        const result = await activities.advance(input);
        if (losing.some((isLost) => isLost(result))) throw new Error('the process was killed here');
        return result;
      },
    }),
  });
  beforeEach(() => {
    losing.length = 0;
  });

  it.each(
    platforms.map(
      (platform) =>
        [platform.guaranteeOf({ options: null, replyTo: null, mediaClasses: [] }), platform] as const,
    ),
  )('leaves one post on a %s platform, with one first comment', async (_guarantee, platform) => {
    losing.push(once('GO_ON'));
    const workspace = await mintWorkspace(stack.deps, [platform.name]);
    const post = await schedule(workspace, { firstComment: 'and a comment' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published.map(({ text }) => text)).toEqual(['Hello', 'and a comment']);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    expect(await attemptsOf(stack, post.targets[0]?.id, 'FIRST_COMMENT')).toEqual(['PUBLISHED']);
  });

  it.each(
    platforms.map(
      (platform) =>
        [platform.guaranteeOf({ options: null, replyTo: null, mediaClasses: [] }), platform] as const,
    ),
  )('leaves one first comment on a %s platform', async (_guarantee, platform) => {
    losing.push(once('END'));
    const workspace = await mintWorkspace(stack.deps, [platform.name]);
    const post = await schedule(workspace, { firstComment: 'and a comment' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published.map(({ text }) => text)).toEqual(['Hello', 'and a comment']);
  });
});
