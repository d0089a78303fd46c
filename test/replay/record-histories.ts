import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { metricFeeds } from '../../src/db/schema/index.js';
import {
  changePublicationWorkflowId,
  pollCommentsWorkflowId,
  pollMetricsWorkflowId,
  workflowTypes,
} from '../../src/domain/workflow-contract.js';
import { absencesAtOnceMax } from '../../src/domain/publish-ladders.js';
import type { UploadAnswer } from '../../src/platforms/kit/platform.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { planMeasuring } from '../../src/services/metrics/plan.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { reschedulePost } from '../../src/services/posts/schedule.js';
import { editTarget } from '../../src/services/posts/edit-target.js';
import { removeTarget } from '../../src/services/posts/remove-target.js';
import { addImage } from '../harness/assets.js';
import { startOwnTemporal } from '../harness/servers.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedMetrics } from '../harness/scripted-metrics.js';
import { makeDue, publish, publishDue } from '../comments/reading-support.js';
import { createTestDatabase } from '../harness/postgres.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createChangingPlatform } from '../harness/scripted-changes.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { startReceiver } from '../harness/receiver.js';
import { mintWorkspace, startStack, type Stack, type TestWorkspace } from '../harness/stack.js';
import { addReceiver, deliveryOf, emit, untilDelivery } from '../harness/webhooks.js';
import { historiesFolder } from './histories-folder.js';

const hourMs = 3_600_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
const stale = { kind: 'auth-expired', message: 'expired' } as const;

/** Writes a run's history as the Web UI exports it. An existing file is kept, because later code must replay it, too. */
async function record({ client }: Stack, name: string, workflowId: string, runId?: string): Promise<void> {
  const file = path.join(historiesFolder, `${name}.json`);
  if (existsSync(file)) return;
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  mkdirSync(historiesFolder, { recursive: true });
  const text = `${JSON.stringify(JSON.parse(historyToJSON(history)), null, 1)}\n`;
  // The name of the machine, and the folder of the project, are removed.
  const anonymous = text.replaceAll(/\b\d+@[\w.-]+/g, '1@recorder').replaceAll(`${process.cwd()}/`, '');
  writeFileSync(file, anonymous);
}

/** Returns the number of steps of a run that a worker is executing. */
async function stepsUnderWay({ client }: Stack, workflowId: string): Promise<number> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return raw.pendingActivities?.length ?? 0;
}

