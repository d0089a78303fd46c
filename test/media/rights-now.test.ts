import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayRights } from '../../src/api/middleware/replay-rights.js';
import { operations } from '../../src/api/routes/index.js';
import { mediaAssets, memberships, posts, workspaces } from '../../src/db/schema/index.js';
import { mediaFromUrlMsMax } from '../../src/domain/limits.js';
import type { Role } from '../../src/domain/roles.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import type { MediaProbe } from '../../src/media/media-probe.js';
import { accessTable } from '../api/access-table.js';
import { lockWaits } from '../harness/lock-waits.js';
import { ahead, call, codeOf, field, startTestApi, type Answer, type TestSession } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession, mintTenant, type Tenant } from '../harness/tenants.js';
import { serveGated, type GatedSource } from './gated-source.js';
import { complete, filesIn, image, presign, send, setPlan, single } from './support.js';

const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
let source: GatedSource;
/** Called before each time that media are probed. */
let beforeProbe: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  source = await serveGated();
});
afterAll(async () => {
  await guarded[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});
const api = useTestApi({ media: { fetch: guarded } });
beforeAll(() => {
  const {
    media: { probe },
  } = api.deps;
  const gated: MediaProbe = {
    probe: (bytes) => beforeProbe().then(() => probe.probe(bytes)),
    thumbnail: (bytes, facts) => probe.thumbnail(bytes, facts),
  };
  Object.assign(api.deps.media, { probe: gated });
});

interface Member {
  /** The workspace and its accounts, with the member's own key. */
  tenant: Tenant;
  memberId: string;
  owner: TestSession;
}

/** A member beside the owner of a workspace, who acts with a key. */
async function mintMember(role: Role = 'EDITOR'): Promise<Member> {
  const home = await mintTenant(api);
  const { userId, memberId, key } = await api.mintMember(home.workspaceId, role);
  await setPlan(api, home, 'TEAM');
  const tenant = { ...home, userId, key };
  return { tenant, memberId, owner: await mintSession(api, home.userId) };
}

const settled = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
};
const remove = async ({ tenant, memberId, owner }: Member): Promise<void> => {
  const path = `/workspaces/${tenant.workspaceId}/members/${memberId}`;
  settled(await call(api, 'DELETE', path, { session: owner }));
};
const demote = async ({ tenant, memberId, owner }: Member): Promise<void> => {
  const path = `/workspaces/${tenant.workspaceId}/members/${memberId}`;
  settled(await call(api, 'PATCH', path, { session: owner, body: { role: 'CLIENT_REVIEWER' } }));
};
const requireApproval = async ({ tenant, owner }: Member): Promise<void> => {
  const body = { requireApproval: true };
  settled(await call(api, 'PATCH', `/workspaces/${tenant.workspaceId}`, { session: owner, body }));
};

let seed = 1_000;
/** Sends a request that needs a picture, and makes a change while the picture's source lets it wait. */
async function whileFetching(ask: (url: string) => Promise<Answer>, change: () => Promise<void>) {
  source.hold();
  const answer = ask(source.at((seed += 1)));
  await source.untilWaiting(1);
  await change();
  source.release();
  return answer;
}

const bodyOf = ({ accountIds }: Tenant, more: object): object => ({
  content: 'Hello',
  platforms: [{ accountId: accountIds[0] }],
  ...more,
});
const createWith = ({ tenant }: Member, url: string): Promise<Answer> => {
  const more = { mediaItems: [{ url }], scheduledFor: ahead(api) };
  return call(api, 'POST', '/posts', { key: tenant.key, body: bodyOf(tenant, more) });
};
const countOf = async (table: typeof posts | typeof mediaAssets, { tenant }: Member): Promise<number> =>
  api.deps.db.$count(table, eq(table.workspaceId, tenant.workspaceId));

it('an account that is disconnected while a request waits for a media download is not used', async () => {
  const member = await mintMember();
  const [accountId] = member.tenant.accountIds;
  const answer = await whileFetching(
    (url) => createWith(member, url),
    async () =>
      void settled(await call(api, 'DELETE', `/social-accounts/${accountId}`, { session: member.owner })),
  );
  expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await countOf(posts, member)).toBe(0);
});

