import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '../../src/config/secrets.js';
import { postEvents } from '../../src/db/schema/index.js';
import { createLogger } from '../../src/log.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { reschedulePost, schedulePost } from '../../src/services/posts/schedule.js';
import { updatePost } from '../../src/services/posts/update.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import type { TimelineView } from '../../src/services/timeline/types.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { canaryToken, type TestWorkspace } from '../harness/stack.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';

const hourMs = 3_600_000;
const caption = 'A caption that is nobody else’s business';

describe('the timeline of a post', () => {
  const platform = createScriptedPlatform('BLUESKY', 'keyed');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    return () => database.drop();
  });
  const log = createLogger({ level: 'silent', name: 'test' });
  const vault = createVault([{ id: 'test', key: randomBytes(32) }]);
  const options = () => ({ databaseUrl: database.url, platforms: [platform], overrides: { log, vault } });
  const stack = useStack(options);
  /** The same stack, but it skips waiting time. */
  const hasty = useStack(() => ({ ...options(), skipTime: true }));
  const workspace = useWorkspace(stack, ['BLUESKY']);

  async function timelineOf(postId: string): Promise<TimelineView[]> {
    const { data, nextCursor } = await listTimeline(workspace.ctx, { postId, limit: 100 });
    expect(nextCursor).toBeNull();
    const text = JSON.stringify(data);
    expect(text).not.toContain(canaryToken);
    expect(text).not.toContain(caption);
    return data;
  }
  /** Returns the workspace with the starter of the stack that skips waiting time. */
  const hastened = (): TestWorkspace => ({
    ...workspace,
    ctx: { ...workspace.ctx, starter: hasty.deps.starter },
  });
  const kindsOf = (entries: TimelineView[]) => entries.map(({ kind }) => kind);

  it('shows creation, publishing and end, and the user', async () => {
    const post = await schedule(workspace, { text: caption });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const entries = await timelineOf(post.id);
    expect(kindsOf(entries)).toEqual([
      'CREATED',
      'SCHEDULED',
      'PUBLISHING_BEGUN',
      'ATTEMPT_STARTED',
      'ATTEMPT_ENDED',
      'PUBLISHED',
      'FINISHED',
    ]);
    const { apiKeyId, userId } = workspace.ctx.actor;
    expect(entries[0]).toMatchObject({
      actor: { kind: 'apiKey', apiKeyId, userId },
      requestId: workspace.ctx.requestId,
      targetId: null,
    });
    expect(entries[4]).toMatchObject({
      actor: { kind: 'system', part: 'publisher' },
      targetId: post.targets[0]?.id,
      platform: 'BLUESKY',
      detail: { step: 'POST', attempt: 1, outcome: 'PUBLISHED' },
    });
    expect(entries[6]?.detail).toMatchObject({ status: 'PUBLISHED', workflowId: runIdOf(post) });
  });

  it('shows a rate limit as an attempt, a wait until its end, and the next attempt', async () => {
    platform.script.push({
      accept: false,
      answer: { kind: 'rate-limited', retryAfterMs: 20_000, message: 'slow down' },
    });
    const post = await schedule(hastened(), { text: caption });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const entries = (await timelineOf(post.id)).filter(({ kind }) => /ATTEMPT|WAITING/.test(kind));
    expect(
      entries.map(({ kind, detail }) => [kind, detail.attempt, detail.outcome ?? detail.reason]),
    ).toEqual([
      ['ATTEMPT_STARTED', 1, undefined],
      ['ATTEMPT_ENDED', 1, 'RATE_LIMITED'],
      ['WAITING', undefined, 'RATE_LIMITED'],
      ['ATTEMPT_STARTED', 2, undefined],
      ['ATTEMPT_ENDED', 2, 'PUBLISHED'],
    ]);
    const wait = entries[2];
    const untilMs = new Date(wait?.detail.until ?? '').getTime();
    expect(untilMs - (wait?.at.getTime() ?? 0)).toBeGreaterThan(15_000);
  });

  it('shows an ambiguous response with its look-ups, and a stale token with its refresh', async () => {
    platform.script.push(
      { accept: false, answer: { kind: 'auth-expired', message: 'expired' } },
      { accept: true, answer: { kind: 'ambiguous', message: 'no answer' } },
    );
    platform.finds.push({ kind: 'not-sent', message: 'busy' });
    const post = await schedule(hastened(), { text: caption });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const entries = await timelineOf(post.id);
    expect(kindsOf(entries).slice(3)).toEqual([
      'ATTEMPT_STARTED',
      'ATTEMPT_ENDED',
      'TOKEN_REFRESH',
      'ATTEMPT_STARTED',
      'ATTEMPT_ENDED',
      'LOOKED_UP',
      'LOOKED_UP',
      'PUBLISHED',
      'FINISHED',
    ]);
    expect(entries.flatMap(({ detail }) => detail.lookup ?? [])).toEqual(['UNKNOWN', 'FOUND']);
    expect(entries[5]?.detail).toEqual({ refresh: 'refreshed' });
  });

  it('shows edits by the names of the changed fields, new times and the cancellation', async () => {
    const post = await schedule(workspace, { inMs: hourMs, text: 'first' });
    await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, caption });
    await reschedulePost(workspace.ctx, { postId: post.id, scheduledAt: new Date(Date.now() + 2 * hourMs) });
    await cancelPost(workspace.ctx, { postId: post.id });
    await cancelPost(workspace.ctx, { postId: post.id });
    const entries = await timelineOf(post.id);
    expect(kindsOf(entries)).toEqual(['CREATED', 'SCHEDULED', 'EDITED', 'RESCHEDULED', 'CANCELED']);
    expect(entries[2]?.detail).toEqual({ changed: ['caption'] });
    expect(entries[3]?.detail.workflowId).toBe(`publish-post:${post.id}:2`);
    expect(entries[4]?.detail).toEqual({ status: 'CANCELED', targetIds: [post.targets[0]?.id] });
    await schedulePost(workspace.ctx, { postId: post.id, scheduledAt: new Date(Date.now() + hourMs) });
    await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, scheduledFor: null });
    expect(kindsOf(await timelineOf(post.id)).slice(5)).toEqual(['SCHEDULED', 'UNSCHEDULED']);
  });

  it('shows a failure with its code, and the manual retry', async () => {
    platform.script.push({
      accept: false,
      answer: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: `no: ${caption}` },
    });
    const post = await schedule(workspace, { text: caption });
    await untilStatus(workspace, post.id, 'FAILED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    await retryPost(workspace.ctx, { postId: post.id });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const entries = await timelineOf(post.id);
    expect(kindsOf(entries)).toEqual([
      'CREATED',
      'SCHEDULED',
      'PUBLISHING_BEGUN',
      'ATTEMPT_STARTED',
      'ATTEMPT_ENDED',
      'FAILED',
      'FINISHED',
      'RETRIED',
      'PUBLISHING_BEGUN',
      'ATTEMPT_STARTED',
      'ATTEMPT_ENDED',
      'PUBLISHED',
      'FINISHED',
    ]);
    expect(entries[5]?.detail).toEqual({ step: 'POST', errorCode: 'PLATFORM_REJECTED' });
    expect(entries[7]?.detail.targetIds).toEqual([post.targets[0]?.id]);
    expect(entries[9]?.detail.attempt).toBe(2);
  });

  it('shows the long preparation of a platform as one wait', async () => {
    platform.readiness.push(
      ...Array.from({ length: 6 }, () => ({ kind: 'pending', checkAfterMs: null }) as const),
    );
    const post = await schedule(hastened(), { text: caption });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const waits = (await timelineOf(post.id)).filter(({ kind }) => kind === 'WAITING');
    expect(waits.map(({ detail }) => detail)).toEqual([{ step: 'POST', reason: 'NOT_READY' }]);
  });

  it('shows when the start was postponed, and when the reconciler started the run later', async () => {
    const away = { ...stack.deps.starter, startPublishPost: () => Promise.reject(new Error('away')) };
    const offline = { ...workspace, ctx: { ...workspace.ctx, starter: away } };
    const post = await schedule(offline, { inMs: 1_500, text: caption });
    await reconcile(stack.deps, { includeYoung: true });
    const entries = await timelineOf(post.id);
    expect(kindsOf(entries).slice(0, 4)).toEqual([
      'CREATED',
      'SCHEDULED',
      'START_DEFERRED',
      'START_DELIVERED',
    ]);
    expect(entries[3]?.actor).toEqual({ kind: 'system', part: 'reconciler' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
  });

  it('is read page by page without a gap or a repeat', async () => {
    const post = await schedule(workspace, { text: caption });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    const whole = await timelineOf(post.id);
    const paged: TimelineView[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTimeline(workspace.ctx, {
        postId: post.id,
        limit: 2,
        ...(cursor && { cursor }),
      });
      paged.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
  });

  it('has no entries for requests that change nothing or are refused', async () => {
    const post = await schedule(workspace, { inMs: hourMs, text: caption });
    const scheduledAt = post.scheduledAt ?? new Date(0);
    await schedulePost(workspace.ctx, { postId: post.id, scheduledAt });
    await updatePost(workspace.ctx, { shape: 'nested', postId: post.id, caption });
    await expect(retryPost(workspace.ctx, { postId: post.id })).rejects.toThrow();
    expect(kindsOf(await timelineOf(post.id))).toEqual(['CREATED', 'SCHEDULED']);
    expect(await stack.deps.db.$count(postEvents, eq(postEvents.postId, post.id))).toBe(2);
  });
});
