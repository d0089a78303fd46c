import { describe, expect, it } from 'vitest';
import { readEnv } from '../../src/config/env.js';
import { captionCharsMax, clientReferenceWindowMs } from '../../src/domain/limits.js';
import type { RateLimits } from '../../src/domain/rate-limits.js';
import { webhookDelaysMs, webhookTimeoutMs } from '../../src/domain/webhooks.js';
import { noMetrics } from '../../src/observability/metrics.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { call, codeOf, field, startTestApi, type TestApi } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintTenant } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api);

/** Starts a separate API with its own limits. */
async function withLimits(
  limits: RateLimits,
  act: (own: TestApi, key: string) => Promise<void>,
): Promise<void> {
  const log = { error: () => undefined } as never;
  const own = await startTestApi({ limiter: createRateLimiter({ limits, metrics: noMetrics, log }) });
  try {
    await act(own, (await mintTenant(own)).key);
  } finally {
    await own.close();
  }
}

describe('Limits', () => {
  it('Limits 1: a key has 60 requests per minute, and Retry-After says when another one is allowed', async () => {
    const env = readEnv({ DATABASE_URL: 'postgres://localhost/x', ENCRYPTION_KEYS: `a:${'A'.repeat(43)}=` });
    expect([env.RATE_LIMIT_BURST, env.RATE_LIMIT_SUSTAINED]).toEqual([60, 1_000]);
    await withLimits({ burst: 60, sustained: null }, async (own, key) => {
      const ask = () => call(own, 'GET', '/workspaces', { key });
      for (let count = 0; count < 60; count += 1) expect((await ask()).status).toBe(200);
      const refused = await ask();
      expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    });
  });

  it('Limits 2: a key has 1,000 requests in 15 minutes, over all operations', async () => {
    await withLimits({ burst: null, sustained: 1_000 }, async (own, key) => {
      const ask = () => call(own, 'GET', '/workspaces', { key });
      for (let round = 0; round < 50; round += 1) {
        const answers = await Promise.all(Array.from({ length: 20 }, ask));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
      }
      const refused = await call(own, 'POST', '/posts', { key, body: {} });
      expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9][0-9]{0,2}$/);
    });
  });

  it('Limits 3: a caption has at most 10,000 characters when a post is created or updated', async () => {
    expect(captionCharsMax).toBe(10_000);
    const platforms = [{ accountId: tenant.accountIds[0], captionOverride: 'short' }];
    const create = (charsCount: number) =>
      call(api, 'POST', '/posts', {
        key: tenant.key,
        body: { platforms, content: 'x'.repeat(charsCount) },
      });
    const most = await create(10_000);
    expect(most.status).toBe(201);
    const tooLong = await create(10_001);
    expect([tooLong.status, codeOf(tooLong)]).toEqual([400, 'VALIDATION_FAILED']);
    const body = { content: 'x'.repeat(10_001) };
    const update = await call(api, 'PATCH', `/posts/${field<string>(most, 'id')}`, { key: tenant.key, body });
    expect([update.status, codeOf(update)]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('Limits 4: a clientReferenceId refers to its post for 24 hours', async () => {
    expect(clientReferenceWindowMs).toBe(24 * 60 * 60 * 1000);
    const create = async () => {
      const body = {
        content: 'x',
        platforms: [{ accountId: tenant.accountIds[0] }],
        clientReferenceId: 'l4',
      };
      return field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
    };
    const first = await create();
    api.clock.shiftMs += clientReferenceWindowMs - 5_000;
    expect(await create()).toBe(first);
    api.clock.shiftMs += 10_000;
    expect(await create()).not.toBe(first);
  });

  it('Limits 5: a webhook has ten seconds to respond, and gets six retries', () => {
    expect(webhookTimeoutMs).toBe(10_000);
    expect(webhookDelaysMs).toEqual([30, 120, 600, 3_600, 21_600, 86_400].map((seconds) => seconds * 1000));
  });
});
