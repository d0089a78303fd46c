import { expect, it } from 'vitest';
import { operations } from '../routes/index.js';
import { unknownOperation } from './unknown-operation.js';

const explain = unknownOperation(
  operations.map(({ route }) => route),
  '/api/v1',
);

it.each([
  ['GET', '/api/v1/accounts', 'GET /api/v1/social-accounts'],
  ['GET', '/api/v1/post/post_1', 'GET /api/v1/posts/{id}'],
  ['POST', '/api/v1/posts/post_1/shedule', 'POST /api/v1/posts/{id}/schedule'],
  ['POST', '/api/v1/workspaces/ws_1/webhooks', 'POST /api/v1/workspaces/{id}/webhook-endpoints'],
  ['POST', '/api/v1/accounts/acc_1/check', 'POST /api/v1/social-accounts/{id}/check'],
  ['GET', '/posts', 'GET /api/v1/posts'],
  ['GET', '/posts/post_1', 'GET /api/v1/posts/{id}'],
])('%s %s leads to %s', (method, path, meant) => {
  expect(explain(method, path)).toBe(`There is no operation ${method} ${path}. Did you mean ${meant}?`);
});

it.each([
  ['GET', '/api/v1/quantum'],
  ['GET', '/api/v1'],
  ['GET', `/api/v1${'/posts'.repeat(20)}`],
])('%s %s has no operation that is close to it', (method, path) => {
  expect(explain(method, path)).toBe(
    `There is no operation ${method} ${path}. GET /openapi.json lists all of them.`,
  );
});

it.each([
  ['GET', '/favicon.ico'],
  ['GET', '/post'],
  ['GET', '/accounts'],
  ['GET', `/api/v1/${'x'.repeat(300)}`],
])('%s %s is not explained', (method, path) => {
  expect(explain(method, path)).toBeNull();
});
