import { pollsOf, readUnpolled, type Poll } from '../../temporal/health.js';
import { readNamespace } from '../../temporal/namespace.js';
import { readScheduleSkew, readTroubledSchedules } from '../../temporal/schedules.js';
import { readMissingSearchAttributes } from '../../temporal/search-attributes.js';
import { attempt, note, ok, todo, unknown, type Attempt, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const dayMs = 24 * 60 * 60 * 1_000;
/** Schedules tell the server's time to within one of their turns, and some are late. */
const clockSkewMsMax = 30_000;

const temporal = { id: 'temporal', name: 'Temporal' };
const namespaceNamed = { id: 'namespace', name: 'Temporal namespace' };
const attributes = { id: 'searchAttributes', name: 'Search attributes' };
const schedules = { id: 'schedules', name: 'Schedules' };
const workers = { id: 'workers', name: 'Workers' };
const clock = { id: 'temporalClock', name: 'Temporal’s clock' };

export async function checkTemporal(parts: DoctorParts): Promise<Finding[]> {
  const { client, places } = parts;
  const server = await ask(parts, () => client.workflowService.getSystemInfo({}));
  if ('fault' in server) {
    const first = todo(
      temporal,
      `The server at ${places.temporal} cannot be asked. ${server.fault}`,
      'Start it, or mend TEMPORAL_ADDRESS, TEMPORAL_API_KEY and TEMPORAL_TLS_…. Posts are accepted meanwhile, and published later.',
    );
    return [first, ...rest('Not known while Temporal cannot be asked.')];
  }
  const reached = ok(temporal, `Server ${server.value.serverVersion} at ${places.temporal}`);
  const space = await ask(parts, () => readNamespace(client));
  if (!('fault' in space) && space.value.state === 'missing') {
    const missing = todo(
      namespaceNamed,
      `${client.options.namespace} is not there.`,
      'Run npm run setup, or mend TEMPORAL_NAMESPACE.',
    );
    return [reached, missing, ...rest('Not known before the namespace is there.').slice(1)];
  }
  const others = await Promise.all([
    checkAttributes(parts),
    checkSchedules(parts),
    checkWorkers(parts),
    checkTemporalClock(parts),
  ]);
  return [reached, judgeNamespace(client.options.namespace, space), ...others];
}

const rest = (why: string): Finding[] =>
  [namespaceNamed, attributes, schedules, workers, clock].map((named) => unknown(named, why));

/** A call that is tried again ends with the try after its deadline: the connection must not be closed before. */
const retryTimes = 3;

async function ask<T>({ client, checkTimeoutMs }: DoctorParts, call: () => Promise<T>): Promise<Attempt<T>> {
  const asked = await attempt(checkTimeoutMs * retryTimes, () =>
    client.connection.withDeadline(Date.now() + checkTimeoutMs, call),
  );
  const isLate = 'fault' in asked && asked.fault.includes('DEADLINE_EXCEEDED');
  return isLate ? { fault: `There was no answer within ${checkTimeoutMs / 1_000} s.` } : asked;
}

function judgeNamespace(name: string, space: Attempt<Awaited<ReturnType<typeof readNamespace>>>): Finding {
  // Where a role may publish and not describe it, that is no fault.
  if ('fault' in space) return note(namespaceNamed, `${name} cannot be looked at. ${space.fault}`);
  const { state, keptMs, wantedMs } = space.value;
  const kept = `${name} keeps runs that have ended for ${Math.floor(keptMs / dayMs)} days`;
  return state === 'ok'
    ? ok(namespaceNamed, `${kept}.`)
    : todo(
        namespaceNamed,
        `${kept}; ${wantedMs / dayMs} are wanted, so that a start that comes again is known.`,
        'Run npm run setup, or have its retention raised.',
      );
}

async function checkAttributes(parts: DoctorParts): Promise<Finding> {
  const missing = await ask(parts, () => readMissingSearchAttributes(parts.client));
  if ('fault' in missing) return note(attributes, `They may not be listed with this role. ${missing.fault}`);
  return missing.value.length === 0
    ? ok(attributes, 'All are there.')
    : todo(
        attributes,
        `Missing, or of another type: ${missing.value.join(', ')}.`,
        'Run npm run setup, or have them made with temporal operator search-attribute create.',
      );
}

async function checkSchedules(parts: DoctorParts): Promise<Finding> {
  const troubled = await ask(parts, () => readTroubledSchedules(parts.client));
  if ('fault' in troubled) return note(schedules, `They may not be read with this role. ${troubled.fault}`);
  if (troubled.value.length === 0) return ok(schedules, 'All are there, and none is paused.');
  const said = troubled.value.map(({ id, state }) => `${id} is ${state}`).join(', ');
  return todo(
    schedules,
    `${said}: without them nothing that is owed is ever paid.`,
    'Run npm run setup. A worker that runs mends them within minutes, too.',
  );
}

async function checkWorkers(parts: DoctorParts): Promise<Finding> {
  const { client, deps, queue } = parts;
  const unpolled = await ask(parts, () => readUnpolled(client, queue, deps.clock));
  if ('fault' in unpolled) return note(workers, `They may not be seen with this role. ${unpolled.fault}`);
  if (unpolled.value.length === 0) return ok(workers, `They poll ${queuesOf(pollsOf(queue))}.`);
  return todo(
    workers,
    `No worker polls ${queuesOf(unpolled.value)}.`,
    'Start one with npm run worker, with this environment. If one runs, its log says why it does not poll.',
  );
}

function queuesOf(polls: readonly Poll[]): string {
  const queues = new Map(polls.map(({ queue, work }) => [queue, work]));
  return [...queues].map(([queue, work]) => `${queue} (${work})`).join(', ');
}

async function checkTemporalClock(parts: DoctorParts): Promise<Finding> {
  const { client, deps } = parts;
  const skew = await ask(parts, () => readScheduleSkew(client, () => deps.clock.now().getTime()));
  if ('fault' in skew || skew.value === null)
    return unknown(clock, 'Not told: only running schedules show it.');
  const { aheadMsMin, aheadMsMax } = skew.value;
  const isAhead = aheadMsMin > clockSkewMsMax;
  if (!isAhead && aheadMsMax > -clockSkewMsMax) {
    return ok(
      clock,
      `It is this machine’s to within ${clockSkewMsMax / 1_000} s, as far as its schedules show.`,
    );
  }
  const s = Math.round(Math.abs(isAhead ? aheadMsMin : aheadMsMax) / 1_000);
  return todo(
    clock,
    `Its schedules are ${s} s ${isAhead ? 'ahead of' : 'behind'} this machine’s clock.`,
    'Let both machines take their time from the same source (NTP). If they do, Temporal is overloaded.',
  );
}
