import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import { refreshAccount } from '../../src/services/social-accounts/refresh.js';
import { addImage } from '../harness/assets.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const revoked = { kind: 'auth-revoked', message: 'Token revoked by its owner.' } as const;
const stale = { kind: 'auth-expired', message: 'The token is too old.' } as const;

describe('an account that becomes TOKEN_EXPIRED', () => {
  let workspace: TestWorkspace;
  const platform = createScriptedPlatform('X', 'blind');
  const usual = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [platform], skipTime: true });
  beforeEach(async () => {
    platform.prepare = (...args) => usual.prepare(...args);
    workspace = await mintWorkspace(stack.deps, ['X']);
  });

  const accountId = (): string => workspace.accountIds[0] ?? '';
  const publish = async (mediaIds: string[] = []) => {
    const { id } = await schedule(workspace, { mediaIds });
    return untilStatus(workspace, id, 'FAILED');
  };

  /**
   * The calls that may first find that the authorization is dead. The other cases are played without a server
   * (test/publishing).
   */
  const finders: Record<string, () => Promise<unknown>> = {
    'the refresh ahead of the post': async () => {
      platform.refreshAnswers.push(revoked);
      await refreshAccount(stack.deps, { socialAccountId: accountId(), seenVersion: 1 });
      return publish();
    },
    'the publish call': () => {
      platform.script.push({ accept: false, answer: revoked });
      return publish();
    },
    'the refresh after a publish call with a stale token': () => {
      platform.script.push({ accept: false, answer: stale });
      platform.refreshAnswers.push(revoked);
      return publish();
    },
    'the refresh after a preparation with a stale token': () => {
      platform.prepare = () => Promise.resolve(stale);
      platform.refreshAnswers.push(revoked);
      return publish();
    },
    'the claim of the call': () => {
      platform.prepare = async (...args) => {
        await expireAccount(stack.deps, accountId(), 1);
        return usual.prepare(...args);
      };
      return publish();
    },
    'an upload': async () => {
      platform.uploadScript.push(() => Promise.resolve(revoked));
      return publish([(await addImage(stack.deps, workspace)).id]);
    },
  };

  it.each(Object.keys(finders))(
    'fails the target with the same code when %s finds the dead grant',
    async (finder) => {
      const post = (await finders[finder]?.()) as { targets: { lastAttemptAt: Date | null }[] };
      const [target] = post.targets;
      expect(target).toMatchObject({
        status: 'FAILED',
        errorCode: 'PLATFORM_AUTH_FAILED',
        errorMessage:
          'The platform no longer accepts the authorization of this account. Connect the account again.',
        errorRetryable: 'after',
        attemptCount: 1,
      });
      expect(target?.lastAttemptAt).toBeInstanceOf(Date);
      const [account] = await stack.deps.db
        .select()
        .from(socialAccounts)
        .where(eq(socialAccounts.id, accountId()));
      expect(account?.status).toBe('TOKEN_EXPIRED');
      expect(platform.published).toEqual([]);
    },
  );
});
