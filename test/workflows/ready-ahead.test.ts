import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrepareAnswer } from '../../src/platforms/kit/platform.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { getPost } from '../../src/services/posts/get.js';
import { reschedulePost } from '../../src/services/posts/schedule.js';
import { createPost } from '../../src/services/posts/create.js';
import { updatePost } from '../../src/services/posts/update.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import type { PostView } from '../../src/services/post-records/types.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import { addImage } from '../harness/assets.js';
import {
  actBeforeDue,
  attemptsOf,
  runIdOf,
  schedule,
  untilRunStatus,
  untilStatus,
} from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type Stack, type TestWorkspace } from '../harness/stack.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { waitMsMax } from '../harness/patience.js';

const platform = createScriptedPlatform('BLUESKY', 'keyed');
const second = createScriptedPlatform('X', 'blind');
const prepare = platform.prepare.bind(platform);
const commit = platform.commit.bind(platform);

/** The calls to the platform, with their times by the database clock. */
const asked: { what: 'prepare' | 'commit'; text: string; atMs: number }[] = [];

/** The texts of the posts that were committed, in order. */
const called: string[] = [];

function watch(stack: Stack): void {
  const note = async (what: 'prepare' | 'commit', text: string): Promise<void> => {
    const [row] = await stack.deps.db.execute<{ ms: string }>(
      sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
    );
    asked.push({ what, text, atMs: Number(row?.ms) });
  };
  platform.prepare = async (session, publication, state) => {
    await note('prepare', publication.text);
    return prepare(session, publication, state);
  };
  platform.commit = async (session, publication, state, sendBefore) => {
    called.push(publication.text);
    await note('commit', publication.text);
    return commit(session, publication, state, sendBefore);
  };
}

const timesOf = (what: 'prepare' | 'commit') =>
  asked.filter((each) => each.what === what).map(({ atMs }) => atMs);
/** Waits until the run has prepared the post, so that it only waits for the due time. */
const untilPrepared = (): Promise<void> =>
  vi.waitFor(() => expect(timesOf('prepare').length).toBeGreaterThan(0), {
    timeout: waitMsMax,
    interval: 20,
  });

function forget(): void {
  asked.length = called.length = 0;
  for (const each of [platform, second]) each.reset();
}

/** Schedules a post, waits until it is prepared, and acts before it is due. */
const actOncePrepared = <Result>(
  workspace: TestWorkspace,
  act: (post: PostView) => Promise<Result>,
): Promise<{ post: PostView; result: Result }> =>
  actBeforeDue(workspace, { inMs: 3_000, forget }, async (post) => {
    await untilPrepared();
    return act(post);
  });

const plain = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };

