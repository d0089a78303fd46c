import { setTimeout as delay } from 'node:timers/promises';
import { poolerText, type PoolerFault } from '../../db/pooler.js';
import type { TemporalHealth, TroubledSchedule } from '../shared/workflow-starter.js';
import type { ServiceDeps } from '../shared/context.js';
import { findUnusableKeys } from '../encryption-keys/check.js';
import { readLastSweep, type LastSweep } from './internal/last-sweep.js';
import { readClockState, type ClockState } from './clock-state.js';
import { readSchema, type SchemaState } from './internal/migrations.js';
import { createStorageCheck, otherStorageText, type StorageState } from './storage-check.js';

const checkTimeoutMs = 2_000;
/** How long a result is reused, so that frequent requests of load balancers do not reach the servers. */
const answerAgeMsMax = 1_000;
/** How long the result of the key check is reused. It changes only with a restore or a key rotation. */
const keyAnswerAgeMsMax = 15_000;

export interface Readiness {
  ready: boolean;
  database: 'ok' | 'unreachable';
  /** `newer`: a newer version has migrated the database, and this one works with it. `too new`: it does not. */
  migrations: SchemaState | 'unknown';
  temporal: 'ok' | 'unreachable';
  worker: 'polling' | 'missing' | 'unknown';
  /** Whether a worker that sends webhooks polls its task queue. */
  webhooks: 'polling' | 'missing' | 'unknown';
  /** Whether this process can decrypt the stored data. */
  keys: 'ok' | 'wrong' | 'unknown';
  storage: StorageState;
  searchAttributes: 'ok' | 'missing' | 'unknown';
  /** `taken`: another installation in the same namespace has Schedules with these names. */
  schedules: 'ok' | TroubledSchedule['state'] | 'unknown';
  /** Whether this machine's clock is within 30 s of the database's, and how far it is ahead. */
  clock: ClockState['clock'];
  clockAheadSeconds: ClockState['clockAheadSeconds'];
  /** The names of the missing parts, such as `migrations`, `encryption key k1` or `search attribute PostId`. */
  missing: string[];
  /** The faulty parts without which this process can still work. */
  degraded: string[];
  /** The last completed sweep. Null before the first one. */
  lastSweep: LastSweep | null;
}

type ReadinessDeps = Pick<
  ServiceDeps,
  'db' | 'starter' | 'clock' | 'vault' | 'media' | 'log' | 'installation'
>;

/**
 * Checks whether everything that an accepted post needs is available, and names what is missing. Without Temporal,
 * posts are still accepted and are started later, so the process is ready but degraded. So is a process whose clock is
 * wrong, because services use the database's clock.
 */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const checkStorage = createStorageCheck(deps);
  const bounded = createBounded(deps.log);
  const unusableKeys = kept(keyAnswerAgeMsMax, () => bounded('encryption keys', findUnusableKeys(deps)));
  return kept(answerAgeMsMax, async () => {
    const [schema, keys, temporal, storage, lastSweep, pooler] = await Promise.all([
      bounded(
        'migrations',
        readSchema(deps).then(({ state }) => state),
      ),
      unusableKeys(),
      bounded('Temporal', readTemporal(deps)),
      checkStorage(),
      bounded('last sweep', readLastSweep(deps)),
      bounded('connection pooler', deps.db.$poolerFault()),
    ]);
    const clock = readClockState(deps.clock);
    return judge({ schema, keys, temporal, storage, lastSweep, pooler, clock });
  });
}

interface Findings {
  schema: SchemaState | undefined;
  keys: readonly string[] | undefined;
  temporal: TemporalHealth | undefined;
  storage: StorageState;
  lastSweep: LastSweep | null | undefined;
  pooler: PoolerFault | null | undefined;
  clock: ClockState;
}

