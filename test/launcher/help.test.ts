import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/bin/commands.js';
import { inProject } from '../../src/project-root.js';
import { builtProgram, buildProduct } from '../harness/programs.js';
import { waitMsMax } from '../harness/patience.js';

const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  version: string;
  scripts: Record<string, string>;
};
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

const shown = commands.filter(({ isInternal }) => isInternal !== true);
const punctual = (...args: string[]) =>
  spawnSync(process.execPath, [builtProgram, ...args], { env, encoding: 'utf8', timeout: waitMsMax });

describe('punctual', () => {
  beforeAll(buildProduct, 180_000);

  it.each(shown.map(({ name }) => name))(
    'shows the usage of %s and does nothing, even if no database is configured',
    (name) => {
      const { status, stdout, stderr } = punctual(name, '--help');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage:\\n {2}punctual ${name}\\b`));
      expect(stdout).toMatch(/\nIn a clone of the repository: npm (run|start)/);
    },
  );

  it('lists its commands, and no internal ones', () => {
    const { status, stdout } = punctual();
    expect(status).toBe(0);
    for (const { name, summary } of shown)
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
    expect(stdout).not.toContain('  seed ');
    expect([punctual('--help').stdout, punctual('help').stdout]).toEqual([stdout, stdout]);
    expect(punctual('help', 'users').stdout).toBe(punctual('users', '--help').stdout);
  });

  it('has the commands of the client, and shows the usage of each verb', () => {
    expect(punctual('posts', 'create', '--help').stdout).toMatch(/^Usage:\n {2}punctual posts create /);
    expect(punctual('help', 'posts', 'create').stdout).toBe(punctual('posts', 'create', '--help').stdout);
    expect(punctual('webhooks', 'listen', '--help').stdout).toMatch(/^Usage:\n {2}punctual webhooks listen /);
    expect(punctual('completion', 'bash').stdout).toContain('doctor');
  });

  it('asks the API for accounts if no database is configured, and otherwise the database', () => {
    const withoutLogin = { ...env, XDG_CONFIG_HOME: path.join(tmpdir(), 'punctual-no-login') };
    const list = (variables: Record<string, string>) =>
      spawnSync(process.execPath, [builtProgram, 'accounts', 'list'], {
        env: { ...withoutLogin, ...variables },
        encoding: 'utf8',
        timeout: waitMsMax,
      });
    expect(list({})).toMatchObject({ status: 1, stdout: '' });
    expect(list({}).stderr).toBe(
      'Error: You are not logged in. Run punctual login, or set PUNCTUAL_URL and PUNCTUAL_API_KEY.\n',
    );
    expect(list({ DATABASE_URL: 'postgres://u@127.0.0.1:1/punctual' }).stderr).toContain('ENCRYPTION_KEYS');
  });

  it('suggests a command for a mistyped one, and refuses arguments that a command does not take', () => {
    const refused = [punctual('wroker'), punctual('backwards'), punctual('worker', 'now')];
    expect(refused.map(({ status, stderr }) => [status, stderr])).toEqual([
      [1, 'There is no command "wroker". Do you mean worker?\n'],
      [1, 'There is no command "backwards". punctual help lists all.\n'],
      [1, 'punctual worker takes no argument "now". Its usage: punctual help worker\n'],
    ]);
  });

  it('prints its version, which is the one of package.json', () => {
    expect(punctual('--version').stdout).toBe(`punctual ${manifest.version}\n`);
  });

  it('has a script of npm for each command in a clone', () => {
    const scripts = Object.values(manifest.scripts).flatMap((script) => {
      const [, name] = /scripts\/run\.mjs (\S+)$/.exec(script) ?? [];
      return name === undefined ? [] : [name];
    });
    const ofServer = shown.filter(({ load }) => load !== undefined);
    expect(scripts.sort()).toEqual(ofServer.map(({ name }) => name).sort());
    expect(manifest.scripts['punctual']).toBe('node scripts/run.mjs');
  });
});

describe('npm start', () => {
  const script = inProject('scripts', 'run.mjs');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, 'demo', ...args], { env, encoding: 'utf8', timeout: waitMsMax });

  it.each(['--help', '-h'])('shows its usage and variables with %s, and starts nothing', (option) => {
    const { status, stdout, stderr } = run(option);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage:\n {2}punctual demo\n[^]*\nIn a clone of the repository: npm start\n$/);
    for (const name of ['DATA_DIR', 'PORT', 'DATABASE_PORT', 'TEMPORAL_ADDRESS'])
      expect(stdout).toContain(name);
    expect(stdout).not.toContain('Starting');
  });

  it('refuses unknown arguments', () => {
    const { status, stderr } = run('--prot=3001');
    expect(status).toBe(1);
    expect(stderr).toContain('punctual demo takes no argument "--prot=3001"');
  });
});

it('the doctor suggests a development stack if nothing is configured at all', () => {
  const script = inProject('scripts', 'run.mjs');
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
  const secret = 'not-a-key-but-secret';
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [builtProgram, 'doctor', ...args], {
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
