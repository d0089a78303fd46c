import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openDb, type Db } from '../../src/db/client.js';
import { socialAccounts, targets } from '../../src/db/schema/index.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import { updatePost } from '../../src/services/posts/update.js';
import { claimAttempt } from '../../src/services/publishing/internal/claim.js';
import { loadPublication } from '../../src/services/publishing/internal/publication.js';
import { createUploadGate } from '../../src/services/publishing/upload-gate.js';
import { uploadStep } from '../../src/services/publishing/upload-step.js';
import { connectAccount } from '../harness/connect-account.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { addImage } from '../harness/assets.js';
import { useByHand } from '../harness/by-hand.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { canaryToken, mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { overrideDeps } from '../../src/services/shared/override-deps.js';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const revoked = { kind: 'auth-revoked', message: 'the grant is dead' } as const;

/** Opens connections to the database whose statements get plans without one kind of step. */
async function openPlanned(url: string, setting: string): Promise<AsyncDisposable & { db: Db }> {
  const { db, close } = openDb({ url, connectionsMax: 2 });
  const name = sql.identifier(new URL(url).pathname.slice(1));
  await db.execute(sql`alter database ${name} set ${sql.raw(setting)} = off`);
  await close();
  const planned = openDb({ url, connectionsMax: 2 });
  return {
    db: planned.db,
    [Symbol.asyncDispose]: async () => {
      await planned.db.execute(sql`alter database ${name} reset ${sql.raw(setting)}`);
      await planned.close();
    },
  };
}

