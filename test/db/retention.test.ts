import { eq, getTableName, is, sql, type SQL } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../../src/db/schema/index.js';
import { createPrometheus } from '../../src/observability/prometheus.js';
import { readTableBytes } from '../../src/services/health/table-bytes.js';
import { retentionRules } from '../../src/services/retention/rules.js';
import { oldRows, retentionLimits, sweepOldRows } from '../../src/services/retention/sweep.js';
import { mintComment } from '../harness/comments.js';
import { untilLockWaits } from '../harness/lock-waits.js';
import { leaveTargets, type TargetFields } from '../harness/leave-targets.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const { clientReferences, comments, posts, publishAttempts, targets, webhookDeliveries, webhookEvents } =
  schema;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const days = { auditLog: 40, revokedKeys: 40, deletedPosts: 40, posts: 40, comments: 40, metrics: 40 };
const forever = { auditLog: 0, revokedKeys: 0, deletedPosts: 0, posts: 0, comments: 0, metrics: 0 };

const api = useTestApi();
const tenant = useTenant(api, { each: true });

/** Limits that are high enough for a slow machine to finish a sweep. */
const unhurried = { ...retentionLimits, sweepMsMax: 60_000, kindMsMax: 60_000, statementTimeoutMs: 15_000 };

const sweep = (retention = days, limits = unhurried): Promise<void> =>
  sweepOldRows({ ...api.deps, retention }, new AbortController().signal, limits);

interface Made {
  ids: SQL;
  at: SQL;
  count: number;
}

