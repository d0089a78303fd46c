import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anyFreePort } from '../../src/launcher/ports.js';
import { findPostgresUser } from '../../src/launcher/postgres-user.js';
import { databaseProblem } from '../../src/launcher/postgres.js';
import { waitFor } from '../../src/launcher/waiting.js';
import { openServerHouse } from './servers.js';

const installMsMax = 5 * 60_000;
const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** Finds a pgbouncer on this machine, and installs one if permitted. Null if there is none. */
export function ensurePgbouncer(): string | null {
  const find = (): string | undefined => places.find((place) => existsSync(place));
  if (find() === undefined && process.getuid?.() === 0) {
    process.stdout.write('Installing pgbouncer for the tests (once) ...\n');
    const ways: [string, string[]][] = [
      ['apt-get', ['update', '-qq']],
      ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer']],
    ];
    for (const [command, args] of ways) spawnSync(command, args, { stdio: 'ignore', timeout: installMsMax });
  }
  const found = find();
  if (found === undefined)
    process.stderr.write(
      '\n!!! NO PGBOUNCER: the tests of test/db/pooler.test.ts are SKIPPED. Install pgbouncer. !!!\n\n',
    );
  return found ?? null;
}

export interface Pooler {
  /** The database's URL through the pooler. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts a pgbouncer in front of a database. It gives each transaction any one of its few connections. */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const house = openServerHouse('punctual-pgbouncer-');
  const user = findPostgresUser();
  const port = await anyFreePort();
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '5',
    ...settings,
  };
  const file = path.join(house.folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password}`;
  const config = Object.entries(lines).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...config, ''].join('\n'));
  chmodSync(file, 0o644);
  let log = '';
  const pooler = await house.keeper.start(
    {
      name: 'pgbouncer',
      command: program,
      args: [file],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      ...user,
      onLine: (line) => {
        log += `${line}\n`;
      },
    },
    'server',
    [{ signal: 'SIGINT', waitMs: 2_000 }],
  );
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await waitFor(
    async () => {
      if (pooler.hasEnded()) throw new Error(`pgbouncer has ended:\n${log}`);
      return (await databaseProblem(url)) === undefined ? true : undefined;
    },
    { timeoutMs: 180_000, failure: 'pgbouncer did not accept connections' },
  );
  return { url, stop: () => house.close() };
}
