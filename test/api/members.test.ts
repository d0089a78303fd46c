import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { invitations, memberships, signInThrottles } from '../../src/db/schema/index.js';
import type { Role } from '../../src/domain/roles.js';
import { invitationMsMax } from '../../src/domain/workspaces.js';
import { ahead, call, codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';
import { mintKey, mintSession } from '../harness/tenants.js';

const api = useTestApi();
beforeEach(() => api.deps.db.delete(signInThrottles));

/** Another member of the workspace, with the id of the membership. */
async function join(workspaceId: string, role: Role): Promise<Person & { memberId: string }> {
  const member = await api.mintPerson();
  return { ...member, memberId: await api.addMember(workspaceId, member.tenant.userId, role) };
}

const ownMemberId = async ({ tenant }: Person, workspaceId = tenant.workspaceId): Promise<string> => {
  const [row] = await api.deps.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, tenant.userId), eq(memberships.workspaceId, workspaceId)));
  return row?.id ?? '';
};

const invite = (by: Person, workspaceId: string, email: string, role: Role): Promise<Answer> =>
  call(api, 'POST', `/workspaces/${workspaceId}/invitations`, { session: by.session, body: { email, role } });

const accept = (by: Person, token: string): Promise<Answer> =>
  call(api, 'POST', '/invitations/accept', { session: by.session, body: { token } });

describe('members', () => {
  it('are listed page by page for every member, but not for other users', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const reviewer = await join(workspaceId, 'CLIENT_REVIEWER');
    await join(workspaceId, 'EDITOR');
    const path = `/workspaces/${workspaceId}/members`;
    const first = await call(api, 'GET', `${path}?limit=2&sort=createdAt`, { session: reviewer.session });
    const cursor = field<string>(first, 'nextCursor');
    const second = await call(api, 'GET', `${path}?limit=2&sort=createdAt&cursor=${cursor}`, {
      session: reviewer.session,
    });
    const all = [...field<{ role: string }[]>(first, 'data'), ...field<{ role: string }[]>(second, 'data')];
    expect(all.map(({ role }) => role).sort()).toEqual(['CLIENT_REVIEWER', 'EDITOR', 'OWNER']);
    const stranger = await api.mintPerson();
    expect(codeOf(await call(api, 'GET', path, { session: stranger.session }))).toBe('FORBIDDEN_WORKSPACE');
    expect(codeOf(await call(api, 'GET', path, { key: owner.tenant.key }))).toBe('INSUFFICIENT_ROLE');
  });

  it('are shown to a client reviewer with shortened email addresses, except the reviewer’s own', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const emailsFor = async ({ session }: Person) => {
      const answer = await call(api, 'GET', `/workspaces/${workspaceId}/members`, { session });
      const rows = field<{ userId: string; email: string }[]>(answer, 'data');
      return new Map(rows.map(({ userId, email }) => [userId, email]));
    };
    const addressOf = ({ tenant }: Person): string => `${tenant.userId}@example.test`;
    const [reviewer, editor] = [
      await join(workspaceId, 'CLIENT_REVIEWER'),
      await join(workspaceId, 'EDITOR'),
    ];
    const seen = await emailsFor(reviewer);
    expect(seen.get(owner.tenant.userId)).toBe('u…@example.test');
    expect(seen.get(editor.tenant.userId)).toBe('u…@example.test');
    expect(seen.get(reviewer.tenant.userId)).toBe(addressOf(reviewer));
    expect((await emailsFor(editor)).get(owner.tenant.userId)).toBe(addressOf(owner));
  });

  it('lose access with their membership at once, by session, full key and scoped key', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const admin = await join(workspaceId, 'ADMIN');
    const keys = [admin.tenant.key, await mintKey(api, admin.tenant.userId, [workspaceId])];
    const path = `/workspaces/${workspaceId}`;
    for (const key of keys) expect((await call(api, 'GET', path, { key })).status).toBe(200);
    const removed = await call(api, 'DELETE', `${path}/members/${admin.memberId}`, {
      session: owner.session,
    });
    expect(removed.status).toBe(204);
    for (const credential of [...keys.map((key) => ({ key })), { session: admin.session }]) {
      expect(codeOf(await call(api, 'GET', path, credential))).toBe('FORBIDDEN_WORKSPACE');
    }
  });

  it('leave their scheduled posts in the workspace, and lose access to them', async () => {
    const owner = await api.mintPerson();
    const { workspaceId, accountIds } = owner.tenant;
    const editor = await join(workspaceId, 'EDITOR');
    const body = {
      content: 'Written by somebody who leaves',
      platforms: [{ accountId: accountIds[0] }],
      scheduledFor: ahead(api),
    };
    const made = await call(api, 'POST', '/posts', { key: editor.tenant.key, body });
    const path = `/posts/${field<string>(made, 'id')}`;
    await call(api, 'DELETE', `/workspaces/${workspaceId}/members/${editor.memberId}`, {
      session: owner.session,
    });
    expect(codeOf(await call(api, 'GET', path, { key: editor.tenant.key }))).toBe('NOT_FOUND');
    const kept = await call(api, 'GET', path, { key: owner.tenant.key });
    expect(kept.body).toMatchObject({
      status: 'SCHEDULED',
      workflowId: field(made, 'workflowId'),
      createdByUserId: editor.tenant.userId,
    });
  });

  it('can get another role, which takes effect with the next request', async () => {
    const owner = await api.mintPerson();
    const { workspaceId, accountIds } = owner.tenant;
    const editor = await join(workspaceId, 'EDITOR');
    const body = { content: 'x', platforms: [{ accountId: accountIds[0] }] };
    expect((await call(api, 'POST', '/posts', { session: editor.session, body })).status).toBe(201);
    const answer = await call(api, 'PATCH', `/workspaces/${workspaceId}/members/${editor.memberId}`, {
      session: owner.session,
      body: { role: 'CLIENT_REVIEWER' },
    });
    expect(answer.body).toMatchObject({ id: editor.memberId, role: 'CLIENT_REVIEWER' });
    expect(codeOf(await call(api, 'POST', '/posts', { session: editor.session, body }))).toBe(
      'INSUFFICIENT_ROLE',
    );
  });
});

