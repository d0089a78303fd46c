import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installation } from '../../src/db/schema/index.js';
import { examineConfig } from '../../src/config/examine.js';
import { ConfigError, readEnv } from '../../src/config/env.js';
import { runDoctor } from '../../src/cli/doctor/doctor.js';
import { listen } from '../../src/processes/listen.js';
import { refuseNewerSchema } from '../../src/processes/refuse-newer-schema.js';
import { ensurePgbouncer, startPgbouncer } from '../harness/pgbouncer.js';
import { createShiftedClock } from '../harness/clock.js';
import { addMedia, createHouse, makeOld, startOldWorkers, type Installation } from './installation.js';
import { wrongSettings, type Place, type WrongSettingName } from './wrong-settings.js';

const pgbouncer = ensurePgbouncer();
const isRoot = process.getuid?.() === 0;
const house = createHouse();
afterAll(() => house.close());

type Said<Name extends WrongSettingName> = Record<
  keyof (typeof wrongSettings)[Name]['says'],
  string | string[]
>;

/** Compares the outputs with the lines of the table for them. */
function expectSaid<Name extends WrongSettingName>(name: Name, said: Said<Name>): void {
  for (const [place, line] of Object.entries<string>(wrongSettings[name].says)) {
    const text = [said[place as keyof Said<Name>]].flat().join('\n');
    const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expect(text, `${name}: ${place as Place}`).toMatch(new RegExp(`^${parts.join('.*')}$`, 'm'));
  }
}

const folderOf = ({ config: { media } }: Installation): string =>
  media.storage.kind === 'filesystem' ? media.storage.folder : '';

/** Opens another process of the same installation, in which one setting differs. */
const withConfig = (one: Installation, own: Partial<Installation['config']>): Promise<Installation> =>
  house.open({ ...one.config, ...own });