describe('a step during which something changes', () => {
  const hand = useByHand();
  const { THREADS } = hand.scripted;

  const accountOf = async ({ accountIds }: TestWorkspace) => {
    const isIt = eq(socialAccounts.id, accountIds[0] ?? '');
    const [row] = await hand.stack.deps.db.select().from(socialAccounts).where(isIt);
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  /** Connects the account again, as a person may do although the account works. */
  const connectAgain = async (workspace: TestWorkspace): Promise<void> => {
    const { workspaceId, platform, externalAccountId, handle } = await accountOf(workspace);
    const same = { workspaceId, platform, externalAccountId, handle, displayName: null, serviceUrl: null };
    const credentials = { token: canaryToken };
    const { outcome } = await connectAccount(hand.stack.deps, {
      ...same,
      ...{ sandbox: false, allowReplace: true, credentials },
    });
    expect(outcome).toBe('replaced');
  };
  const upload = async (input: StepInput) =>
    (
      await uploadStep(
        hand.stack.deps,
        { ...input, nowMs: hand.nowMs() },
        { gate: createUploadGate(), progress: () => undefined, signal: new AbortController().signal },
      )
    ).kind;

  it('continues with the new credentials if the account is reconnected while the post is prepared', async () => {
    const run = await hand.begun('THREADS');
    hand.hooks.prepare = async () => {
      delete hand.hooks.prepare;
      await connectAgain(run.workspace);
      return revoked;
    };
    expect(await hand.commit(run.input)).toBe('PUBLISHED');
    expect((await accountOf(run.workspace)).status).toBe('ACTIVE');
  });

  it('continues with the new credentials if the account is reconnected during an upload', async () => {
    const { deps } = hand.stack;
    const workspace = await mintWorkspace(deps, ['THREADS']);
    const mediaIds = [(await addImage(deps, workspace)).id];
    const post = await schedule(workspace, { inMs: hand.laterMs + hourMs, mediaIds });
    hand.laterMs += hourMs;
    const input = await hand.begin(workspace, post.id);
    THREADS.uploadScript.push(async () => {
      await connectAgain(workspace);
      return revoked;
    });
    expect(await upload(input)).toBe('UPLOADED');
    expect(await hand.commit(input)).toBe('PUBLISHED');
    expect([THREADS.uploads, THREADS.commits]).toEqual([2, 1]);
    expect((await accountOf(workspace)).status).toBe('ACTIVE');
  });

  it('fails if the grant is dead and the account was not reconnected', async () => {
    const run = await hand.begun('THREADS');
    hand.hooks.prepare = () => Promise.resolve(revoked);
    expect(await hand.commit(run.input)).toBe('FAILED');
    expect((await hand.targetOf(run))?.errorCode).toBe('PLATFORM_AUTH_FAILED');
    expect((await accountOf(run.workspace)).status).toBe('TOKEN_EXPIRED');
  });

  it('sends no first comment if a process with a slow clock has removed it', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['THREADS']);
    const post = await schedule(workspace, { inMs: hand.laterMs + hourMs, firstComment: 'and a comment' });
    hand.laterMs += hourMs - 5_000;
    const input = await hand.begin(workspace, post.id);
    const behind = { now: () => new Date(hand.nowMs() - 2 * minuteMs) };
    const [socialAccountId = ''] = workspace.accountIds;
    const without = { captionOverride: null, firstComment: null, platformOptions: null, mediaIds: [] };
    await updatePost(
      { ...workspace.ctx, clock: behind },
      { shape: 'nested', postId: post.id, targets: [{ socialAccountId, ...without }] },
    );
    hand.laterMs += 10_000;
    expect(await hand.commit(input)).toBe('PUBLISHED');
    expect(await hand.commit({ ...input, step: 'FIRST_COMMENT' })).toBe('CLOSED');
    expect(THREADS.published.map(({ text }) => text)).toEqual(['Hello']);
  });

  // Postgres chooses the plan of a statement, and the plan decides which rows it reads again after waiting for a lock.
  it.each(['enable_seqscan', 'enable_indexscan', 'enable_material', 'enable_nestloop', 'enable_hashjoin'])(
    'begins to publish the other targets of its post while one of them saves its progress, in a query plan without %s',
    async (setting) => {
      const { deps } = hand.stack;
      const workspace = await mintWorkspace(deps, ['BLUESKY', 'THREADS']);
      const mediaIds = [(await addImage(deps, workspace)).id];
      const post = await schedule(workspace, { inMs: hand.laterMs + hourMs, mediaIds });
      const [first, second] = post.targets;
      hand.laterMs += hourMs - 5_000;
      const input = await hand.begin(workspace, post.id);
      const other = { ...input, targetId: second?.id ?? '' };
      expect(input.targetId).toBe(first?.id);
      await using planned = await openPlanned(hand.stack.databaseUrl, setting);
      const { db } = planned;
      const loaded = await loadPublication(overrideDeps(deps, { db }), input.targetId, hand.nowMs());
      if (loaded === undefined || 'failure' in loaded) throw new Error('The first target cannot be loaded.');
      hand.laterMs += 10_000;
      const waits = async (): Promise<number> =>
        (
          await deps.db.execute(sql`select 1 from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%locked_posts%' and datname = current_database()`)
        ).length;
      // The progress of an upload is saved, which holds the post's lock while the claim of the first target waits for
      // it.
      const { claiming } = await deps.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from posts where id = ${post.id} for update`);
        const claiming = claimAttempt({ ...deps, db }, input, loaded, {
          prepared: {},
          nowMs: hand.nowMs(),
        });
        await expect.poll(waits).toBe(1);
        await tx
          .update(targets)
          .set({ prepared: { sentBytes: 1 } })
          .where(eq(targets.id, other.targetId));
        return { claiming };
      });
      expect(await claiming).toHaveProperty('attemptId');
      const statuses = await db
        .select({ status: targets.status })
        .from(targets)
        .where(eq(targets.postId, post.id));
      expect(statuses).toEqual([{ status: 'PUBLISHING' }, { status: 'PUBLISHING' }]);
      expect(await upload(other)).toBe('UPLOADED');
      expect(await hand.commit(other)).toBe('PUBLISHED');
    },
  );
});

describe('a step whose run has a clock ahead of the database’s', () => {
  const behindMs = 4_000;
  let steps = 0;
  const now = () => Date.now() - behindMs;
  const stack = useStack({
    platforms: [createScriptedPlatform('X', 'blind')],
    wrapActivities: (activities) => ({
      ...activities,
      advance: (input) => {
        steps += 1;
        return activities.advance(input);
      },
    }),
    prepare: ({ deps }) => {
      const dueClock = { nowMs: now, dueNow: () => new Date(now()), note: () => undefined };
      deps.publishing = { ...deps.publishing, dueClock };
    },
  });

  it('returns when the step is due by the clock of the database, and is not repeated earlier', async () => {
    const workspace = await mintWorkspace(stack.deps, ['X']);
    const post = await schedule(workspace);
    await deleteSocialAccount(workspace.ctx, { socialAccountId: workspace.accountIds[0] ?? '' });
    const { targets } = await untilStatus(workspace, post.id, 'FAILED');
    expect(targets[0]?.errorCode).toBe('ACCOUNT_DISCONNECTED');
    expect(steps).toBeLessThanOrEqual(3);
  });
});
