import { afterAll, expect, it } from 'vitest';
import { createGuardedFetch } from '../egress/guarded-fetch.js';
import { createPrometheus } from './prometheus.js';

const none = () => Promise.reject(new Error('there is no database'));
const { metrics, render } = createPrometheus({ process: 'test', readDebts: none, readTableBytes: none });
const guardedFetch = createGuardedFetch({ onRejected: metrics.urlRejected });
afterAll(() => guardedFetch[Symbol.asyncDispose]());

it('a metric counts refused addresses by reason, both at registration and at each call', async () => {
  await guardedFetch.check('https://10.1.2.3/canary-in-the-address');
  await guardedFetch.check('ftp://example.test/');
  const called = guardedFetch({ url: 'https://169.254.169.254/latest', method: 'GET' });
  await expect(called).rejects.toThrow('non-public');
  const { text } = await render();
  expect(text).toMatch(/punctual_ssrf_rejections_total\{[^}]*reason="private_address"[^}]*\} 2/);
  expect(text).toMatch(/punctual_ssrf_rejections_total\{[^}]*reason="scheme"[^}]*\} 1/);
  expect(text).not.toContain('canary');
});