describe('giving, changing or removing a role above the user’s own', () => {
  it.each(['EDITOR', 'CLIENT_REVIEWER'] as const)(
    'is refused to %s, who cannot manage members at all',
    async (role) => {
      const owner = await api.mintPerson();
      const { workspaceId } = owner.tenant;
      const member = await join(workspaceId, role);
      const other = await join(workspaceId, 'CLIENT_REVIEWER');
      const path = `/workspaces/${workspaceId}/members`;
      const { session } = member;
      const answers = [
        await invite(member, workspaceId, 'x@example.test', 'CLIENT_REVIEWER'),
        await call(api, 'GET', `/workspaces/${workspaceId}/invitations`, { session }),
        await call(api, 'PATCH', `${path}/${member.memberId}`, { session, body: { role: 'OWNER' } }),
        await call(api, 'PATCH', `${path}/${other.memberId}`, { session, body: { role: 'EDITOR' } }),
        await call(api, 'DELETE', `${path}/${other.memberId}`, { session }),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => 'INSUFFICIENT_ROLE'));
    },
  );

  it('is refused to ADMIN, who cannot manage owners', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const admin = await join(workspaceId, 'ADMIN');
    const editor = await join(workspaceId, 'EDITOR');
    const ownerMemberId = await ownMemberId(owner);
    const path = `/workspaces/${workspaceId}/members`;
    const { session } = admin;
    const refused = [
      await invite(admin, workspaceId, 'x@example.test', 'OWNER'),
      await call(api, 'PATCH', `${path}/${admin.memberId}`, { session, body: { role: 'OWNER' } }),
      await call(api, 'PATCH', `${path}/${editor.memberId}`, { session, body: { role: 'OWNER' } }),
      await call(api, 'PATCH', `${path}/${ownerMemberId}`, { session, body: { role: 'EDITOR' } }),
      await call(api, 'DELETE', `${path}/${ownerMemberId}`, { session }),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'INSUFFICIENT_ROLE'));
    const allowed = [
      await invite(admin, workspaceId, 'y@example.test', 'ADMIN'),
      await call(api, 'PATCH', `${path}/${editor.memberId}`, { session, body: { role: 'ADMIN' } }),
      await call(api, 'DELETE', `${path}/${editor.memberId}`, { session }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([201, 200, 204]);
  });

  it('is refused if the user has lost the role during the session', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const admin = await join(workspaceId, 'ADMIN');
    await api.deps.db.update(memberships).set({ role: 'EDITOR' }).where(eq(memberships.id, admin.memberId));
    expect(codeOf(await invite(admin, workspaceId, 'x@example.test', 'EDITOR'))).toBe('INSUFFICIENT_ROLE');
  });

  it('is refused for the id of a member of another workspace', async () => {
    const owner = await api.mintPerson();
    const foreign = await api.mintPerson();
    const foreignId = await ownMemberId(foreign);
    const path = `/workspaces/${owner.tenant.workspaceId}/members`;
    for (const id of [foreignId, 'mem_doesnotexist000']) {
      const body = { role: 'EDITOR' };
      expect(codeOf(await call(api, 'PATCH', `${path}/${id}`, { session: owner.session, body }))).toBe(
        'NOT_FOUND',
      );
      expect(codeOf(await call(api, 'DELETE', `${path}/${id}`, { session: owner.session }))).toBe(
        'NOT_FOUND',
      );
    }
    expect(await ownMemberId(foreign)).toBe(foreignId);
  });
});

