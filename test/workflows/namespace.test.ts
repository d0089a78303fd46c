import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overrideDeps } from '../../src/services/shared/override-deps.js';
import { runSetup } from '../../src/cli/setup.js';
import { reconcileIntervalMs, scheduleIdOf, type Installation } from '../../src/domain/workflow-contract.js';
import { openTemporalClient } from '../../src/temporal/connection.js';
import { createWorkflowStarter } from '../../src/temporal/create-workflow-starter.js';
import { createNamespaceKeeper } from '../../src/temporal/keep-namespace.js';
import { ensureNamespace, onceKnown } from '../../src/temporal/namespace.js';
import { useTestApi } from '../harness/use-test-api.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';

describe('an empty Temporal namespace', () => {
  const api = useTestApi();
  let client: Client;
  let installation: Installation;
  let close: () => Promise<void>;
  const lines: string[] = [];
  const clock = { now: () => new Date() };

  beforeAll(async () => {
    installation = await api.deps.installation();
    const connection = { address: temporalAddress() };
    ({ client, close } = openTemporalClient({ connection, namespace: `bare-${randomUUID()}` }));
  });
  afterAll(async () => {
    await deleteSchedules(client.options.namespace);
    await close();
  });
  const setUp = () =>
    runSetup([], {
      databaseUrl: api.databaseUrl,
      deps: api.deps,
      client,
      temporalAddress: temporalAddress(),
      storageFolder: null,
      print: (line) => void lines.push(line),
    });
  const health = () => createWorkflowStarter({ client, clock, installation: api.deps.installation }).health();
  const idOf = (sweep: string) => scheduleIdOf(installation.taskQueue, sweep);
  const handle = () => client.schedule.getHandle(idOf('reconcile'));
  const keep = () => createNamespaceKeeper(client, installation, api.deps.log)();

  it('is distinguished from one that is ready', async () => {
    await ensureNamespace(client);
    await onceKnown(() =>
      client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: installation.taskQueue },
      }),
    );
    const found = await health();
    expect(found.reachable).toBe(true);
    expect([...(found.missingSearchAttributes ?? [])].sort()).toEqual([
      'Platform',
      'PostId',
      'PublishState',
      'ScheduledAt',
      'SocialAccountId',
      'WorkspaceId',
    ]);
    expect(found.troubledSchedules).toEqual([
      { id: idOf('reconcile'), state: 'missing' },
      { id: idOf('sweep-media'), state: 'missing' },
      { id: idOf('refresh-ahead'), state: 'missing' },
      { id: idOf('poll-comments'), state: 'missing' },
      { id: idOf('poll-metrics'), state: 'missing' },
    ]);
  });

  it('is completed by setup, which reports its steps and can be repeated', async () => {
    expect(await setUp(), lines.join('\n')).toBe(0);
    expect(lines.join('\n')).toMatch(/Search attributes: added .*PostId/);
    expect(lines.join('\n')).toContain(
      `Schedules: ${idOf('reconcile')} created, ${idOf('sweep-media')} created`,
    );
    expect(await health()).toMatchObject({ missingSearchAttributes: [], troubledSchedules: [] });
    lines.length = 0;
    expect(await setUp()).toBe(0);
    expect(lines.slice(-2)).toEqual([
      'Search attributes: up to date',
      `Schedules: ${['reconcile', 'sweep-media', 'refresh-ahead', 'poll-comments', 'poll-metrics'].map((sweep) => `${idOf(sweep)} unchanged`).join(', ')}`,
    ]);
  });

  it('gets its schedules back after one was deleted and another paused', async () => {
    await handle().delete();
    await client.schedule.getHandle(idOf('sweep-media')).pause('by hand');
    await expect
      .poll(async () => (await health()).troubledSchedules)
      .toEqual([
        { id: idOf('reconcile'), state: 'missing' },
        { id: idOf('sweep-media'), state: 'paused' },
      ]);
    await keep();
    expect((await health()).troubledSchedules).toEqual([]);
  });

  it('gets the schedule interval of this version instead of an older one', async () => {
    await handle().update(({ action, ...rest }) => ({
      ...rest,
      action: { ...action, type: 'startWorkflow', args: [] },
      spec: { intervals: [{ every: '7 minutes' }] },
    }));
    await keep();
    expect((await handle().describe()).spec.intervals).toMatchObject([{ every: reconcileIntervalMs }]);
  });

  it('is set up as far as permitted, and setup reports the failures', async () => {
    lines.length = 0;
    const { storage } = api.deps.media;
    const denied = { ...storage, ensurePlace: () => Promise.reject(new Error('denied')) };
    const broken = overrideDeps(api.deps, { media: { storage: denied } });
    const code = await runSetup([], {
      databaseUrl: api.databaseUrl,
      deps: broken,
      client,
      temporalAddress: temporalAddress(),
      storageFolder: null,
      print: (line) => void lines.push(line),
    });
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('Storage: FAILED. The folder or bucket cannot be used. denied.');
    expect(lines.at(-1)).toMatch(/^Failed: Storage\./);
  });

  it('is set up without a long wait if neither server responds, and setup names the causes', async () => {
    lines.length = 0;
    const away = openTemporalClient({ connection: { address: '127.0.0.1:1' }, namespace: 'default' });
    try {
      const code = await runSetup([], {
        databaseUrl: api.databaseUrl.replace(/[^/]+$/, 'no_such_database'),
        deps: api.deps,
        client: away.client,
        temporalAddress: '127.0.0.1:1',
        storageFolder: null,
        print: (line) => void lines.push(line),
      });
      expect(code).toBe(1);
    } finally {
      await away.close();
    }
    expect(lines[0]).toBe('Database: FAILED. database "no_such_database" does not exist.');
    expect(lines).toContain('Temporal at 127.0.0.1:1: FAILED. Failed to connect before the deadline.');
    expect(lines.at(-1)).toMatch(/^Failed: Database, Temporal at 127\.0\.0\.1:1\./);
  });
});
