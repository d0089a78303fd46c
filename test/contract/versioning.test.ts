import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { statusByCode } from '../../src/api/errors/codes.js';
import { exampleDay, withTimesMoved } from '../../src/api/document/current-times.js';
import { openApiDocument, openApiText } from '../harness/description.js';
import { call, field } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintTenant } from '../harness/tenants.js';
import { releasedCodes } from './released-codes.js';

const api = useTestApi();

describe('Versioning', () => {
  it('Versioning 1: every operation is available under /api/v1, and nowhere else', async () => {
    const { key } = await mintTenant(api);
    expect((await call(api, 'GET', '/posts', { key })).status).toBe(200);
    for (const path of ['/posts', '/v1/posts', '/api/posts', '/api/v2/posts']) {
      const answer = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const { servers } = JSON.parse(openApiText()) as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual(['/api/v1']);
  });

  it('Versioning 2: every error code of the first release still exists with the same status', () => {
    // New codes are added here; changing or removing an entry requires a new major version.
    expect(statusByCode).toMatchObject(releasedCodes);
  });

  it('Versioning 3: additional fields of an error do not change the stable ones', async () => {
    const answer = await call(api, 'GET', '/posts');
    expect(answer.body).toMatchObject({
      statusCode: 401,
      code: 'UNAUTHORIZED',
      docUrl: `${api.url}/docs/errors/UNAUTHORIZED`,
    });
    const page = await fetch(field<string>(answer, 'docUrl'));
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('UNAUTHORIZED') as unknown,
    ]);
  });

  it('Versioning 4: the API description at /openapi.json is generated from the running code', async () => {
    const served: unknown = await (await fetch(`${api.url}/openapi.json`)).json();
    const days = exampleDay(api.clock.now());
    expect(served).toEqual(withTimesMoved(openApiDocument(), days));
    const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(committed === openApiText(), 'openapi.json is not current: npm run openapi').toBe(true);
  });
});
