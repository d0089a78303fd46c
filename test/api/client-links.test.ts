import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, clientLinks, posts, workspaces } from '../../src/db/schema/index.js';
import { clientLinksPerWorkspaceMax } from '../../src/domain/client-links.js';
import { sweepOldRows } from '../../src/services/retention/sweep.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { mintClientLink } from '../harness/client-links.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

const api = useTestApi();

const at = ({ tenant }: Person, path = ''): string => `/workspaces/${tenant.workspaceId}/client-links${path}`;
const owner = ({ session }: Person) => api.as({ session });
const dayMs = 24 * 60 * 60 * 1000;

async function create(person: Person, body: object = {}): Promise<Answer> {
  return owner(person).post(at(person), { name: 'Acme, Ms. Bauer', ...body });
}

/** Creates a link through the API. */
async function linkOf(person: Person, body: object = {}): Promise<{ id: string; token: string }> {
  const made = await create(person, body);
  expect(made.status, made.text).toBe(201);
  return { id: field(made, 'id'), token: field(made, 'token') };
}

describe('a client link', () => {
  it('shows its token once, after the # of a URL, and stores only a hash', async () => {
    const person = await api.mintPerson();
    const made = await create(person, { days: 14 });
    expect(made.status).toBe(201);
    const [token, url] = [field<string>(made, 'token'), field<string>(made, 'url')];
    expect(token).toMatch(/^punctual_client_[\w-]{43}$/);
    expect(new URL(url).hash).toBe(`#${token}`);
    expect(url.split('#')[0]).not.toContain(token);
    const created = Date.parse(field(made, 'createdAt'));
    expect(Date.parse(field(made, 'expiresAt')) - created).toBe(14 * dayMs);
    const listed = await owner(person).get(at(person));
    expect(field<object[]>(listed, 'data')).toEqual([
      expect.objectContaining({ name: 'Acme, Ms. Bauer', lastUsedAt: null, revokedAt: null }),
    ]);
    expect(listed.text).not.toContain(token);
    const stored = await api.deps.db.execute(
      sql`select row_to_json(client_links)::text as row from client_links`,
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('lasts thirty days at most', async () => {
    const person = await api.mintPerson();
    const made = await create(person);
    const created = Date.parse(field(made, 'createdAt'));
    expect(Date.parse(field(made, 'expiresAt')) - created).toBe(30 * dayMs);
    for (const days of [0, 31, 1.5, -1, '7']) {
      expect(codeOf(await create(person, { days }))).toBe('VALIDATION_FAILED');
    }
  });

  it('does not show its token again to a repeat of the request', async () => {
    const person = await api.mintPerson();
    const send = () => owner(person).post(at(person), { name: 'Acme' }, { 'idempotency-key': 'once' });
    const first = await send();
    expect(first.status).toBe(201);
    const again = await send();
    expect([again.status, codeOf(again)]).toEqual([409, 'CONFLICT']);
    expect(again.text).not.toContain(field<string>(first, 'token'));
  });

  it('counts towards the limit of its workspace until it is revoked or expires', async () => {
    const person = await api.mintPerson();
    for (let made = 0; made < clientLinksPerWorkspaceMax - 1; made += 1)
      await mintClientLink(api, person.tenant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const last = answers.find(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual(
      Array.from({ length: 3 }, () => 'VALIDATION_FAILED'),
    );
    if (last === undefined) throw new Error('No link was made.');
    expect((await owner(person).delete(at(person, `/${field<string>(last, 'id')}`))).status).toBe(204);
    const { id } = await linkOf(person);
    await api.deps.db.update(clientLinks).set({ expiresAt: api.clock.now() }).where(eq(clientLinks.id, id));
    await linkOf(person);
  });

  it('says to open the link again if its token was not sent', async () => {
    const answer = await call(api, 'GET', '/client/review');
    expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
    expect(field(answer, 'message')).toMatch(/^Open the whole link again/);
  });

  it('ends with its revocation, with its expiry and with its workspace, and says so', async () => {
    const person = await api.mintPerson();
    const { id, token } = await linkOf(person);
    const client = api.as({ key: token });
    expect((await client.get('/client/review')).body).toMatchObject({ name: 'Acme, Ms. Bauer' });
    const [used] = await api.deps.db.select().from(clientLinks).where(eq(clientLinks.id, id));
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    expect((await owner(person).delete(at(person, `/${id}`))).status).toBe(204);
    const revoked = await client.get('/client/review');
    expect([revoked.status, codeOf(revoked)]).toEqual([401, 'INVALID_API_KEY']);
    expect(field(revoked, 'message')).toMatch(/revoked/);
    expect((await owner(person).delete(at(person, `/${id}`))).status).toBe(404);
    const listed = await owner(person).get(at(person));
    expect(field<object[]>(listed, 'data')).toEqual([
      expect.objectContaining({ id, revokedAt: expect.any(String) as string }),
    ]);

    const other = await linkOf(person);
    await api.deps.db
      .update(clientLinks)
      .set({ expiresAt: api.clock.now() })
      .where(eq(clientLinks.id, other.id));
    const expired = await api.as({ key: other.token }).get('/client/review');
    expect([expired.status, codeOf(expired)]).toEqual([401, 'INVALID_API_KEY']);
    expect(field(expired, 'message')).toMatch(/expired/);

    const last = await linkOf(person);
    expect((await owner(person).delete(`/workspaces/${person.tenant.workspaceId}`)).status).toBe(204);
    expect((await api.as({ key: last.token }).get('/client/review')).status).toBe(401);
    const [ended] = await api.deps.db.select().from(clientLinks).where(eq(clientLinks.id, last.id));
    expect(ended?.revokedAt).toBeInstanceOf(Date);
  });

  it('outlives the membership of its creator', async () => {
    const person = await api.mintPerson();
    const admin = await api.mintMember(person.tenant.workspaceId, 'ADMIN');
    const made = await api.as({ session: admin.session }).post(at(person), { name: 'Acme' });
    const removed = `/workspaces/${person.tenant.workspaceId}/members/${admin.memberId}`;
    expect((await owner(person).delete(removed)).status).toBe(204);
    const client = api.as({ key: field<string>(made, 'token') });
    expect((await client.get('/client/review')).status).toBe(200);
  });

  it('cannot be revoked from another workspace', async () => {
    const [person, stranger] = [await api.mintPerson(), await api.mintPerson()];
    const { id, token } = await linkOf(person);
    expect((await owner(stranger).delete(at(stranger, `/${id}`))).status).toBe(404);
    expect((await api.as({ key: token }).get('/client/review')).status).toBe(200);
  });

  it('needs a plan with approvals', async () => {
    const person = await api.mintPerson();
    const { workspaceId } = person.tenant;
    await api.deps.db.update(workspaces).set({ plan: 'FREE' }).where(eq(workspaces.id, workspaceId));
    expect(codeOf(await create(person))).toBe('FEATURE_NOT_AVAILABLE');
  });

  it('is in the audit log when it is created and revoked, without its token', async () => {
    const person = await api.mintPerson();
    const { id, token } = await linkOf(person);
    await owner(person).delete(at(person, `/${id}`));
    const rows = await api.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.workspaceId, person.tenant.workspaceId), eq(auditLog.subjectId, id)));
    expect(rows.map(({ action }) => action).sort()).toEqual(['client_link.created', 'client_link.revoked']);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is deleted as long after its expiry as revoked keys are kept', async () => {
    const person = await api.mintPerson();
    const [old, recent] = [await linkOf(person), await linkOf(person)];
    const { db, clock, retention } = api.deps;
    const age = (id: string, days: number) =>
      db
        .update(clientLinks)
        .set({ expiresAt: new Date(clock.now().getTime() - days * dayMs) })
        .where(eq(clientLinks.id, id));
    await age(old.id, 31);
    await age(recent.id, 29);
    await sweepOldRows(
      { ...api.deps, retention: { ...retention, revokedKeys: 30 } },
      new AbortController().signal,
    );
    const left = await db
      .select({ id: clientLinks.id })
      .from(clientLinks)
      .where(eq(clientLinks.workspaceId, person.tenant.workspaceId));
    expect(left).toEqual([{ id: recent.id }]);
  });

  it('never gets its token into a log line', async () => {
    const person = await api.mintPerson();
    const { token } = await linkOf(person);
    await api.as({ key: token }).get('/client/posts');
    await api.as({ key: token }).post('/client/posts/post_none/comments', { text: 'x' });
    await api.as({ key: `${token}x` }).get('/client/posts');
    expect(api.logLines.some((line) => line.includes('/client/posts'))).toBe(true);
    expect(api.logLines.filter((line) => line.includes(token))).toEqual([]);
    expect(
      await api.deps.db.select().from(posts).where(eq(posts.workspaceId, person.tenant.workspaceId)),
    ).toEqual([]);
  });
});
