import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, clientLinks, posts, webhookEvents, workspaces } from '../../src/db/schema/index.js';
import { clientCommentsPerPostMax } from '../../src/domain/client-links.js';
import { changedPostsMsMax } from '../../src/domain/limits.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { ahead, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { mintClientLink } from '../harness/client-links.js';
import { untilLockWaits, whilePostsHeld } from '../harness/lock-waits.js';
import { mintTenant, secretCanary } from '../harness/tenants.js';
import { useTestApi, type Person, type Requests } from '../harness/use-test-api.js';

const api = useTestApi();

interface World {
  person: Person;
  link: { id: string; token: string };
  client: Requests;
}

/** Creates a workspace that requires approval, with a client. */
async function mintWorld(): Promise<World> {
  const person = await api.mintPerson();
  const { workspaceId } = person.tenant;
  await api.deps.db.update(workspaces).set({ requireApproval: true }).where(eq(workspaces.id, workspaceId));
  const link = await mintClientLink(api, person.tenant);
  return { person, link, client: api.as({ key: link.token }) };
}

interface ClientPost {
  id: string;
  version: string;
  targets: { caption: string | null; account: object | null; mediaIds: string[] }[];
  comments: { text: string }[];
}

const handIn = ({ person }: World, more: object = {}): Promise<string> => api.schedule(person.tenant, more);

async function seenBy(client: Requests): Promise<ClientPost[]> {
  const listed = await client.get('/client/posts');
  expect(listed.status, listed.text).toBe(200);
  return field(listed, 'data');
}

async function versionOf(client: Requests, postId: string): Promise<string> {
  const found = (await seenBy(client)).find(({ id }) => id === postId);
  if (found === undefined) throw new Error(`${postId} does not wait for the client.`);
  return found.version;
}

interface Outcome {
  id: string;
  approved: boolean;
  code: string | null;
}
const approve = (client: Requests, seen: { id: string; version: string }[]): Promise<Answer> =>
  client.post('/client/approvals', { posts: seen.map(({ id, version }) => ({ id, version })) });
const outcomesOf = (answer: Answer): Outcome[] => field(answer, 'data');

async function statusOf({ person }: World, postId: string): Promise<string> {
  return field(await api.as({ key: person.tenant.key }).get(`/posts/${postId}`), 'status');
}

const timelineOf = async ({ person }: World, postId: string): Promise<object[]> =>
  field(await api.as({ key: person.tenant.key }).get(`/posts/${postId}/timeline`), 'data');

const decisionsOf = ({ person }: World) =>
  api.deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.workspaceId, person.tenant.workspaceId), eq(auditLog.actorKind, 'clientLink')));

const revoke = ({ person, link }: World): Promise<Answer> =>
  api
    .as({ session: person.session })
    .delete(`/workspaces/${person.tenant.workspaceId}/client-links/${link.id}`);

describe('the list of a client', () => {
  it('has the posts that wait for approval, with the data for a preview and no internal data of the team', async () => {
    const world = await mintWorld();
    const { person, client } = world;
    const [first, second] = person.tenant.accountIds;
    const postId = await handIn(world, {
      content: 'For all',
      platforms: [{ accountId: first, captionOverride: 'For Bluesky' }, { accountId: second }],
      metadata: { internal: 'margin-note' },
    });
    await api.draft(person.tenant, { content: 'Only a draft' });
    const listed = await client.get('/client/posts');
    expect(field<ClientPost[]>(listed, 'data')).toEqual([
      expect.objectContaining({ id: postId, comments: [], media: [] }),
    ]);
    const [post] = field<ClientPost[]>(listed, 'data');
    expect(post?.targets).toEqual([
      expect.objectContaining({ platform: 'BLUESKY', caption: 'For Bluesky', status: 'DRAFT' }),
      expect.objectContaining({ platform: 'X', caption: 'For all' }),
    ]);
    expect(Object.keys(post?.targets[0]?.account ?? {}).sort()).toEqual([
      'avatarUrl',
      'displayName',
      'handle',
    ]);
    for (const secret of [secretCanary, 'margin-note', person.tenant.userId, person.tenant.workspaceId]) {
      expect(listed.text).not.toContain(secret);
    }
  });

  it('has no post of another workspace, not even by its id', async () => {
    const [world, other] = [await mintWorld(), await mintWorld()];
    const postId = await handIn(other);
    expect(await seenBy(world.client)).toEqual([]);
    const version = await versionOf(other.client, postId);
    const approved = await approve(world.client, [{ id: postId, version }]);
    expect(outcomesOf(approved)).toMatchObject([{ approved: false, code: 'NOT_FOUND' }]);
    expect(codeOf(await world.client.post(`/client/posts/${postId}/reject`, { version }))).toBe('NOT_FOUND');
    expect(codeOf(await world.client.post(`/client/posts/${postId}/comments`, { text: 'x' }))).toBe(
      'NOT_FOUND',
    );
    expect(await statusOf(other, postId)).toBe('NEEDS_APPROVAL');
  });
});

