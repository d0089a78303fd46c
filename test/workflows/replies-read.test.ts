import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commentFeeds, comments, sweeps, targets } from '../../src/db/schema/index.js';
import { runRequestedPurges } from '../../src/services/comment-feeds/forget.js';
import { getComment } from '../../src/services/comments/get.js';
import { replyToComment } from '../../src/services/comments/reply.js';
import type { CommentView } from '../../src/services/comments/types.js';
import { deleteSocialAccount } from '../../src/services/social-accounts/delete.js';
import { makeDue, publishDue, read } from '../comments/reading-support.js';
import { mintComment } from '../harness/comments.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { waitMsMax } from '../harness/patience.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const unreachable = { kind: 'not-sent', message: 'connection refused' } as const;

describe('a comment that is read and matches a sent reply', () => {
  const source = createScriptedComments({ newestFirst: false });
  const platform = Object.assign(createScriptedPlatform('INSTAGRAM', 'blind'), { comments: source });
  const stack = useStack({ platforms: [platform], skipTime: true });
  const workspace = useWorkspace(stack, ['INSTAGRAM']);
  let under = '';
  let asked = '';
  beforeEach(async () => {
    source.reset();
    platform.reset();
    await stack.deps.db.delete(commentFeeds);
    await stack.deps.db.delete(sweeps);
    await stack.deps.db.update(targets).set({ publishedAt: null });
    under = (await publishDue(stack.deps, workspace)).externalPostId;
    asked = source.write(under, { text: 'When do you open?' });
    await read(stack.deps);
  });

  const rows = () =>
    stack.deps.db
      .select()
      .from(comments)
      .where(and(eq(comments.externalPostId, under), comments.mine))
      .orderBy(asc(comments.id));
  const view = (commentId: string): Promise<CommentView> => getComment(workspace.ctx, { commentId });
  async function reply(text: string): Promise<string> {
    const [row] = await stack.deps.db.select().from(comments).where(eq(comments.externalCommentId, asked));
    const sent = await replyToComment(workspace.ctx, {
      commentId: row?.id ?? '',
      text,
      clientReferenceId: null,
    });
    return sent.comment.id;
  }
  async function unconfirmed(text: string): Promise<string> {
    platform.script.push({ accept: true, answer: lost });
    platform.finds.push(unreachable, unreachable, unreachable, unreachable);
    const id = await reply(text);
    await vi.waitFor(async () => expect((await view(id)).status).toBe('UNCONFIRMED'), {
      timeout: waitMsMax,
      interval: 50,
    });
    return id;
  }
  const show = (text: string, fields: object = {}): string =>
    source.write(under, {
      text,
      mine: true,
      parentExternalId: asked,
      postedAt: stack.deps.clock.now(),
      ...fields,
    });
  async function readAgain(): Promise<void> {
    await makeDue(stack.deps, under);
    await read(stack.deps);
  }

  it('is merged with the reply if that was UNCONFIRMED, so that the reply is SENT', async () => {
    const id = await unconfirmed('At nine, as ever');
    const shown = show('@visitor At  nine, as ever ');
    await readAgain();
    expect((await rows()).map((row) => row.id)).toEqual([id]);
    expect(await view(id)).toMatchObject({
      status: 'SENT',
      externalCommentId: shown,
      text: 'At nine, as ever',
      errorCode: null,
    });
  });

  it('is merged with the reply even if it was stored before the outcome was known', async () => {
    const { workspaceId, accountIds } = workspace;
    const shown = show('At nine');
    await mintComment(
      stack,
      { workspaceId, accountIds: [accountIds[0] ?? '', '', ''] },
      {
        externalPostId: under,
        externalCommentId: shown,
        parentExternalId: asked,
        mine: true,
        text: 'At nine',
      },
    );
    await readAgain();
    const id = await unconfirmed('At nine');
    await readAgain();
    expect((await rows()).map((row) => row.id)).toEqual([id]);
    expect(await view(id)).toMatchObject({ status: 'SENT', externalCommentId: shown });
  });

  it('stays a separate comment if two comments match, or if the parent or the time differs', async () => {
    const id = await unconfirmed('At ten');
    show('At ten');
    show('At ten');
    await readAgain();
    expect((await view(id)).status).toBe('UNCONFIRMED');
    expect(await rows()).toHaveLength(3);
    const other = await unconfirmed('At eleven');
    show('At eleven', { parentExternalId: 'another' });
    show('At eleven', { postedAt: new Date(Date.now() - 24 * 3_600_000) });
    await readAgain();
    expect((await view(other)).status).toBe('UNCONFIRMED');
  });

  it('keeps the text of the reply', async () => {
    const id = await reply('At nine');
    const before = await view(id);
    show('@visitor At nine', { externalCommentId: before.externalCommentId });
    await readAgain();
    expect(await view(id)).toMatchObject({ text: 'At nine', status: 'SENT', deletedAt: null });
  });

  it('is deleted once the platform does not show it any longer, if it was shown before', async () => {
    const id = await reply('At nine');
    await readAgain();
    expect((await view(id)).deletedAt).toBeNull();
    const shown = show('At nine', { externalCommentId: (await view(id)).externalCommentId });
    await readAgain();
    expect((await view(id)).deletedAt).toBeNull();
    const left = (source.posts.get(under) ?? []).filter((one) => one.externalCommentId !== shown);
    source.posts.set(under, left);
    await readAgain();
    expect(await view(id)).toMatchObject({ status: 'SENT', canReply: false });
    expect((await view(id)).deletedAt).not.toBeNull();
  });

  it('is purged with its publication and account, but not while it is being sent', async () => {
    const id = await reply('At nine');
    const socialAccountId = workspace.accountIds[0] ?? '';
    const purge = () => deleteSocialAccount(workspace.ctx, { socialAccountId, purge: true });
    const left = async (): Promise<number[]> => {
      const ofAccount = eq(targets.socialAccountId, socialAccountId);
      const { db } = stack.deps;
      return [
        (
          await db
            .select()
            .from(targets)
            .where(and(ofAccount, isNotNull(targets.replyTo)))
        ).length,
        (await db.select().from(comments).where(eq(comments.socialAccountId, socialAccountId))).length,
      ];
    };
    const [row] = await rows();
    const setRun = (runId: string | null) =>
      stack.deps.db
        .update(targets)
        .set({ runId })
        .where(eq(targets.id, row?.replyPublicationId ?? ''));
    expect(row?.id).toBe(id);
    await setRun('publish-post:under-way');
    await purge();
    expect(await left()).toEqual([1, 1]);
    await setRun(null);
    await runRequestedPurges(stack.deps);
    expect(await left()).toEqual([0, 0]);
  });
});
