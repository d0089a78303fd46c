import { beforeEach, describe, expect, it } from 'vitest';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { getPost } from '../../src/services/posts/get.js';
import { resolveTarget } from '../../src/services/posts/resolve-target.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { updatePost } from '../../src/services/posts/update.js';
import type { PostView, TargetView } from '../../src/services/post-records/types.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform, type ScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
const further = ['Two', 'Three', 'Four', 'Five'];
const well = { accept: true } as const;

const statusesOf = (target: TargetView | undefined): string[] =>
  (target?.parts ?? []).map(({ status }) => status);
const textsOn = ({ published }: ScriptedPlatform): string[] => published.map(({ text }) => text);
/** Returns the position of the publication to which each one replies. */
const parentsOn = ({ published }: ScriptedPlatform): (number | null)[] =>
  published.map(({ replyTo }) => (replyTo === null ? null : published.findIndex(({ id }) => id === replyTo)));

describe('a post of five parts', () => {
  let workspace: TestWorkspace;
  const clock = createShiftedClock();
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const queryable = createScriptedPlatform('THREADS', 'queryable');
  const blind = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [keyed, queryable, blind], skipTime: true, clock });

  beforeEach(async () => {
    workspace = await mintWorkspace(stack.deps, ['X', 'BLUESKY', 'THREADS']);
  });

  /** Publishes a post whose third part on X loses its response, and which no look-up finds. */
  const interrupted = async (): Promise<PostView> => {
    blind.script.push(well, well, { accept: false, answer: lost });
    const { id } = await schedule(workspace, { text: 'One', parts: further, firstComment: 'Six' });
    const post = await untilStatus(workspace, id, 'PARTIALLY_PUBLISHED');
    // Temporal skipped the waits between look-ups, so our clock moves forward by as much.
    clock.shiftMs = 13 * minuteMs;
    return post;
  };

  it('is published in order, each part as a reply to the one before, and its first comment comes last', async () => {
    const { id } = await schedule(workspace, { text: 'One', parts: further, firstComment: 'Six' });
    const post = await untilStatus(workspace, id, 'PUBLISHED');
    for (const platform of [blind, keyed, queryable]) {
      expect(textsOn(platform)).toEqual(['One', ...further, 'Six']);
      expect(parentsOn(platform)).toEqual([null, 0, 1, 2, 3, 4]);
    }
    for (const target of post.targets) {
      expect([target.status, target.firstCommentStatus]).toEqual(['PUBLISHED', 'PUBLISHED']);
      expect(target.parts.map(({ order, text, status }) => [order, text, status])).toEqual(
        further.map((text, index) => [index + 2, text, 'PUBLISHED']),
      );
      expect(new Set(target.parts.map(({ externalUrl }) => externalUrl)).size).toBe(4);
      expect(target.attemptCount).toBe(5);
    }
  });

  it('stops on one platform at the part whose response is lost, and is complete on the others', async () => {
    const post = await interrupted();
    const [x, bluesky, threads] = post.targets;
    expect(x).toMatchObject({
      status: 'FAILED',
      errorCode: 'PUBLISH_UNCONFIRMED',
      firstCommentStatus: 'WAITING',
    });
    expect(x?.errorMessage).toMatch(/^Part 3: /);
    expect(x?.externalUrl).not.toBeNull();
    expect(statusesOf(x)).toEqual(['PUBLISHED', 'FAILED', 'SKIPPED', 'SKIPPED']);
    expect(textsOn(blind)).toEqual(['One', 'Two']);
    for (const target of [bluesky, threads]) expect(target?.status).toBe('PUBLISHED');
    for (const platform of [keyed, queryable]) expect(textsOn(platform)).toEqual(['One', ...further, 'Six']);
    expect(await attemptsOf(stack, x?.id, 'PART_3')).toEqual(['UNCONFIRMED']);
    expect(await attemptsOf(stack, x?.id, 'PART_4')).toEqual([]);
  });

  it('continues from there when it is retried, and sends nothing twice', async () => {
    const post = await interrupted();
    await retryPost(workspace.ctx, { postId: post.id, republishUnconfirmed: true });
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(statusesOf(done.targets[0])).toEqual(further.map(() => 'PUBLISHED'));
    expect(textsOn(blind)).toEqual(['One', ...further, 'Six']);
    expect(parentsOn(blind)).toEqual([null, 0, 1, 2, 3, 4]);
    for (const platform of [keyed, queryable]) expect(platform.commits).toBe(6);
    expect(await attemptsOf(stack, done.targets[0]?.id, 'PART_3')).toEqual(['ABSENT', 'PUBLISHED']);
  });

  it('stays unconfirmed at that part when it is retried without consent', async () => {
    const post = await interrupted();
    await retryPost(workspace.ctx, { postId: post.id });
    const again = await untilStatus(workspace, post.id, 'PARTIALLY_PUBLISHED');
    expect(again.targets[0]?.errorCode).toBe('PUBLISH_UNCONFIRMED');
    expect(textsOn(blind)).toEqual(['One', 'Two']);
  });

  it('accepts a user’s decision about the part, and reports the later parts as not sent', async () => {
    const post = await interrupted();
    const targetId = post.targets[0]?.id ?? '';
    const told = await resolveTarget(workspace.ctx, { postId: post.id, targetId, published: true });
    expect(statusesOf(told.targets[0])).toEqual(['PUBLISHED', 'PUBLISHED', 'FAILED', 'SKIPPED']);
    // Without a URL that proves the part, its id is unknown, so nothing can reply to it.
    expect(told.targets[0]).toMatchObject({ status: 'FAILED', errorCode: 'PART_IMPOSSIBLE' });
    expect(told.status).toBe('PARTIALLY_PUBLISHED');
  });

  it('is completed by a retry with another text for a part that was refused', async () => {
    blind.script.push(well, { accept: false, answer: rejected });
    const { id } = await schedule(workspace, { text: 'One', parts: further });
    const post = await untilStatus(workspace, id, 'PARTIALLY_PUBLISHED');
    const [x] = post.targets;
    expect(statusesOf(x)).toEqual(['FAILED', 'SKIPPED', 'SKIPPED', 'SKIPPED']);
    const edit = (texts: string[], captionOverride: string | null = null) =>
      updatePost(workspace.ctx, {
        shape: 'nested',
        postId: id,
        targets: [
          {
            socialAccountId: x?.socialAccountId ?? '',
            captionOverride,
            partsOverride: texts.map((text) => ({ text, mediaIds: [] })),
            firstComment: null,
            platformOptions: null,
            mediaIds: [],
          },
        ],
      });
    await expect(edit(['Other'], 'Another beginning')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await edit(['Other', 'The end']);
    await retryPost(workspace.ctx, { postId: id });
    const done = await untilStatus(workspace, id, 'PUBLISHED');
    expect(textsOn(blind)).toEqual(['One', 'Other', 'The end']);
    expect(done.targets[0]?.parts.map(({ text }) => text)).toEqual(['Other', 'The end']);
  });

  it('stops at the part during which it is canceled, and says which parts are public', async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
    let results: unknown;
    let postId = '';
    const during = async (): Promise<void> => {
      const canceled = await cancelPost(workspace.ctx, { postId });
      results = canceled.cancelResults.map(({ result }) => result);
    };
    blind.script.push(well, well, { accept: true, during });
    postId = (await schedule(workspace, { text: 'One', parts: further, firstComment: 'Six' })).id;
    const post = await untilStatus(workspace, postId, 'PARTIALLY_PUBLISHED');
    expect(results).toEqual(['IN_FLIGHT']);
    expect(textsOn(blind)).toEqual(['One', 'Two', 'Three']);
    expect(statusesOf(post.targets[0])).toEqual(['PUBLISHED', 'PUBLISHED', 'FAILED', 'SKIPPED']);
    expect(post.targets[0]?.errorCode).toBe('PART_NOT_SENT');
  });

  it('continues after a worker was lost that had published a part', async () => {
    workspace = await mintWorkspace(stack.deps, ['X']);
    blind.script.push(well, { accept: true, thenDie: true });
    const { id } = await schedule(workspace, { text: 'One', parts: further });
    const post = await untilStatus(workspace, id, 'PUBLISHED');
    expect(textsOn(blind)).toEqual(['One', ...further]);
    expect(post.targets[0]?.status).toBe('PUBLISHED');
    expect((await getPost(workspace.ctx, { postId: id })).targets[0]?.errorCode).toBeNull();
  });
});