/** Inserts rows from `generate_series`. `at` is the time that the retention rule of that name checks. */
const insertOf: Readonly<Record<string, (made: Made) => SQL>> = {
  'webhook events': ({ ids, at, count }) =>
    sql`insert into webhook_events (id, workspace_id, type, payload, created_at)
      select ${ids}, ${tenant.workspaceId}, 'post.published', '{}', ${at} from generate_series(1, ${count}::int) n`,
  'Idempotency-Keys': ({ ids, at, count }) =>
    sql`insert into idempotency_keys (credential_id, operation, key, request_id, fingerprint, locked_until, created_at)
      select 'key', 'createPost', ${ids}, 'req', '', now(), ${at} from generate_series(1, ${count}::int) n`,
  'client references': ({ ids, at, count }) =>
    sql`insert into client_references (workspace_id, client_reference_id, post_id, created_at)
      select ${tenant.workspaceId}, ${ids}, 'post', ${at} from generate_series(1, ${count}::int) n`,
  sessions: ({ ids, at, count }) =>
    sql`insert into sessions (id, user_id, token_hash, opened_by, created_at, last_used_at, expires_at)
      select ${ids}, ${tenant.userId}, decode(md5(${ids}), 'hex'), 'password', now(), now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'one-time sign-ins': ({ ids, at, count }) =>
    sql`insert into one_time_sign_ins (token_hash, user_id, created_at, expires_at)
      select decode(md5(${ids}), 'hex'), ${tenant.userId}, now(), ${at} from generate_series(1, ${count}::int) n`,
  invitations: ({ ids, at, count }) =>
    sql`insert into invitations (id, workspace_id, email, role, token_hash, invited_by_user_id, created_at, expires_at)
      select ${ids}, ${tenant.workspaceId}, ${ids}, 'EDITOR', decode(md5(${ids}), 'hex'), ${tenant.userId}, now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'counts of failed sign-ins': ({ ids, at, count }) =>
    sql`insert into sign_in_throttles (key, attempts, blocked_until, last_attempt_at)
      select decode(md5(${ids}), 'hex'), 1, now(), ${at} from generate_series(1, ${count}::int) n`,
  'connect sessions': ({ ids, at, count }) =>
    sql`insert into connect_sessions (id, workspace_id, platform, sandbox, status, credential_tries, created_at, expires_at, ended_at)
      select ${ids}, ${tenant.workspaceId}, 'X', false, 'FAILED', 0, now(), now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'audit log': ({ ids, at, count }) =>
    sql`insert into audit_log (id, workspace_id, created_at, action, actor_kind, subject_id, changes)
      select ${ids}, ${tenant.workspaceId}, ${at}, 'workspace.updated', 'system', 'subject', '[]'
      from generate_series(1, ${count}::int) n`,
  'revoked API keys': ({ ids, at, count }) =>
    sql`insert into api_keys (id, user_id, name, mode, hash, hint, created_at, revoked_at)
      select ${ids}, ${tenant.userId}, 'A key', 'full', decode(md5(${ids}), 'hex'), 'hint', now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'access tokens of apps': ({ ids, at, count }) =>
    sql`insert into app_tokens (hash, api_key_id, created_at, expires_at)
      select decode(md5(${ids}), 'hex'), (select id from api_keys where user_id = ${tenant.userId} limit 1), now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'client links': ({ ids, at, count }) =>
    sql`insert into client_links (id, workspace_id, name, token_hash, created_by_user_id, created_at, expires_at)
      select ${ids}, ${tenant.workspaceId}, 'A client', decode(md5(${ids}), 'hex'), ${tenant.userId}, now(), ${at}
      from generate_series(1, ${count}::int) n`,
  'states of reading comments': ({ ids, at, count }) =>
    sql`insert into comment_feeds (social_account_id, external_post_id, workspace_id, platform, published_at)
      select ${tenant.accountIds[0]}, ${ids}, ${tenant.workspaceId}, 'BLUESKY', ${at}
      from generate_series(1, ${count}::int) n`,
  'snapshots of numbers': ({ ids, at, count }) =>
    sql`with made as (
        insert into posts (id, workspace_id, created_by_user_id, status, generation, created_via_api,
          created_via_flat_shape, created_at, updated_at)
        select 'measured-' || ${ids}, ${tenant.workspaceId}, ${tenant.userId}, 'PUBLISHED', 1, true, true, ${at}, ${at}
        from generate_series(1, 1) n returning id, created_at
      ), shown as (
        insert into publications (id, post_id, "order", social_account_id, platform, status, media_ids,
          republish_unconfirmed, attempt_count, created_at, updated_at)
        select 'target-of-' || id, id, 0, ${tenant.accountIds[0]}, 'BLUESKY', 'PUBLISHED', '[]', false, 1, created_at,
          created_at
        from made returning id
      ) insert into metric_snapshots (target_id, measured_at, "values", native)
      select shown.id, ${at}, '{}', '{}' from shown, generate_series(1, ${count}::int) n`,
  'deleted posts': (made) => insertPosts(made, sql`'CANCELED'`, made.at),
  posts: (made) => insertPosts(made, sql`'PUBLISHED'`, sql`null::timestamptz`),
};

/** Each post has a target. */
const insertPosts = ({ ids, at, count }: Made, status: SQL, deletedAt: SQL): SQL =>
  sql`with made as (
      insert into posts (id, workspace_id, created_by_user_id, status, generation, created_via_api, created_via_flat_shape,
        created_at, updated_at, deleted_at)
      select ${ids}, ${tenant.workspaceId}, ${tenant.userId}, ${status}, 1, true, true, ${at}, ${at}, ${deletedAt}
      from generate_series(1, ${count}::int) n returning id, status, created_at
    ) insert into publications (id, post_id, "order", social_account_id, platform, status, media_ids,
        republish_unconfirmed, attempt_count, created_at, updated_at)
      select 'target-of-' || id, id, 0, ${tenant.accountIds[0]}, 'BLUESKY', status, '[]', false, 1, created_at, created_at
      from made`;

/** Inserts rows that were created about this long ago. */
async function insert(
  name: string,
  { label, count, agoMs }: { label: string; count: number; agoMs: number },
) {
  const from = new Date(api.clock.now().getTime() - agoMs).toISOString();
  const made = {
    ids: sql`${`${label}-`}::text || n`,
    at: sql`${from}::timestamptz + n * interval '1 ms'`,
    count,
  };
  await api.deps.db.execute(insertOf[name]?.(made) ?? sql`select`);
}

describe('old rows', () => {
  it.each(retentionRules)(
    'are found by an index and deleted, and young ones are kept: $name',
    async (rule) => {
      const { db } = api.deps;
      const keptMs = rule.keptMs(days) ?? 0;
      const [countBefore, young] = [await db.$count(rule.table), 10_000];
      await insert(rule.name, { label: 'old', count: 700, agoMs: keptMs + hourMs });
      await insert(rule.name, { label: 'young', count: young, agoMs: keptMs - hourMs });
      await db.execute(sql`vacuum analyze ${rule.table}`);
      await db.execute(sql`vacuum analyze publications`);
      const before = new Date(api.clock.now().getTime() - keptMs - 1);
      const plan = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${oldRows(rule, before)}`);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(new RegExp(`Index Scan using \\w+ on ${getTableName(rule.table)}`));
      expect(text).not.toContain('Sort');
      await sweep();
      expect((await db.$count(rule.table)) - countBefore).toBe(young);
      await db.execute(sql`delete from ${rule.table} where ${rule.at} is not null`);
    },
  );

  it('are kept forever if the number of days is 0, except those without any use', async () => {
    const { db } = api.deps;
    for (const name of ['audit log', 'revoked API keys', 'deleted posts', 'posts'])
      await insert(name, { label: `kept-${name}`, count: 3, agoMs: 5_000 * dayMs });
    const ancient = new Date(api.clock.now().getTime() - 5_000 * dayMs);
    const commentId = await mintComment(api, tenant, { createdAt: ancient });
    const counts = () =>
      Promise.all([schema.auditLog, schema.apiKeys, posts, comments].map((table) => db.$count(table)));
    const before = await counts();
    await sweep(forever);
    expect(await counts()).toEqual(before);
    await sweep();
    expect(await db.$count(posts, eq(posts.workspaceId, tenant.workspaceId))).toBe(0);
    expect(await db.$count(comments, eq(comments.id, commentId))).toBe(0);
  });

  it('are counted by table', async () => {
    const none = () => Promise.reject(new Error('not asked for'));
    const { metrics, render } = createPrometheus({ process: 'test', readDebts: none, readTableBytes: none });
    await insert('client references', { label: 'counted', count: 3, agoMs: 2 * dayMs });
    await sweepOldRows({ ...api.deps, metrics }, new AbortController().signal, unhurried);
    const { text } = await render();
    expect(text).toMatch(/punctual_rows_deleted_total\{[^}]*table="client_references"[^}]*\} 3/);
  });

  it('are skipped while a transaction uses one of them', async () => {
    const { db } = api.deps;
    await insert('client references', { label: 'used', count: 3, agoMs: 2 * dayMs });
    const left = () => db.$count(clientReferences, eq(clientReferences.workspaceId, tenant.workspaceId));
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from client_references where client_reference_id = 'used-1' for update`);
      await sweep();
      expect(await left()).toBe(1);
    });
    await sweep();
    expect(await left()).toBe(0);
  });

  it('are left to the next sweep once the time limit is reached', async () => {
    await insert('client references', { label: 'late', count: 3, agoMs: 2 * dayMs });
    await sweep(days, { ...unhurried, sweepMsMax: 0 });
    await sweep(days, { ...unhurried, kindMsMax: 0 });
    expect(await api.deps.db.$count(clientReferences)).toBe(3);
    await sweep();
    expect(await api.deps.db.$count(clientReferences)).toBe(0);
  });

  it('are logged by kind if their deletion takes too long, and the other kinds are deleted', async () => {
    const { db, log } = api.deps;
    const failed: unknown[] = [];
    const deps = {
      ...api.deps,
      retention: days,
      log: { ...log, error: (fault: { rows: string }) => failed.push(fault.rows) } as typeof log,
    };
    await insert('deleted posts', { label: 'slow', count: 1, agoMs: 100 * dayMs });
    for (const { name } of retentionRules)
      if (name !== 'deleted posts') await insert(name, { label: 'other', count: 1, agoMs: 5_000 * dayMs });
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from publications where post_id = 'slow-1' for update`);
      await sweepOldRows(deps, new AbortController().signal, { ...unhurried, statementTimeoutMs: 1_000 });
    });
    expect(failed).toEqual(['deleted posts']);
    const left = await Promise.all(
      retentionRules.map(async (rule) => {
        const before = new Date(api.clock.now().getTime() - (rule.keptMs(days) ?? 0));
        return (await db.execute(oldRows(rule, before))).length;
      }),
    );
    expect(left).toEqual(retentionRules.map(({ name }) => (name === 'deleted posts' ? 1 : 0)));
    await sweep();
    expect(await db.$count(posts, eq(posts.id, 'slow-1'))).toBe(0);
  });
});

