import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import { hushTemporal } from '../harness/temporal-runtime.js';
import { sharedWorkflowBundle } from '../harness/workflow-bundle.js';
import { historiesFolder } from './histories-folder.js';

type WorkflowBundle = NonNullable<WorkerOptions['workflowBundle']>;

interface HistoryFile {
  events: {
    workflowExecutionStartedEventAttributes?: {
      workflowId?: string;
      originalExecutionRunId?: string;
      workflowType?: { name?: string };
    };
    markerRecordedEventAttributes?: {
      markerName?: string;
      details?: Record<string, { payloads?: { data?: string }[] }>;
    };
  }[];
}

const files = readdirSync(historiesFolder).filter((name) => name.endsWith('.json'));
const read = (name: string): HistoryFile =>
  JSON.parse(readFileSync(path.join(historiesFolder, name), 'utf8')) as HistoryFile;
const started = (history: HistoryFile) => history.events[0]?.workflowExecutionStartedEventAttributes;

/** Returns the patches whose new branch a run has taken. Its history has a marker with the name of each. */
const patchesIn = ({ events }: HistoryFile): string[] =>
  events.flatMap(({ markerRecordedEventAttributes: marker }) => {
    if (marker?.markerName !== 'core_patch') return [];
    const [data] = marker.details?.['patch-data']?.payloads ?? [];
    const { id } = JSON.parse(Buffer.from(data?.data ?? '', 'base64').toString()) as { id: string };
    return [id];
  });

const workflowsFolder = fileURLToPath(new URL('../../src/workflows/', import.meta.url));
/**
 * The names are read from the source, because another test file in the same process may run these modules on another
 * Temporal (test/model).
 */
const workflowNames = [
  ...readFileSync(path.join(workflowsFolder, 'index.ts'), 'utf8').matchAll(/^export \{ \w+ as (\w+) \}/gm),
].map(([, name = '']) => name);
const patchesInCode = readdirSync(workflowsFolder).flatMap((name) =>
  [...readFileSync(path.join(workflowsFolder, name), 'utf8').matchAll(/\bpatched\(\s*'([^']+)'/g)].map(
    ([, id]) => id,
  ),
);

const logger = new DefaultLogger('ERROR');

describe('the recorded histories', () => {
  let workflowBundle: WorkflowBundle;
  beforeAll(async () => {
    workflowBundle = await sharedWorkflowBundle();
  });
  const identified = (history: HistoryFile) => ({
    workflowId: started(history)?.workflowId ?? 'unknown',
    history,
  });

  // One worker replays all of them, because its start takes longer than a replay.
  describe('replay', () => {
    const errorsByRun = new Map<string, Error | undefined>();
    beforeAll(async () => {
      const results = Worker.runReplayHistories(
        { workflowBundle },
        files.map((name) => identified(read(name))),
      );
      for await (const { workflowId, runId, error } of results)
        errorsByRun.set(`${workflowId} ${runId}`, error);
    });

    it.each(files)('without an error: %s', (name) => {
      const { workflowId, originalExecutionRunId } = started(read(name)) ?? {};
      const run = `${workflowId ?? ''} ${originalExecutionRunId ?? ''}`;
      expect([...errorsByRun.keys()]).toContain(run);
      expect(errorsByRun.get(run)).toBeUndefined();
    });
  });

  it('include every workflow that a worker offers', () => {
    const recorded = new Set(files.map((name) => started(read(name))?.workflowType?.name));
    expect(workflowNames.length).toBeGreaterThan(0);
    expect(workflowNames.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('include every patch that open runs may contain, so that renaming one fails', () => {
    const recorded = new Set(files.flatMap((name) => patchesIn(read(name))));
    expect(patchesInCode).not.toEqual([]);
    expect(patchesInCode.filter((id) => id === undefined || !recorded.has(id))).toEqual([]);
  });

  it('reveal code that changes the order of commands', async () => {
    const workflowsPath = fileURLToPath(new URL('./reordered-workflows.ts', import.meta.url));
    const reordered = await bundleWorkflowCode({ ...workflowSources, workflowsPath, logger });
    const { history, workflowId } = identified(read('publish-post.on-time.json'));
    await hushTemporal(() =>
      expect(Worker.runReplayHistory({ workflowBundle: reordered }, history, workflowId)).rejects.toThrow(
        DeterminismViolationError,
      ),
    );
  });
});
