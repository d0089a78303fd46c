import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { comments, publishAttempts, socialAccounts, targets } from '../../src/db/schema/index.js';
import type { StepInput } from '../../src/domain/workflow-contract.js';
import { getComment } from '../../src/services/comments/get.js';
import { lockSubject } from '../../src/services/post-records/records.js';
import { replyToComment } from '../../src/services/comments/reply.js';
import { openPost } from '../../src/services/publishing/internal/open-post.js';
import { usualTurns } from '../../src/services/publishing/publish-turn.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { useByHand, type Begun } from '../harness/by-hand.js';
import { mintComment } from '../harness/comments.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { publicationIdOf } from '../../src/domain/workflow-contract.js';

type Name = 'X' | 'THREADS';
/** A step that is about to make its call, and the result that users see. */
interface Waiting {
  workspace: TestWorkspace;
  input: StepInput;
  shown: () => Promise<string | null | undefined>;
}

// Users stop an account by disconnecting it (docs/production.md), so it applies to every later call.
describe('an account that is disconnected while a call waits', () => {
  const hand = useByHand();

  const disconnect = ({ ctx, accountIds }: TestWorkspace) =>
    deleteSocialAccount(ctx, { socialAccountId: accountIds[0] ?? '' });

  async function post(name: Name): Promise<Waiting> {
    const run = await hand.begun(name);
    return { ...run, shown: async () => (await hand.targetOf(run))?.errorCode };
  }

  async function firstComment(name: Name): Promise<Waiting> {
    const run: Begun = await hand.begun(name, { firstComment: 'and a comment' });
    expect(await hand.commit(run.input)).toBe('PUBLISHED');
    return {
      workspace: run.workspace,
      input: { ...run.input, step: 'FIRST_COMMENT' },
      shown: async () => (await hand.targetOf(run))?.firstCommentErrorCode,
    };
  }

  async function reply(name: Name): Promise<Waiting> {
    const { deps } = hand.stack;
    const workspace = await mintWorkspace(deps, [name]);
    const [accountId = ''] = workspace.accountIds;
    const to = await mintComment(hand.stack, { ...workspace, accountIds: [accountId, '', ''] });
    const sent = { commentId: to, text: 'Thank you', clientReferenceId: null };
    const { comment } = await replyToComment(workspace.ctx, sent);
    const [row] = await deps.db
      .select({ id: targets.id, runId: targets.runId })
      .from(comments)
      .innerJoin(targets, eq(targets.id, comments.replyPublicationId))
      .where(eq(comments.id, comment.id));
    if (row === undefined) throw new Error('The reply has no publication.');
    const { id } = row;
    const input: StepInput = { postId: id, targetId: id, workflowId: row.runId ?? '', step: 'POST' };
    expect(await openPost(deps, { ...input, nowMs: hand.nowMs() })).toBeNull();
    const shown = async () => {
      await hand.finish(input);
      return (await getComment(workspace.ctx, { commentId: comment.id })).errorCode;
    };
    return { workspace, input, shown };
  }

  const inPreparation = async (name: Name, { workspace, input }: Waiting): Promise<string> => {
    hand.hooks.prepare = async (...args) => {
      const prepared = await hand.scripted[name].prepare(...args);
      await disconnect(workspace);
      return prepared;
    };
    return hand.commit(input);
  };

  const beforeItsTurn = async (_name: Name, { workspace, input }: Waiting): Promise<string> => {
    const turns = createPublishTurns(hand.stack.deps.publishing.dueClock, {
      ...usualTurns,
      callsPerAccountMax: 1,
    });
    const before = await turns.take({
      dueMs: 0,
      workflowNowMs: hand.nowMs(),
      createdMs: 0,
      workspaceId: workspace.workspaceId,
      accountId: workspace.accountIds[0] ?? '',
    });
    if (!('done' in before)) throw new Error('The account is busy.');
    before.claimed();
    return hand.commit(input, {
      ...turns,
      take: async (entry, signal) => {
        const waiting = turns.take(entry, signal);
        await disconnect(workspace);
        before.done();
        return waiting;
      },
    });
  };

  const behindALock = async (_name: Name, { workspace, input }: Waiting): Promise<string> => {
    const { db } = hand.stack.deps;
    let step: Promise<string> | undefined;
    const isPrepared = new Promise<void>((resolve) => {
      const { dueClock } = hand.stack.deps.publishing;
      const turns = createPublishTurns(dueClock);
      const take = async (...args: Parameters<typeof turns.take>) => {
        const turn = await turns.take(...args);
        resolve();
        await isLocked;
        return turn;
      };
      step = hand.commit(input, { ...turns, take });
    });
    let tellLocked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (tellLocked = resolve));
    await isPrepared;
    await db.transaction(async (tx) => {
      await lockSubject(tx, input.postId);
      tellLocked();
      await expect
        .poll(async () => {
          const [row] = await db.execute<{ waiting: string }>(
            sql`select count(*) as waiting from pg_locks where not granted
              and pid in (select pid from pg_stat_activity where datname = current_database())`,
          );
          return Number(row?.waiting);
        })
        .toBeGreaterThan(0);
      await disconnect(workspace);
    });
    return step ?? 'the step has not begun';
  };

  const what = { post, 'first comment': firstComment, reply };
  const where = {
    'is prepared': inPreparation,
    'waits for its turn': beforeItsTurn,
    'claims, and waits for its post': behindALock,
  };
  const cases = (['X', 'THREADS'] as const).flatMap((name) =>
    Object.entries(what).flatMap(([kind, mint]) =>
      Object.entries(where).map(([place, wait]) => ({ name, kind, place, mint, wait })),
    ),
  );

  it.each(cases)(
    'gets no $kind on $name that $place, and the error contains the reason',
    async ({ name, kind, mint, wait }) => {
      const waiting = await mint(name);
      const callsBefore = hand.scripted[name].commits;
      expect(callsBefore).toBe(kind === 'first comment' ? 1 : 0);
      expect(await wait(name, waiting)).toBe('FAILED');
      expect(hand.scripted[name].commits).toBe(callsBefore);
      expect(await waiting.shown()).toBe('ACCOUNT_DISCONNECTED');
      const attempts = await hand.stack.deps.db
        .select({ id: publishAttempts.id })
        .from(publishAttempts)
        .where(eq(publishAttempts.publicationId, publicationIdOf(waiting.input)));
      expect(attempts).toEqual([]);
    },
  );

  // The order of locks: a pause is written to the account first, and then to its targets.
  it.each(['X', 'THREADS'] as const)(
    'can be used on %s for a claim that does not wait for a concurrent refresh or pause',
    async (name) => {
      const run = await hand.begun(name, { firstComment: 'and a comment' });
      await hand.stack.deps.db.transaction(async (tx) => {
        const isIt = eq(socialAccounts.id, run.workspace.accountIds[0] ?? '');
        await tx.update(socialAccounts).set({ lastCheckedAt: hand.stack.deps.clock.now() }).where(isIt);
        expect(await hand.commit(run.input)).toBe('PUBLISHED');
        expect(await hand.commit({ ...run.input, step: 'FIRST_COMMENT' })).toBe('PUBLISHED');
      });
      expect(hand.scripted[name].commits).toBe(2);
    },
  );
});