describe('an old post', () => {
  const longAgo = (): Date => new Date(api.clock.now().getTime() - 100 * dayMs);

  /** A post that was published long ago, with a target and an attempt. */
  async function mintOld(
    post: Partial<typeof posts.$inferInsert> = {},
    target: TargetFields = {},
    outcome: 'PUBLISHED' | 'AMBIGUOUS' | 'UNCONFIRMED' | null = 'PUBLISHED',
  ): Promise<string> {
    const { db } = api.deps;
    const at = longAgo();
    const postId = await api.draft(tenant, {
      platforms: [{ accountId: tenant.accountIds[0], firstComment: 'First' }],
    });
    await db
      .update(posts)
      .set({ status: 'PUBLISHED', createdAt: at, updatedAt: at, ...post })
      .where(eq(posts.id, postId));
    const [targetId = ''] = await leaveTargets(db, eq(targets.postId, postId), {
      ...{ status: 'PUBLISHED', publishedAt: at, comment: { status: 'PUBLISHED' } },
      ...target,
    });
    await db.insert(publishAttempts).values({
      id: api.deps.newId('attempt'),
      publicationId: targetId,
      accountIdentity: 'identity',
      generation: 1,
      number: 1,
      workflowId: `publish-post:${postId}:1`,
      sentText: 'Hello',
      startedAt: at,
      outcome,
    });
    return postId;
  }

  it('is deleted with everything that belongs to it, but not the comments under it', async () => {
    const { db } = api.deps;
    const postId = await mintOld();
    const commentId = await mintComment(api, tenant, { postId });
    await sweep();
    for (const table of [posts, targets, publishAttempts, schema.postEvents])
      expect(await db.$count(table)).toBe(0);
    const [comment] = await db.select().from(comments).where(eq(comments.id, commentId));
    expect(comment?.postId).toBeNull();
  });

  it('is deleted after the references from its many comments, in batches that all make progress', async () => {
    const { db } = api.deps;
    const postId = await mintOld({ deletedAt: longAgo() });
    await db.execute(sql`insert into comments (id, workspace_id, social_account_id, platform, post_id, external_post_id,
        external_comment_id, text, mine, can_reply, posted_at, created_at, updated_at)
      select 'many-' || n, ${tenant.workspaceId}, ${tenant.accountIds[0]}, 'BLUESKY', ${postId}, 'there', 'there-' || n,
        'How nice', false, false, now(), now(), now() from generate_series(1, 2500) n`);
    const ofPost = () => db.$count(comments, eq(comments.postId, postId));
    const isLeft = async () => (await db.$count(posts, eq(posts.id, postId))) === 1;
    for (const left of [1_500, 500, 0]) {
      await sweep({ ...days, comments: 0 }, { ...unhurried, batchesOfKindMax: 1 });
      expect([await ofPost(), await isLeft()]).toEqual([left, true]);
    }
    await sweep({ ...days, comments: 0 }, { ...unhurried, batchesOfKindMax: 1 });
    expect(await isLeft()).toBe(false);
    expect(await db.$count(comments, eq(comments.workspaceId, tenant.workspaceId))).toBe(2_500);
  });

  it('is kept while a transaction uses a comment under it, and the sweep does not wait', async () => {
    const { db } = api.deps;
    const [postId, otherId] = [await mintOld(), await mintOld()];
    const commentId = await mintComment(api, tenant, { postId });
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from comments where id = ${commentId} for update`);
      await sweep();
    });
    expect(await db.$count(posts, eq(posts.id, postId))).toBe(1);
    expect(await db.$count(posts, eq(posts.id, otherId))).toBe(0);
    await sweep();
    expect(await db.$count(posts, eq(posts.id, postId))).toBe(0);
  });

  it.each([
    ['has yet to be published', { status: 'SCHEDULED' }, {}, 'PUBLISHED'],
    ['is a draft', { status: 'DRAFT' }, {}, 'PUBLISHED'],
    ['waits for a run to be started', { pendingWorkflowId: 'run' }, {}, 'PUBLISHED'],
    ['has changed lately', { updatedAt: new Date() }, {}, 'PUBLISHED'],
    ['has a call without an outcome', {}, {}, null],
    ['has an unclear call', {}, {}, 'AMBIGUOUS'],
    ['has a call that a person must decide about', { status: 'FAILED' }, {}, 'UNCONFIRMED'],
    ['has a correction to be sent', {}, { correctionOwedSince: new Date() }, 'PUBLISHED'],
    ['has a first comment under way', {}, { comment: { status: 'FAILED', runId: 'run' } }, 'PUBLISHED'],
    ['is deleted, but being published', { status: 'PUBLISHING', deletedAt: new Date(0) }, {}, 'PUBLISHED'],
  ] as const)('is kept if it %s', async (_what, post, target, outcome) => {
    const postId = await mintOld(post, target, outcome);
    await sweep();
    expect(await api.deps.db.$count(posts, eq(posts.id, postId))).toBe(1);
  });

  it('is kept by default, and a deleted one for 31 days', async () => {
    const { db, retention } = api.deps;
    const ids = [
      await mintOld(),
      await mintOld({ deletedAt: new Date(api.clock.now().getTime() - 30 * dayMs) }),
    ];
    await mintOld({ deletedAt: longAgo() });
    await sweep(retention);
    const left = await db
      .select({ id: posts.id })
      .from(posts)
      .where(eq(posts.workspaceId, tenant.workspaceId));
    expect(left.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

it('an old webhook event is kept while it must still be delivered', async () => {
  const { db } = api.deps;
  await insert('webhook events', { label: 'pending', count: 1, agoMs: 100 * dayMs });
  const now = api.clock.now();
  const endpointId = api.deps.newId('webhookEndpoint');
  await db.insert(schema.webhookEndpoints).values({
    id: endpointId,
    workspaceId: tenant.workspaceId,
    url: 'https://9.9.9.9/',
    status: 'ENABLED',
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(webhookDeliveries).values({
    id: 'delivery',
    eventId: 'pending-1',
    endpointId,
    status: 'PENDING',
    generation: 1,
    attemptCount: 0,
    failures: 0,
    createdAt: now,
    updatedAt: now,
  });
  await sweep();
  expect(await db.$count(webhookEvents, eq(webhookEvents.id, 'pending-1'))).toBe(1);
  await db.update(webhookDeliveries).set({ status: 'DEAD' });
  await sweep();
  expect(await db.$count(webhookEvents, eq(webhookEvents.id, 'pending-1'))).toBe(0);
});

/** Stores a reply of ours as a comment of that time. Returns the id of its publication. */
async function mintReply(createdAt: Date): Promise<string> {
  const { db } = api.deps;
  const postId = await api.draft(tenant);
  const reply = { postId: null, workspaceId: tenant.workspaceId, status: 'PUBLISHED' } as const;
  const [row] = await db.update(targets).set(reply).where(eq(targets.postId, postId)).returning();
  const replyPublicationId = row?.id ?? '';
  await mintComment(api, tenant, { mine: true, replyPublicationId, createdAt });
  return replyPublicationId;
}

it('an old comment is deleted with the publication of our reply to it, if comments are not kept for ever', async () => {
  const { db } = api.deps;
  const [at, now] = [new Date(api.clock.now().getTime() - 100 * dayMs), api.clock.now()];
  const replyPublicationId = await mintReply(at);
  await mintComment(api, tenant, { createdAt: at });
  const young = await mintComment(api, tenant, { createdAt: now });
  await sweep();
  const left = await db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.workspaceId, tenant.workspaceId));
  expect(left).toEqual([{ id: young }]);
  expect(await db.$count(targets, eq(targets.id, replyPublicationId))).toBe(0);
});

it('an old reply is kept with its comment if it is sent again at that moment', async () => {
  const { db } = api.deps;
  const id = await mintReply(new Date(api.clock.now().getTime() - 100 * dayMs));
  const sweeping = await db.transaction(async (tx) => {
    await tx.update(targets).set({ runId: 'again' }).where(eq(targets.id, id));
    const swept = { done: sweep() };
    await untilLockWaits(db, 1);
    return swept;
  });
  await sweeping.done;
  expect(await db.$count(targets, eq(targets.id, id))).toBe(1);
  expect(await db.$count(comments, eq(comments.replyPublicationId, id))).toBe(1);
});

/** The tables without a rule of their own, by the reason why they do not grow without limit. */
const withoutRule: Readonly<Record<string, readonly string[]>> = {
  'deleted with a row of another table': [
    'api_key_workspaces',
    'app_grants',
    'change_attempts',
    'changes',
    'comment_assignments',
    'comment_notes',
    'connect_candidates',
    'foreign_media',
    'media_renditions',
    'metric_feeds',
    'post_events',
    'post_media',
    'publications',
    'publish_attempts',
    'webhook_attempts',
    'webhook_deliveries',
  ],
  'deleted by a sweep of its own': [
    'comments',
    'key_checks',
    'rate_limits',
    'sweep_debts',
    'workflow_cancellations',
  ],
  'as many as there are people, workspaces, accounts, files, platforms, months or restores': [
    'billing_accounts',
    'comment_calls',
    'hashtag_sets',
    'installation',
    'media_assets',
    'memberships',
    'monthly_usage',
    'restores',
    'saved_replies',
    'social_accounts',
    'sweeps',
    'user_passwords',
    'users',
    'webhook_endpoints',
    'workspaces',
  ],
};

describe('every table', () => {
  const tables = new Set<unknown>(Object.values(schema));
  const names = [...tables].flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));

  it('has a rule, or a reason to have none', () => {
    const ruled = new Set(retentionRules.map(({ table }) => getTableName(table)));
    expect([...ruled, ...Object.values(withoutRule).flat()].sort()).toEqual(names.sort());
  });

  it('has its size in the metrics', async () => {
    const sizes = await readTableBytes(api.deps);
    expect([...sizes.keys()].sort()).toEqual(names.sort());
    const none = () => Promise.reject(new Error('not asked for'));
    const { render } = createPrometheus({
      process: 'test',
      readDebts: none,
      readTableBytes: () => Promise.resolve(sizes),
    });
    const { text } = await render();
    expect(text).toMatch(/punctual_table_bytes\{[^}]*table="posts"[^}]*\} \d{4,}/);
  });
});
