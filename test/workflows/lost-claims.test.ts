import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostView } from '../../src/services/post-records/types.js';
import { getPost } from '../../src/services/posts/get.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { createHeld } from '../harness/held.js';
import { createTestDatabase } from '../harness/postgres.js';
import { startPostgresWire, type PostgresWire } from '../harness/postgres-wire.js';
import { attemptsOf, schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const claims = { POST: 'insert into publish_attempts', FIRST_COMMENT: '"step":"FIRST_COMMENT"' };

describe('a committed claim whose response was lost with the connection', () => {
  const platform = createScriptedPlatform('X', 'blind');
  const held = createHeld<PostgresWire>('The wire');
  const wire = held.value;
  const stack = useStack(async () => {
    const database = await createTestDatabase();
    held.put(await startPostgresWire(database.url));
    afterAll(async () => {
      await wire.close();
      await database.drop();
    });
    return { platforms: [platform], databaseUrl: wire.url, skipTime: true };
  });
  let workspace: TestWorkspace;
  beforeEach(async () => {
    wire.lost = 0;
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  it('is recognized, so that the post is sent once and without a look-up', async () => {
    wire.loseAnswer(claims.POST);
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(wire.lost).toBe(1);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PUBLISHED']);
    expect([platform.commits, platform.published.length, platform.lookups]).toEqual([1, 1, 0]);
  });

  it('is recognized if posts of the same moment share a statement for their claims', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => mintWorkspace(stack.deps, ['X'])));
    wire.loseAnswer(claims.POST);
    // The due time is late enough for a slow machine to create all posts before it.
    const posts = await Promise.all(
      many.map((each, index) => schedule(each, { text: `post ${index}`, inMs: 3_000 })),
    );
    await Promise.all(posts.map(({ id }, index) => untilStatus(many[index] ?? workspace, id, 'PUBLISHED')));
    expect(wire.lost).toBe(1);
    expect([platform.commits, platform.published.length, platform.lookups]).toEqual([6, 6, 0]);
  });

  it('is recognized for a first comment', async () => {
    wire.loseAnswer(claims.FIRST_COMMENT);
    const post = await schedule(workspace, { firstComment: 'and a comment' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(wire.lost).toBe(1);
    expect(platform.published.map(({ text }) => text)).toEqual(['Hello', 'and a comment']);
    expect(await attemptsOf(stack, post.targets[0]?.id, 'FIRST_COMMENT')).toEqual(['PUBLISHED']);
    expect(platform.lookups).toBe(0);
  });

  it('makes no call if a cancel is accepted before it is recognized', async () => {
    wire.loseAnswer(claims.POST, async () => {
      await cancelPost(workspace.ctx, { postId: (await scheduling).id });
    });
    const scheduling: Promise<PostView> = schedule(workspace);
    const post = await scheduling;
    await untilStatus(workspace, post.id, 'CANCELED');
    expect([wire.lost, platform.commits]).toEqual([1, 0]);
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['NOT_SENT']);
  });

  it('makes no call if the account is disconnected before it is recognized', async () => {
    wire.loseAnswer(claims.POST, () =>
      deleteSocialAccount(workspace.ctx, { socialAccountId: workspace.accountIds[0] ?? '' }),
    );
    const post = await schedule(workspace);
    await untilStatus(workspace, post.id, 'FAILED');
    expect([wire.lost, platform.commits]).toEqual([1, 0]);
    const [target] = (await getPost(workspace.ctx, { postId: post.id })).targets;
    expect(target?.errorCode).toBe('ACCOUNT_DISCONNECTED');
  });
});