describe('a client’s request with an Idempotency-Key', () => {
  it('gets its first response again when it is repeated, and does nothing twice', async () => {
    const world = await mintWorld();
    const [approved, rejected] = [await handIn(world), await handIn(world)];
    const posts = [{ id: approved, version: await versionOf(world.client, approved) }];
    const version = await versionOf(world.client, rejected);
    for (const [path, body] of [
      [`/client/posts/${approved}/comments`, { text: 'Once' }],
      ['/client/approvals', { posts }],
      [`/client/posts/${rejected}/reject`, { version }],
    ] as const) {
      const send = () => world.client.post(path, body, { 'idempotency-key': 'once' });
      const [first, again] = [await send(), await send()];
      expect(again.headers.get('idempotent-replayed'), path).toBe('true');
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    }
    const kinds = (await timelineOf(world, approved)).map((entry) => (entry as { kind: string }).kind);
    expect(kinds.filter((kind) => ['CLIENT_COMMENTED', 'APPROVED'].includes(kind)).sort()).toEqual([
      'APPROVED',
      'CLIENT_COMMENTED',
    ]);
  });
});

describe('a client’s request that ran out of time', () => {
  it('continues with the remaining posts when it is repeated with the same Idempotency-Key', async () => {
    const world = await mintWorld();
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.push(await handIn(world));
    const seen = new Map((await seenBy(world.client)).map(({ id, version }) => [id, version]));
    const body = { posts: ids.map((id) => ({ id, version: seen.get(id) })) };
    const send = () => world.client.post('/client/approvals', body, { 'idempotency-key': 'slow' });
    const asked = await whilePostsHeld(api.deps.db, ids, async () => {
      const answer = send();
      await untilLockWaits(api.deps.db, 4);
      api.clock.shiftMs += changedPostsMsMax;
      return { answer };
    });
    const codes = (answer: Answer) => outcomesOf(answer).map(({ code }) => code);
    expect(codes(await asked.answer)).toEqual([null, null, null, null, 'RETRY']);
    const second = await send();
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(codes(second)).toEqual([null, null, null, null, null]);
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    expect(await decisionsOf(world)).toHaveLength(ids.length);
  });
});

