import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { workspaces } from '../../src/db/schema/index.js';
import type { Scope } from '../../src/domain/scopes.js';
import { storeApiKey } from '../../src/services/api-keys/store-key.js';
import { connectMcp, serveApi, type McpAgent } from '../harness/mcp.js';
import { waitMsMax } from '../harness/patience.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const hourMs = 3_600_000;
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;
const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

interface Post {
  id: string;
  status: string;
  caption: string | null;
  targets: { platform: string; status: string; errorCode: string | null }[];
}

const keyed = createScriptedPlatform('BLUESKY', 'keyed');
const blind = createScriptedPlatform('X', 'blind');
const stack = useStack({ platforms: [keyed, blind], skipTime: true });
let api: Awaited<ReturnType<typeof serveApi>>;
let agent: McpAgent;
let workspace: Awaited<ReturnType<typeof mintWorkspace>>;
let platforms: { accountId: string }[];

async function connect(scopes?: readonly Scope[]): Promise<McpAgent> {
  const { userId } = workspace.ctx.actor;
  const given = scopes === undefined ? {} : { scopes };
  const key = await storeApiKey(stack.deps, { userId, name: 'An agent', reach: 'full', ...given });
  return connectMcp(api.url, key.plaintext);
}

beforeAll(async () => {
  api = await serveApi(stack.deps);
  workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'X']);
  agent = await connect();
  const { data } = await agent.use<{ data: { id: string; platform: string }[] }>('list_accounts');
  const ordered = data.toSorted((a, b) => a.platform.localeCompare(b.platform));
  platforms = ordered.map(({ id }) => ({ accountId: id }));
});
afterAll(async () => {
  await agent.close();
  await api.close();
});

const write = (clientReferenceId: string, more: object = {}): Promise<Post> =>
  agent.use<Post>('create_post', { content: 'A post', platforms, clientReferenceId, ...more });

/** Publishes a post, and waits until it has the status. */
async function ended(postId: string, status: string): Promise<Post> {
  return vi.waitFor(
    async () => {
      const post = await agent.use<Post>('get_post', { postId });
      expect(post.status).toBe(status);
      return post;
    },
    { timeout: waitMsMax, interval: 200 },
  );
}

const soon = async (): Promise<string> => {
  const { now } = await agent.use<{ now: string }>('check_setup');
  return new Date(Date.parse(now) + hourMs).toISOString();
};

describe('an agent corrects', () => {
  it('a draft, which keeps the fields that the call does not name', async () => {
    const { id: postId } = await write('a-draft', { metadata: [{ name: 'order', value: '4711' }] });
    const corrected = { postId, content: 'A better post', metadata: null, scheduledFor: null };
    expect(await agent.use<Post>('update_post', corrected)).toMatchObject({
      id: postId,
      status: 'DRAFT',
      caption: 'A better post',
      metadata: { order: '4711' },
      targets: [{}, {}],
    });
    expect(await agent.use<Post>('update_post', { postId, content: null })).toMatchObject({
      caption: 'A better post',
    });
  });

  it('no times, for which there are other tools', async () => {
    const { id: postId } = await write('a-time');
    const refusal = await agent.refused('update_post', { postId, scheduledFor: await soon() });
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'scheduledFor', message: expect.stringMatching(/reschedule/) as unknown }],
    });
  });

  it('a target that the platform rejected, and publishes only that one again', async () => {
    blind.script.push({ accept: false, answer: rejected });
    const before = keyed.published.length;
    const { id: postId } = await write('a-rejected-one', { scheduledFor: await soon() });
    const failed = await ended(postId, 'PARTIALLY_PUBLISHED');
    expect(failed.targets.find(({ platform }) => platform === 'X')).toMatchObject({
      errorCode: 'PLATFORM_REJECTED',
    });
    const correction = { ...platforms[1], captionOverride: 'A post that X accepts' };
    await agent.use('update_post', { postId, platforms: [correction], retryFailed: true });
    await ended(postId, 'PUBLISHED');
    expect(blind.published.at(-1)?.text).toBe('A post that X accepts');
    expect(keyed.published).toHaveLength(before + 1);
    // A repeat, as after a lost response, publishes nothing more.
    const repeated = await agent.refused('update_post', { postId, retryFailed: true });
    expect(repeated).toMatchObject({ code: 'INVALID_STATE', status: 'PUBLISHED' });
  });

  it('the rejected target, but never the unconfirmed one beside it', async () => {
    keyed.script.push({ accept: false, answer: rejected });
    blind.script.push({ accept: true, answer: lost });
    blind.finds.push(unreachable, unreachable, unreachable, unreachable);
    const calls = blind.commits;
    const { id: postId } = await write('an-unclear-one', { scheduledFor: await soon() });
    await ended(postId, 'FAILED');
    await agent.use('update_post', { postId, retryFailed: true });
    const post = await ended(postId, 'PARTIALLY_PUBLISHED');
    expect(post.targets.map(({ platform, status }) => [platform, status]).sort()).toEqual([
      ['BLUESKY', 'PUBLISHED'],
      ['X', 'FAILED'],
    ]);
    const lookups = blind.lookups;
    expect(await agent.refused('update_post', { postId, retryFailed: true })).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/never publish it again/i) as unknown,
      allowed: ['edit', 'delete'],
    });
    expect([blind.commits, blind.lookups]).toEqual([calls + 1, lookups]);
  });

  it('unneeded drafts by deleting them, but deletes no other posts', async () => {
    const { id: postId } = await write('an-old-draft');
    expect(await agent.use('delete_draft', { postId })).toEqual({ done: true });
    expect(await agent.refused('get_post', { postId })).toMatchObject({ code: 'NOT_FOUND' });
    const scheduled = await write('a-scheduled-one', { scheduledFor: await soon() });
    expect(await agent.refused('delete_draft', { postId: scheduled.id })).toMatchObject({
      code: 'INVALID_STATE',
      allowed: expect.not.arrayContaining(['delete']) as unknown,
    });
    await agent.use('cancel', { postId: scheduled.id });
  });
});

