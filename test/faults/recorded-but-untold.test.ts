import { beforeEach, describe, expect, it } from 'vitest';
import type { CommitInput } from '../../src/domain/workflow-contract.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const platforms = [
  createScriptedPlatform('BLUESKY', 'keyed'),
  createScriptedPlatform('THREADS', 'queryable'),
  createScriptedPlatform('X', 'blind'),
];

// The narrowest window: the outcome is stored, and the worker crashes before it reports to Temporal.
describe('a worker that crashes after it has recorded an outcome', () => {
  const losing: ((input: CommitInput) => boolean)[] = [];

  const stack = useStack({
    platforms,
    skipTime: true,
    wrapActivities: (activities) => ({
      ...activities,
      commitStep: async (input) => {
        const result = await activities.commitStep(input);
        if (losing.some((isLost) => isLost(input))) throw new Error('the process was killed here');
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
    losing.push(({ step }) => step === 'POST');
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
    losing.push(({ step }) => step === 'FIRST_COMMENT');
    const workspace = await mintWorkspace(stack.deps, [platform.name]);
    const post = await schedule(workspace, { firstComment: 'and a comment' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published.map(({ text }) => text)).toEqual(['Hello', 'and a comment']);
  });
});