describe('a post that is prepared ahead of its due time', () => {
  const stack = useStack({ platforms: [platform, second] });
  const workspace = useWorkspace(stack, ['BLUESKY']);
  beforeEach(() => {
    asked.length = called.length = 0;
    watch(stack);
  });

  it('stays SCHEDULED, and is sent at its due time by the database clock, not before', async () => {
    const { post, result: prepared } = await actOncePrepared(workspace, ({ id }) =>
      getPost(workspace.ctx, { postId: id }),
    );
    expect(prepared.status).toBe('SCHEDULED');
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    const dueMs = post.scheduledAt?.getTime() ?? 0;
    expect(timesOf('prepare')).toHaveLength(1);
    expect(timesOf('prepare')[0]).toBeLessThan(dueMs);
    expect(timesOf('commit')).toHaveLength(1);
    expect(timesOf('commit')[0]).toBeGreaterThanOrEqual(dueMs);
    expect(done.targets[0]).toMatchObject({ attemptCount: 1 });
    const entries = (await listTimeline(workspace.ctx, { postId: post.id, limit: 100 })).data.map(
      ({ kind }) => kind,
    );
    expect(entries.filter((kind) => kind === 'PUBLISHING_BEGUN')).toHaveLength(1);
  });

  it('is not published if it is canceled before that time', async () => {
    const { post, result: canceled } = await actOncePrepared(workspace, ({ id }) =>
      cancelPost(workspace.ctx, { postId: id }),
    );
    expect(canceled.status).toBe('CANCELED');
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect([platform.commits, await attemptsOf(stack, post.targets[0]?.id)]).toEqual([0, []]);
  });

  it('is published once with the new content if it is edited before that time', async () => {
    const { post } = await actOncePrepared(workspace, ({ id }) =>
      updatePost(workspace.ctx, { shape: 'nested', postId: id, caption: 'Corrected' }),
    );
    const done = await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(platform.published.map(({ text }) => text)).toEqual(['Corrected']);
    expect(timesOf('commit')[0]).toBeGreaterThanOrEqual(done.scheduledAt?.getTime() ?? 0);
  });

  it('is also published on an account that is added before that time', async () => {
    const both = await mintWorkspace(stack.deps, ['BLUESKY', 'X']);
    const [accountId = '', addedId = ''] = both.accountIds;
    const targets = [accountId, addedId].map((socialAccountId) => ({ ...plain, socialAccountId }));
    const { post } = await actOncePrepared({ ...both, accountIds: [accountId] }, ({ id }) =>
      updatePost(both.ctx, { shape: 'nested', postId: id, targets }),
    );
    await untilStatus(both, post.id, 'PUBLISHED');
    expect([platform.published.length, second.published.length]).toEqual([1, 1]);
  });

  it('is published once at the later time if it is moved before that time', async () => {
    const { post, result: moved } = await actOncePrepared(workspace, ({ id, scheduledAt }) =>
      reschedulePost(workspace.ctx, {
        postId: id,
        scheduledAt: new Date((scheduledAt?.getTime() ?? 0) + 2_000),
      }),
    );
    await untilStatus(workspace, post.id, 'PUBLISHED');
    // The earlier run finds by itself that the post belongs to another run.
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await untilRunStatus(stack, runIdOf(moved), 'COMPLETED');
    expect(timesOf('commit')).toHaveLength(1);
    expect(timesOf('commit')[0]).toBeGreaterThanOrEqual(moved.scheduledAt?.getTime() ?? Infinity);
  });

  it('is not sent if its account is disconnected before that time', async () => {
    // A post with media is prepared at once, so that even a slow machine disconnects the account in time.
    const mediaIds = [(await addImage(stack.deps, workspace, 'one')).id];
    const post = await schedule(workspace, { inMs: 12_000, mediaIds });
    await untilPrepared();
    await deleteSocialAccount(workspace.ctx, { socialAccountId: workspace.accountIds[0] ?? '' });
    const done = await untilStatus(workspace, post.id, 'FAILED', 'CANCELED');
    expect(done.targets[0]?.status).not.toBe('PUBLISHED');
    expect(platform.commits).toBe(0);
  });

  it('is taken over at once if its worker ends, and is published neither late nor twice', async () => {
    const { post } = await actBeforeDue(workspace, { inMs: 6_000, forget }, async () => {
      await untilPrepared();
      await stack.stopWorker();
      await stack.startWorker();
    });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([timesOf('prepare').length, timesOf('commit').length]).toEqual([2, 1]);
  });

  it('does not fail early if its platform would refuse it, and is published if it is corrected', async () => {
    const refused: PrepareAnswer = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' };
    let isRefused = true;
    const watched = platform.prepare.bind(platform);
    platform.prepare = async (...given) => {
      const answer = await watched(...given);
      return isRefused ? refused : answer;
    };
    const { post: corrected, result: refusedEarly } = await actOncePrepared(workspace, ({ id }) =>
      getPost(workspace.ctx, { postId: id }),
    );
    expect(refusedEarly.targets[0]).toMatchObject({ status: 'SCHEDULED', errorCode: null });
    isRefused = false;
    await untilStatus(workspace, corrected.id, 'PUBLISHED');
    isRefused = true;
    const failed = await schedule(workspace, { inMs: 2_000 });
    const done = await untilStatus(workspace, failed.id, 'FAILED');
    expect(done.targets[0]).toMatchObject({ errorCode: 'PLATFORM_REJECTED' });
    expect(done.updatedAt.getTime()).toBeGreaterThanOrEqual(failed.scheduledAt?.getTime() ?? 0);
  });

  it('has its media uploaded ahead, and is published once slow uploads are complete', async () => {
    const mediaIds = [(await addImage(stack.deps, workspace, 'one')).id];
    let uploadedAtMs = 0;
    platform.uploadScript.push(() => {
      uploadedAtMs = Date.now();
      return Promise.resolve(undefined);
    });
    const post = await schedule(workspace, { inMs: 4_000, mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(uploadedAtMs).toBeGreaterThan(0);
    expect(uploadedAtMs).toBeLessThan(post.scheduledAt?.getTime() ?? 0);
    expect([platform.uploads, platform.commits]).toEqual([1, 1]);
  });

  it('is published in the order of creation among the posts of its account', async () => {
    const at = new Date(Date.now() + 4_000);
    for (const caption of ['one', 'two', 'three', 'four', 'five']) {
      await createPost(workspace.ctx, {
        shape: 'nested',
        caption,
        targets: workspace.accountIds.map((socialAccountId) => ({ ...plain, socialAccountId })),
        mediaIds: [],
        mediaAltText: {},
        scheduledFor: at,
        draftScheduledFor: null,
        timezone: null,
        clientReferenceId: null,
      });
      // Posts are ordered by the millisecond, so each needs its own.
      await delay(2);
    }
    await vi.waitFor(() => expect(platform.published).toHaveLength(5), { timeout: waitMsMax, interval: 50 });
    expect(called).toEqual(['one', 'two', 'three', 'four', 'five']);
  });
});

describe('a worker whose clock is wrong', () => {
  // On this worker's clock, every due time has passed, but the database's clock decides.
  const stack = useStack({
    platforms: [platform],
    runWorker: false,
    overrides: {
      publishing: {
        dueClock: { nowMs: () => Number.POSITIVE_INFINITY, dueNow: () => null, note: () => undefined },
      },
    },
  });
  const workspace: TestWorkspace = useWorkspace(stack, ['BLUESKY']);

  it('sends nothing before its time', async () => {
    platform.prepare = prepare;
    platform.commit = commit;
    const post = await schedule(workspace, { inMs: 15_000 });
    const run = { postId: post.id, workflowId: runIdOf(post) };
    const input: StepInput = { ...run, targetId: post.targets[0]?.id ?? '', step: 'POST' };
    const turns = createPublishTurns(stack.deps.publishing.dueClock);
    const result = await commitStep(stack.deps, { ...input, nowMs: Date.now() }, { turns });
    expect(result.kind).toBe('NOT_DUE');
    expect(platform.commits).toBe(0);
    expect(await attemptsOf(stack, input.targetId)).toEqual([]);
  });
});