// `npm run histories:record` runs this file. Each test records one story of a real worker and a real server.
describe('the recording of histories', () => {
  let stack: Stack;
  let hurried: Stack;
  let workspace: TestWorkspace;
  let drop: () => Promise<void>;
  let laterMs = 0;
  const keyed = Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), {
    comments: createScriptedComments(),
    metrics: createScriptedMetrics(),
  });
  const queryable = createScriptedPlatform('THREADS', 'queryable');
  const blind = createChangingPlatform('X', 'blind');
  const platforms = [keyed, queryable, blind];

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    const common = {
      databaseUrl: database.url,
      platforms,
      overrides: { clock: { now: () => new Date(Date.now() + laterMs) } },
    };
    stack = await startStack(common);
    // Time is skipped, because these stories wait for minutes and hours.
    hurried = await startStack({ ...common, skipTime: true });
  });
  afterAll(async () => {
    await stack.stop();
    await hurried.stop();
    await drop();
  });
  beforeEach(async () => {
    laterMs = 0;
    for (const platform of platforms) platform.reset();
    workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'THREADS', 'X']);
  });

  it('covers a post that is published on time', async () => {
    const post = await schedule(workspace, { firstComment: 'First!' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.on-time', runIdOf(post));
  });

  it('covers three posts that are ready ahead of their time: published, canceled and refused', async () => {
    const post = await schedule(workspace, { inMs: 3_000, firstComment: 'First!' });
    const canceled = await schedule(workspace, { inMs: 3_000 });
    await expect.poll(() => stepsUnderWay(stack, runIdOf(canceled))).toBe(canceled.targets.length);
    await cancelPost(workspace.ctx, { postId: canceled.id });
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await untilRunStatus(stack, runIdOf(canceled), 'CANCELLED');
    await record(stack, 'publish-post.ready-ahead', runIdOf(post));
    await record(stack, 'publish-post.cancelled-while-held', runIdOf(canceled));
    const mediaIds = [(await addImage(stack.deps, workspace)).id];
    const refusedUpload = { ...rejected, code: 'MEDIA_REJECTED' } as const;
    // The first upload is ahead of the due time, and the second one at it.
    const refuse = () => Promise.resolve(refusedUpload);
    keyed.uploadScript.push(refuse, refuse);
    const pending = { kind: 'pending', checkAfterMs: 500 } as const;
    blind.readiness.push(pending, pending);
    const refused = await schedule(workspace, { inMs: 3_000, mediaIds });
    await untilRunStatus(stack, runIdOf(refused), 'COMPLETED');
    await record(stack, 'publish-post.refused-ahead', runIdOf(refused));
  });

  it('covers a post that is canceled while waiting', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    await cancelPost(workspace.ctx, { postId: post.id });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    await record(stack, 'publish-post.cancelled-while-waiting', runIdOf(post));
  });

  it('covers a post that is canceled while publishing', async () => {
    const limited = { kind: 'rate-limited', retryAfterMs: hourMs, message: '429' } as const;
    for (const platform of platforms) platform.script.push({ accept: false, answer: limited });
    keyed.script.length = 0;
    const post = await schedule(workspace);
    for (const target of post.targets.slice(1)) {
      await expect.poll(() => attemptsOf(stack, target.id)).toEqual(['RATE_LIMITED']);
    }
    await cancelPost(workspace.ctx, { postId: post.id });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    await record(stack, 'publish-post.cancelled-while-publishing', runIdOf(post));
  });

  it('covers both runs of a rescheduled post: the replaced one and the one that published', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const moved = await reschedulePost(workspace.ctx, {
      postId: post.id,
      scheduledAt: new Date(Date.now() + 500),
    });
    await untilRunStatus(stack, runIdOf(moved), 'COMPLETED');
    await record(stack, 'publish-post.rescheduled-before', runIdOf(post));
    await record(stack, 'publish-post.rescheduled-after', runIdOf(moved));
  });

  it('covers a partly failed post', async () => {
    queryable.script.push({ accept: false, answer: rejected });
    const post = await schedule(workspace);
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.partly-failed', runIdOf(post));
  });

  it('covers a post that is rate limited, then not sent, then not ready, then published', async () => {
    blind.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: 1_000, message: '429' },
    });
    keyed.script.push({ accept: false, answer: { kind: 'not-sent', message: 'refused' } });
    queryable.readiness.push(
      { kind: 'pending', checkAfterMs: 500 },
      { kind: 'prepare-again', message: 'gone' },
    );
    const post = await schedule(workspace);
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.rate-limited', runIdOf(post));
  });

  it('covers a post whose call is ambiguous, and which is then found', async () => {
    for (const platform of platforms) platform.script.push({ accept: true, answer: lost });
    const post = await schedule(workspace);
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.ambiguous-found', runIdOf(post));
  });

  it('covers a post of three parts, the second of which is looked up', async () => {
    for (const platform of platforms) platform.script.push({ accept: true }, { accept: true, answer: lost });
    const post = await schedule(workspace, { parts: ['Two', 'Three'], firstComment: 'First!' });
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.in-parts', runIdOf(post));
  });

  it('covers a post whose token is refreshed during the run', async () => {
    keyed.script.push({ accept: false, answer: stale });
    const post = await schedule(workspace);
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.token-refreshed', runIdOf(post));
    await record(stack, 'refresh-account.refreshed', `refresh-account:${workspace.accountIds[0] ?? ''}`);
  });

  it('covers a first comment that failed, and its retry', async () => {
    keyed.script.push(
      { accept: true },
      { accept: false, answer: { ...rejected, code: 'COMMENTS_DISABLED' } },
    );
    const post = await schedule(workspace, { firstComment: 'First!' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.first-comment-failed', runIdOf(post));
    laterMs = 61_000;
    const targetId = post.targets[0]?.id ?? '';
    await retryFirstComment(workspace.ctx, { postId: post.id, targetId });
    await expect
      .poll(async () => (await getPost(workspace.ctx, { postId: post.id })).targets[0]?.firstCommentError)
      .toBeNull();
    await untilRunStatus(stack, `retry-first-comment:${targetId}:2`, 'COMPLETED');
    await record(stack, 'retry-first-comment.posted', `retry-first-comment:${targetId}:2`);
  });

  it('covers a removal, and an edit whose answer and worker were lost', async () => {
    workspace = await mintWorkspace(hurried.deps, ['X']);
    hurried.deps.publishing.replyWaitMs = 0;
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const of = { postId: post.id, targetId: post.targets[0]?.id ?? '' };
    const changed = async () => (await getPost(workspace.ctx, { postId: post.id })).targets[0];
    blind.changeScript.push({ accept: false, answer: lost }, { accept: true, thenDie: true });
    await editTarget(workspace.ctx, { ...of, text: 'Corrected' });
    const edits = async () => (await changed())?.edits[0]?.status;
    await expect.poll(edits, { timeout: 30_000 }).toBe('DONE');
    const editRun = changePublicationWorkflowId((await changed())?.edits[0]?.id ?? '', 1);
    await untilRunStatus(hurried, editRun, 'COMPLETED');
    await record(hurried, 'change-publication.edit-looked-up', editRun);
    await removeTarget(workspace.ctx, of);
    const removalRun = changePublicationWorkflowId((await changed())?.removal?.id ?? '', 1);
    await untilRunStatus(hurried, removalRun, 'COMPLETED');
    await record(hurried, 'change-publication.removed', removalRun);
  });

  it('covers a post that is published with images', async () => {
    const mediaIds = [(await addImage(stack.deps, workspace)).id, (await addImage(stack.deps, workspace)).id];
    const post = await schedule(workspace, { firstComment: 'First!', mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.with-pictures', runIdOf(post));
  });

  it('covers uploads that are cut off, rate limited, refused for a stale token and lost, and then published', async () => {
    const mediaIds = [(await addImage(stack.deps, workspace)).id];
    const answers: UploadAnswer[] = [
      { kind: 'ambiguous', message: 'cut off' },
      { kind: 'rate-limited', retryAfterMs: 1_000, message: '429' },
      stale,
      { kind: 'upload-again', message: 'unknown media' },
    ];
    for (const answer of answers) blind.uploadScript.push(() => Promise.resolve(answer));
    queryable.uploadScript.push(() => Promise.reject(new Error('the worker was lost')));
    keyed.script.push({ accept: false, answer: { kind: 'upload-again', message: 'unknown media' } });
    const post = await schedule(workspace, { mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await record(stack, 'publish-post.upload-resumed', runIdOf(post));
  });

  it('covers a post that is canceled while uploading', async () => {
    const mediaIds = [(await addImage(stack.deps, workspace)).id];
    let begun = 0;
    for (const platform of platforms) {
      platform.uploadScript.push(async (run) => {
        begun += 1;
        await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
        return { kind: 'ambiguous', message: 'cut off' };
      });
    }
    const post = await schedule(workspace, { mediaIds });
    await expect.poll(() => begun).toBe(platforms.length);
    await cancelPost(workspace.ctx, { postId: post.id });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    await record(stack, 'publish-post.cancelled-while-uploading', runIdOf(post));
  });

  it('covers a superseded run', async () => {
    const post = await schedule(workspace, { inMs: hourMs });
    const workflowId = `publish-post:${post.id}:99`;
    await stack.client.workflow.execute(workflowTypes.publishPost, {
      workflowId,
      taskQueue: stack.taskQueue,
      args: [{ postId: post.id }],
    });
    await record(stack, 'publish-post.superseded', workflowId);
  });

  it('covers the reconciler', async () => {
    const workflowId = `reconcile-${Date.now()}`;
    await stack.client.workflow.execute(workflowTypes.reconcile, { workflowId, taskQueue: stack.taskQueue });
    await record(stack, 'reconcile.swept-with-heartbeat', workflowId);
  });

  it('covers the first and the last run of a chain that continued as new', async () => {
    const temporal = await startOwnTemporal(['limit.historyCount.suggestContinueAsNew=40']);
    const long = await startStack({ platforms, temporalAddress: temporal.address });
    for (let each = 0; each < 25; each += 1) {
      queryable.readiness.push({ kind: 'pending', checkAfterMs: 20 });
    }
    blind.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: 4_000, message: '429' },
    });
    workspace = await mintWorkspace(long.deps, ['BLUESKY', 'THREADS', 'X']);
    const post = await schedule(workspace);
    await untilRunStatus(long, runIdOf(post), 'COMPLETED');
    await record(long, 'publish-post.gone-on-last', runIdOf(post));
    const last = await long.client.workflow.getHandle(runIdOf(post)).fetchHistory();
    const { firstExecutionRunId } = last.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    await record(long, 'publish-post.gone-on-first', runIdOf(post), firstExecutionRunId ?? undefined);
    await long.stop();
    await temporal.stop();
  });

  it('covers the sweep of media', async () => {
    const workflowId = `sweep-media-${Date.now()}`;
    await stack.client.workflow.execute(workflowTypes.sweepMedia, { workflowId, taskQueue: stack.taskQueue });
    await record(stack, 'sweep-media.swept', workflowId);
  });

  it('covers the sweep of grants', async () => {
    const workflowId = `refresh-ahead-${Date.now()}`;
    await stack.client.workflow.execute(workflowTypes.refreshAhead, {
      workflowId,
      taskQueue: stack.taskQueue,
    });
    await record(stack, 'refresh-ahead.swept', workflowId);
  });

  it('covers the sweep of comments, and the reading of one account', async () => {
    const swept = `poll-comments-${Date.now()}`;
    const { workspaceId, accountIds, ctx } = await mintWorkspace(stack.deps, ['BLUESKY']);
    const posts = [
      await publishDue(stack.deps, { workspaceId, accountIds, ctx }),
      await publishDue(stack.deps, { workspaceId, accountIds, ctx }),
    ];
    await stack.client.workflow.execute(workflowTypes.pollComments, {
      workflowId: swept,
      taskQueue: stack.taskQueue,
    });
    await record(stack, 'poll-comments.swept', swept);
    await makeDue(stack.deps, posts[0]?.externalPostId ?? '');
    const asked = pollCommentsWorkflowId(accountIds[0] ?? '');
    await stack.deps.starter.startCommentRead(accountIds[0] ?? '');
    await stack.client.workflow.getHandle(asked).result();
    await record(stack, 'poll-comments.of-account', asked);
  });

  it('covers the sweep of numbers, and the reading of one account', async () => {
    const swept = `poll-metrics-${Date.now()}`;
    const { workspaceId, accountIds, ctx } = await mintWorkspace(stack.deps, ['BLUESKY']);
    await publish(stack.deps, { workspaceId, accountIds, ctx });
    await planMeasuring(stack.deps);
    await stack.deps.db.update(metricFeeds).set({ dueAt: new Date() });
    await stack.client.workflow.execute(workflowTypes.pollMetrics, {
      workflowId: swept,
      taskQueue: stack.taskQueue,
    });
    await record(stack, 'poll-metrics.swept', swept);
    const asked = pollMetricsWorkflowId(accountIds[0] ?? '');
    await stack.deps.starter.startMeasuring(accountIds[0] ?? '');
    await stack.client.workflow.getHandle(asked).result();
    await record(stack, 'poll-metrics.of-account', asked);
  });

  it('covers a post that is unconfirmed after all its look-ups', async () => {
    workspace = await mintWorkspace(hurried.deps, ['X']);
    blind.script.push({ accept: false, answer: lost });
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'FAILED');
    await untilRunStatus(hurried, runIdOf(post), 'COMPLETED');
    await record(hurried, 'publish-post.unconfirmed', runIdOf(post));
  });

  it('covers a post that is absent again and again, and is called again after waits', async () => {
    workspace = await mintWorkspace(hurried.deps, ['BLUESKY']);
    keyed.script.push(
      ...Array.from({ length: absencesAtOnceMax + 1 }, () => ({ accept: false, answer: lost })),
    );
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(hurried, runIdOf(post), 'COMPLETED');
    await record(hurried, 'publish-post.absent-often', runIdOf(post));
  });

  it('covers a post that a full worker returns until after its due time', async () => {
    const crowded = await startStack({ platforms, turns: { heldMax: 0 } });
    workspace = await mintWorkspace(crowded.deps, ['X']);
    const post = await schedule(workspace, { inMs: 3_000 });
    await untilRunStatus(crowded, runIdOf(post), 'COMPLETED');
    await record(crowded, 'publish-post.back-in-its-turn', runIdOf(post));
    await crowded.stop();
  });

  it('covers a webhook that is delivered by the second attempt, and one that ends DEAD', async () => {
    const receiver = await startReceiver();
    workspace = await mintWorkspace(hurried.deps, ['X']);
    const { endpoint } = await addReceiver(workspace, receiver.url);
    receiver.answer = 503;
    const [dead] = await emit(workspace, [endpoint.id]);
    const gaveUp = await untilDelivery(hurried.deps, dead, 'DEAD');
    await untilRunStatus(hurried, gaveUp.workflowId ?? '', 'COMPLETED');
    await record(hurried, 'deliver-webhook.dead', gaveUp.workflowId ?? '');

    const [late] = await emit(workspace, [endpoint.id]);
    await expect.poll(async () => (await deliveryOf(hurried.deps, late)).attemptCount).toBeGreaterThan(0);
    receiver.answer = 200;
    const arrived = await untilDelivery(hurried.deps, late, 'DELIVERED');
    await untilRunStatus(hurried, arrived.workflowId ?? '', 'COMPLETED');
    await record(hurried, 'deliver-webhook.delivered-late', arrived.workflowId ?? '');

    const [prompt] = await emit(workspace, [endpoint.id]);
    const delivered = await untilDelivery(hurried.deps, prompt, 'DELIVERED');
    await untilRunStatus(hurried, delivered.workflowId ?? '', 'COMPLETED');
    await record(hurried, 'deliver-webhook.delivered', delivered.workflowId ?? '');
    await receiver.close();
  });
});
