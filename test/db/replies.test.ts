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

const at = new Date(1_000);
/** The statuses of a reply's post and of its target, and the code of its error. */
const replies = {
  waiting: ['SCHEDULED', 'SCHEDULED', null],
  sending: ['PUBLISHING', 'PUBLISHING', null],
  recorded: ['PUBLISHING', 'PUBLISHED', null],
  unconfirmed: ['FAILED', 'FAILED', 'PUBLISH_UNCONFIRMED'],
  sent: ['PUBLISHED', 'PUBLISHED', null],
} as const;

async function insertPost(id: string, [status, targetStatus, errorCode]: readonly (string | null)[]) {
  const isReply = id in replies;
  await client`insert into posts ${client({
    ...{ id, workspace_id: 'w', created_by_user_id: 'u', status, caption: `text of ${id}`, generation: 2 },
    ...{
      workflow_id: `publish-post:${id}:2`,
      reply_comment_id: isReply ? `cmt_${id}` : null,
      scheduled_at: at,
    },
    ...{ created_via_api: true, created_via_flat_shape: false, created_at: at, updated_at: at },
  })}`;
  await client`insert into publications ${client({
    ...{
      id: `tgt_${id}`,
      post_id: id,
      order: 0,
      social_account_id: 'a',
      platform: 'X',
      status: targetStatus,
    },
    ...{ media_ids: client.json([]), republish_unconfirmed: false, attempt_count: 1, error_code: errorCode },
    ...{ reply_to: isReply ? client.json({ externalPostId: 'asked' }) : null, scheduled_for: at },
    ...{ position: client.json({ workflowId: 'earlier' }), created_at: at, updated_at: at },
  })}`;
  await client`insert into publish_attempts (id, publication_id, account_identity, generation, number, workflow_id, sent_text, started_at)
    values (${`att_${id}`}, ${`tgt_${id}`}, 'X:x', 2, 1, 'run', 'text', ${at})`;
  await client`insert into post_events (post_id, at, kind, actor_kind, actor_id, detail)
    values (${id}, ${at}, 'CREATED', 'system', 'api', '{}')`;
  await client`insert into client_references values ('w', ${`reference of ${id}`}, ${id}, ${at})`;
  if (!isReply) return;
  await client`insert into comments ${client({
    ...{
      id: `cmt_${id}`,
      workspace_id: 'w',
      social_account_id: 'a',
      platform: 'X',
      external_post_id: 'post',
    },
    ...{ text: `text of ${id}`, mine: true, can_reply: true, reply_post_id: id },
    ...{ posted_at: at, created_at: at, updated_at: at },
  })}`;
}

it('a migration takes over every reply of the previous version, with its attempts, timeline and reference', async () => {
  const before = listMigrations().find(({ name }) => name === '0019_parts')?.madeAtMs ?? 0;
  await migrateDatabase(database.url, { upTo: before });
  await client`insert into users (id, email, name, created_at, updated_at) values ('u', 'u@example.test', 'U', now(), now())`;
  await client`insert into workspaces (id, name, slug, plan, created_at, updated_at)
    values ('w', 'W', 'w', 'SELF_HOSTED', now(), now())`;
  await client`insert into social_accounts (id, workspace_id, platform, external_account_id, handle, status, sandbox,
      credentials_version, missing_scopes, created_at, updated_at)
    values ('a', 'w', 'X', 'x', 'x', 'ACTIVE', false, 1, '[]', now(), now())`;
  for (const [id, statuses] of Object.entries(replies)) await insertPost(id, statuses);
  await insertPost('post', ['PUBLISHED', 'PUBLISHED', null]);
  await migrateDatabase(database.url);

  expect(await client`select id from posts`).toEqual([{ id: 'post' }]);
  const rows = await client`
    select publications.*, comments.id as comment_id, attempts.id as attempt_id, events.kind, refs.client_reference_id as reference
    from publications
    join publish_attempts attempts on attempts.publication_id = publications.id
    left join comments on comments.reply_publication_id = publications.id
    join post_events events on coalesce(events.publication_id, events.post_id) = coalesce(publications.post_id, publications.id)
    join client_references refs on refs.post_id = coalesce(publications.post_id, publications.id)`;
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  expect([...byId.keys()].sort()).toEqual([...Object.keys(replies), 'post'].map((id) => `tgt_${id}`).sort());
  for (const [id, [, status, code]] of Object.entries(replies)) {
    expect(byId.get(`tgt_${id}`)).toMatchObject({
      ...{ post_id: null, target_id: null, workspace_id: 'w', step: 'POST', status, error_code: code },
      ...{ caption_override: `text of ${id}`, scheduled_for: at, comment_id: `cmt_${id}`, kind: 'CREATED' },
      ...{ attempt_id: `att_${id}`, reference: `reference of ${id}` },
    });
  }
  // A reply that had a run gets another one, which the sweep starts.
  for (const id of ['waiting', 'sending', 'recorded'])
    expect(byId.get(`tgt_${id}`)).toMatchObject({
      runs: 3,
      run_id: `publish-post:tgt_${id}:3`,
      position: null,
    });
  for (const id of ['unconfirmed', 'sent'])
    expect(byId.get(`tgt_${id}`)).toMatchObject({ runs: 2, run_id: null, run_since: null });
  expect(byId.get('tgt_post')).toMatchObject({ post_id: 'post', workspace_id: null, runs: 0, run_id: null });
});