describe('a wrong setting of an installation that was set up', () => {
  let right: Installation;
  beforeAll(async () => {
    right = await house.open();
    await right.setup(true);
    expect(await right.worker()).toBe('It polls.');
  });

  it('is reported if the encryption keys do not open what is stored', async () => {
    const wrong = await withConfig(right, { encryptionKeys: [{ id: 'test', key: randomBytes(32) }] });
    expectSaid('keys', {
      setup: await wrong.setup(false),
      doctor: await wrong.doctor('keys'),
      worker: await wrong.worker(),
      '/readyz': await wrong.readyz(),
    });
  });

  it('is reported if a process has another media folder', async () => {
    const other = await house.open();
    const { media } = other.config;
    const wrong = await withConfig(right, { media });
    expectSaid('otherStorage', {
      doctor: await wrong.doctor('storage'),
      worker: await wrong.worker(),
      '/readyz': await wrong.readyz(),
    });
    // The folder may be intended to be a new one. Then setup marks it, and it becomes the right one.
    expect(await wrong.setup(true)).toContain('Storage: marked');
    expect(await wrong.worker()).toBe('It polls.');
    expect(await right.worker()).toContain('it is not the one that punctual setup has marked');
    expect(await right.setup(true)).toContain('Storage: marked');
  });

  it('is reported if setup finds a storage without the media, and then the mark stays unchanged', async () => {
    const media = await house.open();
    await media.setup(true);
    await addMedia(media);
    const other = await house.open();
    const wrong = await withConfig(media, { media: other.config.media });
    expectSaid('emptyStorage', { setup: await wrong.setup(false) });
    expect(await media.worker()).toBe('It polls.');
    // The folder becomes the right one if the files are copied into it, or if the operator says so.
    cpSync(path.join(folderOf(media), 'media'), path.join(folderOf(wrong), 'media'), { recursive: true });
    expect(await wrong.setup(true)).toContain('Storage: marked');
    rmSync(path.join(folderOf(media), 'media'), { recursive: true });
    await media.setup(false);
    expect(await media.setup(true, '--new-storage')).toContain('Storage: marked');
    expect(await media.setup(false, '--old-storage')).toMatch(/Unknown option '--old-storage'\.\n\nUsage:/);
  });

  it('does not keep a worker from polling while the bucket does not answer', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' });
    const { port } = server.address() as AddressInfo;
    const storage = {
      kind: 's3' as const,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'silent',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    };
    const wrong = await withConfig(right, { media: { ...right.config.media, storage } });
    expect(await wrong.worker()).toBe('It polls.');
    expect(sockets).not.toEqual([]);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is reported if the namespace does not exist', async () => {
    const temporal = { ...right.config.temporal, namespace: 'never-made' };
    const wrong = await withConfig(right, { temporal });
    expectSaid('namespace', {
      doctor: await wrong.doctor('namespace'),
      worker: await wrong.worker(),
      '/readyz': await wrong.readyz(),
    });
  });

  it('is reported if Temporal is not at the configured address', async () => {
    const temporal = { ...right.config.temporal, connection: { address: '127.0.0.1:1' } };
    const wrong = await withConfig(right, { temporal });
    expectSaid('temporalAway', { setup: await wrong.setup(false), doctor: await wrong.doctor('temporal') });
  });

  it('is reported if the password of the database is wrong', async () => {
    const url = new URL(right.config.databaseUrl);
    url.password = 'wrong';
    const wrong = await withConfig(right, { databaseUrl: url.href });
    const said = { setup: await wrong.setup(false), doctor: await wrong.doctor('database') };
    expectSaid('password', said);
    expect(wrong.logLines.join()).not.toContain('wrong@');
  });

  it('is reported if the clock is wrong', async () => {
    const clock = createShiftedClock();
    clock.shiftMs = 90_000;
    expectSaid('clock', { doctor: await right.doctor('clock', { deps: { ...right.deps, clock } }) });
  });

  it('is reported if no server, or another one, responds at PUBLIC_URL', async () => {
    const publicUrl = (safeFetch: () => Promise<never>) => right.doctor('publicUrl', { safeFetch });
    const unknown = Object.assign(new Error('the name could not be resolved'), { reason: 'dns' });
    expectSaid('publicUrlUnknown', { doctor: await publicUrl(() => Promise.reject(unknown)) });
    expectSaid('publicUrlSilent', {
      doctor: await publicUrl(() => Promise.reject(new Error('no connection'))),
    });
    const answering = (status: number) => () => Promise.resolve({ status, headers: {}, body: '<html>' });
    const asked = (status: number) => right.doctor('publicUrl', { safeFetch: answering(status) });
    expectSaid('publicUrlElsewhere', { doctor: await asked(200) });
    expectSaid('publicUrlRefused', { doctor: await asked(403) });
  });

  it('is reported if there is a proxy that the settings do not count', async () => {
    expectSaid('proxyHops', { doctor: await right.doctor('proxy', { trustProxyHops: 0 }) });
  });

  it('is reported if the disk is almost full', async () => {
    const media = { ...right.deps.media, freeBytesMin: Number.MAX_SAFE_INTEGER };
    expectSaid('disk', { doctor: await right.doctor('storage', { deps: { ...right.deps, media } }) });
  });

  it('is reported if search attributes are missing', async () => {
    const { connection } = right.temporalClient;
    const { namespace } = right.config.temporal;
    const searchAttributes = ['PublishState'];
    await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes });
    await expect.poll(() => right.readyz()).toContain('search attribute PublishState');
    expectSaid('searchAttributes', {
      doctor: await right.doctor('searchAttributes'),
      '/readyz': await right.readyz(),
    });
    await right.setup(true);
  });

  it('is reported if a worker of another version runs', async () => {
    const stop = await startOldWorkers(right);
    await expect.poll(() => right.doctor('workers')).toContain('Workers of another version poll');
    expectSaid('mixedVersions', { doctor: await right.doctor('workers') });
    await stop();
  });

  it('is reported if the namespace forgets closed runs too early', async () => {
    const { namespace } = right.config.temporal;
    const config = { workflowExecutionRetentionTtl: { seconds: 86_400 as never } };
    await right.temporalClient.workflowService.updateNamespace({ namespace, config });
    await expect.poll(() => right.doctor('namespace')).toContain('for 1 days');
    expectSaid('retention', { doctor: await right.doctor('namespace') });
    await right.setup(true);
  });
});

