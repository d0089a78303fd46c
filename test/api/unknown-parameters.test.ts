import { beforeAll, describe, expect, it } from 'vitest';
import { call, codeOf } from '../harness/api.js';
import { openApiDocument } from '../harness/description.js';
import { mintSession } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { buildWorld, requestOf, type World } from './access-table.js';

const api = useTestApi();

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        security: object[];
        responses: Record<string, { content?: Record<string, { examples?: object }> }>;
      }
    >
  >;
}

const operations = Object.entries((openApiDocument() as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    takesKeys: security.some((scheme) => 'bearer' in scheme),
    isForClients: security.some((scheme) => 'clientLink' in scheme),
    isOpen: security.length === 0,
    badRequestCodes: Object.keys(responses['400']?.content?.['application/json']?.examples ?? {}),
  })),
);

describe('an unknown query parameter', () => {
  // Refused requests change nothing, so all of them can use one world.
  let world: World;
  beforeAll(async () => {
    world = await buildWorld(api);
  });

  it.each(operations)('is refused by $id with a documented code', async (operation) => {
    const { tenant } = world;
    const { path, body } = requestOf(api, world, operation);
    const credential = operation.takesKeys
      ? { key: tenant.key }
      : operation.isForClients
        ? { key: world.clientToken }
        : operation.isOpen
          ? {}
          : { session: await mintSession(api, tenant.userId) };
    const answer = await call(api, operation.method, `${path}${path.includes('?') ? '&' : '?'}unknown=1`, {
      ...credential,
      ...(body === undefined ? {} : { body }),
    });
    expect([answer.status, codeOf(answer)], answer.text).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body).toMatchObject({ details: [{ path: 'unknown', code: 'unknown_field' }] });
    expect(operation.badRequestCodes).toContain('VALIDATION_FAILED');
  });
});
