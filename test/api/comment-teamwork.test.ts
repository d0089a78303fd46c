import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { commentNotes, comments } from '../../src/db/schema/index.js';
import { notesPerCommentMax } from '../../src/domain/comments.js';
import { codeOf, field } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const mint = (fields: Partial<typeof comments.$inferSelect> = {}) => mintComment(api, tenant, fields);
const owner = () => api.as({ key: tenant.key });
const editor = () => api.mintMember(tenant.workspaceId, 'EDITOR');
const assign = (commentId: string, userId: string | null) =>
  owner().put(`/comments/${commentId}/assignment`, { userId });

async function listed(filter: string): Promise<string[]> {
  const answer = await owner().get(`/comments?${filter}&sort=postedAt`);
  expect(answer.status, answer.text).toBe(200);
  return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
}
const assignedTo = (userId: string): Promise<string[]> => listed(`assignedTo=${userId}`);

describe('PUT /comments/{id}/assignment', () => {
  it('assigns all comments of the conversation, reassigns them, and removes the assignment', async () => {
    const [first, second] = [await editor(), await editor()];
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));
    const root = await mint({ externalCommentId: 'root', postedAt: at(1) });
    const answer = await mint({ externalCommentId: 'answer', parentExternalId: 'root', postedAt: at(2) });
    const other = await mint({ externalCommentId: 'other' });
    const assigned = await assign(answer, first.userId);
    expect([assigned.status, assigned.body]).toMatchObject([
      200,
      { id: answer, assignedTo: { userId: first.userId, name: expect.any(String) as string } },
    ]);
    expect(await assignedTo(first.userId)).toEqual([root, answer]);
    expect(await listed('assigned=true')).toEqual([root, answer]);
    expect(await listed('assigned=false')).toEqual([other]);
    await assign(root, second.userId);
    expect([await assignedTo(first.userId), await assignedTo(second.userId)]).toEqual([[], [root, answer]]);
    expect((await assign(root, null)).body).toMatchObject({ assignedTo: null });
    expect(await assignedTo(second.userId)).toEqual([]);
  });

  it('ends when the member is removed', async () => {
    const member = await editor();
    const person = await api.mintPerson();
    await api.addMember(tenant.workspaceId, person.tenant.userId, 'OWNER');
    const id = await mint();
    await assign(id, member.userId);
    const path = `/workspaces/${tenant.workspaceId}/members/${member.memberId}`;
    expect((await api.as({ session: person.session }).delete(path)).status).toBe(204);
    expect((await owner().get(`/comments/${id}`)).body).toMatchObject({ assignedTo: null });
  });

  it('accepts only members who may reply', async () => {
    const id = await mint();
    const stranger = await mintTenant(api);
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    expect(await assign(id, stranger.userId)).toMatchObject({ status: 404, body: { path: 'userId' } });
    expect(await assign(id, reviewer.userId)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'userId', code: 'role_without_replies' }] },
    });
    const own = { userId: reviewer.userId };
    const refused = await api.as({ key: reviewer.key }).put(`/comments/${id}/assignment`, own);
    expect(codeOf(refused)).toBe('INSUFFICIENT_ROLE');
  });
});

describe('notes', () => {
  it('are listed for every comment of the conversation, with their authors', async () => {
    const root = await mint({ externalCommentId: 'root' });
    const answer = await mint({ externalCommentId: 'answer', parentExternalId: 'root' });
    const member = await editor();
    const written = await api
      .as({ key: member.key })
      .post(`/comments/${answer}/notes`, { text: 'Call her.' });
    expect([written.status, written.body]).toMatchObject([
      201,
      { commentId: answer, text: 'Call her.', author: { userId: member.userId } },
    ]);
    const listed = await owner().get(`/comments/${root}/notes`);
    expect(field(listed, 'data')).toEqual([written.body]);
    expect((await owner().get(`/comments/${answer}`)).body).toMatchObject({ noteCount: 1 });
    expect((await owner().get(`/comments/${root}`)).body).toMatchObject({ noteCount: 0 });
  });

  it('are hidden from reviewers', async () => {
    const id = await mint();
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const refused = await api.as({ key: reviewer.key }).get(`/comments/${id}/notes`);
    expect(codeOf(refused)).toBe('INSUFFICIENT_ROLE');
  });

  it('are deleted by their author, by owners and admins, and with their comment', async () => {
    const id = await mint();
    const [author, other] = [await editor(), await editor()];
    const add = async (): Promise<string> => {
      const added = await api.as({ key: author.key }).post(`/comments/${id}/notes`, { text: 'A note' });
      return `/comments/${id}/notes/${field<string>(added, 'id')}`;
    };
    const first = await add();
    expect(codeOf(await api.as({ key: other.key }).delete(first))).toBe('INSUFFICIENT_ROLE');
    expect((await api.as({ key: author.key }).delete(first)).status).toBe(204);
    expect((await owner().delete(first)).status).toBe(404);
    expect((await owner().delete(await add())).status).toBe(204);
    await add();
    await api.deps.db.delete(comments).where(eq(comments.id, id));
    expect(await api.deps.db.$count(commentNotes, eq(commentNotes.commentId, id))).toBe(0);
  });

  it('have a limit', async () => {
    const commentId = await mint();
    const row = { commentId, text: 'A note', createdAt: api.clock.now() };
    const rows = Array.from({ length: notesPerCommentMax - 1 }, () => ({
      ...row,
      id: api.deps.newId('commentNote'),
    }));
    await api.deps.db.insert(commentNotes).values(rows);
    const add = () => owner().post(`/comments/${commentId}/notes`, { text: 'One more' });
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({ status: 400, body: { details: [{ code: 'too_many_notes' }] } });
  });
});
