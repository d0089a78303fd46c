import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Manifest {
  name: string;
  version: string;
  engines: { node: string };
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  bin: Record<string, string>;
  files: string[];
  main: string;
  types: string;
  exports: Record<string, { types: string; default: string }>;
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

const manifest = readManifest(packageFolder);
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-client-'));
const installed = path.join(folder, 'node_modules', ...manifest.name.split('/'));

/** As its user has it: the built files, and nothing else of ours. test/client has the same from a tarball. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const build = path.join(projectFolder, 'scripts/build-client.mjs');
  execFileSync(process.execPath, [build, path.join(installed, 'dist')]);
  cpSync(path.join(packageFolder, 'package.json'), path.join(installed, 'package.json'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('can be imported under its entry points, and has the declared types', () => {
    const source = `
      import { createPunctualClient, itemsOf } from '${manifest.name}';
      import { verifyWebhook } from '${manifest.name}/webhooks';
      const client = createPunctualClient({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'k' });
      console.log(typeof client.GET, typeof itemsOf, typeof verifyWebhook);`;
    writeFileSync(path.join(folder, 'user.mjs'), source);
    expect(execFileSync(process.execPath, ['user.mjs'], { cwd: folder }).toString().trim()).toBe(
      'function function function',
    );
    const files = Object.values(manifest.exports).flatMap(({ types, default: code }) => [types, code]);
    for (const file of [...files, manifest.main, manifest.types]) {
      expect(readFileSync(path.join(installed, file), 'utf8')).toContain('export');
    }
  });

  it('depends on no other package, in code and types', () => {
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    const dist = path.join(installed, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|d\.ts)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(10);
    const imports = files.flatMap((name) =>
      [
        ...readFileSync(path.join(dist, name), 'utf8').matchAll(
          /^(?:import|export)\s[^'"]*\sfrom\s*['"]([^'"]+)['"]/gm,
        ),
      ].map(([, from = '']) => from),
    );
    expect(imports.filter((from) => !from.startsWith('.') && !from.startsWith('node:'))).toEqual([]);
    expect(imports).toContain('./vendor/openapi-fetch.js');
  });

  it('has a command that contains what it needs, which an import of the package does not load', () => {
    const command = path.join(installed, manifest.bin['punctual'] ?? '');
    expect(statSync(command).mode & 0o111).toBe(0o111);
    const { version } = readManifest(packageFolder);
    expect(execFileSync(command, ['--version']).toString()).toBe(`punctual ${version}\n`);
    const dist = path.join(installed, 'dist');
    const library = readdirSync(dist).filter((name) => name.endsWith('.js'));
    for (const name of library) {
      expect(readFileSync(path.join(dist, name), 'utf8')).not.toMatch(/commander|\.\/(bin|cli)\//);
    }
    expect(readFileSync(path.join(dist, 'vendor', 'commander-LICENSE'), 'utf8')).toContain('MIT');
  });

  it('requires the same versions of Node as the service', () => {
    expect(manifest.engines.node).toBe(readManifest(projectFolder).engines.node);
  });
});
