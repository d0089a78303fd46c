import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.js';
import { listMigrations } from '../../src/db/migrations.js';
import { createBareDatabase, type TestDatabase } from '../harness/postgres.js';

let database: TestDatabase;
let client: postgres.Sql;
beforeAll(async () => {
  database = await createBareDatabase();
  client = postgres(database.url, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const madeAt = (migration: string): number =>
  listMigrations().find(({ name }) => name === migration)?.madeAtMs ?? 0;

/** Inserts targets and first comments in every state, as the previous version stored them. */
async function insertTargets(): Promise<void> {
  await client`insert into users (id, email, name, created_at, updated_at) values ('u', 'u@example.test', 'U', now(), now())`;
  await client`insert into workspaces (id, name, slug, plan, created_at, updated_at)
    values ('w', 'W', 'w', 'SELF_HOSTED', now(), now())`;
  await client`insert into social_accounts (id, workspace_id, platform, external_account_id, handle, status, sandbox,
      credentials_version, missing_scopes, created_at, updated_at)
    values ('a', 'w', 'X', 'x', 'x', 'ACTIVE', false, 1, '[]', now(), now())`;
  const targets = {
    plain: {},
    waiting: { status: 'SCHEDULED', first_comment: 'First' },
    unsent: { first_comment: 'First' },
    done: { first_comment: 'First', first_comment_external_id: 'there', look_first_since: new Date(5) },
    failed: {
      first_comment: 'First',
      first_comment_error: 'RATE_LIMITED: slow: down',
      first_comment_attempt: 2,
    },
    retried: {
      first_comment: 'First',
      first_comment_error: 'RATE_LIMITED: slow',
      comment_run_id: 'run',
      comment_run_since: new Date(20),
      cancel_requested_at: new Date(10),
      look_first_since: new Date(5),
      comment_state: client.json({ key: 1 }),
      position: client.json({ step: 'FIRST_COMMENT', workflowId: 'run' }),
    },
    removed: {
      post_state: client.json({ key: 2 }),
      position: client.json({ step: 'POST', workflowId: 'other' }),
    },
  };
  for (const [id, fields] of Object.entries(targets)) {
    const at = new Date(1_000);
    await client`insert into posts (id, workspace_id, created_by_user_id, status, generation, created_via_api,
        created_via_flat_shape, created_at, updated_at) values (${id}, 'w', 'u', 'PUBLISHED', 1, true, true, ${at}, ${at})`;
    const row = {
      ...{ id, post_id: id, order: 0, social_account_id: 'a', platform: 'X', status: 'PUBLISHED' },
      ...{
        first_comment_attempt: 0,
        media_ids: client.json([]),
        republish_unconfirmed: false,
        attempt_count: 1,
      },
      ...{ created_at: at, updated_at: at, ...fields },
    };
    await client`insert into targets ${client(row)}`;
  }
  for (const [target, step, number] of [
    ['failed', 'POST', 1],
    ['failed', 'FIRST_COMMENT', 1],
    ['failed', 'FIRST_COMMENT', 2],
    ['removed', 'FIRST_COMMENT', 1],
  ] as const)
    await client`insert into publish_attempts (id, target_id, step, account_identity, generation, number, workflow_id,
        sent_text, started_at) values (${`${target}-${step}-${number}`}, ${target}, ${step}, 'X:x', 1, ${number}, 'run',
        'text', now())`;
}

it('a migration takes over every target, first comment and attempt of the previous version', async () => {
  await migrateDatabase(database.url, { upTo: madeAt('0016_metrics') });
  await insertTargets();
  await migrateDatabase(database.url);
  const rows = await client`
    select id, post_id, target_id, step, status, error_code, error_message, attempt_count, external_post_id, run_id,
      run_since, cancel_requested_at, look_first_since, prepared, position
    from publications order by id`;
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  expect([...byId.keys()].sort()).toEqual(
    ['done', 'failed', 'plain', 'removed', 'retried', 'unsent', 'waiting']
      .flatMap((id) => (id === 'plain' ? [id] : [id, `${id}:FIRST_COMMENT`]))
      .sort(),
  );
  const comment = (id: string) => byId.get(`${id}:FIRST_COMMENT`);
  expect(comment('waiting')).toMatchObject({
    ...{ post_id: null, target_id: 'waiting', step: 'FIRST_COMMENT', status: 'SCHEDULED', error_code: null },
  });
  expect(comment('unsent')).toMatchObject({ status: 'PUBLISHING', error_code: null });
  expect(comment('removed')).toMatchObject({ status: 'SCHEDULED' });
  expect(comment('done')).toMatchObject({
    ...{ status: 'PUBLISHED', external_post_id: 'there', look_first_since: null },
  });
  expect(byId.get('done')).toMatchObject({ post_id: 'done', step: 'POST', look_first_since: null });
  expect(comment('failed')).toMatchObject({
    ...{ status: 'FAILED', error_code: 'RATE_LIMITED', error_message: 'slow: down', attempt_count: 2 },
  });
  expect(comment('retried')).toMatchObject({
    ...{ status: 'FAILED', run_id: 'run', run_since: new Date(20), cancel_requested_at: null },
    ...{ look_first_since: new Date(5), prepared: { key: 1 }, position: { workflowId: 'run' } },
  });
  expect(byId.get('retried')).toMatchObject({ position: null, cancel_requested_at: new Date(10) });
  expect(byId.get('removed')).toMatchObject({ prepared: { key: 2 }, position: { workflowId: 'other' } });
  const attempts = await client`select id, publication_id, number from publish_attempts order by id`;
  expect(attempts.map((row) => [String(row['publication_id']), Number(row['number'])])).toEqual([
    ['failed:FIRST_COMMENT', 1],
    ['failed:FIRST_COMMENT', 2],
    ['failed', 1],
    ['removed:FIRST_COMMENT', 1],
  ]);
});
