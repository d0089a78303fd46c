import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../harness/description.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintSession } from '../harness/tenants.js';
import { buildWorld, requestOf, type World } from './access-table.js';

const api = useTestApi();
const origin = 'https://elsewhere.example';

interface Described {
  paths: Record<string, Record<string, { operationId?: string; security?: object[] }>>;
}

const operations = Object.entries((openApiDocument() as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId = '', security = [] }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    takesKeys: security.some((scheme) => 'bearer' in scheme),
  })),
);

const corsOf = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

async function ask(
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
): Promise<Response> {
  const answer = await fetch(`${api.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { origin, ...headers },
  });
  await answer.body?.cancel();
  return answer;
}

const preflight = (path: string, method: string): Promise<Response> =>
  ask(path, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
  });

describe('pages of other origins', () => {
  it.each([
    '/openapi.json',
    '/api/v1/openapi.json',
    '/docs',
    '/docs/script.js',
    '/docs/api',
    '/docs/api/createPost',
    '/docs/errors',
    '/docs/errors/NOT_FOUND',
    '/docs/target-errors',
    '/docs/target-errors/RATE_LIMITED',
  ])('may read %s without credentials', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(path, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(corsOf(answer)).toEqual(['access-control-allow-origin']);
    }
  });

  it.each([
    ['GET', '/docs/nowhere'],
    ['GET', '/docs/errors/NO_SUCH_CODE'],
    ['GET', '/docsnot'],
    ['GET', '/openapi.jsonx'],
    ['POST', '/openapi.json'],
    ['OPTIONS', '/openapi.json'],
    ['OPTIONS', '/docs'],
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', '/'],
    ['GET', '/api/v1/nowhere'],
  ])('get no CORS headers from %s %s', async (method, path) => {
    expect(corsOf(await ask(path, { method }))).toEqual([]);
  });
});

describe('an operation of the API', () => {
  let world: World;
  let cookie = '';
  beforeAll(async () => {
    world = await buildWorld(api);
    const session = await mintSession(api, world.tenant.userId);
    cookie = session.headers['cookie'] ?? '';
  });

  it.each(operations)(
    'allows no page of another origin to read it: $id, its errors and its preflight',
    async ({ id, method, path, takesKeys }) => {
      const request = requestOf(api, world, { id, path });
      const url = `/api/v1${request.path}`;
      const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
      const json = { 'content-type': 'application/json' };
      const credential: Record<string, string> = takesKeys
        ? { authorization: `Bearer ${world.tenant.key}` }
        : { cookie };
      const answers = [
        await ask(url, { method, ...body, headers: { ...json, ...credential } }),
        await ask(url, { method, ...body, headers: json }),
        await ask(url, { method, ...body, headers: { ...json, authorization: 'Bearer nonsense' } }),
        await preflight(url, method),
      ];
      expect(answers.slice(1).every(({ status }) => status >= 400)).toBe(true);
      for (const answer of answers) expect(corsOf(answer)).toEqual([]);
    },
  );
});
