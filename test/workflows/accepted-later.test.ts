import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../src/domain/json.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import type { FindAnswer } from '../../src/platforms/kit/platform.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import { createShiftedClock } from '../harness/clock.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const minuteMs = 60_000;
const shareSchema = z.object({ shareId: z.string() });
const accepted: PlatformFailure = {
  kind: 'ambiguous',
  message: 'The platform has accepted the post and works on it.',
  state: { shareId: 'share-1' },
};
const processing: FindAnswer = { kind: 'processing', checkAfterMs: null, message: 'still at it' };
const refused: FindAnswer = {
  kind: 'refused',
  code: 'MEDIA_REJECTED',
  message: 'The frame rate is too high.',
};

// Waits of minutes and hours are skipped by the Temporal server, run by run.
describe('a platform that accepts a post and publishes the post later', () => {
  const clock = createShiftedClock();
  const platform = createScriptedPlatform('TIKTOK_BUSINESS', 'blind');
  const known: (JsonObject | null)[] = [];
  const find = platform.findPublished.bind(platform);
  platform.findPublished = (session, publication, state, search) => {
    known.push(state);
    return find(session, publication, state, search);
  };
  const stack = useStack({ platforms: [platform], skipTime: true, clock });
  const workspaceFor = (): Promise<TestWorkspace> => mintWorkspace(stack.deps, [platform.name]);
  beforeEach(() => {
    known.length = 0;
    delete platform.addExtras;
  });

  it('fails the target if it finally refuses the post, and a retry makes one more call', async () => {
    platform.script.push({ accept: false, answer: accepted });
    platform.finds.push(processing, refused);
    const workspace = await workspaceFor();
    const post = await schedule(workspace);
    const failed = await untilStatus(workspace, post.id, 'FAILED');
    expect(failed.targets[0]).toMatchObject({
      errorCode: 'MEDIA_REJECTED',
      errorMessage: 'The frame rate is too high.',
    });
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['REJECTED']);
    expect(known[0]).toMatchObject({ shareId: 'share-1' });
    await retryPost(workspace.ctx, { postId: post.id });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published).toHaveLength(1);
  });

  it('does not change a post that was canceled during processing if it finally refuses the post', async () => {
    const workspace = await workspaceFor();
    platform.script.push({ accept: false, answer: accepted });
    platform.finds.push(processing, processing, refused);
    const post = await schedule(workspace);
    const untilAsked = async (): Promise<void> => {
      const { status } = await untilStatus(workspace, post.id, 'PUBLISHING', 'FAILED');
      expect(status).toBe('PUBLISHING');
    };
    await untilAsked();
    await cancelPost(workspace.ctx, { postId: post.id }).catch(() => undefined);
    const ended = await untilStatus(workspace, post.id, 'CANCELED', 'FAILED');
    expect(ended.status).toBe('CANCELED');
    expect(platform.published).toEqual([]);
  });

  it('distinguishes the post from another one of the same text by the returned id', async () => {
    const workspace = await workspaceFor();
    platform.script.push(
      ...['a', 'b'].map((shareId) => ({
        accept: true,
        answer: { ...accepted, state: { shareId } },
      })),
    );
    platform.findPublished = (_session, _publication, state) => {
      platform.lookups += 1;
      const { shareId } = shareSchema.parse(state);
      const published = { externalPostId: `post-${shareId}`, externalUrl: null, reference: null };
      return Promise.resolve({ kind: 'found', published, byId: true });
    };
    const posts = [await schedule(workspace), await schedule(workspace)];
    const done = await Promise.all(posts.map(({ id }) => untilStatus(workspace, id, 'PUBLISHED')));
    expect(done.map(({ targets: [target] }) => target?.externalPostId).sort()).toEqual(['post-a', 'post-b']);
    platform.findPublished = find;
  });

  describe('a publication that is named in the refusal of a duplicate', () => {
    const original = { externalPostId: 'original', externalUrl: null, reference: null };
    const duplicate: PlatformFailure = { kind: 'duplicate', message: 'a duplicate', of: original };
    /** The answer of a platform whose posts cannot be listed. */
    const unseen: FindAnswer = { kind: 'absent' };
    const prepare = platform.prepare.bind(platform);
    const adopting = (): void => {
      // The state from an earlier call is kept.
      platform.prepare = (_session, _publication, state) =>
        Promise.resolve({ kind: 'prepared', state: { ...state, kept: true } });
      platform.findPublished = (_session, _publication, state) => {
        platform.lookups += 1;
        known.push(state);
        return Promise.resolve(
          state?.['duplicateOf'] === undefined ? unseen : { kind: 'found', published: original },
        );
      };
    };

    afterEach(() => {
      platform.prepare = prepare;
      platform.findPublished = find;
    });

    it('is not accepted as ours if no call came before it', async () => {
      adopting();
      platform.script.push({ accept: false, answer: duplicate });
      const workspace = await workspaceFor();
      const post = await schedule(workspace);
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]).toMatchObject({ errorCode: 'DUPLICATE_CONTENT' });
    });

    it('is not accepted as ours if a later call, whose response was lost, may have created it', async () => {
      adopting();
      platform.script.push({ accept: false, answer: duplicate });
      const workspace = await workspaceFor();
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'FAILED');
      platform.script.push({ accept: false, answer: { kind: 'ambiguous', message: 'no answer' } });
      await retryPost(workspace.ctx, { postId: post.id });
      const failed = await untilStatus(workspace, post.id, 'FAILED');
      expect(failed.targets[0]).toMatchObject({
        errorCode: 'PUBLISH_UNCONFIRMED',
        externalPostId: null,
      });
    });

    it('is accepted as ours if an earlier call may have created it', async () => {
      adopting();
      platform.script.push({ accept: true, answer: { kind: 'ambiguous', message: 'no answer' } });
      const workspace = await workspaceFor();
      const post = await schedule(workspace);
      await untilStatus(workspace, post.id, 'FAILED');
      platform.script.push({ accept: false, answer: duplicate });
      clock.shiftMs = 20 * minuteMs;
      await retryPost(workspace.ctx, { postId: post.id, republishUnconfirmed: true });
      const done = await untilStatus(workspace, post.id, 'PUBLISHED');
      expect(done.targets[0]).toMatchObject({ externalPostId: 'original' });
      expect(platform.published).toHaveLength(1);
    });
  });

  it('may publish a post without an extra, which is recorded but does not fail the post', async () => {
    platform.addExtras = () => Promise.resolve([{ extra: 'thumbnail', message: 'too large' }]);
    const workspace = await workspaceFor();
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const page = await listTimeline(workspace.ctx, { postId: post.id, limit: 100 });
    expect(page.data.filter(({ kind }) => kind === 'EXTRA_FAILED')).toMatchObject([
      { targetId: post.targets[0]?.id, detail: { extra: 'thumbnail' } },
    ]);
  });
});
