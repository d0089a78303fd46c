import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { toCell } from '../../src/api/routes/audit-log/csv.js';
import { connectSessions, socialAccounts } from '../../src/db/schema/index.js';
import { auditExportRowsAtOnceMax, auditExportRowsMax } from '../../src/domain/audit.js';
import { expireAccount } from '../../src/services/account-grants/expire.js';
import { sweepConnectSessions } from '../../src/services/connect-sessions/sweep.js';
import { at, entriesOf, ok, type Entry } from '../harness/audit-log.js';
import { field, type Answer } from '../harness/api.js';
import { createScriptedConnect, registryOf } from '../harness/scripted-connect.js';
import { mintSession } from '../harness/tenants.js';
import { useTestApi, type Requests } from '../harness/use-test-api.js';

const newPassword = 'the second of two passwords';

const api = useTestApi(() => ({
  platforms: registryOf(createScriptedConnect('BLUESKY', { by: 'credentials' })),
  connect: { hasSandbox: () => true },
}));

describe('the audit log, for its readers,', () => {
  it('is paged and filtered by action, actor and time', async () => {
    const person = await api.mintPerson();
    const { workspaceId, userId } = person.tenant;
    const admin = await api.mintMember(workspaceId, 'ADMIN');
    for (const name of ['One', 'Two', 'Three']) ok(await api.as(person).patch(at(person), { name }));
    const middle = api.clock.now().toISOString();
    api.clock.shiftMs += 1_000;
    ok(await api.as({ session: admin.session }).post(at(person, '/api-keys'), { name: 'CI' }));
    const me = api.as(person);
    const all = await entriesOf(me, workspaceId);
    expect(all.map(({ action }) => action)).toEqual([
      'api_key.created',
      ...Array.from({ length: 3 }, () => 'workspace.updated'),
    ]);
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 4; pages += 1) {
      const page = ok(await me.get(at(person, `/audit-log?limit=1${cursor}`)));
      seen.push(...field<Entry[]>(page, 'data').map(({ id }) => id));
      cursor = `&cursor=${String(field<string | null>(page, 'nextCursor'))}`;
    }
    expect(cursor).toBe('&cursor=null');
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
    const count = async (query: string) => (await entriesOf(me, workspaceId, query)).length;
    expect(await count('&action=api_key.created')).toBe(1);
    expect(await count('&action=api_key.created,workspace.updated')).toBe(4);
    expect(await count(`&actorId=${userId}`)).toBe(3);
    expect(await count(`&actorId=${admin.userId}`)).toBe(1);
    expect(await count(`&createdAfter=${middle}`)).toBe(1);
    expect(await count(`&createdBefore=${middle}`)).toBeGreaterThanOrEqual(2);
    expect((await me.get(at(person, '/audit-log?action=nonsense'))).status).toBe(400);
  });

  it('is exported as CSV whose cells a spreadsheet does not execute', async () => {
    const person = await api.mintPerson();
    const evil = '=HYPERLINK("http://evil.example","x")';
    ok(await api.as(person).post(at(person, '/api-keys'), { name: evil }));
    const answer = ok(await api.as(person).get(at(person, '/audit-log/export?action=api_key.created')));
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(answer.headers.get('x-next-cursor')).toBeNull();
    const [titles, line, end] = answer.text.split('\r\n');
    expect(titles).toMatch(/^createdAt,action,actorKind,actorUserId,actorName,/);
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(end).toBe('');
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', ' =', '＝', '＋', '－', '＠', '\u3000＝']) {
      expect(toCell(`${start}cmd`)).toBe(`"'${start}cmd"`);
      for (const between of [';', '\t', '\r', '\n']) {
        expect(toCell(`a${between}${start}cmd`)).toContain(`${between}'${start}cmd`);
      }
    }
    expect(toCell('a;b')).toBe('"a;b"');
    expect(toCell('Anna')).toBe('Anna');
  });

  it('is exported in parts, so that other requests are not blocked', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    await api.deps.db.execute(sql`
      insert into audit_log (id, workspace_id, created_at, action, actor_kind, subject_id, changes)
      select 'aud_' || ${workspaceId} || n, ${workspaceId}, date_trunc('second', now()) - n * interval '1 second',
        'post.approved', 'system', 'post', '[]'
      from generate_series(1, ${auditExportRowsMax + 1}) n`);
    const statements = vi.spyOn(api.deps.db, 'select');
    const answer = ok(await api.as(person).get(at(person, '/audit-log/export')));
    expect(statements.mock.calls.length).toBeGreaterThanOrEqual(
      auditExportRowsMax / auditExportRowsAtOnceMax,
    );
    statements.mockRestore();
    const idsOf = ({ text }: Answer): string[] =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(line.lastIndexOf(',') + 1));
    expect(new Set(idsOf(answer)).size).toBe(auditExportRowsMax);
    const cursor = answer.headers.get('x-next-cursor') ?? '';
    const rest = ok(await api.as(person).get(at(person, `/audit-log/export?cursor=${cursor}`)));
    expect(rest.headers.get('x-next-cursor')).toBeNull();
    expect(idsOf(rest)).toEqual([`aud_${workspaceId}${auditExportRowsMax + 1}`]);
  });

  it('shows the IP address of a password change only to the user who made it', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    const admin = await api.mintMember(workspaceId, 'ADMIN');
    ok(await api.as(person).post('/auth/change-password', { newPassword }));
    const session = await mintSession(api, person.tenant.userId);
    const networks = async (requests: Requests) =>
      (await entriesOf(requests, workspaceId)).map(({ network }) => network);
    expect(await networks(api.as({ session }))).toEqual(['127.0.0.1']);
    expect(await networks(api.as({ session: admin.session }))).toEqual([null]);
    const exported = ok(
      await api
        .as({ session: admin.session })
        .get(at(person, '/audit-log/export?action=user.password_changed')),
    );
    expect(exported.text).toContain('user.password_changed');
    expect(exported.text).not.toContain('127.0.0.1');
  });

  it('names the workspaces of a scoped key only to their members', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    const admin = await api.mintMember(workspaceId, 'ADMIN');
    const second = field<string>(ok(await api.as(person).post('/workspaces', { name: 'Second' })), 'id');
    const workspaceIds = [workspaceId, second].sort();
    ok(await api.as(person).post(at(person, '/api-keys'), { name: 'CI', mode: 'scoped', workspaceIds }));
    const changes = async (requests: Requests) => (await entriesOf(requests, workspaceId))[0]?.changes;
    const mode = { field: 'mode', from: null, to: 'scoped' };
    expect(await changes(api.as(person))).toEqual([
      mode,
      { field: 'workspaceIds', from: null, to: workspaceIds.join(' ') },
    ]);
    expect(await changes(api.as({ session: admin.session }))).toEqual([
      mode,
      { field: 'workspaceIds', from: null, to: workspaceId },
    ]);
  });

  it('shows the system as the actor of automatic events', async () => {
    const person = await api.mintPerson();
    const { workspaceId, accountIds } = person.tenant;
    const me = api.as(person);
    const begun = await me.post('/connect-sessions', { workspaceId, platform: 'BLUESKY', sandbox: false });
    const sessionId = field<string>(ok(begun), 'id');
    await api.deps.db
      .update(connectSessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(connectSessions.id, sessionId));
    await sweepConnectSessions(api.deps);
    const [account] = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, accountIds[0]));
    const version = account?.credentialsVersion ?? -1;
    // The attack is detected during the request of a user who has not caused it.
    const ctx = { ...api.deps, actor: { kind: 'session', userId: person.tenant.userId }, requestId: 'req_x' };
    expect(await expireAccount(ctx, accountIds[0], version)).toBe(true);
    expect(await expireAccount(ctx, accountIds[0], version)).toBe(true);
    const entries = await entriesOf(me, workspaceId);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'connect_session.created',
      'connect_session.ended',
      'social_account.token_expired',
    ]);
    const nobody = {
      kind: 'system',
      userId: null,
      name: null,
      apiKeyId: null,
      apiKeyName: null,
      clientLinkId: null,
    };
    const byItself = entries.filter(({ action }) => action !== 'connect_session.created');
    for (const { actor, network, requestId } of byItself) {
      expect([actor, network, requestId]).toEqual([nobody, null, null]);
    }
    expect(byItself.find(({ action }) => action === 'connect_session.ended')).toMatchObject({
      subject: { id: sessionId, name: null },
      changes: [
        { field: 'platform', to: 'BLUESKY' },
        { field: 'status', to: 'EXPIRED' },
      ],
    });
  });
});
