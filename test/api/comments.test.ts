import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, posts, socialAccounts, targets } from '../../src/db/schema/index.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { leaveTargets } from '../harness/leave-targets.js';
import { mintKey, mintTenant, mintWorkspaceOf } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

type CommentRow = typeof comments.$inferSelect;
const mint = (fields: Partial<CommentRow> = {}): Promise<string> => mintComment(api, tenant, fields);
const at = (minute: number): Date => new Date(Date.UTC(2030, 0, 1, 12, minute));
const get = (path: string): Promise<Answer> => call(api, 'GET', path, { key: tenant.key });
const post = (path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  call(api, 'POST', path, { key: tenant.key, body, headers });

async function idsOf(query: string): Promise<string[]> {
  const answer = await get(`/comments${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
}

describe('GET /comments', () => {
  it('returns every comment once, newest first, on pages of the requested size', async () => {
    const minted = [];
    for (let minute = 0; minute < 5; minute += 1) minted.push(await mint({ postedAt: at(minute) }));
    expect(await idsOf('?sort=postedAt')).toEqual(minted);
    const first = await get('/comments?limit=3');
    const next = encodeURIComponent(field<string>(first, 'nextCursor'));
    const seen = [...(await idsOf('?limit=3')), ...(await idsOf(`?limit=3&cursor=${next}`))];
    expect(seen).toEqual([...minted].reverse());
    expect(codeOf(await get(`/comments?limit=3&mine=false&cursor=${next}`))).toBe('VALIDATION_FAILED');
  });

  it('filters by account, platform, post, time, unread state and own comments', async () => {
    const [bluesky, x] = tenant.accountIds;
    const first = await mint({ postedAt: at(1) });
    const onX = await mint({ postedAt: at(2), socialAccountId: x, readAt: at(3) });
    const ours = await mint({ postedAt: at(4), mine: true });
    expect(await idsOf(`?socialAccountId=${bluesky}`)).toEqual([ours, first]);
    expect(await idsOf('?platform=X')).toEqual([onX]);
    expect(await idsOf('?unread=true')).toEqual([first]);
    expect(await idsOf('?unread=false')).toEqual([ours, onX]);
    expect(await idsOf('?mine=true')).toEqual([ours]);
    expect(await idsOf('?mine=false')).toEqual([onX, first]);
    expect(await idsOf(`?since=${at(2).toISOString()}&until=${at(4).toISOString()}`)).toEqual([onX]);
    expect(await idsOf('?postId=post_none')).toEqual([]);
    expect(codeOf(await get('/comments?unred=true'))).toBe('VALIDATION_FAILED');
    expect(codeOf(await get('/comments?unread=yes'))).toBe('VALIDATION_FAILED');
  });

  it('covers every workspace of the key unless one is requested, and never others', async () => {
    const secondId = await mintWorkspaceOf(api, tenant.userId);
    const here = await mint({ postedAt: at(1) });
    const elsewhere = await mint({ postedAt: at(2), workspaceId: secondId });
    const stranger = await mintTenant(api);
    await mintComment(api, stranger);
    expect(await idsOf('')).toEqual([elsewhere, here]);
    expect(await idsOf(`?workspaceId=${secondId}`)).toEqual([elsewhere]);
    expect(codeOf(await get(`/comments?workspaceId=${stranger.workspaceId}`))).toBe('FORBIDDEN_WORKSPACE');
  });
});

describe('GET /comments/{id}', () => {
  it('shows the whole conversation, oldest first, for any of its comments', async () => {
    const root = await mint({ postedAt: at(1), externalCommentId: 'a' });
    const answer = await mint({ postedAt: at(3), externalCommentId: 'b', parentExternalId: 'a' });
    const ours = await mint({ postedAt: at(2), externalCommentId: 'c', parentExternalId: 'a', mine: true });
    const deep = await mint({ postedAt: at(4), externalCommentId: 'd', parentExternalId: 'b' });
    await mint({ postedAt: at(5), externalCommentId: 'e' });
    for (const id of [root, answer, ours, deep]) {
      const thread = field<{ id: string }[]>(await get(`/comments/${id}`), 'thread');
      expect(thread.map((one) => one.id)).toEqual([root, ours, answer, deep]);
    }
    const shown = await get(`/comments/${root}`);
    expect(shown.body).toMatchObject({ parentId: null, replyId: ours, replyStatus: 'SENT' });
    expect(shown.body).toMatchObject({ status: 'RECEIVED', canReply: true });
    expect((await get(`/comments/${deep}`)).body).toMatchObject({
      parentId: answer,
      replyId: null,
      replyStatus: null,
    });
    expect(field(shown, 'threadTruncated')).toBe(false);
  });

  it('shortens a long conversation to its beginning, the requested comment and the newest ones, and says so', async () => {
    const { workspaceId, accountIds } = tenant;
    const common = {
      workspaceId,
      socialAccountId: accountIds[0],
      platform: 'BLUESKY',
      externalPostId: 'p',
    } as const;
    const now = api.deps.clock.now();
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...common,
      id: api.deps.newId('comment'),
      externalCommentId: `long-${index}`,
      parentExternalId: index === 0 ? null : 'long-0',
      text: 'x',
      mine: false,
      canReply: true,
      postedAt: new Date(at(1).getTime() + index),
      createdAt: now,
      updatedAt: now,
    }));
    await api.deps.db.insert(comments).values(rows);
    const answer = await get(`/comments/${rows[3]?.id ?? ''}`);
    const thread = field<{ id: string }[]>(answer, 'thread').map(({ id }) => id);
    expect(thread).toHaveLength(200);
    expect([thread[0], thread[1], thread.at(-1)]).toEqual([rows[0]?.id, rows[3]?.id, rows.at(-1)?.id]);
    expect(field(answer, 'threadTruncated')).toBe(true);
  });

  it('returns 404 to strangers, and 403 to a key that does not cover the comment’s workspace', async () => {
    const id = await mint();
    const stranger = await mintTenant(api);
    expect(codeOf(await call(api, 'GET', `/comments/${id}`, { key: stranger.key }))).toBe('NOT_FOUND');
    const otherId = await mintWorkspaceOf(api, tenant.userId);
    const key = await mintKey(api, tenant.userId, [otherId]);
    expect(codeOf(await call(api, 'GET', `/comments/${id}`, { key }))).toBe('FORBIDDEN_WORKSPACE');
    const body = { text: 'x' };
    expect(codeOf(await call(api, 'POST', `/comments/${id}/reply`, { key, body }))).toBe(
      'FORBIDDEN_WORKSPACE',
    );
    expect(codeOf(await call(api, 'POST', `/comments/${id}/read`, { key: stranger.key }))).toBe('NOT_FOUND');
  });
});

describe('POST /comments/{id}/read', () => {
  const readAt = async (id: string): Promise<string | null> => field(await get(`/comments/${id}`), 'readAt');

  it('marks a comment as read, keeps the time of the first reading, and marks it as unread with read: false', async () => {
    const id = await mint();
    const marked = await call(api, 'POST', `/comments/${id}/read`, { key: tenant.key });
    expect([marked.status, marked.body]).toEqual([200, { ok: true }]);
    const first = await readAt(id);
    expect(first).not.toBeNull();
    api.clock.shiftMs += 60_000;
    await post(`/comments/${id}/read`, { read: true });
    expect(await readAt(id)).toBe(first);
    expect((await post(`/comments/${id}/read`, { read: false })).body).toEqual({ ok: true });
    expect(await readAt(id)).toBeNull();
    expect(codeOf(await post(`/comments/${id}/read`, { read: 'no' }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await post(`/comments/${id}/read`, { unread: true }))).toBe('VALIDATION_FAILED');
  });
});

describe('POST /comments/{id}/reply', () => {
  let commentId = '';
  const reply = (text: string, headers: Record<string, string> = {}): Promise<Answer> =>
    post(`/comments/${commentId}/reply`, { text }, headers);
  beforeEach(async () => {
    commentId = await mint({ reference: { cid: 'c' } });
  });

  it('creates a pending reply of the account in the conversation', async () => {
    const answer = await reply('Thank you');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      text: 'Thank you',
      mine: true,
      status: 'SENDING',
      parentId: commentId,
      externalPostId: 'there-post',
      externalCommentId: null,
      canReply: false,
      errorCode: null,
      authorHandle: 'tester',
    });
    const id = field<string>(answer, 'id');
    const answered = await get(`/comments/${commentId}`);
    expect(answered.body).toMatchObject({ replyId: id, replyStatus: 'SENDING' });
    expect(await idsOf('?mine=true')).toEqual([id]);
    const timeline = field<{ kind: string }[]>(await get(`/comments/${id}/timeline`), 'data');
    expect(timeline.map(({ kind }) => kind)).toEqual(['CREATED', 'SCHEDULED']);
    expect(field(await get(`/comments/${commentId}/timeline`), 'data')).toEqual([]);
    expect(api.starter.starts.at(-1)?.platforms).toEqual(['BLUESKY']);
  });

  it.each([
    ['PLATFORM_REJECTED', 'FAILED'],
    ['PUBLISH_UNCONFIRMED', 'UNCONFIRMED'],
  ])('shows a failed reply next to the comment: %s', async (errorCode, replyStatus) => {
    const id = field<string>(await reply('Thank you'), 'id');
    const postId = api.starter.starts.at(-1)?.postId ?? '';
    const failed = { status: 'FAILED', errorCode } as const;
    await api.deps.db.update(targets).set(failed).where(eq(targets.id, postId));
    const list = field<{ id: string }[]>(await get('/comments?mine=false'), 'data');
    const shown = list.find((one) => one.id === commentId);
    expect(shown).toMatchObject({ replyId: id, replyStatus, readAt: null });
  });

  it('creates no post that the operations on posts could find', async () => {
    await reply('Thank you');
    const postId = api.starter.starts.at(-1)?.postId ?? '';
    expect(postId).toMatch(/^tgt_/);
    expect(await api.deps.db.$count(posts, eq(posts.workspaceId, tenant.workspaceId))).toBe(0);
    expect(field(await get('/posts'), 'data')).toEqual([]);
    const body = { scheduledAt: '2031-01-01T00:00:00Z' };
    for (const answer of [
      await get(`/posts/${postId}`),
      await get(`/posts/${postId}/timeline`),
      await call(api, 'PATCH', `/posts/${postId}`, { key: tenant.key, body: { content: 'y' } }),
      await call(api, 'DELETE', `/posts/${postId}`, { key: tenant.key }),
      await post(`/posts/${postId}/cancel`),
      await post(`/posts/${postId}/retry`),
      await post(`/posts/${postId}/schedule`, body),
    ]) {
      expect(codeOf(answer)).toBe('NOT_FOUND');
    }
  });

  it('refuses text that the platform would refuse, with findings about it', async () => {
    const answer = await reply('x'.repeat(301));
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PLATFORM_RULE_VIOLATION']);
    expect(field<object[]>(answer, 'details')).toMatchObject([
      { path: 'text', code: 'text_too_long', limit: 300 },
    ]);
    expect(codeOf(await reply('  '))).toBe('VALIDATION_FAILED');
    expect(codeOf(await post(`/comments/${commentId}/reply`, {}))).toBe('VALIDATION_FAILED');
    expect(await idsOf('?mine=true')).toEqual([]);
  });

  it('refuses a reply if the comment accepts none, and explains why', async () => {
    const { db } = api.deps;
    const change = (fields: Partial<CommentRow>) =>
      db.update(comments).set(fields).where(eq(comments.id, commentId));
    const refusal = async (): Promise<unknown[]> => {
      const answer = await reply('Thank you');
      const shown = await get(`/comments/${commentId}`);
      return [codeOf(answer), field<string>(answer, 'message'), field(shown, 'canReply')];
    };
    await change({ deletedAt: at(1) });
    expect(await refusal()).toEqual(['INVALID_STATE', expect.stringContaining('deleted'), false]);
    await change({ deletedAt: null, canReply: false });
    expect(await refusal()).toEqual([
      'INVALID_STATE',
      expect.stringContaining('does not allow replies'),
      false,
    ]);
    const postId = await api.schedule(tenant);
    const [targetId = ''] = await leaveTargets(db, eq(targets.postId, postId), { takenDownAt: at(1) });
    await change({ canReply: true, targetId });
    expect(await refusal()).toEqual(['INVALID_STATE', expect.stringContaining('was removed'), false]);
    await change({ targetId: null });
    const [account] = tenant.accountIds;
    const which = eq(socialAccounts.id, account);
    await db.update(socialAccounts).set({ status: 'TOKEN_EXPIRED' }).where(which);
    const expired = await reply('Thank you');
    expect([expired.status, codeOf(expired)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
    await db
      .update(socialAccounts)
      .set({ status: 'ACTIVE', deletedAt: at(1) })
      .where(which);
    expect(await refusal()).toEqual(['INVALID_STATE', expect.stringContaining('no longer connected'), false]);
  });

  it('refuses the same text while it is being sent, but accepts another text', async () => {
    const id = field<string>(await reply('Thank you'), 'id');
    const again = await reply('Thank you');
    expect([again.status, codeOf(again), field(again, 'replyId')]).toEqual([409, 'INVALID_STATE', id]);
    expect((await reply('And come again')).status).toBe(201);
    expect(codeOf(await post(`/comments/${id}/reply`, { text: 'x' }))).toBe('INVALID_STATE');
  });

  it('refuses the same text while it may be public, but sends that reply again with consent', async () => {
    const id = field<string>(await reply('Thank you'), 'id');
    const postId = api.starter.starts.at(-1)?.postId ?? '';
    const { db } = api.deps;
    await db
      .update(targets)
      .set({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', runId: null })
      .where(eq(targets.id, postId));
    const again = await reply('Thank you');
    expect([again.status, codeOf(again), field(again, 'replyId')]).toEqual([409, 'INVALID_STATE', id]);
    const body = { text: 'Thank you', republishUnconfirmed: true };
    const tried = await post(`/comments/${commentId}/reply`, body);
    expect([tried.status, field(tried, 'id'), field(tried, 'status')]).toEqual([201, id, 'SENDING']);
    expect(api.starter.starts.at(-1)?.postId).toBe(postId);
    expect(codeOf(await post(`/comments/${commentId}/reply`, body))).toBe('INVALID_STATE');
    expect(await idsOf('?mine=true')).toEqual([id]);
  });

  it.each(['its answer came late', 'a read of the platform has shown it'])(
    'does not send a reply again that has turned out to be public, even with consent: %s',
    async (how) => {
      const id = field<string>(await reply('Thank you'), 'id');
      const postId = api.starter.starts.at(-1)?.postId ?? '';
      const { db } = api.deps;
      if (how.startsWith('its answer')) {
        await db.update(targets).set({ status: 'PUBLISHED' }).where(eq(targets.id, postId));
      } else {
        // A read has stored the comment, after the row of the reply was deleted together with its publication.
        await db
          .update(comments)
          .set({ externalCommentId: 'there', replyPublicationId: null })
          .where(eq(comments.id, id));
      }
      const startsBefore = api.starter.starts.length;
      const body = { text: 'Thank you', republishUnconfirmed: true };
      const stale = await post(`/comments/${commentId}/reply`, body);
      expect([stale.status, codeOf(stale)]).toEqual([409, 'INVALID_STATE']);
      expect(stale.body).toMatchObject({ status: 'SENT', allowed: [], replyId: id });
      expect(api.starter.starts).toHaveLength(startsBefore);
      expect(await idsOf('?mine=true')).toEqual([id]);
      // Without the consent, the request would send a second reply.
      expect((await reply('Thank you')).status).toBe(201);
      expect((await post(`/comments/${commentId}/reply`, { ...body, text: 'Other words' })).status).toBe(201);
    },
  );

  it('accepts replies to the account’s own comments, too', async () => {
    const ours = await mint({ mine: true });
    expect((await post(`/comments/${ours}/reply`, { text: 'One more thing' })).status).toBe(201);
  });

  it('creates one reply for one Idempotency-Key, even if the first request died after storing the reply', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await reply('Thank you', headers);
    const second = await reply('Thank you', headers);
    expect([second.headers.get('idempotent-replayed'), field(second, 'id')]).toEqual([
      'true',
      field(first, 'id'),
    ]);
    // The state after a request that crashed before its response: the reply is stored, but not the response for the key.
    await api.deps.db.execute('delete from idempotency_keys');
    const third = await reply('Thank you', headers);
    expect([third.status, third.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(field(third, 'id')).toBe(field(first, 'id'));
    expect(await idsOf('?mine=true')).toHaveLength(1);
    const post = await call(api, 'POST', '/posts', {
      key: tenant.key,
      headers,
      body: { content: 'Not that reply', platforms: [{ accountId: tenant.accountIds[0] }] },
    });
    expect([post.status, field(post, 'caption')]).toEqual([201, 'Not that reply']);
  });

  it('creates one reply from two concurrent requests', async () => {
    const answers = await Promise.all([reply('Thank you'), reply('Thank you'), reply('Thank you')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await idsOf('?mine=true')).toHaveLength(1);
  });

  it('requires the permission to write posts', async () => {
    const reviewer = await mintTenant(api);
    await api.addMember(tenant.workspaceId, reviewer.userId, 'CLIENT_REVIEWER');
    const refused = await call(api, 'POST', `/comments/${commentId}/reply`, {
      key: reviewer.key,
      body: { text: 'x' },
    });
    expect(codeOf(refused)).toBe('INSUFFICIENT_ROLE');
    expect((await call(api, 'GET', `/comments/${commentId}`, { key: reviewer.key })).status).toBe(200);
  });
});

describe('DELETE /social-accounts/{id}?purge=true', () => {
  it('can be repeated, even for an account that was disconnected without purge', async () => {
    await mint();
    const [accountId] = tenant.accountIds;
    const remove = (query: string, key = tenant.key): Promise<Answer> =>
      call(api, 'DELETE', `/social-accounts/${accountId}${query}`, { key });
    expect((await remove('')).status).toBe(204);
    expect((await remove('')).status).toBe(404);
    expect(await idsOf('')).toHaveLength(1);
    const stranger = await mintTenant(api);
    expect((await remove('?purge=true', stranger.key)).status).toBe(404);
    expect((await remove('?purge=true')).status).toBe(204);
    expect(await idsOf('')).toEqual([]);
    expect((await remove('?purge=true')).status).toBe(204);
  });
});