describe('a key that cannot publish', () => {
  const scopes = ['posts:read', 'posts:write', 'accounts:read'] as const;

  it('corrects drafts and waiting posts, and starts no retry', async () => {
    const { db } = stack.deps;
    const of = eq(workspaces.id, workspace.workspaceId);
    await db.update(workspaces).set({ requireApproval: true }).where(of);
    const writer = await connect(scopes);
    const { id: postId } = await write('a-waiting-one');
    const scheduledAt = await soon();
    expect(await writer.use('schedule', { postId, scheduledAt })).toMatchObject({ status: 'NEEDS_APPROVAL' });
    expect(await writer.use('update_post', { postId, content: 'Corrected' })).toMatchObject({
      status: 'NEEDS_APPROVAL',
      caption: 'Corrected',
    });
    const retry = { postId, content: 'Corrected again', retryFailed: true };
    expect(await writer.refused('update_post', retry)).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      scope: 'posts:publish',
    });
    expect(await writer.use('get_post', { postId })).toMatchObject({ caption: 'Corrected' });
    await writer.close();
    await db.update(workspaces).set({ requireApproval: false }).where(of);
  });

  it('is offered only the tools that its scopes allow', async () => {
    const { userId } = workspace.ctx.actor;
    const offered = async (limits: readonly Scope[]): Promise<string[]> => {
      const key = await storeApiKey(stack.deps, { userId, name: 'A key', reach: 'full', scopes: limits });
      const { client, close } = await connectMcp(api.url, key.plaintext);
      const { tools } = await client.listTools();
      await close();
      return tools.map(({ name }) => name);
    };
    const written = await offered(scopes);
    expect(written).toEqual(
      expect.arrayContaining(['create_post', 'update_post', 'schedule', 'delete_draft']),
    );
    expect(written).not.toEqual(expect.arrayContaining(['reply_to_comment']));
    const always = ['check_setup', 'describe_platform', 'explain_error'];
    const measured = await offered(['metrics:read']);
    expect(measured.sort()).toEqual([...always, 'get_metrics'].sort());
  });

  it('learns its scopes and workspaces without the scope for accounts', async () => {
    const writer = await connect(['posts:write']);
    expect(await writer.use('check_setup')).toMatchObject({
      scopes: ['posts:write'],
      workspaces: [{ id: workspace.workspaceId }],
      accountsCount: null,
      problems: [],
    });
    await writer.close();
  });
});
