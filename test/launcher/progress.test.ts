import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const project = new URL('../../scripts/lib/project.mjs', import.meta.url);

it('the progress of installing and building is printed only to stderr', () => {
  const code = `import(${JSON.stringify(project.href)}).then(({ say }) => { say('Building ...'); console.log('{}'); })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    encoding: 'utf8',
  });
  expect(stdout).toBe('{}\n');
  expect(stderr).toBe('Building ...\n');
});
