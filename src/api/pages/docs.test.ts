import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import type { ApiEnv } from '../types.js';
import { registerDocs } from './docs.js';

it('a file of the documentation page is read once, however often anybody asks, and again after a fault', async () => {
  const app = new OpenAPIHono<ApiEnv>();
  const reads: string[] = [];
  app.onError((_, c) => c.body(null, 500));
  registerDocs(app, (name) => {
    reads.push(name);
    if (reads.length === 1) return Promise.reject(new Error('a fault'));
    return Promise.resolve(new TextEncoder().encode(name));
  });
  const ask = async (): Promise<string> => (await app.request('/docs/swagger-ui.css')).text();
  await ask();
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toEqual(Array(10).fill('swagger-ui.css'));
  expect(reads).toEqual(['swagger-ui.css', 'swagger-ui.css']);
});
