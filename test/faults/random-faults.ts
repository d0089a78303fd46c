import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Child } from './children.js';
import type { FaultStack } from './fault-stack.js';
import { simulators } from '../harness/sandbox.js';
import type { PlatformFault, PublishingCall } from './platform-proxy.js';
import type { Random } from './random.js';
import type { GateFault } from './temporal-gate.js';

const workerPauseMs = 25_000;
const longTemporalOutageMs = 60_000;
/** After each outage there is time for work, because otherwise the run would consist only of outages. */
const betweenServerFaultsMs = 15_000;
const serverPollMs = 50;

export interface RandomFaults {
  onPublishingCall: (call: PublishingCall) => PlatformFault | undefined;
  onStart: () => GateFault | undefined;
  /** Injects faults until the time is up. Resolves when everything runs again. */
  run: (stack: FaultStack, run: FaultsRun) => Promise<void>;
  /** Runs work on the servers while no fault is injected. */
  withoutServerFaults: (work: () => Promise<void>) => Promise<void>;
  count: (name: string) => void;
  injected: Map<string, number>;
}

export interface FaultsRun {
  durationMs: number;
  duplicate: () => Promise<boolean>;
  disconnect: () => Promise<boolean>;
  /** Work that runs beside the faults, and is awaited. */
  alongside: Promise<void>[];
}

const platformFaults = [
  'kill-before-accept',
  'kill-after-accept',
  'kill-while-answering',
  'kill-after-answer',
  'drop-before-accept',
  'drop-after-accept',
  'error-after-accept',
] as const;
const [firstPlatform, ...otherPlatforms] = simulators.map(({ name }) => name);
if (firstPlatform === undefined) throw new Error('No platform is simulated.');
const platforms = [firstPlatform, ...otherPlatforms] as const;

/** The faults and their relative frequencies. */
const weights = {
  platform: 10,
  'rate-limit storm': 2,
  'API killed around a start': 3,
  'worker killed': 2,
  'API killed': 2,
  'worker paused 25 s': 1,
  'API cut off from Temporal': 2,
  'start issued twice': 2,
  'account disconnected': 5,
  'database connections ended (FIN)': 3,
  'database connections reset (RST)': 3,
  'Temporal killed': 1,
  'Postgres restarted': 1,
  'Postgres killed': 1,
} as const;
type FaultName = keyof typeof weights;

export interface RandomFaultsOptions {
  random: Random;
  /** Called when a call is about to lose its response. */
  onLostAnswer: (text: string) => void;
}

