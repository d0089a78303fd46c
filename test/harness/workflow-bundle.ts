import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { inject, vi } from 'vitest';
import { projectRoot } from '../../src/project-root.js';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import './provided.js';
import { isWholeTier } from './tiers.js';

const bundleMsMax = 300_000;

/**
 * Bundles the workflows once for all the files of a run. The first file bundles them, and the others wait for that. A
 * run of a whole tier has built the bundle before.
 */
export async function sharedWorkflowBundle(): Promise<{ codePath: string }> {
  if (isWholeTier) return { codePath: path.join(projectRoot, 'dist', 'workflow-bundle.js') };
  const codePath = path.join(inject('runFolder'), `workflows-${sourcesHash()}.js`);
  const failure = `${codePath}.failure`;
  if (!isFirst(`${codePath}.claim`)) {
    await vi.waitUntil(() => existsSync(codePath) || existsSync(failure), {
      timeout: bundleMsMax,
      interval: 50,
    });
    if (!existsSync(codePath))
      throw new Error('The workflows cannot be bundled; another test file says why.');
    return { codePath };
  }
  try {
    const { code } = await bundleWorkflowCode({ ...workflowSources, logger: new DefaultLogger('ERROR') });
    writeFileSync(`${codePath}.draft`, code);
    renameSync(`${codePath}.draft`, codePath);
    return { codePath };
  } catch (error) {
    writeFileSync(failure, '');
    throw error;
  }
}

/** Hashes all inputs of a bundle, so that watch mode makes a new one for changed workflows. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['src/workflows', 'src/domain']) {
    const files = readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile()))
      hash.update(readFileSync(path.join(file.parentPath, file.name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Only one process can create a file. */
function isFirst(claim: string): boolean {
  try {
    writeFileSync(claim, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
