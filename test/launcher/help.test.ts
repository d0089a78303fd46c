import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/launcher/files.js';
import { buildProduct } from '../faults/build.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

describe('the option --help', () => {
  beforeAll(buildProduct, 180_000);

  it.each(['accounts', 'after-restore', 'doctor', 'migrate', 'setup', 'users', 'webhooks'])(
    'shows the usage of %s and does nothing, even if no database is configured',
    (name) => {
      const file = path.join(projectRoot, 'dist', 'bin', `${name}.js`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], {
        env,
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage:\\n {2}npm run ${name}\\b`));
    },
  );
});

describe('npm start', () => {
  const script = path.join(projectRoot, 'scripts', 'start.mjs');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8', timeout: 60_000 });

  it.each(['--help', '-h'])('shows its usage and variables with %s, and starts nothing', (option) => {
    const { status, stdout, stderr } = run(option);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage:\n {2}npm start\n/);
    for (const name of ['DATA_DIR', 'PORT', 'DATABASE_PORT', 'TEMPORAL_ADDRESS'])
      expect(stdout).toContain(name);
    expect(stdout).not.toContain('Starting');
  });

  it('refuses unknown arguments', () => {
    const { status, stderr } = run('--prot=3001');
    expect(status).toBe(1);
    expect(stderr).toContain('npm start takes no argument "--prot=3001"');
  });
});

it('the doctor suggests a development stack if nothing is configured at all', () => {
  const script = path.join(projectRoot, 'scripts', 'run.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, 'doctor'], {
    env: { ...env, DATA_DIR: path.join(tmpdir(), 'punctual-no-stack') },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /no development stack runs with the data folder .*punctual-no-stack. Start one with npm start/,
  );
});

describe('the doctor without a configuration', () => {
  beforeAll(buildProduct, 180_000);
  const file = path.join(projectRoot, 'dist', 'bin', 'doctor.js');
  const secret = 'not-a-key-but-secret';
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [file, ...args], {
      env: {
        ...env,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        ENCRYPTION_KEYS: secret,
        DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/punctual`,
        STORAGE_DIR: path.join(tmpdir(), 'punctual-doctor-none'),
      },
      encoding: 'utf8',
    });

  it('reports everything that is missing and everything that works, and then exits', () => {
    const { status, stdout, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^TO DO {2}Configuration: [^]*PUBLIC_URL: required[^]*ENCRYPTION_KEYS: entry 1/);
    expect(stdout).toContain('Postgres at 127.0.0.1:1/punctual does not answer');
    expect(stdout).toContain('TO DO  Temporal: The server at 127.0.0.1:1 does not answer.');
    expect(stdout).toContain('docs/connect/x.md');
    expect(stdout).toMatch(/To do: Configuration, Database, Temporal\.\n$/);
    expect(stdout).not.toContain(secret);
  });

  it('exits with 2 for invalid arguments', () => {
    expect(run('--all').status).toBe(2);
  });
});