describe('the last owner', () => {
  it('can neither leave nor get a lower role', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    await join(workspaceId, 'ADMIN');
    const path = `/workspaces/${workspaceId}/members/${await ownMemberId(owner)}`;
    const { session } = owner;
    const demoted = await call(api, 'PATCH', path, { session, body: { role: 'ADMIN' } });
    const left = await call(api, 'DELETE', path, { session });
    for (const answer of [demoted, left]) {
      expect([answer.status, codeOf(answer), field(answer, 'status')]).toEqual([
        409,
        'INVALID_STATE',
        'LAST_OWNER',
      ]);
    }
  });

  it('remains if two owners remove or demote each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await api.mintPerson();
      const { workspaceId } = first.tenant;
      const second = await join(workspaceId, 'OWNER');
      const firstId = await ownMemberId(first);
      const path = `/workspaces/${workspaceId}/members`;
      const body = { role: 'EDITOR' };
      await Promise.all([
        call(api, 'DELETE', `${path}/${second.memberId}`, { session: first.session }),
        call(api, 'PATCH', `${path}/${firstId}`, { session: second.session, body }),
        call(api, 'DELETE', `${path}/${firstId}`, { session: first.session }),
      ]);
      const owners = and(eq(memberships.workspaceId, workspaceId), eq(memberships.role, 'OWNER'));
      expect(await api.deps.db.$count(memberships, owners)).toBeGreaterThanOrEqual(1);
    }
  });

  it('may leave once there is another owner', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    await join(workspaceId, 'OWNER');
    const reviewer = await join(workspaceId, 'CLIENT_REVIEWER');
    const path = `/workspaces/${workspaceId}/members`;
    const left = [
      await call(api, 'DELETE', `${path}/${reviewer.memberId}`, { session: reviewer.session }),
      await call(api, 'DELETE', `${path}/${await ownMemberId(owner)}`, { session: owner.session }),
    ];
    expect(left.map(({ status }) => status)).toEqual([204, 204]);
  });
});

