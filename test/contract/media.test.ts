import { describe, expect, it } from 'vitest';
import { call, codeOf, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

describe('Media', () => {
  it.each([
    ['GET', '/media', undefined],
    ['POST', '/media/presign', { filename: 'a.png', mime: 'image/png', sizeBytes: 1 }],
    ['POST', '/media/from-url', { url: 'https://example.com/a.png' }],
  ])('Media 6: %s %s requires workspaceId', async (method, path, body) => {
    const answer = await call(api, method, path, { key: tenant.key, ...(body !== undefined && { body }) });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(answer, 'details').map((detail) => detail.path)).toEqual([
      'workspaceId',
    ]);
  });
});
