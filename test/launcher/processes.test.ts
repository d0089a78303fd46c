import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readJson } from '../../src/launcher/files.js';
import { projectRoot } from '../../src/project-root.js';
import { createKeeper, endLeftovers } from '../../src/launcher/keeper.js';
import { startProcess } from '../../src/launcher/managed-process.js';
import { endLeftoverPostmaster } from '../../src/launcher/postmaster-file.js';
import { isAlive, processIdentity } from '../../src/launcher/process-identity.js';
import { supervise } from '../../src/launcher/supervisor.js';
import { waitMsMax } from '../harness/patience.js';
import { nodeSpec, startReadyNode, temporaryFolder, until } from './support.js';

const forever = 'setInterval(() => {}, 1000)';
const stubborn = `process.on('SIGTERM', () => {}); ${forever}`;
const backoff = { firstMs: 20, maxMs: 60, healthyAfterMs: 60_000 };
const noReaper = { add: () => undefined, remove: () => undefined, end: () => Promise.resolve() };

describe('a crashing child process', () => {
  it('is restarted after growing delays, and its exit code and log are shown each time', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const start = (): ReturnType<typeof startProcess> => startProcess(nodeSpec('process.exit(7)'));
    const say = (text: string): void => {
      said.push(text);
      if (said.length === 4) stop.abort();
    };
    await supervise({ name: 'worker', start, signal: stop.signal, say, logPath: 'logs/worker.log', backoff });
    expect(said.map((text) => /in ([\d.]+) s/.exec(text)?.[1])).toEqual(['0.02', '0.04', '0.06', '0.06']);
    for (const text of said) expect(text).toMatch(/^worker stopped \(exit code 7\).*logs\/worker\.log$/);
  });

  it('is also restarted if it cannot be started at all', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const start = (): ReturnType<typeof startProcess> =>
      startProcess({ ...nodeSpec(''), command: '/no/such/program' });
    const say = (text: string): void => {
      said.push(text);
      if (said.length === 2) stop.abort();
    };
    await supervise({ name: 'api', start, signal: stop.signal, say, logPath: 'api.log', backoff });
    expect(said[0]).toContain('/no/such/program');
  });

  it('is not restarted once the stack stops', async () => {
    const stop = new AbortController();
    const said: string[] = [];
    const child = await startReadyNode(forever);
    const start = (): never => {
      throw new Error('started again');
    };
    const done = supervise({
      name: 'api',
      start,
      running: child,
      signal: stop.signal,
      say: (text) => said.push(text),
      logPath: 'x',
      backoff,
    });
    stop.abort();
    await child.stop([{ signal: 'SIGTERM', waitMs: waitMsMax }]);
    await done;
    expect(said).toEqual([]);
  });
});

describe('the stack, when it stops,', () => {
  it('lets a child process exit by itself', async () => {
    const child = await startReadyNode(`process.on('SIGTERM', () => process.exit(0)); ${forever}`);
    await child.stop([{ signal: 'SIGTERM', waitMs: waitMsMax }]);
    expect(await child.ended).toEqual({ code: 0, signal: null });
  });

  it('kills a child process and its children if they do not exit in time', async () => {
    const file = path.join(temporaryFolder(), 'grandchild');
    const grandchild = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}]).pid`;
    const begunMs = performance.now();
    const child = await startReadyNode(
      `${stubborn}; require('fs').writeFileSync(${JSON.stringify(file)}, String(${grandchild}))`,
    );
    const grandchildPid = Number(readJson(file));
    expect(isAlive(grandchildPid)).toBe(true);
    const stopMs = performance.now();
    await child.stop([{ signal: 'SIGTERM', waitMs: 200 }]);
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' });
    // The duration of the start shows how slow the machine is.
    expect(performance.now() - stopMs).toBeLessThan(5_000 + 10 * (stopMs - begunMs));
    await until(() => !isAlive(grandchildPid));
  });

  it('stops services before their servers, starts nothing more, and removes the pids', async () => {
    const pidFile = path.join(temporaryFolder(), 'pids.json');
    const keeper = createKeeper({ pidFile, reaper: noReaper });
    onTestFinished(() => {
      keeper.killAll();
    });
    const order: string[] = [];
    for (const [name, tier] of [
      ['database', 'server'],
      ['api', 'service'],
    ] as const) {
      const child = await keeper.start({ ...nodeSpec(forever), name }, tier, [
        { signal: 'SIGTERM', waitMs: 5_000 },
      ]);
      void child.ended.then(() => order.push(name));
    }
    expect(readJson(pidFile)).toMatchObject([{ name: 'database' }, { name: 'api' }]);
    await keeper.stopAll();
    expect(order).toEqual(['api', 'database']);
    expect(existsSync(pidFile)).toBe(false);
    await expect(keeper.start(nodeSpec(forever), 'service', [])).rejects.toThrow(/being stopped/);
  });
});

describe('a process that is left over from a killed launcher', () => {
  it('is stopped by the next start, but not another program with the same pid', async () => {
    const pidFile = path.join(temporaryFolder(), 'pids.json');
    const [ours, foreign] = await Promise.all([startReadyNode(stubborn), startReadyNode(forever)]);
    const records = [
      { pid: ours.pid, name: 'worker', identity: processIdentity(ours.pid) },
      { pid: foreign.pid, name: 'api', identity: 'an earlier process' },
    ];
    writeFileSync(pidFile, JSON.stringify(records));
    expect(await endLeftovers(pidFile)).toEqual(['worker']);
    expect(isAlive(ours.pid)).toBe(false);
    expect(isAlive(foreign.pid)).toBe(true);
    expect(existsSync(pidFile)).toBe(false);
  });

  it('is stopped even if the launcher was killed with SIGKILL', async () => {
    const child = await startReadyNode(forever);
    const reaper = JSON.stringify(path.join(projectRoot, 'scripts', 'reaper.mjs'));
    const launcher = await startReadyNode(`
      const reaper = require('child_process').spawn(process.execPath, [${reaper}], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
      reaper.stdin.write(JSON.stringify({ pid: ${child.pid}, signal: 'SIGTERM' }) + '\\n');
      ${forever}`);
    process.kill(launcher.pid, 'SIGKILL');
    await launcher.ended;
    expect(await child.ended).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('does not block the database: its pid file is deleted, and another process with that pid is not killed', async () => {
    const folder = temporaryFolder();
    const pidFile = path.join(folder, 'postmaster.pid');
    const stranger = await startReadyNode(forever);
    writeFileSync(pidFile, `${stranger.pid}\n${folder}\n`);
    await endLeftoverPostmaster(folder);
    expect(isAlive(stranger.pid)).toBe(true);
    expect(existsSync(pidFile)).toBe(false);
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    writeFileSync(pidFile, `${dead.pid ?? 0}\n${folder}\n`);
    await endLeftoverPostmaster(folder);
    expect(existsSync(pidFile)).toBe(false);
  });
});
