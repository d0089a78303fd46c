import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { operations } from '../../src/api/routes/index.js';
import { postEvents, posts, targets } from '../../src/db/schema/index.js';
import { openApiDocument } from '../harness/description.js';
import { idempotencyLockMs, idempotencyWindowMs } from '../../src/domain/limits.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { ahead, call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintKey, mintSession, mintTenant } from '../harness/tenants.js';
import { failedComment, leaveTargets, type TargetFields } from '../harness/leave-targets.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

/** Guards the URLs of webhooks, and resolves no names. */
const guard = createGuardedFetch({
  resolver: () => Promise.reject(new Error('No names are looked up here.')),
});
afterAll(() => guard[Symbol.asyncDispose]());
const webhookApi = useTestApi({ webhooks: { fetch: guard } });

const parallelCreates = 30;

interface Sent {
  key?: string;
  body?: object;
  credential?: string;
}

function create({ key, body, credential = tenant.key }: Sent = {}): Promise<Answer> {
  return call(api, 'POST', '/posts', {
    key: credential,
    body: body ?? { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

async function keyRows(): Promise<{ key: string; answer: string | null; fingerprint: string }[]> {
  const rows = await api.deps.db.execute<{ key: string; answer: string | null; fingerprint: string }>(
    sql`select key, answer, fingerprint from idempotency_keys order by key`,
  );
  return [...rows];
}

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

describe('Idempotency-Key', () => {
  it('returns the first response again, with the same status, body and type, but with a new request id', async () => {
    const first = await create({ key: 'k1' });
    const again = await create({ key: 'k1' });
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    const next = await create({ key: 'k2' });
    expect(field(next, 'id')).not.toBe(field(first, 'id'));
  });

  it('treats bodies with a different order of fields as the same request', async () => {
    const platforms = [{ accountId: tenant.accountIds[0] }];
    const first = await create({ key: 'order', body: { content: 'x', platforms } });
    const again = await create({ key: 'order', body: { platforms, content: 'x' } });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('returns 422 for another body or another resource', async () => {
    const first = await create({ key: 'k' });
    const other = await create({
      key: 'k',
      body: { content: 'y', platforms: [{ accountId: tenant.accountIds[0] }] },
    });
    expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const second = await create();
    const body = { scheduledAt: ahead(api) };
    const schedule = (id: string): Promise<Answer> =>
      call(api, 'POST', `/posts/${id}/schedule`, {
        key: tenant.key,
        body,
        headers: { 'idempotency-key': 'k' },
      });
    // The same key may be used for another operation.
    expect((await schedule(field(first, 'id'))).status).toBe(200);
    expect(codeOf(await schedule(field(second, 'id')))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is separate for each credential', async () => {
    const otherKey = await mintKey(api, tenant.userId);
    const first = await create({ key: 'mine' });
    const second = await create({ key: 'mine', credential: otherKey });
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect(field(second, 'id')).not.toBe(field(first, 'id'));
  });

  it.each(['', 'a b', 'x'.repeat(256), 'grün'])('refuses the malformed key %j with 400', async (key) => {
    const before = await countRows(api);
    const answer = await create({ key });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field(answer, 'details')).toMatchObject([{ path: 'Idempotency-Key', code: 'invalid_format' }]);
    expect(await countRows(api)).toEqual(before);
  });

  it(`creates one post from ${parallelCreates} parallel requests, and refuses or replays the others`, async () => {
    const before = await countRows(api);
    const answers = await Promise.all(
      Array.from({ length: parallelCreates }, () => create({ key: 'parallel' })),
    );
    expect((await countRows(api))['posts']).toBe((before['posts'] ?? 0) + 1);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      expect(codeOf(answer)).toBe('IDEMPOTENCY_KEY_IN_USE');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted.length + refused.length).toBe(parallelCreates);
    expect(accepted.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(isReplay(await create({ key: 'parallel' }))).toBe(true);
  });

  it('stays free if the request is refused, so that the corrected request can use it', async () => {
    const past = {
      content: 'x',
      platforms: [{ accountId: tenant.accountIds[0] }],
      scheduledFor: ahead(api, -1),
    };
    expect((await create({ key: 'again', body: past })).status).toBe(400);
    const corrected = await create({ key: 'again' });
    expect([corrected.status, isReplay(corrected)]).toEqual([201, false]);
  });

  it('is kept for 24 hours from its first use, and is later deleted by the reconciler', async () => {
    const first = await create({ key: 'daily' });
    api.clock.shiftMs += idempotencyWindowMs - 60_000;
    expect(isReplay(await create({ key: 'daily' }))).toBe(true);
    api.clock.shiftMs += 120_000;
    const next = await create({ key: 'daily' });
    expect([next.status, isReplay(next)]).toEqual([201, false]);
    expect(field(next, 'id')).not.toBe(field(first, 'id'));
    expect((await keyRows()).some(({ key }) => key === 'daily')).toBe(true);
    api.clock.shiftMs += idempotencyWindowMs + 1;
    await reconcile(api.deps, { includeYoung: false });
    expect(await keyRows()).toEqual([]);
  });

  it('is optional, and is not stored for other methods', async () => {
    const before = await keyRows();
    await create();
    await call(api, 'GET', '/posts', { key: tenant.key, headers: { 'idempotency-key': 'get' } });
    expect(await keyRows()).toEqual(before);
  });

  it('is stored without plain text from the request or the response', async () => {
    const content = 'a caption that nobody may read here';
    await create({
      key: 'sealed',
      body: { content, platforms: [{ accountId: tenant.accountIds[0] }] },
    });
    const row = (await keyRows()).find(({ key }) => key === 'sealed');
    expect(row?.answer).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(content);
  });

  it('does not return a stored response after the caller has lost access to its workspace', async () => {
    await create({ key: 'lost' });
    await api.deps.db.execute(sql`delete from memberships where user_id = ${tenant.userId}`);
    const again = await create({ key: 'lost' });
    expect([again.status, codeOf(again)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an Idempotency-Key whose request ended without a response', () => {
  /** Leaves the row as a killed process does: the key is claimed, and no response is stored. */
  async function forgetAnswer(key: string): Promise<void> {
    await api.deps.db.execute(sql`update idempotency_keys set answer = null where key = ${key}`);
  }

  it('is locked for a while, and then returns the post that was already created', async () => {
    const first = await create({ key: 'died' });
    await forgetAnswer('died');
    const held = await create({ key: 'died' });
    expect([held.status, codeOf(held)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    api.clock.shiftMs += idempotencyLockMs + 1;
    const before = await countRows(api);
    const again = await create({ key: 'died' });
    expect([again.status, isReplay(again), field(again, 'id')]).toEqual([200, true, field(first, 'id')]);
    expect(await countRows(api)).toEqual(before);
    expect((await create({ key: 'died' })).text).toBe(again.text);
  });

  it('is continued once, even by concurrent repeats, and stays bound to its request', async () => {
    await create({ key: 'many' });
    await forgetAnswer('many');
    api.clock.shiftMs += idempotencyLockMs + 1;
    const other = { content: 'other', platforms: [{ accountId: tenant.accountIds[0] }] };
    expect(codeOf(await create({ key: 'many', body: other }))).toBe('IDEMPOTENCY_KEY_REUSED');
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ key: 'many' })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('an Idempotency-Key of an action on a post, whose request ended after the change but without a response', () => {
  const day = 86_400_000;

  /** Creates a post with these fields, in its own workspace. */
  async function leftAs(fields: Partial<typeof posts.$inferInsert>, target: TargetFields) {
    const postId = field<string>(await create({ body: { content: 'x', ...body() } }), 'id');
    await leave(postId, fields, target);
    const [row] = await api.deps.db.select().from(targets).where(eq(targets.postId, postId));
    return { postId, targetId: row?.id ?? '' };
  }
  const body = () => ({ platforms: [{ accountId: tenant.accountIds[0] }] });
  async function leave(
    postId: string,
    fields: Partial<typeof posts.$inferInsert>,
    target: TargetFields,
  ): Promise<void> {
    await api.deps.db.update(posts).set(fields).where(eq(posts.id, postId));
    await leaveTargets(api.deps.db, eq(targets.postId, postId), target);
  }
  const failed = [
    { status: 'FAILED', workflowId: null, pendingWorkflowId: null },
    { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' },
  ] as const;
  const commentFailed = [
    { status: 'PUBLISHED' },
    {
      status: 'PUBLISHED',
      externalPostId: 'p',
      firstComment: 'y',
      comment: { ...failedComment('PLATFORM_REJECTED'), runId: null },
    },
  ] as const;
  // Earlier tests have moved the clock by days.
  const held = [
    { status: 'NEEDS_APPROVAL', scheduledAt: new Date(Date.now() + 30 * day) },
    { status: 'DRAFT' },
  ] as const;
  const scheduledFor = (daysAhead: number) => ({ scheduledAt: ahead(api, daysAhead * day) });
  interface Action {
    path: (ids: { postId: string; targetId: string }) => string;
    sent: () => object | undefined;
    /** The state of the post before each of the two requests. */
    before: readonly [Partial<typeof posts.$inferInsert>, Partial<typeof targets.$inferInsert>];
    bySession?: true;
  }
  const actions = {
    retry: {
      path: ({ postId }) => `/posts/${postId}/retry`,
      sent: () => ({ republishUnconfirmed: true }),
      before: failed,
    },
    resolve: {
      path: ({ postId, targetId }) => `/posts/${postId}/targets/${targetId}/resolve`,
      sent: () => ({ published: false }),
      before: failed,
    },
    'retry-first-comment': {
      path: ({ postId, targetId }) => `/posts/${postId}/targets/${targetId}/retry-first-comment`,
      sent: () => undefined,
      before: commentFailed,
    },
    schedule: {
      path: ({ postId }) => `/posts/${postId}/schedule`,
      sent: () => scheduledFor(2),
      before: failed,
    },
    reschedule: {
      path: ({ postId }) => `/posts/${postId}/reschedule`,
      sent: () => scheduledFor(2),
      before: [
        { status: 'SCHEDULED', scheduledAt: new Date(Date.now() + 30 * day) },
        { status: 'SCHEDULED' },
      ],
    },
    cancel: {
      path: ({ postId }) => `/posts/${postId}/cancel`,
      sent: () => undefined,
      before: [
        { status: 'SCHEDULED', scheduledAt: new Date(Date.now() + 30 * day) },
        { status: 'SCHEDULED' },
      ],
    },
    approve: {
      path: ({ postId }) => `/posts/${postId}/approve`,
      sent: () => undefined,
      before: held,
      bySession: true,
    },
    reject: {
      path: ({ postId }) => `/posts/${postId}/reject`,
      sent: () => ({ reason: 'Not yet.' }),
      before: held,
      bySession: true,
    },
  } satisfies Record<string, Action>;

  it.each(Object.entries<Action>(actions))(
    'returns the current post to a repeat, and changes nothing: %s',
    async (name, action) => {
      const { path, sent, before, bySession } = action;
      const ids = await leftAs(...before);
      const credential = bySession ? { session: await mintSession(api, tenant.userId) } : { key: tenant.key };
      const request = {
        ...credential,
        ...(sent() && { body: sent() }),
        headers: { 'idempotency-key': name },
      };
      const send = () => call(api, 'POST', path(ids), request);
      expect((await send()).status).toBe(200);
      await api.deps.db.execute(sql`update idempotency_keys set answer = null where key = ${name}`);
      // In the meantime, the post is in the same state again.
      await leave(ids.postId, ...before);
      api.clock.shiftMs += idempotencyLockMs + 1;
      const eventsOf = () => api.deps.db.select().from(postEvents).where(eq(postEvents.postId, ids.postId));
      const [told, rows] = [await eventsOf(), await countRows(api)];
      const repeats = await Promise.all([send(), send()]);
      const again = repeats.find(({ status }) => status === 200) ?? repeats[0];
      expect([again.status, isReplay(again)]).toEqual([200, true]);
      expect(field(again, 'status')).toBe(before[0].status);
      expect([await eventsOf(), await countRows(api)]).toEqual([told, rows]);
      const kept = await send();
      expect([kept.text, isReplay(kept)]).toEqual([again.text, true]);
    },
  );

  it('does not report a target as canceled that was scheduled or added meanwhile', async () => {
    const ids = await leftAs(...actions.cancel.before);
    const request = { key: tenant.key, headers: { 'idempotency-key': 'since' } };
    const cancel = () => call(api, 'POST', `/posts/${ids.postId}/cancel`, request);
    const canceled = [{ targetId: ids.targetId, result: 'CANCELED' }];
    expect(field(await cancel(), 'cancelResults')).toEqual(canceled);
    const repeated = async () => {
      await api.deps.db.execute(sql`update idempotency_keys set answer = null where key = 'since'`);
      api.clock.shiftMs += idempotencyLockMs + 1;
      return field(await cancel(), 'cancelResults');
    };
    expect(await repeated()).toEqual(canceled);
    const [known] = await api.deps.db.select().from(targets).where(eq(targets.id, ids.targetId));
    if (known === undefined) throw new Error('The post has no target.');
    const added = { ...known, id: api.deps.newId('target'), status: 'DRAFT', order: 1 } as const;
    await api.deps.db.insert(targets).values({ ...added, socialAccountId: tenant.accountIds[1] });
    expect(await repeated()).toEqual(canceled);
    await leave(ids.postId, ...actions.cancel.before);
    expect(await repeated()).toEqual([]);
  });

  it('is not used up by a refused request', async () => {
    const ids = await leftAs({ status: 'DRAFT' }, { status: 'DRAFT' });
    const headers = { 'idempotency-key': 'refused' };
    const retry = () => call(api, 'POST', `/posts/${ids.postId}/retry`, { key: tenant.key, headers });
    expect(codeOf(await retry())).toBe('INVALID_STATE');
    await leave(ids.postId, ...failed);
    const done = await retry();
    expect([done.status, isReplay(done)]).toEqual([200, false]);
  });
});

describe('an Idempotency-Key of a completed request', () => {
  it('stays bound even if a repeat is refused meanwhile', async () => {
    const postId = field<string>(await create(), 'id');
    const headers = { 'idempotency-key': 'bound' };
    const body = { scheduledAt: ahead(api, 2 * 86_400_000) };
    const schedule = () => call(api, 'POST', `/posts/${postId}/schedule`, { key: tenant.key, body, headers });
    const leaveDeleted = (deletedAt: Date | null) =>
      api.deps.db.update(posts).set({ deletedAt }).where(eq(posts.id, postId));
    expect((await schedule()).status).toBe(200);
    await api.deps.db.execute(sql`update idempotency_keys set answer = null where key = 'bound'`);
    api.clock.shiftMs += idempotencyLockMs + 1;
    await leaveDeleted(api.clock.now());
    expect(codeOf(await schedule())).toBe('NOT_FOUND');
    await leaveDeleted(null);
    await api.deps.db.update(posts).set({ status: 'DRAFT' }).where(eq(posts.id, postId));
    const again = await schedule();
    expect([again.status, isReplay(again), field(again, 'status')]).toEqual([200, true, 'DRAFT']);
  });
});

describe('an Idempotency-Key of a request with an internal error', () => {
  it('stores no response: only the same request may be repeated, and runs again', async () => {
    let broken = true;
    const newId = api.deps.newId;
    const faulty = await startTestApi({
      newId: (kind) => {
        if (broken && kind === 'post') throw new Error('a fault');
        return newId(kind);
      },
    });
    const owner = await mintTenant(faulty);
    const send = (content: string): Promise<Answer> =>
      call(faulty, 'POST', '/posts', {
        key: owner.key,
        body: { content, platforms: [{ accountId: owner.accountIds[0] }] },
        headers: { 'idempotency-key': 'fault' },
      });
    expect((await send('x')).status).toBe(500);
    broken = false;
    expect(codeOf(await send('y'))).toBe('IDEMPOTENCY_KEY_REUSED');
    const again = await send('x');
    expect([again.status, isReplay(again)]).toEqual([201, false]);
    await faulty.close();
  });
});

describe('a secret that is shown once', () => {
  it('is not stored: a repeat is refused with an explanation, and changes nothing', async () => {
    const { session, tenant: own } = await webhookApi.mintPerson();
    const inWorkspace = `/workspaces/${own.workspaceId}`;
    const send = (path: string, body: object): Promise<Answer> =>
      call(webhookApi, 'POST', `${inWorkspace}${path}`, {
        session,
        body,
        headers: { 'idempotency-key': path },
      });
    const endpoint = await send('/webhook-endpoints', { url: 'https://9.9.9.9/hooks' });
    for (const [path, body, secretField] of [
      ['/api-keys', { name: 'CI' }, 'key'],
      ['/invitations', { email: 'guest@example.com', role: 'EDITOR' }, 'token'],
      ['/webhook-endpoints', { url: 'https://9.9.9.9/hooks' }, 'secret'],
      [`/webhook-endpoints/${field<string>(endpoint, 'id')}/rotate-secret`, {}, 'secret'],
    ] as const) {
      const first = path === '/webhook-endpoints' ? endpoint : await send(path, body);
      expect(first.status, path).toBeLessThan(300);
      const before = await countRows(webhookApi);
      const again = await send(path, body);
      expect([again.status, codeOf(again)]).toEqual([409, 'CONFLICT']);
      expect(field<string>(again, 'message')).toContain(field<string>(first, 'id'));
      expect(again.body).toMatchObject({ existingId: field<string>(first, 'id') });
      expect(field<string>(again, 'message').includes('rotate-secret')).toBe(path === '/webhook-endpoints');
      expect(again.text).not.toContain(field<string>(first, secretField));
      expect(await countRows(webhookApi)).toEqual(before);
      const [row] = await webhookApi.deps.db.execute<
        Record<'answer' | 'credential_id' | 'operation', string>
      >(sql`select * from idempotency_keys where key = ${path}`);
      const rowId = `${row?.credential_id}:${row?.operation}:${path}`;
      const place = { table: 'idempotency_keys', column: 'answer', rowId } as const;
      const kept = webhookApi.deps.vault.open(row?.answer ?? '', place);
      expect(kept).not.toContain(field<string>(first, secretField));
    }
  });
});

describe('the API description of Idempotency-Key', () => {
  it('documents the header and its errors on every POST with credentials', () => {
    const { paths } = openApiDocument() as {
      paths: Record<string, Record<string, { parameters?: { $ref?: string }[]; responses: object }>>;
    };
    const posts = operations.filter(({ route }) => route.method === 'post' && route.security?.length !== 0);
    expect(posts.length).toBeGreaterThan(5);
    for (const { route } of posts) {
      const described = paths[route.path]?.['post'];
      expect(described?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
      expect(JSON.stringify(described?.responses)).toContain('IDEMPOTENCY_KEY_IN_USE');
    }
  });
});
