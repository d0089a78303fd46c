import { eq, or, sql } from 'drizzle-orm';
import { changes, comments, posts, targets } from '../../src/db/schema/index.js';
import { field, type Answer } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { leaveTargets } from '../harness/leave-targets.js';
import type { Person, UsedTestApi } from '../harness/use-test-api.js';

/** Creates a target of a scheduled post, and a reply, both with an unknown outcome. */
export async function leaveUnconfirmed(
  api: UsedTestApi,
  person: Person,
): Promise<{ target: string; reply: string }> {
  const postId = await api.schedule(person.tenant);
  const asked = await mintComment(api, person.tenant);
  const sent = await api.as(person).post(`/comments/${asked}/reply`, { text: 'We open at nine.' });
  const replyId = field<string>(sent, 'id');
  const [reply] = await api.deps.db.select().from(comments).where(eq(comments.id, replyId));
  const fields = { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED' } as const;
  const isOpen = or(eq(targets.postId, postId), eq(targets.id, reply?.replyPublicationId ?? ''));
  const ended = { ...fields, runId: null };
  const rows = await api.deps.db.update(targets).set(ended).where(isOpen).returning();
  await api.deps.db
    .update(posts)
    .set({ status: 'FAILED', approvedAt: api.clock.now() })
    .where(eq(posts.id, postId));
  const targetId = rows.find((row) => row.postId === postId)?.id ?? '';
  return { target: `/posts/${postId}/targets/${targetId}/resolve`, reply: `/comments/${replyId}/resolve` };
}

/** Edits and then removes a public post. Returns the responses. */
export async function changePublic(api: UsedTestApi, person: Person): Promise<Answer[]> {
  const { db, clock } = api.deps;
  const postId = await api.schedule(person.tenant);
  await db.update(posts).set({ status: 'PUBLISHED' }).where(eq(posts.id, postId));
  const [row] = await db.select().from(targets).where(eq(targets.postId, postId));
  await leaveTargets(db, eq(targets.postId, postId), {
    ...{ status: 'PUBLISHED', externalPostId: '1', publishedAt: clock.now() },
    publishedCaption: 'Before',
  });
  const path = `/posts/${postId}/targets/${row?.id ?? ''}`;
  const edited = await api.as(person).post(`${path}/edit`, { text: 'After' });
  const ended = { status: 'DONE', runId: null, finishedAt: clock.now() } as const;
  await db.update(changes).set(ended).where(eq(changes.postId, postId));
  return [edited, await api.as(person).post(`${path}/remove`)];
}

/** Makes the database refuse every entry, until the returned function is called. */
export async function refuseEntries({ deps: { db } }: UsedTestApi): Promise<() => Promise<unknown>> {
  await db.execute(sql`
    create function refuse_entries() returns trigger language plpgsql as
    $$ begin raise exception 'no entry today'; end $$`);
  await db.execute(sql`
    create trigger refuse_entries before insert on audit_log for each row execute function refuse_entries()`);
  return () => db.execute(sql`drop function refuse_entries cascade`);
}

/** Returns the data that the audited operations change, except for times of use. */
export async function contents(api: UsedTestApi): Promise<unknown> {
  const tables = [
    'workspaces',
    'memberships',
    'invitations',
    'api_keys',
    'webhook_endpoints',
    'webhook_deliveries',
  ];
  const more = [
    'social_accounts',
    'connect_sessions',
    'connect_candidates',
    'posts',
    'publications',
    'changes',
    'user_passwords',
    'audit_log',
  ];
  const rows = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const key = table === 'user_passwords' ? 'user_id' : 'id';
      return [...(await api.deps.db.execute(sql`select * from ${sql.raw(table)} order by ${sql.raw(key)}`))];
    }),
  );
  const sessionIds = await api.deps.db.execute(sql`select id from sessions order by id`);
  const waiting = await api.deps.db
    .select({ id: posts.id, status: posts.status })
    .from(posts)
    .orderBy(posts.id);
  return [...rows, [...sessionIds], waiting];
}