/** Ends every second connection. Returns false if the server is down, too. */
async function endConnections({ context }: FaultStack): Promise<boolean> {
  const statement = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'punctual' and pid <> pg_backend_pid() and pid % 2 = (random() > 0.5)::int`;
  try {
    return (await context.deps.db.execute(statement)).length > 0;
  } catch {
    return false;
  }
}

export function createRandomFaults({ random, onLostAnswer }: RandomFaultsOptions): RandomFaults {
  const injected = new Map<string, number>();
  const count = (name: string): void => {
    injected.set(name, (injected.get(name) ?? 0) + 1);
  };
  const armed: PlatformFault[] = [];
  const armedStarts: GateFault[] = [];
  const storms = new Map<PlatformName, number>();
  let serverFreeAtMs = 0;
  let longOutageDone = false;
  /** Two long outages at the same time would leave too little of a short run. */
  let isAlongsideDone = false;

  async function serverFault(work: () => Promise<void>): Promise<void> {
    if (performance.now() < serverFreeAtMs) return;
    serverFreeAtMs = Number.POSITIVE_INFINITY;
    await work();
    serverFreeAtMs = performance.now() + betweenServerFaultsMs;
  }

  async function withoutServerFaults(work: () => Promise<void>): Promise<void> {
    while (serverFreeAtMs === Number.POSITIVE_INFINITY) await delay(serverPollMs);
    serverFreeAtMs = Number.POSITIVE_INFINITY;
    try {
      await work();
    } finally {
      serverFreeAtMs = performance.now() + betweenServerFaultsMs;
    }
  }

  async function inject(
    name: FaultName,
    stack: FaultStack,
    endMs: number,
    { duplicate, disconnect }: Pick<FaultsRun, 'duplicate' | 'disconnect'>,
  ): Promise<void> {
    const childOf = (children: Child[]): Child | undefined =>
      children[Math.floor(random.next() * children.length)];
    switch (name) {
      case 'platform':
        // Only one fault is pending at a time, because faults that pile up in an outage would all be injected at its
        // end.
        armed.splice(0, armed.length, random.pick(platformFaults));
        return;
      case 'rate-limit storm':
        storms.set(random.pick(platforms), performance.now() + random.between(2_000, 6_000));
        return;
      case 'API killed around a start':
        armedStarts.splice(0, armedStarts.length, random.pick(['before-start', 'after-start'] as const));
        return;
      case 'worker killed':
        count(name);
        return childOf(stack.workers)?.kill();
      case 'API killed':
        count(name);
        return childOf(stack.apis)?.kill();
      case 'worker paused 25 s': {
        const worker = childOf(stack.workers);
        count(name);
        worker?.signal('SIGSTOP');
        await delay(workerPauseMs);
        worker?.signal('SIGCONT');
        return;
      }
      case 'API cut off from Temporal':
        count(name);
        for (const gate of stack.gates) gate.cut();
        return;
      case 'start issued twice':
        if (await duplicate()) count(name);
        return;
      case 'account disconnected':
        if (await disconnect()) count(name);
        return;
      case 'database connections ended (FIN)':
        if (await endConnections(stack)) count(name);
        return;
      case 'database connections reset (RST)':
        count(name);
        stack.databaseProxy.reset();
        return;
      case 'Temporal killed':
        return serverFault(async () => {
          const isLong =
            isAlongsideDone && !longOutageDone && endMs - performance.now() > longTemporalOutageMs + 20_000;
          longOutageDone ||= isLong;
          count(isLong ? 'Temporal killed, away for 60 s' : name);
          await stack.temporal.kill();
          await delay(isLong ? longTemporalOutageMs : random.between(500, 8_000));
          await stack.temporal.start();
        });
      case 'Postgres restarted':
      case 'Postgres killed':
        return serverFault(async () => {
          count(name);
          await (name === 'Postgres killed' ? stack.postgres.kill() : stack.postgres.stop());
          await delay(random.between(0, 3_000));
          await stack.postgres.start();
          // Temporal's server may end if its database is down; a supervisor starts it again.
          await stack.temporal.start();
        });
    }
  }

  function draw(): FaultName {
    const entries = Object.entries(weights) as [FaultName, number][];
    let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return 'platform';
  }

  return {
    injected,
    count,
    withoutServerFaults,
    onPublishingCall: ({ platform, text }) => {
      if (performance.now() < (storms.get(platform) ?? 0)) {
        count('429 answered');
        return 'rate-limit';
      }
      const fault = armed.shift();
      if (fault !== undefined) {
        count(`${fault} (${platform})`);
        onLostAnswer(text);
      }
      return fault;
    },
    onStart: () => {
      const fault = armedStarts.shift();
      if (fault !== undefined) count(`API killed ${fault === 'before-start' ? 'before' : 'after'} the start`);
      return fault;
    },
    run: async (stack, { durationMs, alongside, ...people }) => {
      const endMs = performance.now() + durationMs;
      const underWay = [...alongside];
      isAlongsideDone = false;
      void Promise.allSettled(alongside).then(() => {
        isAlongsideDone = true;
      });
      while (performance.now() < endMs) {
        await delay(Math.min(random.between(1_000, 5_000), Math.max(0, endMs - performance.now())));
        underWay.push(inject(draw(), stack, endMs, people));
      }
      armed.length = 0;
      armedStarts.length = 0;
      await Promise.all(underWay);
      await Promise.all([stack.postgres.start(), stack.temporal.start()]);
      await Promise.all([...stack.apis, ...stack.workers].map((child) => child.untilReady()));
    },
  };
}