describe('an invitation', () => {
  it('makes its recipient a member once, with the invited role', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const guest = await api.mintPerson();
    const invited = await invite(owner, workspaceId, guest.email.toUpperCase(), 'EDITOR');
    expect(invited.status).toBe(201);
    const token = field<string>(invited, 'token');
    expect(field<string>(invited, 'url')).toBe(`${api.url}/sign-in#invitation=${token}`);
    const joined = await accept(guest, token);
    expect(joined.body).toMatchObject({ workspaceId, userId: guest.tenant.userId, role: 'EDITOR' });
    expect([codeOf(await accept(guest, token)), codeOf(await accept(owner, token))]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  it('shows its details to a caller with its token, without being used up', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const guest = await api.mintPerson();
    const token = field<string>(await invite(owner, workspaceId, guest.email, 'EDITOR'), 'token');
    const preview = (given: string): Promise<Answer> =>
      call(api, 'POST', '/auth/preview-invitation', { body: { token: given } });
    const shown = await preview(token);
    expect(shown.status).toBe(200);
    const domain = guest.email.slice(guest.email.indexOf('@'));
    expect(shown.body).toMatchObject({ emailHint: `${guest.email.slice(0, 1)}…${domain}`, role: 'EDITOR' });
    expect(shown.text).not.toContain(guest.email);
    expect(field<string>(shown, 'workspaceName')).not.toBe('');
    expect((await preview(token)).text).toBe(shown.text);
    expect((await accept(guest, token)).status).toBe(200);
    for (const given of [token, 'A'.repeat(43), 'x']) {
      expect(codeOf(await preview(given))).toBe('NOT_FOUND');
    }
    for (let tries = 0; tries < 20; tries += 1) await preview('x');
    expect(codeOf(await preview('x'))).toBe('RATE_LIMITED');
  });

  it('is shown once, stored as a hash, and listed without its token', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const token = field<string>(await invite(owner, workspaceId, 'a@example.test', 'EDITOR'), 'token');
    const path = `/workspaces/${workspaceId}/invitations`;
    const list = await call(api, 'GET', path, { session: owner.session });
    expect(field<object[]>(list, 'data')).toHaveLength(1);
    expect(list.text).not.toContain(token);
    const rows = await api.deps.db.select().from(invitations).where(eq(invitations.workspaceId, workspaceId));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(api.logLines.join('\n')).not.toContain(token);
  });

  it('is refused with the same error if it is for another user, expired, revoked, replaced or unknown', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const guest = await api.mintPerson();
    const thief = await api.mintPerson();
    const tokenFor = async (email: string): Promise<string> =>
      field(await invite(owner, workspaceId, email, 'EDITOR'), 'token');

    const stolen = await accept(thief, await tokenFor(guest.email));
    const replacedToken = await tokenFor(guest.email);
    const current = await invite(owner, workspaceId, guest.email, 'EDITOR');
    const replaced = await accept(guest, replacedToken);
    const path = `/workspaces/${workspaceId}/invitations/${field<string>(current, 'id')}`;
    expect((await call(api, 'DELETE', path, { session: owner.session })).status).toBe(204);
    const takenBack = await accept(guest, field(current, 'token'));
    const unknown = await accept(guest, 'A'.repeat(43));
    const late = await tokenFor(guest.email);
    const before = api.clock.shiftMs;
    api.clock.shiftMs += invitationMsMax + 1;
    const fresh = await mintSession(api, guest.tenant.userId);
    const expired = await accept({ ...guest, session: fresh }, late);
    api.clock.shiftMs = before;

    const answers = [stolen, replaced, takenBack, unknown, expired].map(({ status, text, headers }) => [
      status,
      text.replace(headers.get('x-request-id') ?? '?', 'ID'),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
    expect(await ownMemberId(guest, workspaceId)).toBe('');
  });

  it('becomes invalid once the inviter was removed or has lost the role', async () => {
    const cases = [
      ['removed', 'ADMIN'],
      ['demoted', 'ADMIN'],
      // The role of editor is not above the role that the inviter keeps, but the inviter may no longer give any role.
      ['demoted', 'EDITOR'],
    ] as const;
    for (const [loss, role] of cases) {
      const owner = await api.mintPerson();
      const { workspaceId } = owner.tenant;
      const admin = await join(workspaceId, 'ADMIN');
      const guest = await api.mintPerson();
      const token = field<string>(await invite(admin, workspaceId, guest.email, role), 'token');
      const row = eq(memberships.id, admin.memberId);
      if (loss === 'removed') await api.deps.db.delete(memberships).where(row);
      else await api.deps.db.update(memberships).set({ role: 'EDITOR' }).where(row);
      expect(codeOf(await accept(guest, token))).toBe('NOT_FOUND');
    }
  });

  it('does not change the role of an existing member', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const guest = await api.mintPerson();
    const token = field<string>(await invite(owner, workspaceId, guest.email, 'ADMIN'), 'token');
    await api.addMember(workspaceId, guest.tenant.userId, 'CLIENT_REVIEWER');
    expect(field(await accept(guest, token), 'role')).toBe('CLIENT_REVIEWER');
    expect(codeOf(await invite(owner, workspaceId, guest.email, 'ADMIN'))).toBe('CONFLICT');
  });

  it('creates one membership even if it is accepted many times at once', async () => {
    const owner = await api.mintPerson();
    const guest = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const token = field<string>(await invite(owner, workspaceId, guest.email, 'EDITOR'), 'token');
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(guest, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
  });

  it('creates a user, as a member, only for the invited email address', async () => {
    const owner = await api.mintPerson();
    const { workspaceId } = owner.tenant;
    const invited = await invite(owner, workspaceId, 'newcomer@example.test', 'CLIENT_REVIEWER');
    const invitationToken = field<string>(invited, 'token');
    const signUp = (email: string): Promise<Answer> =>
      call(api, 'POST', '/auth/sign-up', {
        body: { email, name: 'New', password: 'long enough to pass', invitationToken },
      });
    expect(codeOf(await signUp('someone-else@example.test'))).toBe('NOT_FOUND');
    const made = await signUp('newcomer@example.test');
    expect(made.status).toBe(201);
    const cookie = (made.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const list = await call(api, 'GET', '/workspaces', { headers: { cookie } });
    expect(field<object[]>(list, 'data')).toMatchObject([{ id: workspaceId, role: 'CLIENT_REVIEWER' }]);
    expect(codeOf(await signUp('newcomer@example.test'))).toBe('NOT_FOUND');
  });

  it.each(['no-address', 'a@b', 'a b@example.test', `${'a'.repeat(250)}@example.test`])(
    'cannot be created for %s',
    async (email) => {
      const owner = await api.mintPerson();
      expect(codeOf(await invite(owner, owner.tenant.workspaceId, email, 'EDITOR'))).toBe(
        'VALIDATION_FAILED',
      );
    },
  );

  it('cannot be created, listed, revoked or accepted with an API key', async () => {
    const owner = await api.mintPerson();
    const { workspaceId, key } = owner.tenant;
    const path = `/workspaces/${workspaceId}/invitations`;
    const answers = [
      await call(api, 'POST', path, { key, body: { email: 'x@example.test', role: 'EDITOR' } }),
      await call(api, 'GET', path, { key }),
      await call(api, 'DELETE', `${path}/inv_doesnotexist000`, { key }),
      await call(api, 'POST', '/invitations/accept', { key, body: { token: 'A'.repeat(43) } }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'INSUFFICIENT_ROLE'));
  });
});
