import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaAssets, memberships, targets } from '../../src/db/schema/index.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { UploadAnswer, UploadRun } from '../../src/platforms/kit/platform.js';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { listTimeline } from '../../src/services/timeline/list.js';
import { addImage } from '../harness/assets.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, type TestWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';
import { waitMsMax } from '../harness/patience.js';

const keyed = createScriptedPlatform('BLUESKY', 'keyed');
const blind = createScriptedPlatform('X', 'blind');
const platforms = [keyed, blind];

/** Records that the upload has started, and hangs until it is aborted. */
function hang(begun: () => void) {
  return async (run: UploadRun): Promise<UploadAnswer> => {
    begun();
    await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
    return { kind: 'ambiguous', message: 'cut off' };
  };
}

describe('a post with media', () => {
  let workspace: TestWorkspace;
  let mediaIds: string[];

  const stack = useStack({ platforms });
  beforeEach(async () => {
    const { deps } = stack;
    workspace = await mintWorkspace(deps, ['BLUESKY', 'X']);
    mediaIds = [(await addImage(deps, workspace, 'one')).id, (await addImage(deps, workspace)).id];
  });
  const kinds = async (postId: string) =>
    (await listTimeline(workspace.ctx, { postId, limit: 100 })).data.map(({ kind, platform }) =>
      platform === null ? kind : `${kind} ${platform}`,
    );
  const stateOf = async (targetId: string | undefined) => {
    const [row] = await stack.deps.db
      .select()
      .from(targets)
      .where(eq(targets.id, targetId ?? ''));
    return row?.prepared;
  };

  it('is uploaded and then published, once on each platform, and the timeline shows both', async () => {
    const post = await schedule(workspace, { mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    for (const platform of platforms) {
      expect([platform.uploads, platform.commits, platform.published.length]).toEqual([1, 1, 1]);
    }
    const entries = (await kinds(post.id)).filter((entry) => entry.endsWith(' X'));
    expect(entries).toEqual([
      'UPLOAD_STARTED X',
      'UPLOADED X',
      'ATTEMPT_STARTED X',
      'ATTEMPT_ENDED X',
      'PUBLISHED X',
    ]);
    const { data } = await listTimeline(workspace.ctx, { postId: post.id, limit: 100 });
    const done = data.find(({ kind }) => kind === 'UPLOADED');
    expect(done?.detail).toMatchObject({ mediaCount: 2, bytes: expect.any(Number) as number });
  });

  it('may have an image of another workspace with the same owner', async () => {
    const { deps } = stack;
    const library = await mintWorkspace(deps, []);
    const { userId } = workspace.ctx.actor;
    const [id, createdAt] = [deps.newId('membership'), deps.clock.now()];
    const owner = { id, workspaceId: library.workspaceId, userId, role: 'OWNER', createdAt } as const;
    await deps.db.insert(memberships).values(owner);
    const { roleByWorkspace } = workspace.ctx.reach;
    const reach = {
      ...workspace.ctx.reach,
      roleByWorkspace: new Map([...roleByWorkspace, [library.workspaceId, 'OWNER'] as const]),
    };
    const asset = await addImage(deps, library);
    const both = { ...workspace, ctx: { ...workspace.ctx, reach } };
    const post = await schedule(both, { mediaIds: [asset.id] });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    for (const platform of platforms) expect([platform.uploads, platform.published.length]).toEqual([1, 1]);
  });

  it('has its upload continued from the saved state if a worker crashes', async () => {
    const seen: (JsonObject | null)[] = [];
    blind.uploadScript.push(
      async (run, state) => {
        seen.push(state);
        await run.save({ half: 1 });
        throw new Error('the process was killed here');
      },
      (_run, state) => {
        seen.push(state);
        return Promise.resolve(undefined);
      },
    );
    const post = await schedule(workspace, { mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(seen).toEqual([null, { half: 1 }]);
    expect([blind.uploads, blind.commits]).toEqual([2, 1]);
  });

  it('has its upload continued if the worker is stopped in the middle, and is published once', async () => {
    const begun = vi.fn();
    blind.uploadScript.push(hang(begun));
    const post = await schedule(workspace, { mediaIds });
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), { timeout: waitMsMax });
    await stack.stopWorker();
    await stack.startWorker();
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([blind.uploads, blind.commits]).toEqual([2, 1]);
    expect(await attemptsOf(stack, post.targets[1]?.id)).toEqual(['PUBLISHED']);
  });

  it('is not published if it is canceled during the upload, which is aborted', async () => {
    const begun = vi.fn();
    blind.uploadScript.push(hang(begun));
    keyed.uploadScript.push(hang(begun));
    const post = await schedule(workspace, { mediaIds });
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), { timeout: waitMsMax });
    const cancelled = await cancelPost(workspace.ctx, { postId: post.id });
    expect(cancelled.targets.map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED']);
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    expect(keyed.commits + blind.commits).toBe(0);
  });

  it('has its upload stopped at the next save if a cancel has not reached it yet', async () => {
    let cancelled: Promise<unknown> = Promise.resolve();
    let saving: Promise<unknown> = Promise.resolve();
    keyed.uploadScript.push(async (run) => {
      cancelled = cancelPost(workspace.ctx, { postId: post.id });
      await cancelled;
      saving = run.save({ half: 1 });
      await saving;
      return undefined;
    });
    const post = await schedule(workspace, { mediaIds });
    await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
    await expect(saving).rejects.toThrow();
    expect(await stateOf(post.targets[0]?.id)).toBeNull();
    expect(keyed.commits).toBe(0);
  });

  it('has its upload repeated after waits and refreshes, like a call', async () => {
    blind.uploadScript.push(
      () => Promise.resolve({ kind: 'rate-limited', retryAfterMs: 1_000, message: '429' }),
      () => Promise.resolve({ kind: 'auth-expired', message: 'expired' }),
      () => Promise.resolve({ kind: 'ambiguous', message: 'cut off' }),
    );
    const post = await schedule(workspace, { mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect([blind.uploads, blind.refreshes, blind.commits]).toEqual([4, 1, 1]);
    expect(await attemptsOf(stack, post.targets[1]?.id)).toEqual(['PUBLISHED']);
  });

  it('is uploaded again if the platform has lost the media by the time of the call', async () => {
    const lost = { kind: 'upload-again', message: 'no such media' } as const;
    keyed.script.push({ accept: false, answer: lost });
    const states: (JsonObject | null)[] = [];
    keyed.uploadScript.push(
      () => Promise.resolve(undefined),
      (_run, state) => {
        states.push(state);
        return Promise.resolve(undefined);
      },
    );
    const post = await schedule(workspace, { mediaIds });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    expect(await attemptsOf(stack, post.targets[0]?.id)).toEqual(['PREPARE_AGAIN', 'PUBLISHED']);
    expect(states).toEqual([{ text: 'Hello' }]);
    expect(keyed.published).toHaveLength(1);
  });

  it('fails if a file was deleted before the post is due', async () => {
    // Without a worker, the run cannot begin the upload before the file is gone.
    await stack.stopWorker();
    const post = await schedule(workspace, { mediaIds });
    await stack.deps.db
      .update(mediaAssets)
      .set({ deletedAt: new Date() })
      .where(eq(mediaAssets.id, mediaIds[1] ?? ''));
    await stack.startWorker();
    const done = await untilStatus(workspace, post.id, 'FAILED');
    expect(done.targets.map(({ errorCode }) => errorCode)).toEqual([
      'MEDIA_UNAVAILABLE',
      'MEDIA_UNAVAILABLE',
    ]);
    expect(keyed.uploads + blind.uploads).toBe(0);
  });

  it('leaves no texts, descriptions and URLs in the history', async () => {
    const post = await schedule(workspace, { mediaIds, text: 'words that are private until then' });
    await untilStatus(workspace, post.id, 'PUBLISHED');
    await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
    const history = await stack.client.workflow.getHandle(runIdOf(post)).fetchHistory();
    const text = JSON.stringify(history, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    expect(text).toContain('uploadStep');
    for (const secret of ['private until', 'media/', 'http', ...mediaIds]) expect(text).not.toContain(secret);
  });
});