it('a member who was removed during a request does not see the post with the same client reference', async () => {
  const member = await mintMember();
  const clientReferenceId = 'order-1';
  const answer = await whileFetching(
    (url) =>
      call(api, 'POST', '/posts', {
        key: member.tenant.key,
        body: bodyOf(member.tenant, { mediaItems: [{ url }], clientReferenceId }),
      }),
    async () => {
      const body = bodyOf(member.tenant, { clientReferenceId });
      settled(await call(api, 'POST', '/posts', { session: member.owner, body }));
      await remove(member);
    },
  );
  expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN_WORKSPACE']);
});

const losses = [
  ['was removed', remove, 'FORBIDDEN_WORKSPACE'],
  ['was demoted', demote, 'INSUFFICIENT_ROLE'],
] as const;

describe.each(losses)('a member who %s while the request waits for a media download', (_, lose, code) => {
  it('creates no post, and leaves nothing in the library', async () => {
    const member = await mintMember();
    const before = filesIn(api.mediaFolder);
    const startsBefore = api.starter.starts.length;
    const answer = await whileFetching(
      (url) => createWith(member, url),
      () => lose(member),
    );
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    expect([await countOf(posts, member), await countOf(mediaAssets, member)]).toEqual([0, 0]);
    expect(filesIn(api.mediaFolder)).toEqual(before);
    expect(api.starter.starts).toHaveLength(startsBefore);
  });

  it('changes no post', async () => {
    const member = await mintMember();
    const { key } = member.tenant;
    const made = settled(await call(api, 'POST', '/posts', { key, body: bodyOf(member.tenant, {}) }));
    const id = field<string>(made, 'id');
    const answer = await whileFetching(
      (url) => call(api, 'PATCH', `/posts/${id}`, { key, body: { mediaItems: [{ url }] } }),
      () => lose(member),
    );
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    const shown = await call(api, 'GET', `/posts/${id}`, { session: member.owner });
    expect(shown.body).toMatchObject({ media: [], updatedAt: field(made, 'updatedAt') });
  });

  it('does not get a file by its URL', async () => {
    const member = await mintMember();
    const { key, workspaceId } = member.tenant;
    const path = `/media/from-url?workspaceId=${workspaceId}`;
    const answer = await whileFetching(
      (url) => call(api, 'POST', path, { key, body: { url } }),
      () => lose(member),
    );
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    expect(await countOf(mediaAssets, member)).toBe(0);
  });

  it('does not complete an upload', async () => {
    const member = await mintMember();
    const bytes = await image((seed += 1));
    const { media, upload } = await presign(api, member.tenant, {
      mime: 'image/png',
      sizeBytes: bytes.length,
    });
    expect(await send(single(upload), new Uint8Array(bytes))).toBe(204);
    beforeProbe = () => lose(member);
    const answer = await complete(api, member.tenant, media.id);
    beforeProbe = () => Promise.resolve();
    expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    const shown = await call(api, 'GET', `/media/${media.id}`, { session: member.owner });
    expect(field(shown, 'status')).toBe('PENDING_UPLOAD');
  });
});

describe('the setting to require approval, if it is enabled while a request waits,', () => {
  it('holds back the post that the request creates', async () => {
    const member = await mintMember();
    const startsBefore = api.starter.starts.length;
    const answer = await whileFetching(
      (url) => createWith(member, url),
      () => requireApproval(member),
    );
    expect([answer.status, field(answer, 'status')]).toEqual([201, 'NEEDS_APPROVAL']);
    expect(answer.body).toMatchObject({ workflowId: null, pendingWorkflowId: null });
    expect(field<{ status: string }[]>(answer, 'targets')).toMatchObject([{ status: 'DRAFT' }]);
    expect(api.starter.starts).toHaveLength(startsBefore);
  });

  it('holds back the post that the request schedules', async () => {
    const member = await mintMember();
    const { key } = member.tenant;
    const made = settled(await call(api, 'POST', '/posts', { key, body: bodyOf(member.tenant, {}) }));
    const path = `/posts/${field<string>(made, 'id')}`;
    const answer = await whileFetching(
      (url) => call(api, 'PATCH', path, { key, body: { mediaItems: [{ url }], scheduledFor: ahead(api) } }),
      () => requireApproval(member),
    );
    expect([answer.status, field(answer, 'status')]).toEqual([200, 'NEEDS_APPROVAL']);
  });
});