describe('an approval by a client', () => {
  it('schedules the post, and is recorded under the name of the link', async () => {
    const world = await mintWorld();
    const postId = await handIn(world);
    const answer = await approve(world.client, await seenBy(world.client));
    expect([answer.status, outcomesOf(answer)]).toEqual([
      200,
      [{ id: postId, approved: true, code: null, message: null }],
    ]);
    const read = await api.as({ key: world.person.tenant.key }).get(`/posts/${postId}`);
    expect(read.body).toMatchObject({
      status: 'SCHEDULED',
      approvedByUserId: null,
      approvedAt: expect.any(String) as string,
      workflowId: `publish-post:${postId}:1`,
    });
    expect(await decisionsOf(world)).toEqual([
      expect.objectContaining({
        action: 'post.approved',
        actorUserId: null,
        actorName: 'Acme',
        clientLinkId: world.link.id,
        subjectId: postId,
      }),
    ]);
    expect(await timelineOf(world, postId)).toContainEqual(
      expect.objectContaining({
        kind: 'APPROVED',
        actor: {
          kind: 'clientLink',
          clientLinkId: world.link.id,
          clientLinkName: 'Acme',
          apiKeyId: null,
          appName: null,
          userId: null,
          part: null,
        },
      }),
    );
    expect(await seenBy(world.client)).toEqual([]);
  });

  it('is refused for a post that was changed after the client saw it', async () => {
    const world = await mintWorld();
    const postId = await handIn(world);
    const seen = await seenBy(world.client);
    const edited = await api
      .as({ key: world.person.tenant.key })
      .patch(`/posts/${postId}`, { content: 'Other' });
    expect(edited.status).toBe(200);
    expect(outcomesOf(await approve(world.client, seen))).toMatchObject([
      { approved: false, code: 'PRECONDITION_FAILED' },
    ]);
    const [first] = seen;
    const rejected = await world.client.post(`/client/posts/${postId}/reject`, { version: first?.version });
    expect([rejected.status, codeOf(rejected)]).toEqual([412, 'PRECONDITION_FAILED']);
    for (const version of ['*', '""', 'W/"x"', 'x']) {
      const any = outcomesOf(await approve(world.client, [{ id: postId, version }]));
      expect(any).toMatchObject([{ approved: false, code: 'PRECONDITION_FAILED' }]);
    }
    expect(await statusOf(world, postId)).toBe('NEEDS_APPROVAL');
    expect(outcomesOf(await approve(world.client, await seenBy(world.client)))).toMatchObject([
      { approved: true },
    ]);
  });

  it('has an outcome for each of several posts, and continues after one that fails', async () => {
    const world = await mintWorld();
    const [one, two, three] = [await handIn(world), await handIn(world), await handIn(world)];
    const seen = await seenBy(world.client);
    const key = api.as({ key: world.person.tenant.key });
    await key.patch(`/posts/${two}`, { content: 'Changed meanwhile' });
    await key.post(`/posts/${three}/cancel`);
    const order = [one, two, three, 'post_doesnotexist000'];
    const asked = order.map((id) => ({ id, version: seen.find((post) => post.id === id)?.version ?? '"x"' }));
    const answer = await approve(world.client, asked);
    expect(outcomesOf(answer).map(({ id, code }) => [id, code])).toEqual([
      [one, null],
      [two, 'PRECONDITION_FAILED'],
      [three, 'CONFLICT'],
      ['post_doesnotexist000', 'NOT_FOUND'],
    ]);
    expect(await statusOf(world, one)).toBe('SCHEDULED');
    expect(await statusOf(world, two)).toBe('NEEDS_APPROVAL');
    const twice = await approve(
      world.client,
      [asked[1], asked[1]].flatMap((post) => post ?? []),
    );
    expect(codeOf(twice)).toBe('VALIDATION_FAILED');
  });

  it('is refused when it is repeated after a lost response, because the post no longer waits', async () => {
    const world = await mintWorld();
    await handIn(world);
    const seen = await seenBy(world.client);
    expect(outcomesOf(await approve(world.client, seen))).toMatchObject([{ approved: true }]);
    expect(outcomesOf(await approve(world.client, seen))).toMatchObject([
      { approved: false, code: 'CONFLICT' },
    ]);
  });

  it('excludes a concurrent rejection by another client, or is refused because of it', async () => {
    const world = await mintWorld();
    const other = api.as({ key: (await mintClientLink(api, world.person.tenant, 'Legal')).token });
    const postId = await handIn(world);
    const version = await versionOf(world.client, postId);
    const [approvals, rejections] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => approve(world.client, [{ id: postId, version }]))),
      Promise.all(Array.from({ length: 4 }, () => other.post(`/client/posts/${postId}/reject`, { version }))),
    ]);
    const approved = approvals.flatMap(outcomesOf).filter((outcome) => outcome.approved).length;
    const rejected = rejections.filter(({ status }) => status === 204).length;
    expect(approved + rejected).toBe(1);
    expect(await statusOf(world, postId)).toBe(approved === 1 ? 'SCHEDULED' : 'DRAFT');
    expect(await decisionsOf(world)).toHaveLength(1);
  });

  it('is refused if the link was revoked after the request had begun', async () => {
    const world = await mintWorld();
    const postId = await handIn(world);
    const version = await versionOf(world.client, postId);
    // The revocation holds the link's row until it is committed, and the approval waits for it or comes later.
    const waiting = await api.deps.db.transaction(async (tx) => {
      await tx
        .update(clientLinks)
        .set({ revokedAt: api.clock.now() })
        .where(eq(clientLinks.id, world.link.id));
      return { answer: approve(world.client, [{ id: postId, version }]) };
    });
    const answer = await waiting.answer;
    const code = answer.status === 200 ? outcomesOf(answer)[0]?.code : codeOf(answer);
    expect(code).toBe('INVALID_API_KEY');
    expect(await statusOf(world, postId)).toBe('NEEDS_APPROVAL');
    expect(codeOf(await world.client.get('/client/posts'))).toBe('INVALID_API_KEY');
  });
});

