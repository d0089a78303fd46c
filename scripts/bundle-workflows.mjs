// Bundles the workflows once, for every worker that starts later. It fails on imports that cannot run in the workflow
// sandbox: Node built-ins, a database client, an activity imported as a value.
import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';
import { workflowSources } from '../dist/temporal/workflow-sources.js';

const messages = [];
const note = (_level, message) => messages.push(message);
const logger = { log: note, trace: () => {}, debug: () => {}, info: () => {} };
logger.warn = (message) => note('WARN', message);
logger.error = (message) => note('ERROR', message);

try {
  const { code } = await bundleWorkflowCode({
    ...workflowSources,
    logger,
  });
  writeFileSync(new URL('../dist/workflow-bundle.js', import.meta.url), code);
  console.log(`The workflow bundle holds ${Math.round(code.length / 1024)} KiB.`);
} catch (error) {
  console.error([...messages, error.message].join('\n'));
  process.exit(1);
}
