import { describe, expect, it } from 'vitest';
import { count } from '../harness/counts.js';
import { ahead, call, field, postOf, type Answer } from '../harness/api.js';
import { openApiDocument } from '../harness/description.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintAccount, mintTenant, mintWorkspaceOf } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

const parallelCreates = 50;
const rounds = count({ usual: 2, long: 4 });
const windowMs = 24 * 60 * 60 * 1000;

function create(clientReferenceId: string, accountId = tenant.accountIds[0], content = 'x'): Promise<Answer> {
  const body = { content, platforms: [{ accountId }], scheduledFor: ahead(api), clientReferenceId };
  return call(api, 'POST', '/posts', { key: tenant.key, body });
}

describe('clientReferenceId', () => {
  it(`creates one post from ${parallelCreates} parallel requests`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = await countRows(api);
      const answers = await Promise.all(
        Array.from({ length: parallelCreates }, () => create(`round-${round}`)),
      );
      expect(new Set(answers.map((answer) => field<string>(answer, 'id'))).size).toBe(1);
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
      const replays = answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true');
      expect(replays.map((answer) => answer.status)).toEqual(
        Array.from({ length: parallelCreates - 1 }, () => 200),
      );
      const after = await countRows(api);
      expect(after['posts']).toBe((before['posts'] ?? 0) + 1);
      expect(after['publications']).toBe((before['publications'] ?? 0) + 1);
    }
  });

  it('returns the original post even if the repeat differs, and starts no second workflow', async () => {
    const first = await create('same', tenant.accountIds[0], 'The original');
    const repeat = await create('same', tenant.accountIds[1], 'Something else');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(repeat.status).toBe(200);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(repeat.body).toEqual(postOf(first));
    expect(api.starter.starts.filter((start) => start.postId === field(first, 'id'))).toHaveLength(1);
  });

  it('returns a deleted original with deletedAt, as described in the API description', async () => {
    const first = await create('deleted');
    const id = field<string>(first, 'id');
    expect((await call(api, 'DELETE', `/posts/${id}`, { key: tenant.key })).status).toBe(204);
    const repeat = await create('deleted');
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(repeat.body).toMatchObject({ id, status: 'CANCELED' });
    expect(field<string | null>(repeat, 'deletedAt')).not.toBeNull();
    expect((await call(api, 'GET', `/posts/${id}`, { key: tenant.key })).status).toBe(404);
    const { paths } = openApiDocument() as { paths: Record<string, { post?: { description: string } }> };
    expect(paths['/posts']?.post?.description).toMatch(/clientReferenceId.*deleted.*deletedAt/);
  });

  it('returns the original after its accounts were disconnected, but only to users with access to their workspace', async () => {
    const first = await create('gone');
    const [accountId] = tenant.accountIds;
    expect((await call(api, 'DELETE', `/social-accounts/${accountId}`, { key: tenant.key })).status).toBe(
      204,
    );
    const repeat = await create('gone');
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(field(repeat, 'id')).toBe(field(first, 'id'));
    expect((await create('new')).status).toBe(404);
    const stranger = await mintTenant(api);
    const body = { content: 'x', platforms: [{ accountId }], clientReferenceId: 'gone' };
    expect((await call(api, 'POST', '/posts', { key: stranger.key, body })).status).toBe(404);
  });

  it('returns the original even after another of its accounts was disconnected', async () => {
    const platforms = tenant.accountIds.map((accountId) => ({ accountId }));
    const body = { content: 'x', platforms, clientReferenceId: 'several' };
    const first = await call(api, 'POST', '/posts', { key: tenant.key, body });
    const gone = `/social-accounts/${tenant.accountIds[1]}`;
    expect((await call(api, 'DELETE', gone, { key: tenant.key })).status).toBe(204);
    const repeat = await call(api, 'POST', '/posts', { key: tenant.key, body });
    expect([repeat.status, field(repeat, 'id')]).toEqual([200, field(first, 'id')]);
  });

  it('is unique within a workspace', async () => {
    const other = await mintWorkspaceOf(api, tenant.userId);
    const otherAccount = await mintAccount(api, other, 'BLUESKY');
    const first = await create('shared');
    const second = await create('shared', otherAccount);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(field(first, 'id')).not.toBe(field(second, 'id'));
  });

  it('is bound to its post for 24 hours, and free again after that', async () => {
    const first = await create('daily');
    api.clock.shiftMs += windowMs - 60_000;
    expect(field(await create('daily'), 'id')).toBe(field(first, 'id'));
    api.clock.shiftMs += 120_000;
    const next = await create('daily');
    expect(next.status).toBe(201);
    expect(field(next, 'id')).not.toBe(field(first, 'id'));
  });

  it('stays free if the creation is refused', async () => {
    const past = {
      content: 'x',
      platforms: [{ accountId: tenant.accountIds[0] }],
      scheduledFor: ahead(api, -1),
    };
    const refused = await call(api, 'POST', '/posts', {
      key: tenant.key,
      body: { ...past, clientReferenceId: 'r' },
    });
    expect(refused.status).toBe(400);
    expect((await create('r')).status).toBe(201);
  });
});
