import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { workspaces } from '../../src/db/schema/index.js';
import type { Scope } from '../../src/domain/scopes.js';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import { serveApi, type McpAgent } from '../harness/mcp.js';
import { waitMsMax } from '../harness/patience.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { mintSession } from '../harness/tenants.js';
import { useStack } from '../harness/use-stack.js';

const hourMs = 3_600_000;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;
/** The only scopes that the agent of the story needs. It cannot publish without a person. */
const scopes: readonly Scope[] = ['posts:read', 'posts:write', 'accounts:read'];

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

/** Prepares a stack, and returns the story of an agent that any client can play. */
export function useAgentStory(): (connect: (url: string, key: string) => Promise<McpAgent>) => Promise<void> {
  const keyed = createScriptedPlatform('BLUESKY', 'keyed');
  const blind = createScriptedPlatform('X', 'blind');
  const stack = useStack({ platforms: [keyed, blind], skipTime: true });
  let api: Awaited<ReturnType<typeof serveApi>>;
  beforeAll(async () => {
    api = await serveApi(stack.deps);
  });
  afterAll(() => api.close());

  /** Approves the post as a person of the workspace, in the dashboard. */
  async function approve(userId: string, postId: string): Promise<void> {
    const { url } = api;
    const { headers } = await mintSession({ deps: stack.deps, url }, userId);
    const approved = await fetch(`${url}/api/v1/posts/${postId}/approve`, { method: 'POST', headers });
    expect(approved.status, await approved.text()).toBe(200);
  }

  return async (connect) => {
    const { workspaceId, ctx } = await mintWorkspace(stack.deps, ['BLUESKY', 'X']);
    const { userId } = ctx.actor;
    await stack.deps.db
      .update(workspaces)
      .set({ requireApproval: true })
      .where(eq(workspaces.id, workspaceId));
    const key = await storeApiKey(stack.deps, { userId, name: 'An agent', reach: 'full', scopes });
    const { use, refused, instructions, close } = await connect(api.url, key.plaintext);
    expect(instructions() ?? 'PUBLISH_UNCONFIRMED').toContain('PUBLISH_UNCONFIRMED');

    // The agent finds the accounts.
    const setup = await use<{ now: string }>('check_setup');
    expect(setup).toMatchObject({
      problems: [],
      scopes: expect.arrayContaining([...scopes]) as unknown,
      accountsCount: 2,
      workspaces: [{ id: workspaceId, requireApproval: true }],
    });
    expect(setup).not.toMatchObject({ scopes: expect.arrayContaining(['posts:publish']) as unknown });
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

    // The agent validates a post, and creates a draft.
    const tooLong = await use<{ targets: { findings: { code: string }[] }[] }>('validate_post', {
      content: 'a'.repeat(limits.textMax + 1),
      platforms,
    });
    expect(tooLong).toMatchObject({ valid: false });
    for (const { findings } of tooLong.targets) expect(findings).toMatchObject([{ code: 'text_too_long' }]);
    const draft = { content: 'Hello from an agent', platforms, clientReferenceId: 'a-story' };
    const created = await use<Post>('create_post', draft);
    expect(created).toMatchObject({ status: 'DRAFT', scheduledAt: null, createdViaApi: true });
    expect((await use<Post>('create_post', draft)).id).toBe(created.id);
    const drafts = await use<{ data: Post[] }>('list_posts', { status: ['DRAFT'], workspaceId });
    expect(drafts.data).toHaveLength(1);

    // The agent asks for approval, which a person gives.
    const postId = created.id;
    blind.script.push({ accept: true, answer: lost });
    blind.finds.push(unreachable, unreachable, unreachable, unreachable);
    const scheduledAt = new Date(Date.parse(setup.now) + hourMs).toISOString();
    expect(await use<Post>('schedule', { postId, scheduledAt })).toMatchObject({ status: 'NEEDS_APPROVAL' });
    expect([keyed.published.length, blind.published.length]).toEqual([0, 0]);
    await approve(userId, postId);

    // The agent follows the post, and explains the failure.
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
    expect(explained).toMatchObject({ onTarget: { retryable: 'by-a-person' }, ofCall: null });
    expect(JSON.stringify(explained)).not.toMatch(/safe|resolve/);
    expect(explained.advice).toContain('Never publish it again');

    // A public post is not published again, whatever an agent tries.
    expect(await refused('cancel', { postId })).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    expect(await refused('reschedule', { postId, scheduledAt })).toMatchObject({ code: 'INVALID_STATE' });
    expect(await refused('schedule', { postId, scheduledAt })).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/never publish it again/i) as unknown,
      status: 'PARTIALLY_PUBLISHED',
      allowed: ['edit', 'delete'],
    });
    expect([keyed.published.length, blind.published.length]).toEqual([1, 1]);
    await close();
  };
}
