import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPunctualClient, dataOf } from '../../packages/client/src/index.js';
import { projectRoot } from '../../src/project-root.js';
import { freePorts, stackStartMsMax, startRealStack, type RealStack } from './real-stack.js';
import { waitMsMax } from '../harness/patience.js';

let folder: string;
let stack: RealStack;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-dev-'));
  stack = await startRealStack(folder, { ...(await freePorts()), SAMPLE_POSTS: '1' }, 'dev');
}, stackStartMsMax);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const startsOf = (program: 'api' | 'worker', message: string): number =>
  readFileSync(path.join(folder, 'logs', `${program}.log`), 'utf8').split(`"msg":"${message}"`).length - 1;

// This test comes first, because the next one restarts the worker that publishes one of these posts.
it('the first start adds sample posts to the calendar, one of which is published', async () => {
  const { apiUrl, apiKey, workspaceId } = stack.info;
  const api = createPunctualClient({ baseUrl: apiUrl, apiKey });
  const samples = async () => {
    const { data } = await dataOf(api.GET('/posts', { params: { query: { workspaceId } } }));
    return data.filter(({ metadata }) => metadata['sample'] === 'true');
  };
  await vi.waitFor(
    async () => {
      const statuses = (await samples()).map(({ status }) => status);
      expect(statuses).toEqual(['PUBLISHED', 'DRAFT', ...Array<string>(6).fill('SCHEDULED')]);
    },
    { timeout: waitMsMax, interval: 250 },
  );
  const [published, draft, ...scheduled] = await samples();
  expect(published?.targets.every(({ externalUrl }) => externalUrl !== null)).toBe(true);
  expect(draft?.scheduledAt).toBeNull();
  const times = scheduled.map(({ scheduledAt }) => Date.parse(scheduledAt ?? ''));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

it('npm run dev restarts API and worker when a source file changes, and keeps the data', async () => {
  const { apiUrl, apiKey, dashboardUrl, socialAccounts } = stack.info;
  const api = createPunctualClient({ baseUrl: apiUrl, apiKey });
  const account = socialAccounts.find(({ needs }) => needs === null);
  const body = { content: 'kept', platforms: [{ accountId: account?.id ?? '' }] };
  const post = await dataOf(api.POST('/posts', { body }));
  const script = await fetch(`${dashboardUrl}/src/main.tsx`);
  expect([script.status, await script.text()]).toEqual([
    200,
    expect.stringContaining('createRoot') as unknown,
  ]);

  const before = { api: startsOf('api', 'api listening'), worker: startsOf('worker', 'worker polling') };
  const now = new Date();
  utimesSync(path.join(projectRoot, 'src', 'bin', 'api.ts'), now, now);
  await vi.waitFor(
    () => {
      expect(startsOf('api', 'api listening')).toBeGreaterThan(before.api);
      expect(startsOf('worker', 'worker polling')).toBeGreaterThan(before.worker);
    },
    { timeout: waitMsMax, interval: 100 },
  );
  const kept = await dataOf(api.GET('/posts/{id}', { params: { path: { id: post.id } } }));
  expect(kept).toMatchObject({ id: post.id, status: 'DRAFT' });
});

it('npm run dev serves files, and accepts return URLs, under the origin of its dashboard', async () => {
  const { apiUrl, apiKey, dashboardUrl, workspaceId, exampleMedia } = stack.info;
  const api = createPunctualClient({ baseUrl: apiUrl, apiKey });
  const picture = await dataOf(api.GET('/media/{id}', { params: { path: { id: exampleMedia.picture } } }));
  expect(picture.url).toContain(`${dashboardUrl}/storage/`);
  const file = await fetch(picture.url ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  const returnUrl = `${dashboardUrl}/w/${workspaceId}/accounts`;
  const session = await dataOf(
    api.POST('/connect-sessions', { body: { workspaceId, platform: 'X', sandbox: true, returnUrl } }),
  );
  expect(session.authorizeUrl).toContain(`${dashboardUrl}/connect/`);
  const answer = await fetch(session.authorizeUrl ?? '');
  expect(await answer.text()).toContain('Continue to X');
});

it('npm run dev ends with Ctrl-C, and leaves no process behind', async () => {
  expect((await stack.interrupt()).code).toBe(0);
  expect(stack.alive()).toEqual([]);
});
