import type { SQL } from 'drizzle-orm';
import { inArray } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import type { PlatformComments } from '../../src/platforms/kit/comments.js';
import { createReadTurns } from '../../src/services/platform-reads/read-turns.js';
import { readDueComments } from '../../src/services/comment-feeds/read-due.js';
import { createShiftedClock } from '../harness/clock.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { commentsOf, makeDue, never, publishDue, read } from './reading-support.js';
import { waitMsMax } from '../harness/patience.js';

const ownServer = 'https://own.example.test';

describe('the servers that comments are read from', () => {
  const clock = createShiftedClock();
  const source = createScriptedComments();
  const other = createScriptedComments();
  /** The response of a self-hosted server; null for the default one. */
  let own: (() => ReturnType<PlatformComments['list']>) | null = null;
  const byServer: PlatformComments = {
    ...source,
    readsAtOnceMax: 4,
    list: (session, post, cursor) =>
      own !== null && session.baseUrl === ownServer ? own() : source.list(session, post, cursor),
  };
  const stack = useStack({
    platforms: [
      Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: byServer }),
      Object.assign(createScriptedPlatform('THREADS', 'keyed'), { comments: other }),
    ],
    clock,
    runWorker: false,
  });
  beforeEach(async () => {
    own = null;
    for (const comments of [source, other]) comments.reset();
    const { db } = stack.deps;
    // Rows of other tests are not due for the sweeps here.
    await db.delete(commentFeeds);
    await db.delete(sweeps);
    await db.update(targets).set({ publishedAt: null });
  });

  const accounts = async (count: number, serviceUrl: string | null = null): Promise<TestWorkspace> => {
    const workspace = await mintWorkspace(
      stack.deps,
      Array.from({ length: count }, () => 'BLUESKY' as const),
    );
    const { db } = stack.deps;
    const ids = workspace.accountIds;
    await db.update(socialAccounts).set({ serviceUrl }).where(inArray(socialAccounts.id, ids));
    return workspace;
  };
  const publishEach = async (workspace: TestWorkspace): Promise<void> => {
    for (let account = 0; account < workspace.accountIds.length; account += 1) {
      await publishDue(stack.deps, workspace, { account });
    }
  };

  it('are skipped individually, so that a failing self-hosted server does not delay others', async () => {
    let asked = 0;
    own = () => {
      asked += 1;
      return Promise.resolve({ kind: 'ambiguous', message: 'HTTP 503' });
    };
    await publishEach(await accounts(20, ownServer));
    await publishEach(await accounts(20));
    expect(await read(stack.deps)).toMatchObject({ read: 20 });
    expect(source.calls).toHaveLength(20);
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(asked).toBeLessThanOrEqual(8);
  });

  it('are not skipped because of errors in our own code', async () => {
    own = () => Promise.reject(new Error('a bug'));
    await publishEach(await accounts(12, ownServer));
    expect(await read(stack.deps)).toMatchObject({ read: 0, failed: 12 });
  });

  it('do not delay the posts of other platforms if one is slow', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const [slow, quick] = [await mintWorkspace(stack.deps, ['THREADS']), await accounts(1)];
    await publishDue(stack.deps, slow);
    const { externalPostId } = await publishDue(stack.deps, quick);
    source.pageSize = 1;
    for (let count = 0; count < 60; count += 1) source.write(externalPostId);
    other.script.push(async () => {
      await held;
      return undefined;
    });
    const reading = read(stack.deps);
    // One read takes fifty pages, and the next one continues.
    await expect.poll(() => source.calls.length, { timeout: waitMsMax }).toBe(60);
    release();
    expect(await reading).toMatchObject({ read: 3, stored: 60 });
  });

  it('are read with a limited number of concurrent calls in a process, over all sweeps', async () => {
    let [underWay, most] = [0, 0];
    const slow = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return undefined;
    };
    const [mine, others] = [await accounts(20, ownServer), await accounts(20)];
    await publishEach(mine);
    await publishEach(others);
    source.script.push(...Array.from({ length: 40 }, () => slow));
    const turns = createReadTurns();
    const inputs = [...mine.accountIds, ...others.accountIds].map((socialAccountId) => ({ socialAccountId }));
    await Promise.all(inputs.map((input) => readDueComments(stack.deps, input, never, turns)));
    expect(source.calls).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
  });

  it('may return a page of any length, which is stored in parts, without marking other comments as deleted', async () => {
    const { externalPostId } = await publishDue(stack.deps, await accounts(1));
    source.pageSize = 10_000;
    for (let count = 0; count < 4_900; count += 1) source.write(externalPostId);
    const { db } = stack.deps;
    const parts: number[] = [];
    const dialect = new PgDialect();
    const watched = Object.assign(Object.create(db) as typeof db, {
      execute: (query: SQL) => {
        const { sql, params } = dialect.sqlToQuery(query);
        if (sql.includes('json_populate_recordset')) {
          const rows = params.find((param) => typeof param === 'string' && param.startsWith('[{'));
          parts.push((JSON.parse(String(rows)) as unknown[]).length);
        }
        return db.execute(query);
      },
    });
    expect(await read({ ...stack.deps, db: watched })).toMatchObject({ stored: 4_900 });
    expect(Math.max(...parts)).toBe(500);
    // The new comments come first in the list, and move older ones beyond the part that is read.
    for (let count = 0; count < 300; count += 1) source.write(externalPostId);
    await makeDue(stack.deps, externalPostId);
    expect(await read(stack.deps)).toMatchObject({ stored: 300 });
    const rows = await commentsOf(stack.deps, externalPostId);
    expect(rows).toHaveLength(5_200);
    expect(rows.filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
  });
});
