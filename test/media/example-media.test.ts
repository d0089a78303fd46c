import { expect, it } from 'vitest';
import { ensureExampleMedia } from '../../src/launcher/example-media.js';
import { call, field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import type { Media } from './support.js';

const api = useTestApi();
const tenant = useTenant(api);

it('the example image and video are in the library after the first start, and only once after the next', async () => {
  const stack = { apiUrl: `${api.url}/api/v1`, apiKey: tenant.key, workspaceId: tenant.workspaceId };
  const first = await ensureExampleMedia(stack);
  expect(await ensureExampleMedia(stack)).toEqual(first);
  const listed = await call(api, 'GET', `/media?workspaceId=${tenant.workspaceId}`, { key: tenant.key });
  const media = field<Media[]>(listed, 'data').map(({ id, kind, status }) => ({ id, kind, status }));
  expect(media).toEqual([
    { id: first.video, kind: 'VIDEO', status: 'READY' },
    { id: first.picture, kind: 'IMAGE', status: 'READY' },
  ]);
});