// The requests have been authorized, and write just before the change is committed.
describe('requests during a concurrent change of the workspace', () => {
  const meet = async (
    { tenant: { workspaceId } }: Member,
    requests: () => Promise<Answer>[],
    change: string,
  ): Promise<Answer[]> => {
    let answers: Promise<Answer>[] = [];
    await api.deps.db.transaction(async (tx) => {
      await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)).for('no key update');
      answers = requests();
      await expect.poll(() => lockWaits(api.deps.db)).toBe(answers.length);
      await tx.execute(sql.raw(change));
    });
    return Promise.all(answers);
  };
  const create = ({ tenant }: Member, more: object = {}): Promise<Answer> =>
    call(api, 'POST', '/posts', { key: tenant.key, body: bodyOf(tenant, more) });

  it('write nothing if the change removes their member', async () => {
    const member = await mintMember();
    const { tenant, memberId } = member;
    await setPlan(api, tenant, 'SELF_HOSTED');
    const made = settled(await create(member));
    const path = `/posts/${field<string>(made, 'id')}`;
    const answers = await meet(
      member,
      () => [
        create(member, { scheduledFor: ahead(api) }),
        create(member, { clientReferenceId: 'once' }),
        call(api, 'PATCH', path, { key: tenant.key, body: { content: 'Other words' } }),
        call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
          key: tenant.key,
          body: { mime: 'image/png', sizeBytes: 100 },
        }),
      ],
      `delete from memberships where id = '${memberId}'`,
    );
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'FORBIDDEN_WORKSPACE'));
    expect([await countOf(posts, member), await countOf(mediaAssets, member)]).toEqual([1, 0]);
  });

  it('wait for approval if the change requires it', async () => {
    const member = await mintMember();
    const [scheduled, referenced, draft] = await meet(
      member,
      () => [
        create(member, { scheduledFor: ahead(api) }),
        create(member, { scheduledFor: ahead(api), clientReferenceId: 'once' }),
        create(member),
      ],
      `update workspaces set require_approval = true where id = '${member.tenant.workspaceId}'`,
    );
    for (const answer of [scheduled, referenced])
      expect([answer?.status, answer?.body]).toMatchObject([201, { status: 'NEEDS_APPROVAL' }]);
    expect(draft?.body).toMatchObject({ status: 'DRAFT' });
  });
});

describe('the time that a request may wait', () => {
  it('is limited for all of its media, whichever sources they come from', async () => {
    const hurried = await startTestApi({ media: { fetch: guarded, itemsMsMax: 500 } });
    try {
      const tenant = await mintTenant(hurried);
      source.hold();
      const items = [1, 2].map(() => ({ url: source.at((seed += 1)) }));
      const body = bodyOf(tenant, { mediaItems: items });
      const answer = await call(hurried, 'POST', '/posts', { key: tenant.key, body });
      source.release();
      expect(answer.body).toMatchObject({ code: 'FETCH_FAILED', reason: 'total_timeout' });
      expect(filesIn(hurried.mediaFolder)).toEqual([]);
    } finally {
      await hurried.close();
    }
  });
});

describe('the URL of an upload', () => {
  const begin = async (member: Member) => {
    const bytes = new Uint8Array(await image((seed += 1)));
    const begun = await presign(api, member.tenant, { mime: 'image/png', sizeBytes: bytes.length });
    return { bytes, id: begun.media.id, address: single(begun.upload) };
  };

  it.each(losses)('is no longer valid once its member %s', async (_, lose) => {
    const member = await mintMember();
    const { bytes, address } = await begin(member);
    await lose(member);
    const before = filesIn(api.mediaFolder);
    expect(await send(address, bytes)).toBe(403);
    expect(filesIn(api.mediaFolder)).toEqual(before);
  });

  it('is no longer valid for the colleagues of a removed member, who continue with a new one', async () => {
    const member = await mintMember();
    const { bytes, address, id } = await begin(member);
    expect(await send(address, bytes)).toBe(204);
    await remove(member);
    const session = member.owner;
    const refused = await call(api, 'POST', `/media/${id}/complete`, { session });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'INVALID_STATE']);
    const resumed = settled(await call(api, 'POST', `/media/${id}/upload`, { session }));
    expect(await send(address, bytes)).toBe(403);
    expect(await send(single(field(resumed, 'upload')), bytes)).toBe(204);
    const done = await call(api, 'POST', `/media/${id}/complete`, { session });
    expect(done.body).toMatchObject({ status: 'READY' });
  });
});

