import { describe, expect, it } from 'vitest';
import { count } from '../harness/counts.js';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { openApiDocument } from '../harness/description.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { countRows, mintAccount, mintWorkspaceOf } from '../harness/tenants.js';

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
  it(`makes one post of ${parallelCreates} parallel creates`, async () => {
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
      expect(after['targets']).toBe((before['targets'] ?? 0) + 1);
    }
  });

  it('gives the original, whatever the repeat says, and starts nothing twice', async () => {
    const first = await create('same', tenant.accountIds[0], 'The original');
    const repeat = await create('same', tenant.accountIds[1], 'Something else');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(repeat.status).toBe(200);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(repeat.body).toEqual(first.body);
    expect(api.starter.starts.filter((start) => start.postId === field(first, 'id'))).toHaveLength(1);
  });

  it('gives the original, with deletedAt, also after it was deleted; and the description says so', async () => {
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

  it('counts per workspace', async () => {
    const other = await mintWorkspaceOf(api, tenant.userId);
    const otherAccount = await mintAccount(api, other, 'BLUESKY');
    const first = await create('shared');
    const second = await create('shared', otherAccount);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(field(first, 'id')).not.toBe(field(second, 'id'));
  });

  it('holds for 24 hours from creation, and is free again after them', async () => {
    const first = await create('daily');
    api.clock.shiftMs += windowMs - 60_000;
    expect(field(await create('daily'), 'id')).toBe(field(first, 'id'));
    api.clock.shiftMs += 120_000;
    const next = await create('daily');
    expect(next.status).toBe(201);
    expect(field(next, 'id')).not.toBe(field(first, 'id'));
  });

  it('a create that was refused does not take the reference', async () => {
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