describe('a rejection by a client', () => {
  it('needs no reason, and shows one to the author if it is given', async () => {
    const world = await mintWorld();
    const [one, two] = [await handIn(world), await handIn(world)];
    const reject = async (id: string, body: object) =>
      world.client.post(`/client/posts/${id}/reject`, {
        version: await versionOf(world.client, id),
        ...body,
      });
    expect((await reject(one, {})).status).toBe(204);
    expect((await reject(two, { reason: 'The old logo' })).status).toBe(204);
    const read = (id: string) => api.as({ key: world.person.tenant.key }).get(`/posts/${id}`);
    expect((await read(one)).body).toMatchObject({ status: 'DRAFT', rejectionReason: null });
    expect((await read(two)).body).toMatchObject({ status: 'DRAFT', rejectionReason: 'The old logo' });
    expect((await decisionsOf(world)).map(({ action }) => action)).toEqual([
      'post.rejected',
      'post.rejected',
    ]);
  });
});

describe('a comment of a client', () => {
  it('is in the timeline that the team sees, and only its own link shows it to a client', async () => {
    const world = await mintWorld();
    const other = api.as({ key: (await mintClientLink(api, world.person.tenant, 'Legal')).token });
    const postId = await handIn(world);
    const version = await versionOf(world.client, postId);
    const written = await world.client.post(`/client/posts/${postId}/comments`, { text: 'The blue one?' });
    expect([written.status, field(written, 'text')]).toEqual([201, 'The blue one?']);
    expect(await timelineOf(world, postId)).toContainEqual(
      expect.objectContaining({ kind: 'CLIENT_COMMENTED', detail: { clientComment: 'The blue one?' } }),
    );
    const [own] = await seenBy(world.client);
    expect(own).toMatchObject({ version, comments: [{ text: 'The blue one?' }] });
    expect((await seenBy(other))[0]?.comments).toEqual([]);
    expect(
      await api.deps.db.select().from(webhookEvents).where(eq(webhookEvents.type, 'post.published')),
    ).toEqual([]);
  });

  it('is limited in length and number, and refused once the post is decided', async () => {
    const world = await mintWorld();
    const postId = await handIn(world);
    const write = (text: string) => world.client.post(`/client/posts/${postId}/comments`, { text });
    for (const text of ['', ' \n', 'x'.repeat(2_001)])
      expect(codeOf(await write(text))).toBe('VALIDATION_FAILED');
    for (let written = 0; written < clientCommentsPerPostMax - 1; written += 1) await write('x');
    const answers = await Promise.all(Array.from({ length: 4 }, () => write('last')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const version = await versionOf(world.client, postId);
    expect(outcomesOf(await approve(world.client, [{ id: postId, version }]))).toMatchObject([
      { approved: true },
    ]);
    expect(codeOf(await write('too late'))).toBe('CONFLICT');
  });
});

describe('the limits of a client link', () => {
  it('are separate from those of other links, and each approved post counts as a request', async () => {
    const { log, metrics } = api.deps;
    const limiter = createRateLimiter({ limits: { burst: 5, sustained: null }, metrics, log });
    const limited = await startTestApi({ limiter });
    try {
      const tenant = await mintTenant(limited);
      const [one, two] = [await mintClientLink(limited, tenant), await mintClientLink(limited, tenant)];
      const headers = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
      const get = (link: { token: string }) =>
        fetch(`${limited.url}/api/v1/client/review`, { headers: headers(link) });
      expect((await get(one)).status).toBe(200);
      const many = Array.from({ length: 5 }, (_, index) => ({ id: `post_${index}`, version: '"x"' }));
      const asked = await fetch(`${limited.url}/api/v1/client/approvals`, {
        method: 'POST',
        headers: { ...headers(one), 'content-type': 'application/json' },
        body: JSON.stringify({ posts: many }),
      });
      expect(asked.status).toBe(429);
      expect(asked.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await get(two)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('a link whose holder is away', () => {
  it('leaves a post whose time has passed to its authors', async () => {
    const world = await mintWorld();
    const postId = await handIn(world);
    const seen = await seenBy(world.client);
    await api.deps.db
      .update(posts)
      .set({ scheduledAt: new Date(api.clock.now().getTime() - 1_000) })
      .where(eq(posts.id, postId));
    const [now] = await seenBy(world.client);
    expect(now?.version).not.toBe(seen[0]?.version);
    const outcome = outcomesOf(await approve(world.client, now === undefined ? [] : [now]));
    expect(outcome).toMatchObject([{ approved: false, code: 'INVALID_STATE' }]);
    const { key } = world.person.tenant;
    const moved = await api.act({ key }, postId, 'reschedule', { scheduledAt: ahead(api, 7_200_000) });
    expect(moved.status).toBe(200);
    expect(outcomesOf(await approve(world.client, await seenBy(world.client)))).toMatchObject([
      { approved: true },
    ]);
    expect((await revoke(world)).status).toBe(204);
    expect(await statusOf(world, postId)).toBe('SCHEDULED');
  });
});
