import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import { connectMcp, serveApi, type ClientMode, type McpClient } from '../harness/mcp.js';
import { waitMsMax } from '../harness/patience.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const hourMs = 3_600_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

interface Target {
  id: string;
  platform: string;
  status: string;
  errorCode: string | null;
  externalUrl: string | null;
}

interface Post {
  id: string;
  status: string;
  scheduledAt: string | null;
  targets: Target[];
}

describe('an agent with the tools', () => {
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const blind = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [keyed, blind], skipTime: true });
  let api: Awaited<ReturnType<typeof serveApi>>;
  const clients: McpClient[] = [];
  beforeAll(async () => {
    api = await serveApi(stack.deps);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await api.close();
  });

  const connect = async (mode: ClientMode, userId: string): Promise<McpClient> => {
    const { plaintext } = await storeApiKey(stack.deps, { userId, name: 'An agent', reach: 'full' });
    const client = await connectMcp(api.url, plaintext, mode);
    clients.push(client);
    return client;
  };

  it.each<[ClientMode, string]>([
    ['legacy', 'that begins with initialize'],
    ['auto', 'of the current revision'],
  ])(
    '%s: a client %s writes, schedules and follows a post, and explains why a target failed',
    async (mode) => {
      const { workspaceId, ctx } = await mintWorkspace(stack.deps, ['BLUESKY', 'X']);
      const { use, refused, client } = await connect(mode, ctx.actor.userId);
      expect(client.getInstructions()).toContain('PUBLISH_UNCONFIRMED');

      const setup = await use<{ now: string; problems: unknown[]; workspaces: { id: string }[] }>(
        'check_setup',
      );
      expect(setup).toMatchObject({ problems: [], accountsCount: 2, workspaces: [{ id: workspaceId }] });
      const accounts = await use<{ data: { id: string; platform: string }[] }>('list_accounts', {
        workspaceId,
        limit: 10,
        platform: ['BLUESKY', 'X'],
      });
      const platforms = accounts.data.map(({ id }) => ({ accountId: id }));
      expect(accounts.data.map(({ platform }) => platform).sort()).toEqual(['BLUESKY', 'X']);
      const { limits } = await use<{ limits: { textMax: number } }>('describe_platform', {
        platform: 'BLUESKY',
      });

      const tooLong = await use<{ targets: { findings: { code: string }[] }[] }>('validate_post', {
        content: 'a'.repeat(limits.textMax + 1),
        platforms,
      });
      expect(tooLong).toMatchObject({ valid: false });
      for (const { findings } of tooLong.targets) expect(findings).toMatchObject([{ code: 'text_too_long' }]);

      const draft = { content: 'Hello from an agent', platforms, clientReferenceId: `story-${mode}` };
      const created = await use<Post>('create_post', draft);
      expect(created).toMatchObject({ status: 'DRAFT', scheduledAt: null, createdViaApi: true });
      expect((await use<Post>('create_post', draft)).id).toBe(created.id);
      expect((await use<{ data: Post[] }>('list_posts', { status: 'DRAFT', workspaceId })).data).toHaveLength(
        1,
      );

      const postId = created.id;
      blind.script.push({ accept: true, answer: lost });
      blind.finds.push(unreachable, unreachable, unreachable, unreachable);
      const scheduledAt = new Date(Date.parse(setup.now) + hourMs).toISOString();
      expect(await use<Post>('schedule', { postId, scheduledAt })).toMatchObject({ scheduledAt });

      const ended = await vi.waitFor(
        async () => {
          const post = await use<Post>('get_post', { postId });
          expect(post.status).toBe('PARTIALLY_PUBLISHED');
          return post;
        },
        { timeout: waitMsMax, interval: 200 },
      );
      const failed = ended.targets.find(({ status }) => status === 'FAILED');
      expect(failed).toMatchObject({ platform: 'X', errorCode: 'PUBLISH_UNCONFIRMED' });
      expect(ended.targets.find(({ status }) => status === 'PUBLISHED')?.externalUrl).toMatch(/^https:/);

      const timeline = await use<{ data: { targetId: string | null }[] }>('get_timeline', {
        postId,
        targetId: failed?.id,
        limit: 100,
      });
      expect(timeline.data.length).toBeGreaterThan(2);
      for (const { targetId } of timeline.data) expect(targetId).toBe(failed?.id);
      const explained = await use<{ advice: string }>('explain_error', { code: failed?.errorCode });
      expect(explained).toMatchObject({ onTarget: { retryable: 'yes' }, ofCall: null });
      expect(explained.advice).toContain('Never publish it again');

      // Whatever an agent tries, a public post is not published again.
      expect(await refused('cancel', { postId })).toMatchObject({ code: 'INVALID_STATE' });
      expect(await refused('reschedule', { postId, scheduledAt })).toMatchObject({ code: 'INVALID_STATE' });
      expect([keyed.published.length, blind.published.length]).toEqual([1, 1]);
    },
  );
});
