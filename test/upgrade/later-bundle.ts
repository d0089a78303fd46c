import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { workflowSources } from '../../src/temporal/workflow-sources.js';

/** The workflows of a later version, as a worker loads them. */
export function bundleLaterWorkflows(): Promise<WorkflowBundleWithSourceMap> {
  const workflowsPath = fileURLToPath(new URL('later-workflows.ts', import.meta.url));
  return bundleWorkflowCode({ ...workflowSources, workflowsPath, logger: new DefaultLogger('ERROR') });
}