function judge({ schema, keys, temporal, storage, lastSweep, pooler, clock }: Findings): Readiness {
  const reached = temporal?.reachable === true ? temporal : undefined;
  const own = [
    ...(schema === undefined ? ['database'] : []),
    ...(pooler ? [`usable connection pooler (${poolerText(pooler)})`] : []),
    ...(schema === 'pending' ? ['migrations'] : []),
    ...(schema === 'too new' ? ['newer version (the database is too new for this one)'] : []),
    ...(keys ?? []).map((id) => `encryption key ${id}`),
    ...storageTexts[storage],
  ];
  const atTemporal = reached === undefined ? [] : missingAt(reached);
  return {
    ready: own.length === 0 && atTemporal.length === 0,
    database: schema === undefined ? 'unreachable' : 'ok',
    migrations: schema ?? 'unknown',
    temporal: reached === undefined ? 'unreachable' : 'ok',
    worker: pollingWord(reached?.workerPolling),
    webhooks: pollingWord(reached?.webhooksPolling),
    keys: keys === undefined ? 'unknown' : keys.length > 0 ? 'wrong' : 'ok',
    storage,
    searchAttributes: attributesWord(reached),
    schedules: schedulesWord(reached),
    ...clock,
    missing: [...own, ...atTemporal],
    degraded: [...(reached === undefined ? ['temporal'] : []), ...(clock.clock === 'off' ? ['clock'] : [])],
    lastSweep: lastSweep ?? null,
  };
}

const storageTexts: Readonly<Record<StorageState, readonly string[]>> = {
  ok: [],
  'not writable': ['storage'],
  'not the same': [`storage (${otherStorageText.join(' ')})`],
};

/** Reads Temporal's health. Rejects with the reason if Temporal cannot be reached. */
async function readTemporal({ starter }: ReadinessDeps): Promise<TemporalHealth> {
  const health = await starter.health();
  if (health.fault !== undefined) throw new Error(health.fault);
  return health;
}

function missingAt({
  missingNamespace,
  workerPolling,
  webhooksPolling,
  missingSearchAttributes,
  troubledSchedules,
}: TemporalHealth): string[] {
  return [
    ...(missingNamespace === undefined
      ? []
      : [`Temporal namespace ${missingNamespace} (correct TEMPORAL_NAMESPACE, or run punctual setup)`]),
    ...(workerPolling === false ? ['worker'] : []),
    ...(webhooksPolling === false ? ['webhook worker'] : []),
    ...(missingSearchAttributes ?? []).map((name) => `search attribute ${name}`),
    ...(troubledSchedules ?? []).map(({ id, state }) => `schedule ${id}${scheduleTexts[state]}`),
  ];
}

const scheduleTexts: Readonly<Record<TroubledSchedule['state'], string>> = {
  missing: '',
  paused: ' (paused)',
  taken: ' (it belongs to another installation: set TEMPORAL_NAMESPACE to a namespace of its own)',
};

function pollingWord(polling: boolean | null | undefined): 'polling' | 'missing' | 'unknown' {
  return polling === undefined || polling === null ? 'unknown' : polling ? 'polling' : 'missing';
}

function attributesWord(temporal: TemporalHealth | undefined): Readiness['searchAttributes'] {
  const missing = temporal?.missingSearchAttributes ?? null;
  return missing === null ? 'unknown' : missing.length > 0 ? 'missing' : 'ok';
}

function schedulesWord(temporal: TemporalHealth | undefined): Readiness['schedules'] {
  const troubled = temporal?.troubledSchedules ?? null;
  return troubled === null ? 'unknown' : (troubled[0]?.state ?? 'ok');
}

/** Reuses the result of `ask` for `ageMsMax`. Concurrent callers share one call. */
function kept<T>(ageMsMax: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; answer: Promise<T> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs > ageMsMax) last = { atMs: nowMs, answer: ask() };
    return last.answer;
  };
}

/**
 * Creates a function that returns the result of a check, or undefined if it fails or takes too long. The reason is
 * logged, once as long as it is the same.
 */
function createBounded(
  log: ServiceDeps['log'],
): <T>(name: string, work: Promise<T>) => Promise<T | undefined> {
  const told = new Map<string, string>();
  return async (name, work) => {
    const timer = new AbortController();
    const late = delay(checkTimeoutMs, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`no answer within ${checkTimeoutMs} ms`);
    });
    try {
      const result = await Promise.race([work, late]);
      told.delete(name);
      return result;
    } catch (error) {
      const reason = String(error);
      if (told.get(name) !== reason) log.warn({ err: error, check: name }, 'a check of /readyz failed');
      told.set(name, reason);
      return undefined;
    } finally {
      timer.abort();
      late.catch(() => undefined);
    }
  };
}
