import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
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
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Installs only the built files, as a user of the package has them. test/client does the same from a tarball. */
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

describe('the command', () => {
  const command = path.join(installed, manifest.bin['punctual'] ?? '');
  const config = path.join(folder, 'config');
  const run = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [command, ...args], {
      env: { XDG_CONFIG_HOME: config },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const endOf = (child: ChildProcess): Promise<{ code: number | null; signal: string | null }> =>
    new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve({ code, signal });
      });
    });

  it('ends without an error message if its output is no longer read, with the exit code of a broken pipe', async () => {
    const child = run('completion', 'bash');
    child.stdout?.destroy();
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect([await endOf(child), errors]).toEqual([{ code: 141, signal: null }, '']);
  });

  it('stores a new token before Ctrl-C ends it, because the old one no longer works', async () => {
    const server = createServer((request, response) => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = (body: object): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url !== '/oauth/token') {
        const names = ['authorization', 'token', 'registration', 'revocation'];
        const endpoints = names.map((name) => [`${name}_endpoint`, `${origin}/oauth/${name}`]);
        answer({ issuer: origin, ...(Object.fromEntries(endpoints) as Record<string, string>) });
        return;
      }
      child.kill('SIGINT');
      setTimeout(() => {
        answer({ access_token: 'a-2', refresh_token: 'r-2', expires_in: 1_800 });
      }, 300);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const file = path.join(config, 'punctual', 'login.json');
    mkdirSync(path.dirname(file), { recursive: true });
    const credential = {
      kind: 'oauth',
      clientId: 'app',
      accessToken: 'a-1',
      endsAtMs: 0,
      refreshToken: 'r-1',
    };
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(file, JSON.stringify({ server: origin, credential }));
    const child = run('whoami');
    expect(await endOf(child)).toEqual({ code: null, signal: 'SIGINT' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ credential: { refreshToken: 'r-2' } });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
