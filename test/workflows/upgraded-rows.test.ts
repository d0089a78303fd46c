import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { listMigrations } from '../../src/db/migrations.js';
import { comments, publishAttempts, targets } from '../../src/db/schema/index.js';
import { getComment } from '../../src/services/comments/get.js';
import { replyToComment } from '../../src/services/comments/reply.js';
import { getPost } from '../../src/services/posts/get.js';
import { retryFirstComment } from '../../src/services/posts/retry-first-comment.js';
import { retryPost } from '../../src/services/posts/retry.js';
import { useByHand, type Begun } from '../harness/by-hand.js';
import { mintComment } from '../harness/comments.js';
import { commentOf } from '../harness/leave-targets.js';
import { createBareDatabase } from '../harness/postgres.js';
import { attemptsOf, schedule } from '../harness/publishing.js';
import { mintWorkspace } from '../harness/stack.js';

type Row = Record<string, unknown>;

/** Returns a target as migration 0016 stored it, with the state of its first comment in its own columns. */
function targetBefore(target: Row, comment: Row | undefined): Row {
  const position = [target, comment].flatMap((row) =>
    row?.['position'] ? [{ ...(row['position'] as Row), step: row['step'] }] : [],
  )[0];
  const { error_code: code, error_message: message } = comment ?? {};
  return {
    ...target,
    position,
    post_state: target['prepared'],
    comment_state: comment?.['prepared'],
    look_first_since: target['look_first_since'] ?? comment?.['look_first_since'],
    first_comment_attempt: comment?.['attempt_count'] ?? 0,
    first_comment_external_id: comment?.['external_post_id'],
    first_comment_error: typeof code === 'string' ? `${code}: ${String(message)}` : null,
    comment_run_id: comment?.['run_id'],
    comment_run_since: comment?.['run_since'],
  };
}

/** Returns the post behind a reply, as migration 0019 stored it. */
function postBefore(reply: Row, userId: unknown): Row {
  const {
    id,
    workspace_id,
    status,
    run_id: runId,
    runs,
    caption_override: caption,
    created_at,
    updated_at,
  } = reply;
  return {
    ...{ id: `rep_${String(id)}`, workspace_id, created_by_user_id: userId, caption, created_at, updated_at },
    status: runId === null || status === 'SCHEDULED' ? status : 'PUBLISHING',
    ...{ scheduled_at: reply['scheduled_for'], generation: runs, workflow_id: runId, metadata: {} },
    ...{ created_via_api: false, created_via_flat_shape: false, reply_comment_id: 'comment' },
  };
}

