import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, socialAccounts, sweeps, targets } from '../../src/db/schema/index.js';
import type { CommentPush } from '../../src/platforms/kit/comments.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { makeDue, publishDue, read } from './reading-support.js';

describe('a platform that pushes new comments', () => {
  const asked: string[] = [];
  const answers: PlatformFailure[] = [];
  const push: CommentPush = {
    appSecret: 'secret',
    verifyToken: 'token',
    read: () => [],
    subscribe: ({ externalAccountId }) => {
      asked.push(externalAccountId);
      return Promise.resolve(answers.shift() ?? { kind: 'subscribed' });
    },
  };
  const source = createScriptedComments();
  const unregistered = createScriptedComments();
  const stack = useStack({
    platforms: [
      Object.assign(createScriptedPlatform('INSTAGRAM', 'keyed'), {
        comments: Object.assign(source, { push }),
      }),
      Object.assign(createScriptedPlatform('FACEBOOK_PAGE', 'keyed'), {
        comments: Object.assign(unregistered, { push: { ...push, verifyToken: null } }),
      }),
    ],
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['INSTAGRAM', 'FACEBOOK_PAGE']);
  beforeEach(async () => {
    asked.length = answers.length = 0;
    for (const scripted of [source, unregistered]) scripted.reset();
    await stack.deps.db.delete(commentFeeds);
    await stack.deps.db.delete(sweeps);
    await stack.deps.db.update(targets).set({ publishedAt: null });
    await stack.deps.db.update(socialAccounts).set({ pushVersion: null });
  });
  const accountRow = async () => {
    const id = workspace.accountIds[0] ?? '';
    const [row] = await stack.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
    if (row === undefined) throw new Error('There is no account.');
    return row;
  };
  const readAgain = async (externalPostId: string): Promise<void> => {
    await makeDue(stack.deps, externalPostId);
    await read(stack.deps);
  };

  it('gets a subscription with the first read of an account, and another after a reconnection', async () => {
    const one = await publishDue(stack.deps, workspace);
    const other = await publishDue(stack.deps, workspace);
    await makeDue(stack.deps, one.externalPostId);
    await read(stack.deps);
    await readAgain(other.externalPostId);
    const { externalAccountId, credentialsVersion, pushVersion } = await accountRow();
    expect(asked).toEqual([externalAccountId]);
    expect(pushVersion).toBe(credentialsVersion);
    await stack.deps.db
      .update(socialAccounts)
      .set({ credentialsVersion: sql`${socialAccounts.credentialsVersion} + 1` });
    await readAgain(one.externalPostId);
    await readAgain(other.externalPostId);
    expect(asked).toEqual([externalAccountId, externalAccountId]);
  });

  it('gets another subscription request if it did not respond, but not if it refused', async () => {
    answers.push({ kind: 'ambiguous', message: 'away' });
    answers.push({ kind: 'rejected', code: 'PERMISSION_MISSING', message: 'no' });
    const { externalPostId } = await publishDue(stack.deps, workspace);
    for (let times = 0; times < 4; times += 1) await readAgain(externalPostId);
    expect(asked).toHaveLength(2);
  });

  it('gets no subscription before a read has succeeded', async () => {
    source.always = { kind: 'auth-revoked', message: 'gone' };
    const { externalPostId } = await publishDue(stack.deps, workspace);
    await readAgain(externalPostId);
    expect(asked).toEqual([]);
    await stack.deps.db.update(socialAccounts).set({ status: 'ACTIVE' });
  });

  it('gets no subscription if the push URL is not configured', async () => {
    const { externalPostId } = await publishDue(stack.deps, workspace, { account: 1 });
    await readAgain(externalPostId);
    expect(unregistered.calls.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });
});
