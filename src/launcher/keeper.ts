import { z } from 'zod';
import { StoppedError } from './fault.js';
import { readJson, removeFile, writeJsonAtomically } from './files.js';
import { startProcess, type ManagedProcess, type ProcessSpec, type StopStep } from './managed-process.js';
import { isAlive, processIdentity } from './process-identity.js';
import type { Reaper } from './reaper.js';
import { waitFor } from './waiting.js';

const leftoverTermMs = 3_000;
const leftoverKillMs = 3_000;

/** Services are stopped before the servers that they use. */
export type Tier = 'service' | 'server';

export interface Keeper {
  start: (spec: ProcessSpec, tier: Tier, stopSteps: StopStep[]) => Promise<ManagedProcess>;
  isStopping: () => boolean;
  /** Aborted as soon as stopping begins. */
  signal: AbortSignal;
  stopAll: () => Promise<void>;
  /** Kills everything at once with SIGKILL, at the second Ctrl-C. */
  killAll: () => void;
}

const recordSchema = z.object({ pid: z.number().int().positive(), name: z.string(), identity: z.string() });
type PidRecord = z.infer<typeof recordSchema>;

/** Tracks every process of the stack, on disk, so that the next start can clean up, and with the reaper. */
export function createKeeper(options: { pidFile: string; reaper: Reaper }): Keeper {
  const { pidFile, reaper } = options;
  const kept = new Map<
    number,
    { process: ManagedProcess; tier: Tier; stopSteps: StopStep[]; record: PidRecord }
  >();
  const stopping = new AbortController();
  const save = (): void => {
    writeJsonAtomically(
      pidFile,
      [...kept.values()].map(({ record }) => record),
    );
  };

  async function start(spec: ProcessSpec, tier: Tier, stopSteps: StopStep[]): Promise<ManagedProcess> {
    if (stopping.signal.aborted) throw new StoppedError();
    const managed = await startProcess(spec);
    const { pid, name } = managed;
    kept.set(pid, {
      process: managed,
      tier,
      stopSteps,
      record: { pid, name, identity: processIdentity(pid) ?? '' },
    });
    reaper.add(pid, stopSteps[0]?.signal ?? 'SIGTERM');
    save();
    void managed.ended.then(() => {
      kept.delete(pid);
      reaper.remove(pid);
      save();
    });
    return managed;
  }

  const stopTier = (tier: Tier): Promise<unknown> =>
    Promise.all(
      [...kept.values()]
        .filter((entry) => entry.tier === tier)
        .map((entry) => entry.process.stop(entry.stopSteps)),
    );

  return {
    start,
    isStopping: () => stopping.signal.aborted,
    signal: stopping.signal,
    async stopAll() {
      stopping.abort(new StoppedError());
      // Each tier is stopped twice, because a start may have been running when stopping began.
      for (const tier of ['service', 'service', 'server', 'server'] as const) await stopTier(tier);
      removeFile(pidFile);
    },
    killAll() {
      stopping.abort(new StoppedError());
      for (const pid of kept.keys()) {
        try {
          process.kill(-pid, 'SIGKILL');
        } catch {
          // The process has already ended.
        }
      }
    },
  };
}

/**
 * Ends the processes that an earlier launcher left running, and returns their names. A pid that now belongs to another
 * program is left alone.
 */
export async function endLeftovers(pidFile: string): Promise<string[]> {
  const records = z.array(recordSchema).safeParse(readJson(pidFile));
  const leftovers = (records.data ?? []).filter(({ pid, identity }) => processIdentity(pid) === identity);
  await Promise.all(leftovers.map(({ pid, name }) => endLeftover(pid, name)));
  removeFile(pidFile);
  return leftovers.map(({ name }) => name);
}

async function endLeftover(pid: number, name: string): Promise<void> {
  const goneWithin = async (timeoutMs: number): Promise<void> => {
    await waitFor(() => Promise.resolve(isAlive(pid) ? undefined : true), {
      timeoutMs,
      intervalMs: 50,
      failure: `A process from an earlier start (${name}, ${pid}) did not stop`,
    });
  };
  // SIGINT requests Postgres' fast shutdown; SIGTERM would wait for clients.
  const signal = name === 'postgres' ? 'SIGINT' : 'SIGTERM';
  try {
    process.kill(pid, signal);
    await goneWithin(leftoverTermMs);
  } catch {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await goneWithin(leftoverKillMs);
  }
}
