import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, idempotencyKeys, publishAttempts, targets } from '../../src/db/schema/index.js';
import { idempotencyLockMs } from '../../src/domain/limits.js';
import { recogniseReplies } from '../../src/services/publishing/recognise-replies.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const text = 'We open at nine.';

describe('the user’s decision on an unconfirmed reply', () => {
  let replyId = '';
  let targetId = '';
  let asked = '';
  const resolve = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    api.as({ key: tenant.key }).post(`/comments/${replyId}/resolve`, body, headers);
  const shown = async (): Promise<Answer> => api.as({ key: tenant.key }).get(`/comments/${replyId}`);

  async function leaveUnconfirmed(): Promise<void> {
    await api.deps.db
      .update(targets)
      .set({ status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', runId: null })
      .where(eq(targets.id, targetId));
  }

  beforeEach(async () => {
    asked = await mintComment(api, tenant);
    const sent = await api.as({ key: tenant.key }).post(`/comments/${asked}/reply`, { text });
    expect(sent.status, sent.text).toBe(201);
    replyId = field(sent, 'id');
    const [row] = await api.deps.db.select().from(comments).where(eq(comments.id, replyId));
    targetId = row?.replyPublicationId ?? '';
    const now = api.clock.now();
    await leaveUnconfirmed();
    await api.deps.db.insert(publishAttempts).values({
      id: api.deps.newId('attempt'),
      publicationId: targetId,
      accountIdentity: `BLUESKY:${targetId}`,
      generation: 1,
      number: 1,
      workflowId: `publish-post:${targetId}:1`,
      sentText: text,
      startedAt: now,
      outcome: 'UNCONFIRMED',
      finishedAt: now,
    });
    expect((await shown()).body).toMatchObject({ status: 'UNCONFIRMED' });
  });

  it('marks the reply as SENT for good', async () => {
    const url = 'https://bsky.app/profile/acme/post/3k';
    const answer = await resolve({ published: true, externalUrl: url });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ id: replyId, status: 'SENT', externalUrl: url, errorCode: null });
    expect((await resolve({ published: true })).body).toMatchObject({ status: 'SENT' });
    expect((await resolve({ published: true, externalUrl: url })).body).toMatchObject({ status: 'SENT' });
    const other = await resolve({ published: true, externalUrl: `${url}x` });
    expect([other.status, codeOf(other)], other.text).toEqual([409, 'INVALID_STATE']);
    expect(codeOf(await resolve({ published: false }))).toBe('INVALID_STATE');
    const entries = await api.as({ key: tenant.key }).get(`/comments/${replyId}/timeline?kind=RESOLVED`);
    expect(field(entries, 'data')).toMatchObject([
      { actor: { kind: 'apiKey' }, detail: { isPublished: true, externalUrl: url } },
    ]);
  });

  it('lets a later read add the platform’s id to the reply, without adding a comment', async () => {
    await resolve({ published: true });
    const [answered] = await api.deps.db.select().from(comments).where(eq(comments.id, asked));
    const postedAt = api.clock.now();
    const seen = { externalCommentId: 'there', parentExternalId: answered?.externalCommentId ?? '', text };
    await recogniseReplies(api.deps, tenant.accountIds[0], [
      { ...seen, postedAt, externalUrl: null, reference: null },
    ]);
    expect((await shown()).body).toMatchObject({ status: 'SENT', externalCommentId: 'there' });
  });

  it('causes the reply to be sent again if the user has not found it', async () => {
    const starts = api.starter.starts.length;
    const answer = await resolve({ published: false });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ id: replyId, status: 'SENDING' });
    expect(api.starter.starts.length).toBe(starts + 1);
    const [target] = await api.deps.db.select().from(targets).where(eq(targets.id, targetId));
    expect(target?.republishUnconfirmed).toBe(true);
    expect(codeOf(await resolve({ published: true }))).toBe('INVALID_STATE');
  });

  it.each([true, false])(
    'is applied once for an Idempotency-Key whose request ended after the change (published: %s)',
    async (published) => {
      const headers = { 'idempotency-key': 'resolved' };
      const first = await resolve({ published }, headers);
      expect(first.status, first.text).toBe(200);
      // The response was not stored, and in the meantime the reply is unconfirmed again.
      await api.deps.db.update(idempotencyKeys).set({ answer: null });
      await leaveUnconfirmed();
      api.clock.shiftMs += idempotencyLockMs + 1;
      const starts = api.starter.starts.length;
      const again = await resolve({ published }, headers);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(again.body).toMatchObject({ id: replyId, status: 'UNCONFIRMED' });
      expect(api.starter.starts.length).toBe(starts);
    },
  );

  it('is refused for another user’s comment', async () => {
    const path = `/comments/${asked}/resolve`;
    const answer = await api.as({ key: tenant.key }).post(path, { published: true });
    expect(answer.body).toMatchObject({ code: 'INVALID_STATE', replyId });
  });

  it('is refused with a URL outside of the platform', async () => {
    const answer = await resolve({ published: true, externalUrl: 'https://elsewhere.example/3k' });
    expect(answer.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'externalUrl', code: 'url_refused' }],
    });
    expect((await shown()).body).toMatchObject({ status: 'UNCONFIRMED' });
  });
});
