import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { auditLog } from '../../src/db/schema/index.js';
import {
  changesAtOnceMax,
  lateCommitMsMax,
  streamResumeMsMax,
  streamsPerSessionMax,
} from '../../src/domain/change-streams.js';
import { recordEvents } from '../../src/services/timeline/record.js';
import type { Tx } from '../../src/db/client.js';
import { ahead, call, codeOf, startTestApi, type TestApi, type TestSession } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { openStream, type TestStream } from '../harness/event-stream.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

const api = useTestApi();

const opened: TestStream[] = [];
afterEach(async () => {
  api.clock.shiftMs = 0;
  for (const stream of opened.splice(0)) await stream.close();
});

async function open(session: TestSession, after?: string, of: TestApi = api): Promise<TestStream> {
  const stream = await openStream(of, session, after);
  opened.push(stream);
  // The first message, sent immediately, is the position from which the stream continues.
  if (after === undefined) expect(await stream.next()).toMatchObject({ changes: [] });
  return stream;
}

const edited = (tx: Tx, postId: string): Promise<void> =>
  recordEvents(tx, api.deps, postId, { kind: 'system', part: 'api' }, [{ kind: 'EDITED' }]);

/** A transaction that has changed the post and waits with its commit. */
async function uncommitted(postId: string): Promise<{ end: (how: 'commit' | 'rollback') => Promise<void> }> {
  let end: (how: 'commit' | 'rollback') => void = () => undefined;
  const ended = new Promise<'commit' | 'rollback'>((resolve) => {
    end = resolve;
  });
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const done = api.deps.db
    .transaction(async (tx) => {
      await edited(tx, postId);
      begun();
      if ((await ended) === 'rollback') throw new Error('rolled back');
    })
    .catch(() => undefined);
  await isBegun;
  return {
    end: async (how) => {
      end(how);
      await done;
    },
  };
}

const draftsOf = async ({ tenant }: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await api.draft(tenant));
  return ids;
};

