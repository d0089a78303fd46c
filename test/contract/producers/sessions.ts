import { call } from '../../harness/api.js';
import { flatPost, type Producer } from './producer.js';

export const sessionProducers = {
  INVALID_CREDENTIALS: ({ api }) =>
    call(api, 'POST', '/auth/sign-in', {
      body: { email: 'nobody@example.test', password: 'a wrong password' },
    }),
  SIGN_UP_CLOSED: ({ api }) =>
    call(api, 'POST', '/auth/sign-up', {
      body: { email: 'new@example.test', name: 'New', password: 'correct horse battery staple' },
    }),
  IDEMPOTENCY_KEY_IN_USE: async (world) => {
    const { api, tenant } = world;
    let finish: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const create = () =>
      call(api, 'POST', '/posts', {
        key: tenant.key,
        headers: { 'idempotency-key': 'in-flight' },
        body: flatPost(world),
      });
    // The table lock keeps the first request in flight until the second one has its response.
    const { db } = api.deps;
    const first = db.transaction(async (tx) => {
      await tx.execute('lock table posts in access exclusive mode');
      const request = create();
      await answered;
      // The promise is wrapped, because the transaction would otherwise wait for the request, which waits for the lock.
      return { request };
    });
    for (let tries = 0; tries < 200; tries += 1) {
      const [row] = await db.execute<{ count: number }>(
        'select count(*)::int as count from idempotency_keys where answer is null',
      );
      if ((row?.count ?? 0) > 0) break;
    }
    const second = await create();
    finish();
    await (
      await first
    ).request;
    return second;
  },
} satisfies Record<string, Producer>;
