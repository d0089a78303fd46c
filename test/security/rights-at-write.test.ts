import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { memberships, users, workspaces } from '../../src/db/schema/index.js';
import type { Role } from '../../src/domain/roles.js';
import { createGuardedFetch, type GuardedFetch } from '../../src/egress/guarded-fetch.js';
import { call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { presign } from '../media/support.js';

const address = 'https://9.9.9.9/hooks';
let guard: GuardedFetch;
/** Called before each name is looked up. */
let beforeLookUp: () => Promise<void> = () => Promise.resolve();

const api = useTestApi(() => {
  guard = createGuardedFetch({
    resolver: async () => {
      await beforeLookUp();
      return [{ address: '9.9.9.9', family: 4 }];
    },
  });
  return { webhooks: { fetch: guard } };
});
afterAll(() => guard[Symbol.asyncDispose]());

interface Scene {
  workspaceId: string;
  owner: TestSession;
  /** Another member, who loses the permission during a request. */
  session: TestSession;
  userId: string;
  memberId: string;
  paths: Record<'workspace' | 'endpoint' | 'delivery' | 'media' | 'member' | 'invitation' | 'key', string>;
}

const settled = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};

async function join(workspaceId: string, role: Role): Promise<{ userId: string; memberId: string }> {
  const { deps } = api;
  const [now, userId, memberId] = [deps.clock.now(), deps.newId('user'), deps.newId('membership')];
  const email = `${userId}@example.test`;
  await deps.db.insert(users).values({ id: userId, email, name: role, createdAt: now, updatedAt: now });
  await deps.db.insert(memberships).values({ id: memberId, workspaceId, userId, role, createdAt: now });
  return { userId, memberId };
}

/** Creates a workspace with one of everything that its members can change. */
async function scene(role: Role = 'ADMIN'): Promise<Scene> {
  const home = await mintTenant(api);
  const { workspaceId } = home;
  const owner = await mintSession(api, home.userId);
  const workspace = `/workspaces/${workspaceId}`;
  const post = async (path: string, body?: object): Promise<Answer> =>
    settled(await call(api, 'POST', `${workspace}${path}`, { session: owner, body }));
  const endpoint = `/webhook-endpoints/${field<string>(await post('/webhook-endpoints', { url: address }), 'id')}`;
  const deliveryId = field<string>(await post(`${endpoint}/test`), 'deliveryId');
  const { media } = await presign(api, home, { mime: 'image/png', sizeBytes: 100 });
  const other = await join(workspaceId, 'EDITOR');
  const invited = await post('/invitations', { email: `${home.userId}.x@example.test`, role: 'EDITOR' });
  const key = await post('/api-keys', { name: 'Of the owner' });
  const member = await join(workspaceId, role);
  return {
    workspaceId,
    owner,
    ...member,
    session: await mintSession(api, member.userId),
    paths: {
      workspace,
      endpoint: `${workspace}${endpoint}`,
      delivery: `${workspace}${endpoint}/deliveries/${deliveryId}`,
      media: `/media/${media.id}`,
      member: `${workspace}/members/${other.memberId}`,
      invitation: `${workspace}/invitations/${field<string>(invited, 'id')}`,
      key: `${workspace}/api-keys/${field<string>(key, 'id')}`,
    },
  };
}

const losses: [string, (at: Scene) => Promise<unknown>, string][] = [
  [
    'was removed',
    async ({ owner, memberId, paths }) =>
      settled(await call(api, 'DELETE', `${paths.workspace}/members/${memberId}`, { session: owner })),
    'FORBIDDEN_WORKSPACE',
  ],
  [
    'was demoted',
    async ({ owner, memberId, paths }) =>
      settled(
        await call(api, 'PATCH', `${paths.workspace}/members/${memberId}`, {
          session: owner,
          body: { role: 'CLIENT_REVIEWER' },
        }),
      ),
    'INSUFFICIENT_ROLE',
  ],
];

/** Returns the contents of the workspace, without the times of last use. */
async function contentsOf(workspaceId: string): Promise<unknown> {
  const tables = ['webhook_endpoints', 'webhook_deliveries', 'media_assets', 'invitations', 'api_keys'];
  const rows = await Promise.all(
    tables.map((table) =>
      api.deps.db.execute(
        table === 'webhook_deliveries'
          ? sql`select d.* from webhook_deliveries d join webhook_events e on e.id = d.event_id
              where e.workspace_id = ${workspaceId} order by d.id`
          : sql`select * from ${sql.raw(table)} where workspace_id = ${workspaceId} order by id`,
      ),
    ),
  );
  const others = sql`select id, role from memberships where workspace_id = ${workspaceId} order by id`;
  const home = await api.deps.db.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return [home, ...rows.map((result) => [...result]), [...(await api.deps.db.execute(others))]];
}

const countedOf = async ({ userId }: Scene): Promise<number> => {
  const [row] = await api.deps.db.execute<{ counted: number }>(sql`
    select coalesce(sum(count), 0)::int as counted from rate_limits, unnest(sustained_counts) count
    where subject = ${`user:${userId}`}`);
  return row?.counted ?? 0;
};

