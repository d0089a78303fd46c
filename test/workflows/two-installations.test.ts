import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSetup } from '../../src/cli/setup.js';
import { createContext, type AppContext } from '../../src/context.js';
import { installation } from '../../src/db/schema/index.js';
import { scheduleIdOf } from '../../src/domain/workflow-contract.js';
import { advance } from '../../src/services/publishing/advance.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { refuseTakenNames } from '../../src/temporal/schedules.js';
import { testConfig } from '../harness/config.js';
import { createTestDatabase } from '../harness/postgres.js';
import { deleteSchedules, temporalAddress } from '../harness/temporal.js';
import { useTestApi } from '../harness/use-test-api.js';

const namespace = `shared-${randomUUID()}`;
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await deleteSchedules(namespace);
});

/** Opens an installation in the shared namespace. If it has a task queue, the names are derived from that. */
async function openInstallation(taskQueue?: string): Promise<AppContext & { setUp: () => Promise<Run> }> {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const temporal = { namespace, connection: { address: temporalAddress() } };
  const context = createContext(testConfig({ databaseUrl: database.url, temporal }), 'test');
  closing.push(() => context.close());
  const { deps, temporalClient: client } = context;
  const id = `ins_${randomUUID().replaceAll('-', '')}`;
  // The databases of tests are copies of one template, so all of them have its id.
  await deps.db.update(installation).set({ id, taskQueue: taskQueue ?? `punctual-${id}` });
  const setUp = async (): Promise<Run> => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const code = await runSetup([], {
      databaseUrl: database.url,
      deps,
      client,
      temporalAddress: temporalAddress(),
      storageFolder: null,
      print,
    });
    return { code, text: lines.join('\n') };
  };
  return { ...context, setUp };
}

interface Run {
  code: number;
  text: string;
}

const troubledIn = async ({ deps }: AppContext) => (await deps.starter.health()).troubledSchedules;

describe('two installations in one Temporal namespace', () => {
  it('each have their own task queues and Schedules', async () => {
    const both = [await openInstallation(), await openInstallation()];
    for (const one of both) {
      const { code, text } = await one.setUp();
      expect(code, text).toBe(0);
      const { taskQueue } = await one.deps.installation();
      expect(text).toContain(`${scheduleIdOf(taskQueue, 'reconcile')} created`);
    }
    for (const one of both) expect(await troubledIn(one)).toEqual([]);
  });

  describe('two installations from before 0.1.0, which have the same names', () => {
    let first: Awaited<ReturnType<typeof openInstallation>>;
    let second: typeof first;
    beforeAll(async () => {
      first = await openInstallation('punctual');
      second = await openInstallation('punctual');
      const { code, text } = await first.setUp();
      expect(code, text).toBe(0);
      expect(text).toContain('Schedules: reconcile created');
    });

    it('are distinguished: setup refuses the second one, and names the remedy', async () => {
      const { code, text } = await second.setUp();
      expect(code).toBe(1);
      expect(text).toMatch(
        new RegExp(
          `^Schedules: FAILED\\. Another installation \\(ins_\\w+\\) uses the Temporal namespace ${namespace} with the same names\\. Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup\\.$`,
          'm',
        ),
      );
      expect((await first.setUp()).code).toBe(0);
      expect(await troubledIn(first)).toEqual([]);
    });

    it('keep the second worker from polling, and its API from being ready', async () => {
      const { temporalClient: client, deps } = second;
      await expect(refuseTakenNames(client, await deps.installation())).rejects.toThrow(
        'Set TEMPORAL_NAMESPACE to a namespace of its own',
      );
      expect(await troubledIn(second)).toContainEqual({ id: 'reconcile', state: 'taken' });
    });
  });
});

describe('the run of a post that another database has', () => {
  const api = useTestApi();

  it('is ended with a line in the log', async () => {
    const run = { postId: 'post_ofanotherdatabase', workflowId: 'publish-post:post_ofanotherdatabase:1' };
    const turns = createPublishTurns(api.deps.publishing.dueClock);
    const input = { ...run, targetId: 'tgt_ofanotherdatabase', nowMs: Date.now() };
    expect(await advance(api.deps, input, { turns })).toMatchObject({ kind: 'END', outcome: 'SUPERSEDED' });
    expect(api.logLines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ ...run, msg: 'ended the run of a post that is not in this database' }),
    );
  });
});
