import { beforeAll, describe, expect, it } from 'vitest';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { connectAccount } from '../harness/connect-account.js';
import { schedule, untilStatus } from '../harness/publishing.js';
import { seedAccounts, startTestSandbox } from '../harness/sandbox.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { createHeld } from '../harness/held.js';
import { useStack } from '../harness/use-stack.js';

interface Shown {
  platform: PlatformName;
  externalPostId: string;
  text: string;
  comments: { externalCommentId: string; parentId: string; text: string }[];
}

const platforms: PlatformName[] = ['X', 'BLUESKY', 'THREADS'];

describe('a post of five parts on simulated platforms', () => {
  const workspace = createHeld<TestWorkspace>('The workspace');
  let sandboxUrl = '';
  let closeSandbox = (): Promise<void> => Promise.resolve();
  const stack = useStack(async () => {
    const sandbox = await startTestSandbox();
    closeSandbox = sandbox.close;
    sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
    return { config: { sandboxUrl }, skipTime: true };
  });
  beforeAll(async () => {
    const minted = await mintWorkspace(stack.deps, []);
    const accountIds: string[] = [];
    for (const platform of platforms) {
      const known = seedAccounts.find((account) => account.platform === platform);
      if (known === undefined) throw new Error(`${platform} has no simulator`);
      const { credentialsOf, ...named } = known;
      const { account } = await connectAccount(stack.deps, {
        ...named,
        workspaceId: minted.workspaceId,
        credentials: credentialsOf(1),
        serviceUrl: null,
        sandbox: true,
        allowReplace: false,
      });
      accountIds.push(account.id);
    }
    workspace.put({ ...minted, accountIds });
    return () => closeSandbox();
  });

  const publish = async (mark: string, ...ends: string[]): Promise<PostView> => {
    const parts = ['Two', `Three ${mark}`, 'Four', 'Five'].map((text) => `${text} ${mark.length}`);
    const { id } = await schedule(workspace.value, {
      text: `One ${mark.length}`,
      parts,
      firstComment: 'Six',
    });
    return untilStatus(workspace.value, id, ...ends);
  };

  /** Returns the texts of each thread in order, found by following the replies. */
  const threadsOf = async ({ targets }: PostView): Promise<Record<string, string[]>> => {
    const answer = await fetch(`${sandboxUrl}/publications`);
    const { data } = (await answer.json()) as { data: Shown[] };
    const threads = targets.map(({ platform, externalPostId }) => {
      const shown = data.find((each) => each.externalPostId === externalPostId);
      const texts = shown === undefined ? [] : [shown.text];
      let last: string | undefined = shown?.externalPostId;
      while (last !== undefined) {
        const parent = last;
        const replies: Shown['comments'] = (shown?.comments ?? []).filter(
          ({ parentId }) => parentId === parent,
        );
        expect(replies.length).toBeLessThan(2);
        texts.push(...replies.map(({ text }) => text.replace(/^@\S+ /, '').replace(/ ?\[.*\]/, '')));
        last = replies[0]?.externalCommentId;
      }
      return [platform, texts] as const;
    });
    return Object.fromEntries(threads);
  };

  it('finds a part whose response was lost, and continues with the next part', async () => {
    const mark = '[sandbox:drop-after-accept]';
    const post = await publish(mark, 'PUBLISHED');
    const words = ['One', 'Two', 'Three', 'Four', 'Five'].map((text) => `${text} ${mark.length}`);
    expect(await threadsOf(post)).toEqual(
      Object.fromEntries(platforms.map((platform) => [platform, [...words, 'Six']])),
    );
    for (const target of post.targets) {
      expect(target.parts.map(({ status }) => status)).toEqual(words.slice(1).map(() => 'PUBLISHED'));
      expect(target.parts.every(({ externalUrl }) => externalUrl !== null)).toBe(true);
    }
  });

  it('stops on X at a part that may be public, and is complete on platforms that prove its absence', async () => {
    const mark = '[sandbox:drop-before-accept]';
    const post = await publish(mark, 'PARTIALLY_PUBLISHED');
    const [x, ...others] = post.targets;
    expect(x).toMatchObject({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' });
    expect(x?.parts.map(({ status }) => status)).toEqual(['PUBLISHED', 'FAILED', 'SKIPPED', 'SKIPPED']);
    expect(others.map(({ status }) => status)).toEqual(['PUBLISHED', 'PUBLISHED']);
    const words = ['One', 'Two', 'Three', 'Four', 'Five'].map((text) => `${text} ${mark.length}`);
    expect(await threadsOf(post)).toEqual({
      X: words.slice(0, 2),
      BLUESKY: [...words, 'Six'],
      THREADS: [...words, 'Six'],
    });
  });
});