/** Sends half of a body, waits until the caller's rights were read, and sends the rest after the change. */
async function withHalfSentBody(
  at: Scene,
  [method, path, body]: BodiedRequest,
  change: () => Promise<unknown>,
): Promise<Answer> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const half = Math.ceil(bytes.length / 2);
  let goOn: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => (goOn = resolve));
  const raw = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, half)),
    pull: async (controller) => {
      await changed;
      controller.enqueue(bytes.subarray(half));
      controller.close();
    },
  });
  const before = await countedOf(at);
  const headers = { 'content-type': 'application/json' };
  const answer = call(api, method, path, { session: at.session, raw, headers });
  await expect.poll(() => countedOf(at)).toBe(before + 1);
  await change();
  goOn();
  return answer;
}

type BodiedRequest = [method: string, path: string, body: object];

const bodied: [string, (paths: Scene['paths']) => BodiedRequest][] = [
  [
    'add a webhook endpoint',
    (at) => ['POST', `${at.workspace}/webhook-endpoints`, { url: `${address}?added` }],
  ],
  ['change the URL of a webhook', (at) => ['PATCH', at.endpoint, { url: 'https://9.9.9.9/other' }]],
  ['get a new webhook secret', (at) => ['POST', `${at.endpoint}/rotate-secret`, { previousValidMs: 0 }]],
  ['replay webhooks', (at) => ['POST', `${at.endpoint}/replay`, { since: '2020-01-01T00:00:00Z' }]],
  ['change the workspace', (at) => ['PATCH', at.workspace, { name: 'Mine', requireApproval: false }]],
  ['change a file in the library', (at) => ['PATCH', at.media, { altText: 'Mine' }]],
  [
    'invite a member',
    (at) => ['POST', `${at.workspace}/invitations`, { email: 'b@example.test', role: 'CLIENT_REVIEWER' }],
  ],
  ['change a role', (at) => ['PATCH', at.member, { role: 'CLIENT_REVIEWER' }]],
  ['create a key', (at) => ['POST', `${at.workspace}/api-keys`, { name: 'Mine' }]],
];

describe.each(losses)('a member who %s during their request', (_, lose, code) => {
  it.each(bodied)('does not %s', async (_what, requestOf) => {
    const [at, untouched] = [await scene(), await scene()];
    let before: unknown;
    const answer = await withHalfSentBody(at, requestOf(at.paths), async () => {
      await lose(at);
      before = await contentsOf(at.workspaceId);
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    expect(await contentsOf(at.workspaceId)).toEqual(before);
    // The request is accepted if the member keeps the permission.
    settled(await withHalfSentBody(untouched, requestOf(untouched.paths), () => Promise.resolve()));
  });

  it.each([
    ['adds', 'POST', (at: Scene['paths']) => `${at.workspace}/webhook-endpoints`],
    ['changes the URL of', 'PATCH', (at: Scene['paths']) => at.endpoint],
  ])('is refused after a slow name resolution: the request %s a webhook', async (_what, method, pathOf) => {
    const at = await scene();
    let before: unknown;
    beforeLookUp = async () => {
      await lose(at);
      before = await contentsOf(at.workspaceId);
    };
    const body = { url: 'https://hooks.example.com/' };
    const answer = await call(api, method, pathOf(at.paths), { session: at.session, body });
    beforeLookUp = () => Promise.resolve();
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    expect(await contentsOf(at.workspaceId)).toEqual(before);
  });
});

const waitingForLocks = async (): Promise<number> => {
  const [row] = await api.deps.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.waiting ?? 0;
};

const bodiless: [string, string, (paths: Scene['paths']) => string][] = [
  ['send a test event', 'POST', (at) => `${at.endpoint}/test`],
  ['redeliver a webhook', 'POST', (at) => `${at.delivery}/redeliver`],
  ['remove a webhook endpoint', 'DELETE', (at) => at.endpoint],
  ['delete a file', 'DELETE', (at) => at.media],
  ['remove a member', 'DELETE', (at) => at.member],
  ['withdraw an invitation', 'DELETE', (at) => at.invitation],
  ['revoke a key', 'DELETE', (at) => at.key],
  ['delete the workspace', 'DELETE', (at) => at.workspace],
];

describe('a member whose removal is being committed', () => {
  it.each(bodiless)('does not %s', async (_what, method, pathOf) => {
    const [at, untouched] = [await scene('OWNER'), await scene('OWNER')];
    let before: unknown;
    let answer: Promise<Answer> | undefined;
    await api.deps.db.transaction(async (tx) => {
      await tx.select().from(workspaces).where(eq(workspaces.id, at.workspaceId)).for('no key update');
      before = await contentsOf(at.workspaceId);
      answer = call(api, method, pathOf(at.paths), { session: at.session });
      await expect.poll(waitingForLocks).toBe(1);
      await tx.update(memberships).set({ role: 'CLIENT_REVIEWER' }).where(eq(memberships.id, at.memberId));
    });
    const refused = await answer;
    expect([refused?.status, refused?.body]).toMatchObject([403, { code: 'INSUFFICIENT_ROLE' }]);
    const [home, ...rest] = (await contentsOf(at.workspaceId)) as unknown[];
    const [homeBefore, ...restBefore] = before as unknown[];
    expect([home, ...rest.slice(0, -1)]).toEqual([homeBefore, ...restBefore.slice(0, -1)]);
    settled(await call(api, method, pathOf(untouched.paths), { session: untouched.session }));
  });

  it('may still leave the workspace', async () => {
    const at = await scene();
    const leave = `${at.paths.workspace}/members/${at.memberId}`;
    const [, demote] = losses[1] ?? [];
    await demote?.(at);
    expect((await call(api, 'DELETE', leave, { session: at.session })).status).toBe(204);
  });
});