/** Replaces the stored publications by the result of migrating the same publications from the form that 0016 stored. */
async function upgrade(db: Db): Promise<void> {
  const rowsOf = async (table: string): Promise<Row[]> =>
    (await db.execute<{ row: Row }>(sql`select to_jsonb(t) as row from ${sql.raw(table)} t`)).map(
      ({ row }) => row,
    );
  const publications = await rowsOf('publications');
  const comments = new Map(publications.map((row) => [row['target_id'], row]));
  const byId = new Map(publications.map((row) => [row['id'], row]));
  const isReply = (row: Row): boolean => row['workspace_id'] !== null;
  const targetsBefore = publications
    .filter((row) => row['target_id'] === null)
    .map((row) => ({
      ...targetBefore(row, comments.get(row['id'])),
      ...(isReply(row) && { post_id: `rep_${String(row['id'])}`, caption_override: null }),
    }));
  const [user] = await rowsOf('users');
  const repliesBefore = publications.filter(isReply).map((row) => postBefore(row, user?.['id']));
  const attemptsBefore = (await rowsOf('publish_attempts')).map((attempt) => {
    const of = byId.get(attempt['publication_id']);
    return { ...attempt, target_id: of?.['target_id'] ?? of?.['id'], step: of?.['step'] };
  });
  const database = await createBareDatabase();
  const client = postgres(database.url, { max: 1, onnotice: () => undefined });
  try {
    const upTo = listMigrations().find(({ name }) => name === '0016_metrics')?.madeAtMs ?? 0;
    await migrateDatabase(database.url, { upTo });
    // The rows are inserted without checks of their foreign keys.
    await client`set session_replication_role = replica`;
    const put = async (table: string, rows: Row[]) =>
      client.unsafe(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [JSON.stringify(rows)],
      );
    for (const table of ['users', 'workspaces', 'social_accounts', 'posts'])
      await put(table, await rowsOf(table));
    await put('posts', repliesBefore);
    await put('targets', targetsBefore);
    await put('publish_attempts', attemptsBefore);
    await migrateDatabase(database.url);
    const made = await Promise.all(
      (['publications', 'publish_attempts'] as const).map(async (table) => {
        const rows = await client.unsafe<{ row: Row }[]>(`select to_jsonb(t) as row from ${table} t`);
        return { table, json: JSON.stringify(rows.map(({ row }) => row)) };
      }),
    );
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const { table, json } of made) {
        const name = sql.raw(table);
        await tx.execute(sql`delete from ${name}`);
        await tx.execute(
          sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${json}::text::jsonb)`,
        );
      }
    });
  } finally {
    await client.end();
    await database.drop();
  }
}

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('an upgrade from targets with columns for their first comments', () => {
  const hand = useByHand();
  /** Upgrades the rows, and checks that the API shows the same post as before. */
  const upgraded = async (run: Pick<Begun, 'workspace' | 'post'>) => {
    const shown = async () => {
      const { targets: views, ...post } = await getPost(run.workspace.ctx, { postId: run.post.id });
      return { ...post, targets: views.map((view) => ({ ...view, updatedAt: null })) };
    };
    const before = await shown();
    await upgrade(hand.stack.deps.db);
    expect(await shown()).toEqual(before);
  };

  it('publishes a waiting post and its first comment once', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X']);
    const post = await schedule(workspace, { inMs: hourMs, firstComment: 'First!' });
    await upgraded({ workspace, post });
    hand.laterMs += hourMs;
    const input = await hand.begin(workspace, post.id);
    expect(await hand.advance(input)).toMatchObject({ kind: 'GO_ON', step: 'FIRST_COMMENT' });
    expect(await hand.advance(input)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect(hand.scripted.X.published.map(({ replyTo }) => replyTo)).toEqual([null, 'X-1']);
  });

  it('continues a half-published post where its run had stopped', async () => {
    const workspace = await mintWorkspace(hand.stack.deps, ['X', 'THREADS']);
    const run = await hand.begun('X', { workspace });
    const { X, THREADS } = hand.scripted;
    const inputs = (await hand.shown(run)).targets.map(({ id: targetId }) => ({ ...run.input, targetId }));
    THREADS.script.push({ accept: true, answer: lost });
    const taken = [];
    for (const input of inputs) taken.push(await hand.advance(input));
    expect(taken).toMatchObject([{ kind: 'END' }, { kind: 'WAIT', text: 'Before look-up 1 on THREADS' }]);
    const takenMs = Date.now();
    await upgraded(run);
    // However long the upgrade took, the look-up is not due yet.
    hand.laterMs -= Date.now() - takenMs;
    const again = [];
    for (const input of inputs) again.push(await hand.advance(input, 1));
    // The time of the look-up is kept as well.
    expect(again).toMatchObject([{ kind: 'END' }, { kind: 'WAIT', text: 'Before look-up 1 on THREADS' }]);
    hand.laterMs += minuteMs;
    const [, last = run.input] = inputs;
    expect(await hand.advance(last, 1)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect([X.commits, THREADS.commits]).toEqual([1, 1]);
  });

  it('looks up a call that a lost worker has left without an outcome', async () => {
    const run = await hand.begun('THREADS');
    const { THREADS } = hand.scripted;
    THREADS.script.push({ accept: true, answer: lost });
    expect(await hand.commit(run.input)).toBe('AMBIGUOUS');
    const { db } = hand.stack.deps;
    await db
      .update(publishAttempts)
      .set({ outcome: null, finishedAt: null })
      .where(eq(publishAttempts.publicationId, run.input.targetId));
    await upgraded(run);
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'WAIT', isLookup: true });
    hand.laterMs += minuteMs;
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect(THREADS.commits).toBe(1);
  });

  it('looks up an unconfirmed post before it is published again', async () => {
    const run = await hand.begun('X');
    await hand.unconfirmed(run);
    await upgraded(run);
    const { id: postId } = run.post;
    await retryPost(run.workspace.ctx, { postId, republishUnconfirmed: true });
    const input = await hand.begin(run.workspace, postId);
    expect(await hand.advance(input)).toMatchObject({ kind: 'WAIT', isLookup: true });
    hand.laterMs += minuteMs;
    expect(await hand.advance(input)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect(hand.scripted.X.commits).toBe(1);
    expect(await attemptsOf(hand.stack, input.targetId)).toEqual(['PUBLISHED']);
  });

  it('sends a first comment whose post is public, and looks up one whose response was lost', async () => {
    const run = await hand.begun('THREADS', { firstComment: 'First!' });
    const { THREADS } = hand.scripted;
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'GO_ON', step: 'FIRST_COMMENT' });
    await upgraded(run);
    THREADS.script.push({ accept: true, answer: lost });
    expect(await hand.advance(run.input, 1)).toMatchObject({ kind: 'WAIT', isLookup: true });
    await upgraded(run);
    hand.laterMs += minuteMs;
    expect(await hand.advance(run.input, 2)).toMatchObject({ kind: 'END', outcome: 'PUBLISHED' });
    expect(await hand.targetOf(run)).toMatchObject({ firstCommentStatus: 'PUBLISHED' });
    expect(THREADS.commits).toBe(2);
  });

  it('looks up an unconfirmed first comment in its retry, which continues after the upgrade', async () => {
    const run = await hand.begun('THREADS', { firstComment: 'First!' });
    const { THREADS } = hand.scripted;
    expect(await hand.advance(run.input)).toMatchObject({ kind: 'GO_ON' });
    THREADS.script.push({ accept: true, answer: lost });
    const comment = { ...run.input, step: 'FIRST_COMMENT' } as const;
    expect(await hand.commit(comment)).toBe('AMBIGUOUS');
    THREADS.finds.push({ kind: 'not-sent', message: 'connection refused' });
    expect(await hand.lookUp(comment, 0, true)).toBe('UNCONFIRMED');
    await hand.finish(run.input);
    await upgraded(run);
    expect(await hand.targetOf(run)).toMatchObject({
      ...{ firstCommentStatus: 'FAILED', firstCommentErrorCode: 'PUBLISH_UNCONFIRMED' },
    });
    hand.laterMs += hourMs;
    const { targetId } = run.input;
    await retryFirstComment(run.workspace.ctx, { postId: run.post.id, targetId });
    await upgraded(run);
    const { runId } = await commentOf(hand.stack.deps.db, targetId);
    const retry = { ...run.input, workflowId: runId ?? '' };
    expect(await hand.advance(retry)).toMatchObject({ kind: 'WAIT', isLookup: true });
    hand.laterMs += minuteMs;
    expect(await hand.advance(retry)).toMatchObject({ kind: 'END', outcome: null });
    expect(await hand.targetOf(run)).toMatchObject({ firstCommentStatus: 'PUBLISHED' });
    expect(THREADS.commits).toBe(2);
  });

  it('looks up a reply whose response was lost, and leaves its comment in the inbox', async () => {
    const { deps } = hand.stack;
    const workspace = await mintWorkspace(deps, ['THREADS']);
    const [accountId = ''] = workspace.accountIds;
    const { workspaceId, ctx } = workspace;
    const commentId = await mintComment(hand.stack, { workspaceId, accountIds: [accountId, '', ''] });
    const { THREADS } = hand.scripted;
    const { comment } = await replyToComment(ctx, { commentId, text: 'Thanks', clientReferenceId: null });
    /** Returns the run that the reply names. An upgrade stages another one. */
    const run = async () => {
      const [found] = await deps.db
        .select({ id: targets.id, runId: targets.runId })
        .from(targets)
        .innerJoin(comments, eq(comments.replyPublicationId, targets.id))
        .where(eq(comments.id, comment.id));
      return { postId: found?.id ?? '', targetId: found?.id ?? '', workflowId: found?.runId ?? '' };
    };
    THREADS.script.push({ accept: true, answer: lost });
    const first = await run();
    await upgrade(deps.db);
    expect(await hand.advance(first)).toMatchObject({ kind: 'END' });
    expect(await hand.advance(await run())).toMatchObject({ kind: 'WAIT', isLookup: true });
    const second = await run();
    await upgrade(deps.db);
    expect(await hand.advance(second)).toMatchObject({ kind: 'END' });
    hand.laterMs += minuteMs;
    const third = await run();
    for (let answer = await hand.advance(third); answer.kind !== 'END'; answer = await hand.advance(third))
      hand.laterMs += minuteMs;
    expect(await getComment(ctx, { commentId: comment.id })).toMatchObject({ status: 'SENT' });
    expect([THREADS.commits, THREADS.published.length]).toEqual([1, 1]);
  });
});