describe('a wrong state of the database', () => {
  it('is reported if migrations are missing', async () => {
    const wrong = await house.open();
    const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;
    await wrong.deps.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${newest}`);
    expectSaid('oldSchema', {
      doctor: await wrong.doctor('migrations'),
      worker: await wrong.worker(),
      '/readyz': await wrong.readyz(),
    });
  });

  it('is reported if a newer version has removed something that this one uses, and only then', async () => {
    const wrong = await house.open();
    await wrong.setup(true);
    await wrong.deps.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
    );
    expect(await wrong.doctor('migrations')).toMatch(
      /Migrations of a newer version: 1\. This version works with them\./,
    );
    expect(await wrong.worker()).toBe('It polls.');
    await refuseNewerSchema(wrong);
    await wrong.deps.db.update(installation).set({ oldestRelease: '999.0.0' });
    const start = await refuseNewerSchema(wrong).catch((error: unknown) => error);
    expectSaid('newSchema', {
      setup: await wrong.setup(false),
      doctor: await wrong.doctor('migrations'),
      start: start instanceof ConfigError ? start.message : '',
      worker: await wrong.worker(),
      '/readyz': await wrong.readyz(),
    });
  });

  it.skipIf(pgbouncer === null)('is reported if a pooler loses prepared statements', async () => {
    const { config } = await house.open();
    const pooler = await startPgbouncer(pgbouncer ?? '', config.databaseUrl, {
      ignore_startup_parameters:
        'statement_timeout,idle_in_transaction_session_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count',
    });
    try {
      const wrong = await house.open({ ...config, databaseUrl: pooler.url });
      expectSaid('pooler', {
        setup: await wrong.setup(false),
        doctor: await wrong.doctor('database'),
        worker: await wrong.worker(),
        '/readyz': await wrong.readyz(),
      });
      await wrong.close();
    } finally {
      await pooler.stop();
    }
  });

  it('is reported if two installations from before 0.1.0 share a namespace', async () => {
    const first = await house.open();
    await makeOld(first);
    await first.setup(true);
    const second = await house.open({ temporal: first.config.temporal });
    await makeOld(second);
    expectSaid('twoInstallations', {
      setup: await second.setup(false),
      doctor: await second.doctor('schedules'),
      worker: await second.worker(),
      '/readyz': await second.readyz(),
    });
  });
});

describe('a wrong state of the machine', () => {
  it('is reported if the media folder cannot be written', async () => {
    const wrong = await house.open();
    // Root may write into any folder, so the folder is replaced by a file.
    rmSync(folderOf(wrong), { recursive: true });
    writeFileSync(folderOf(wrong), '');
    expectSaid('storageNotWritable', {
      setup: await wrong.setup(false),
      doctor: await wrong.doctor('storage'),
      '/readyz': await wrong.readyz(),
    });
  });

  it.skipIf(!isRoot)('is reported if root would write into the media folder of another user', async () => {
    const wrong = await house.open();
    chownSync(folderOf(wrong), 1_000, 1_000);
    expectSaid('rootsFiles', { setup: await wrong.setup(false), doctor: await wrong.doctor('storage') });
  });

  it.skipIf(!isRoot)('is reported if root has created the media folder', async () => {
    const wrong = await house.open();
    rmSync(folderOf(wrong), { recursive: true });
    expect(await wrong.setup(true)).toContain(
      `Storage: created. It belongs to root. If API and worker run as another user, run chown -R USER ${folderOf(wrong)}`,
    );
  });

  it('is reported if another process uses the port', async () => {
    const [first, second] = [createServer(), createServer()];
    await listen(first, { host: '127.0.0.1', port: 0, variable: 'PORT' });
    const { port } = first.address() as AddressInfo;
    const failed = listen(second, { host: '127.0.0.1', port, variable: 'PORT' });
    expectSaid('takenPort', {
      start: await failed.then(
        () => '',
        (error: Error) => error.message,
      ),
    });
    first.close();
  });

  it('is reported if a variable is malformed', async () => {
    const env = { DATABASE_URL: 'postgres://db.example/punctual', PUBLIC_URL: 'punctual.example.com' };
    let text = '';
    const { faults } = examineConfig(env);
    const print = (line: string): void => void (text = line);
    expect(await runDoctor(['--json'], { faults, parts: null, secrets: [], print })).toBe(1);
    const [check] = (JSON.parse(text) as { checks: { says: string; next: string }[] }).checks;
    expectSaid('missingVariable', {
      start: startFault(env).replaceAll(/\s+/g, ' '),
      doctor: `${check?.says ?? ''} ${check?.next ?? ''}`
        .replaceAll(/\s+/g, ' ')
        .replace(/^.*?(?=PUBLIC_URL: )/, ''),
    });
  });
});

function startFault(env: Record<string, string>): string {
  try {
    readEnv(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
