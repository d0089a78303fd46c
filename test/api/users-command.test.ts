import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { runUsers } from '../../src/cli/users.js';
import { users } from '../../src/db/schema/index.js';
import { seedAccounts } from '../harness/sandbox.js';
import { seedDevelopment } from '../../src/services/seed/seed-development.js';
import { seedSignIn } from '../../src/services/seed/seed-sign-in.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const code = await runUsers(args, { deps: api.deps, publicUrl: 'https://punctual.example', print });
  return { code, lines };
}

const tokenIn = (lines: string[]): string =>
  /^https:\/\/punctual\.example\/sign-in#token=([\w-]{43})$/.exec(lines[0] ?? '')?.[1] ?? '';

const redeem = (token: string): Promise<Answer> =>
  call(api, 'POST', '/auth/one-time-sign-in', { body: { token } });

describe('punctual users', () => {
  it('creates the first user, who can sign in once and create a workspace', async () => {
    const { code, lines } = await run('add', 'Ada@Example.com', '--name', 'Ada');
    expect(code).toBe(0);
    const signedIn = await redeem(tokenIn(lines));
    expect(field(signedIn, 'user')).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      hasPassword: false,
    });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, origin: api.url };
    const made = await call(api, 'POST', '/workspaces', { headers, body: { name: 'First' } });
    expect(field(made, 'role')).toBe('OWNER');
    expect(codeOf(await redeem(tokenIn(lines)))).toBe('INVALID_CREDENTIALS');
  });

  it('makes the first user an operator, and changes the roles of users on the installation', async () => {
    const roleOf = async (email: string) =>
      (await api.deps.db.select().from(users).where(eq(users.email, email)))[0]?.installationRole;
    expect(await roleOf('ada@example.com')).toBe('OPERATOR');
    await run('add', 'alan@example.com');
    expect(await roleOf('alan@example.com')).toBe('CREATOR');
    for (const role of ['operator', 'member'] as const) {
      const { code, lines } = await run('role', 'Alan@example.com', role);
      expect(code).toBe(0);
      expect(lines).toEqual([`alan@example.com now has the role ${role} on this installation.`]);
      expect(await roleOf('alan@example.com')).toBe(role.toUpperCase());
    }
    await api.deps.db.delete(users).where(eq(users.email, 'alan@example.com'));
  });

  it('lists the users with their roles and their living workspaces', async () => {
    await run('add', 'mary@example.com', '--name', 'Mary');
    const ada = await run('sign-in', 'ada@example.com');
    const signedIn = await redeem(tokenIn(ada.lines));
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, origin: api.url };
    const made = await call(api, 'POST', '/workspaces', { headers, body: { name: 'Deleted' } });
    await call(api, 'DELETE', `/workspaces/${String(field(made, 'id'))}`, { headers });
    const { code, lines } = await run('list');
    expect(code).toBe(0);
    const expected = [
      'Ada <ada@example.com>: operator',
      '    First (owner)',
      'Mary <mary@example.com>: creator',
    ];
    expect(lines).toEqual(expected);
    expect((await run('list', 'ada@example.com')).code).toBe(1);
    await api.deps.db.delete(users).where(eq(users.email, 'mary@example.com'));
  });

  it('creates a sign-in link for a user who has lost the password, but creates no user by mistake', async () => {
    await run('add', 'grace@example.com');
    const { code, lines } = await run('sign-in', 'GRACE@example.com');
    expect(code).toBe(0);
    expect((await redeem(tokenIn(lines))).status).toBe(200);
    for (const args of [
      ['sign-in', 'garce@example.com'],
      ['add', 'grace@example.com'],
      ['add', 'no address'],
      ['add'],
      ['remove', 'grace@example.com'],
      ['add', 'x@example.com', '--unknown'],
      ['role', 'grace@example.com'],
      ['role', 'grace@example.com', 'owner'],
      ['role', 'garce@example.com', 'operator'],
    ]) {
      expect((await run(...args)).code).toBe(1);
    }
    expect(await api.deps.db.$count(users)).toBe(2);
    expect(await api.deps.db.$count(users, eq(users.email, 'garce@example.com'))).toBe(0);
  });
});

describe('the sign-in of a development stack', () => {
  it('is for the owner of the seeded workspace, and a later start invalidates the earlier link', async () => {
    const { workspaceId } = await seedDevelopment(api.deps, { accounts: seedAccounts });
    const first = await seedSignIn(api.deps);
    const second = await seedSignIn(api.deps);
    expect(codeOf(await redeem(first.token))).toBe('INVALID_CREDENTIALS');
    const signedIn = await redeem(second.token);
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const list = await call(api, 'GET', '/workspaces', { headers: { cookie } });
    expect(field(list, 'data')).toMatchObject([{ id: workspaceId, role: 'OWNER' }]);
  });

  it('has a page that loads nothing from other origins and runs no inline script', async () => {
    const page = await fetch(`${api.url}/sign-in`);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/);
    const html = await page.text();
    const loaded = /<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)"/g;
    const files = [...html.matchAll(loaded)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(/^\/assets\//);
      const answer = await fetch(`${api.url}${file}`);
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    }
    expect(html).not.toMatch(/<script>|\sstyle=|\son\w+=/);
  });
});
