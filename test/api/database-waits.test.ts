import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDb } from '../../src/db/client.js';
import { posts } from '../../src/db/schema/index.js';
import { call, codeOf, field, startTestApi } from '../harness/api.js';
import { mintTenant } from '../harness/tenants.js';

it('a database statement that waits too long results in RETRY, not in an internal error', async () => {
  const api = await startTestApi();
  const hasty = openDb({ url: api.databaseUrl, connectionsMax: 2, statementTimeoutMs: 200 });
  const second = await startTestApi({ db: hasty.db }, { databaseUrl: api.databaseUrl });
  try {
    const { key, accountIds } = await mintTenant(api);
    const body = { content: 'x', platforms: [{ accountId: accountIds[0] }] };
    const id = field<string>(await call(api, 'POST', '/posts', { key, body }), 'id');
    await api.deps.db.transaction(async (tx) => {
      await tx.select().from(posts).where(eq(posts.id, id)).for('update');
      const answer = await call(second, 'PATCH', `/posts/${id}`, { key, body: { content: 'y' } });
      expect([answer.status, codeOf(answer)]).toEqual([503, 'RETRY']);
    });
    expect((await call(second, 'PATCH', `/posts/${id}`, { key, body: { content: 'y' } })).status).toBe(200);
  } finally {
    await second.close();
    await hasty.close();
    await api.close();
  }
});