describe('GET /events', () => {
  it('reports changes in the workspaces of the session’s user, with ids only', async () => {
    const [person, other] = [await api.mintPerson(), await api.mintPerson()];
    const { workspaceId } = person.tenant;
    const stream = await open(person.session);
    const foreign = await api.draft(other.tenant);
    const own = await api.draft(person.tenant, { content: 'a caption that nobody needs here' });
    const told = await stream.until(own);
    expect(told).toEqual([{ type: 'POST', id: own, workspaceId, targetIds: [] }]);
    await api.act(person.tenant, own, 'schedule', { scheduledAt: ahead(api) });
    await api.as(person.tenant).delete(`/posts/${foreign}`);
    expect((await stream.until(own)).map(({ id }) => id)).toEqual([own]);
    const { headers } = stream.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('reports changes of comments and accounts, and those that the audit log records', async () => {
    const person = await api.mintPerson();
    const { workspaceId, accountIds } = person.tenant;
    const comment = await mintComment(api, person.tenant);
    const stream = await open(person.session);
    await api.as(person).post(`/comments/${comment}/read`);
    expect(await stream.until(comment)).toMatchObject([{ type: 'COMMENT', workspaceId }]);
    await api.as(person).patch(`/social-accounts/${accountIds[0]}`, { readsComments: false });
    const told = await stream.until(accountIds[0], workspaceId);
    expect(told.map(({ type }) => type).sort()).toEqual(['SOCIAL_ACCOUNT', 'WORKSPACE']);
  });

  it('names the targets of a post that have changed', async () => {
    const person = await api.mintPerson();
    const [postId = ''] = await draftsOf(person, 1);
    const stream = await open(person.session);
    const by = { kind: 'system', part: 'publisher' } as const;
    await recordEvents(api.deps.db, api.deps, postId, by, [
      { kind: 'PUBLISHED', targetId: 'tgt_a' },
      { kind: 'FAILED', targetId: 'tgt_b' },
      { kind: 'FINISHED' },
    ]);
    expect(await stream.until(postId)).toMatchObject([{ targetIds: ['tgt_a', 'tgt_b'] }]);
  });

  it('refuses API keys, and opens nothing for HEAD', async () => {
    const { key, userId } = await mintTenant(api);
    const answer = await call(api, 'GET', '/events', { key });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_ROLE']);
    const session = await mintSession(api, userId);
    for (let asked = 0; asked <= streamsPerSessionMax; asked += 1) {
      expect((await call(api, 'HEAD', '/events', { session })).status).toBe(200);
    }
  });

  it('never reports a change that was rolled back, and reports a late one after others with higher numbers', async () => {
    const person = await api.mintPerson();
    const [late = '', undone = '', early = '', last = ''] = await draftsOf(person, 4);
    const stream = await open(person.session);
    const waiting = [await uncommitted(late), await uncommitted(undone)];
    await api.deps.db.transaction((tx) => edited(tx, early));
    expect((await stream.until(early)).map(({ id }) => id)).toEqual([early]);
    await waiting[1]?.end('rollback');
    await waiting[0]?.end('commit');
    expect((await stream.until(late)).map(({ id }) => id)).toEqual([late]);
    await api.deps.db.transaction((tx) => edited(tx, last));
    expect((await stream.until(last)).map(({ id }) => id)).toEqual([last]);
  });

  it('reports a change whose transaction began before the stream and committed afterwards', async () => {
    const person = await api.mintPerson();
    const [late = '', early = ''] = await draftsOf(person, 2);
    const waiting = await uncommitted(late);
    await api.deps.db.transaction((tx) => edited(tx, early));
    const stream = await open(person.session);
    await waiting.end('commit');
    await stream.until(late);
  });

  it('continues after the connections to the database were lost', async () => {
    const person = await api.mintPerson();
    const stream = await open(person.session);
    const [first = ''] = await draftsOf(person, 1);
    await stream.until(first);
    await api.deps.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => undefined);
    await expect
      .poll(() =>
        api.deps.db.execute(sql`select 1`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const [second = ''] = await draftsOf(person, 1);
    // If the reader was reading at that moment, it may have missed the change, and sends a reset instead.
    let told = await stream.next();
    while (told?.event === undefined) told = await stream.next();
    if (told.event === 'changes') expect(told.changes.map(({ id }) => id)).toContain(second);
  });
});

describe('a stream of changes that is continued', () => {
  it('reports in another process what was missed, including a transaction that began earlier', async () => {
    const person = await api.mintPerson();
    const [late = '', early = '', missed = ''] = await draftsOf(person, 3);
    const comment = await mintComment(api, person.tenant);
    const first = await open(person.session);
    const waiting = await uncommitted(late);
    await api.deps.db.transaction((tx) => edited(tx, early));
    await first.until(early);
    const after = first.lastId();
    await first.close();
    await waiting.end('commit');
    await api.deps.db.transaction((tx) => edited(tx, missed));
    await api.as(person).post(`/comments/${comment}/read`);
    const other = await startTestApi({}, { databaseUrl: api.databaseUrl });
    try {
      const second = await open(person.session, after, other);
      await second.until(late, missed, comment);
    } finally {
      await other.close();
    }
  });

  it.each(['', 'x', '1', '-1.5', '999999999999.1', '9'.repeat(400)])(
    'starts again with the id %j, and sends a reset unless the id is empty',
    async (after) => {
      const person = await api.mintPerson();
      const stream = await open(person.session, after);
      expect((await stream.next())?.event).toBe(after === '' ? undefined : 'reset');
      const [postId = ''] = await draftsOf(person, 1);
      expect((await stream.until(postId)).map(({ id }) => id)).toEqual([postId]);
    },
  );

  it('has what was missed in its first message, so that nothing is lost if it breaks off there', async () => {
    const person = await api.mintPerson();
    const first = await open(person.session);
    const after = first.lastId();
    await first.close();
    const [missed = ''] = await draftsOf(person, 1);
    const second = await open(person.session, after);
    const told = await second.next();
    expect(told?.changes.map(({ id }) => id)).toContain(missed);
  });

  it('begins with reset if the client was away for too long', async () => {
    const person = await api.mintPerson();
    const first = await open(person.session);
    const after = first.lastId();
    await first.close();
    api.clock.shiftMs += streamResumeMsMax;
    const second = await open(person.session, after);
    expect((await second.next())?.event).toBe('reset');
  });
});

describe('a flood of changes', () => {
  const flooded = useTestApi();

  it('is announced when it begins and when it ends, and not in between', async () => {
    const person = await flooded.mintPerson();
    const { workspaceId } = person.tenant;
    const stream = await open(person.session, undefined, flooded);
    await flooded.deps.db.execute(sql`
      insert into ${auditLog} (id, workspace_id, created_at, action, actor_kind, subject_id, changes)
      select 'aud_flood_' || n, ${workspaceId}, ${flooded.clock.now().toISOString()}::timestamptz, 'workspace.updated',
        'command', ${workspaceId}, '[]' from generate_series(1, ${2 * changesAtOnceMax}) n`);
    expect((await stream.next())?.event).toBe('reset');
    const postId = await flooded.draft(person.tenant);
    expect((await stream.next())?.changes.map(({ id }) => id)).toEqual([postId]);
    flooded.clock.shiftMs += lateCommitMsMax;
    const events: (string | undefined)[] = [];
    while (!events.includes('reset')) events.push((await stream.next())?.event);
  });
});
