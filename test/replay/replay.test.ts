import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import * as workflows from '../../src/workflows/index.js';
import { hushTemporal } from '../harness/temporal-runtime.js';
import { sharedWorkflowBundle } from '../harness/workflow-bundle.js';
import { historiesFolder } from './histories-folder.js';

type WorkflowBundle = NonNullable<WorkerOptions['workflowBundle']>;

interface HistoryFile {
  events: {
    workflowExecutionStartedEventAttributes?: { workflowId?: string; workflowType?: { name?: string } };
  }[];
}

const files = readdirSync(historiesFolder).filter((name) => name.endsWith('.json'));
const read = (name: string): HistoryFile =>
  JSON.parse(readFileSync(path.join(historiesFolder, name), 'utf8')) as HistoryFile;
const started = (history: HistoryFile) => history.events[0]?.workflowExecutionStartedEventAttributes;

const logger = new DefaultLogger('ERROR');

describe('recorded histories', () => {
  let workflowBundle: WorkflowBundle;
  beforeAll(async () => {
    workflowBundle = await sharedWorkflowBundle();
  });
  const replay = (name: string, code = workflowBundle): Promise<void> => {
    const history = read(name);
    return Worker.runReplayHistory(
      { workflowBundle: code },
      history,
      started(history)?.workflowId ?? 'unknown',
    );
  };

  it.each(files)('%s replays', async (name) => {
    await replay(name);
  });

  it('every workflow that a worker offers has at least one', () => {
    const recorded = new Set(files.map((name) => started(read(name))?.workflowType?.name));
    expect(Object.keys(workflows).filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('code that changes the order of things is caught', async () => {
    const workflowsPath = fileURLToPath(new URL('./reordered-workflows.ts', import.meta.url));
    const reordered = await bundleWorkflowCode({ ...workflowSources, workflowsPath, logger });
    await hushTemporal(() =>
      expect(replay('publish-post.on-time.json', reordered)).rejects.toThrow(DeterminismViolationError),
    );
  });
});
