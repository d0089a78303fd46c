import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureWritableFolder, readJson } from '../../src/launcher/files.js';
import { acquireLock } from '../../src/launcher/lock.js';
import { processIdentity } from '../../src/launcher/process-identity.js';
import { loadSecrets, saveApiKey } from '../../src/launcher/secrets-file.js';
import { startReadyNode, temporaryFolder } from './support.js';

describe('the lock of a data folder', () => {
  it('is held by one launcher at a time, and names its process to others', () => {
    const file = path.join(temporaryFolder(), 'launcher.lock');
    const lock = acquireLock(file, '/data');
    expect(() => acquireLock(file, '/data')).toThrow(
      `Punctual is already running with the data folder /data (process ${process.pid})`,
    );
    lock.release();
    acquireLock(file, '/data').release();
    expect(existsSync(file)).toBe(false);
  });

  it('is free again after its launcher was killed', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'launcher.lock');
    const child = await startReadyNode('setInterval(() => {}, 1000)');
    const identity = processIdentity(child.pid);
    writeFileSync(file, JSON.stringify({ pid: child.pid, identity }));
    expect(() => acquireLock(file, folder)).toThrow(/already running/);
    await child.stop([]);
    acquireLock(file, folder);
    expect(readJson(file)).toMatchObject({ pid: process.pid });
    expect(readdirSync(folder)).toEqual(['launcher.lock']);
  });

  it('is free if its pid belongs to another program, or if its file is corrupt', () => {
    const file = path.join(temporaryFolder(), 'launcher.lock');
    writeFileSync(file, JSON.stringify({ pid: process.pid, identity: 'an earlier process' }));
    acquireLock(file, '/data').release();
    writeFileSync(file, '{"pid":');
    acquireLock(file, '/data').release();
    expect(existsSync(file)).toBe(false);
  });
});

describe('the data folder', () => {
  it.each(['/proc/punctual', path.join(process.execPath, 'data')])(
    'causes an error with the name of the variable if %s cannot be written',
    (folder) => {
      expect(() => {
        ensureWritableFolder(folder, 'DATA_DIR');
      }).toThrow(/is not writable \(E[A-Z]+\)\. Set DATA_DIR/);
    },
  );

  it('keeps its secrets across restarts, readable only by their owner', () => {
    const file = path.join(temporaryFolder(), 'secrets.json');
    const made = loadSecrets(file);
    expect(made.encryptionKeys).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
    saveApiKey(file, made, 'punctual_live_x');
    expect(loadSecrets(file)).toEqual({ ...made, apiKey: 'punctual_live_x' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