describe('an upload that a colleague continues', () => {
  it('has its own URL, while the bytes at the previous URL are not stored', async () => {
    const member = await mintMember();
    const session = member.owner;
    const bytes = new Uint8Array(await image((seed += 1)));
    const { media, upload } = await presign(api, member.tenant, {
      mime: 'image/png',
      sizeBytes: bytes.length,
    });
    const path = `/media/${media.id}`;
    expect(await send(single(upload), bytes)).toBe(204);
    const resumed = settled(await call(api, 'POST', `${path}/upload`, { session }));
    expect(await send(single(upload), bytes)).toBe(403);
    expect(codeOf(await call(api, 'POST', `${path}/complete`, { session }))).toBe('EMPTY_BODY');
    const before = filesIn(api.mediaFolder);
    expect(await send(single(field(resumed, 'upload')), bytes)).toBe(204);
    // The same user continues the upload, so the bytes that were sent are kept.
    const again = settled(await call(api, 'POST', `${path}/upload`, { session }));
    expect(single(field(again, 'upload')).url.split('?')[0]).toBe(
      single(field(resumed, 'upload')).url.split('?')[0],
    );
    const done = await call(api, 'POST', `${path}/complete`, { session });
    expect(done.body).toMatchObject({ status: 'READY' });
    settled(await call(api, 'DELETE', path, { session }));
    expect(filesIn(api.mediaFolder)).toEqual(before);
  });

  it('starts from the beginning if it has parts', async () => {
    const member = await mintMember();
    const session = member.owner;
    const size = { mime: 'video/mp4', sizeBytes: 100, multipart: true };
    const { media, upload } = await presign(api, member.tenant, size);
    if (upload.kind !== 'parts') throw new Error('not in parts');
    const address = upload.parts[0]?.address ?? undefined;
    if (address === undefined) throw new Error('no address');
    expect(await send(address, new Uint8Array(100))).toBe(204);
    const resumed = settled(await call(api, 'POST', `/media/${media.id}/upload`, { session }));
    expect(field<typeof upload>(resumed, 'upload').parts).toMatchObject([{ uploaded: false }]);
    expect(await send(address, new Uint8Array(100))).toBe(409);
  });
});

describe('a repeated request under its Idempotency-Key', () => {
  const once = (member: Member, key: string, path: string, body: object): Promise<Answer> =>
    call(api, 'POST', path, { key: member.tenant.key, headers: { 'Idempotency-Key': key }, body });

  it('requires the same permission as the first one', async () => {
    const member = await mintMember('ADMIN');
    const { workspaceId } = member.tenant;
    const requests: [string, object][] = [
      ['/posts', bodyOf(member.tenant, {})],
      [`/media/presign?workspaceId=${workspaceId}`, { mime: 'image/png', sizeBytes: 100 }],
    ];
    for (const [path, body] of requests) settled(await once(member, 'k', path, body));
    await api.deps.db.update(memberships).set({ role: 'EDITOR' }).where(eq(memberships.id, member.memberId));
    for (const [path, body] of requests) {
      const again = await once(member, 'k', path, body);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    }
    await demote(member);
    for (const [path, body] of requests) {
      const again = await once(member, 'k', path, body);
      expect([again.status, codeOf(again)]).toEqual([403, 'INSUFFICIENT_ROLE']);
      expect(again.headers.get('idempotent-replayed')).toBeNull();
    }
    expect(await countOf(posts, member)).toBe(1);
  });

  it('does not replace a first one that may still be downloading', async () => {
    const member = await mintMember();
    const path = `/media/from-url?workspaceId=${member.tenant.workspaceId}`;
    source.hold();
    const url = source.at((seed += 1));
    const first = once(member, 'slow', path, { url });
    await source.untilWaiting(1);
    api.clock.shiftMs += mediaFromUrlMsMax;
    const second = await once(member, 'slow', path, { url });
    api.clock.shiftMs -= mediaFromUrlMsMax;
    source.release();
    expect([second.status, codeOf(second)]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    settled(await first);
    expect(await countOf(mediaAssets, member)).toBe(1);
  });

  it('requires the permission of its operation, for every POST with credentials', () => {
    const routes = operations.filter(({ route }) => route.method === 'post');
    const rights = routes.flatMap(({ route: { operationId = '' } }) => {
      const who = accessTable[operationId]?.who;
      if (who === 'nobody') return [];
      // The workspaces of this operation are in the body. Its response contains a code, so it is never replayed.
      if (operationId === 'allowApp') return [[operationId, null]];
      return [[operationId, who === 'anybody' ? null : who === 'client' ? 'approvePosts' : who]];
    });
    expect(replayRights).toEqual(Object.fromEntries(rights));
  });
});
