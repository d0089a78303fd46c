import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canEnter, findPostgresBinaries, findPostgresUser } from '../../src/launcher/postgres-user.js';
import { temporaryFolder } from './support.js';

/** Makes a package whose folders only root can enter. */
function makePackage(): { native: string; version: string } {
  const native = path.join(temporaryFolder(), 'native');
  mkdirSync(path.join(native, 'bin'), { recursive: true });
  for (const name of ['initdb', 'postgres'])
    writeFileSync(path.join(native, 'bin', name), '#!/bin/sh\necho started\n', { mode: 0o755 });
  for (const folder of [native, path.join(native, 'bin')]) chmodSync(folder, 0o700);
  return { native, version: `test-${process.pid}` };
}

// Only root runs Postgres as another user.
describe.runIf(process.getuid?.() === 0)('the programs of Postgres, when root starts the demo', () => {
  it('are copied so that the user of Postgres can run them, whatever the modes of their folders', () => {
    const user = findPostgresUser();
    const found = findPostgresBinaries(makePackage(), user);
    const bin = path.dirname(found.postgres);
    onTestFinished(() => {
      rmSync(path.dirname(bin), { recursive: true, force: true });
    });
    const start = (): string => execFileSync(found.postgres, { ...user, cwd: '/', encoding: 'utf8' });
    expect(start()).toBe('started\n');

    chmodSync(bin, 0o700);
    expect(canEnter(bin, user)).toBe(false);
    expect(findPostgresBinaries(makePackage(), user)).toEqual(found);
    expect(start()).toBe('started\n');
  });
});
