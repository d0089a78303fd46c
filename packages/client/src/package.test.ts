import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Manifest {
  name: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  exports: Record<string, { types: string; default: string }>;
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const modules = path.join(projectFolder, 'node_modules');
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

const manifest = readManifest(packageFolder);
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-client-'));
const installed = path.join(folder, 'node_modules', ...manifest.name.split('/'));

/** As its user has it: the files that are published, beside what it depends on, and nothing of ours. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const tsc = path.join(modules, 'typescript/bin/tsc');
  const build = path.join(packageFolder, 'tsconfig.build.json');
  execFileSync(process.execPath, [tsc, '-p', build, '--outDir', path.join(installed, 'dist')]);
  cpSync(path.join(packageFolder, 'package.json'), path.join(installed, 'package.json'));
  for (const name of Object.keys(manifest.dependencies)) {
    symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('can be imported by its names, and has the types that it promises', () => {
    const source = `
      import { createPunctualClient, itemsOf } from '${manifest.name}';
      import { verifyWebhook } from '${manifest.name}/webhooks';
      const client = createPunctualClient({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'k' });
      console.log(typeof client.GET, typeof itemsOf, typeof verifyWebhook);`;
    writeFileSync(path.join(folder, 'user.mjs'), source);
    expect(execFileSync(process.execPath, ['user.mjs'], { cwd: folder }).toString().trim()).toBe(
      'function function function',
    );
    for (const { types } of Object.values(manifest.exports)) {
      expect(readFileSync(path.join(installed, types), 'utf8')).toContain('export');
    }
  });

  it('depends on the versions that it is tested with', () => {
    const root = readManifest(projectFolder);
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      expect(root.devDependencies?.[name]).toBe(version);
    }
    expect(manifest.engines.node).toBe(root.engines.node);
  });
});
