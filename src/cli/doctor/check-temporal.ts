import type { Installation } from '../../domain/workflow-contract.js';
import { pollsOf, readUnpolled, readWorkerVersions, type Poll } from '../../temporal/health.js';
import { readNamespace } from '../../temporal/namespace.js';
import { readScheduleSkew, readTroubledSchedules } from '../../temporal/schedules.js';
import { readMissingSearchAttributes } from '../../temporal/search-attributes.js';
import { attempt, note, ok, todo, unknown, warning, type Attempt, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const dayMs = 24 * 60 * 60 * 1_000;
/** Tolerant, because the server's time is estimated from the planned time of its next sweep. */
const clockSkewMsMax = 30_000;

const temporal = { id: 'temporal', name: 'Temporal' };
const namespaceNamed = { id: 'namespace', name: 'Temporal namespace' };
const attributes = { id: 'searchAttributes', name: 'Search attributes' };
const schedules = { id: 'schedules', name: 'Schedules' };
const workers = { id: 'workers', name: 'Workers' };
const clock = { id: 'temporalClock', name: 'Temporal’s clock' };

export async function checkTemporal(parts: DoctorParts): Promise<Finding[]> {
  const { client, backends } = parts;
  const server = await ask(parts, () => client.workflowService.getSystemInfo({}));
  if ('fault' in server) {
    const first = todo(
      temporal,
      `The server at ${backends.temporal} does not answer. ${server.fault}`,
      'Start it, or correct TEMPORAL_ADDRESS, TEMPORAL_API_KEY and TEMPORAL_TLS_…. In the meantime, the API accepts posts; they are published once Temporal is back.',
    );
    return [first, ...rest('Unknown until Temporal answers.')];
  }
  const reached = ok(temporal, `Server ${server.value.serverVersion} at ${backends.temporal}`);
  const space = await ask(parts, () => readNamespace(client));
  if (!('fault' in space) && space.value.state === 'missing') {
    const missing = todo(
      namespaceNamed,
      `The namespace ${client.options.namespace} does not exist.`,
      'Run punctual setup, or correct TEMPORAL_NAMESPACE.',
    );
    return [reached, missing, ...rest('Unknown until the namespace exists.').slice(1)];
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

const withoutInstallation = 'Unknown until the database says which installation this is.';

/** Reads which installation this is. Null if the database does not say. */
async function readInstallation({ deps, checkTimeoutMs }: DoctorParts): Promise<Installation | null> {
  const read = await attempt(checkTimeoutMs, () => deps.installation());
  return 'fault' in read ? null : read.value;
}

/**
 * The client retries a failed call, and the last try may end after the deadline. This multiple of the timeout leaves
 * time for that, so that the connection is not closed during a call.
 */
const retryTimes = 3;

async function ask<T>({ client, checkTimeoutMs }: DoctorParts, call: () => Promise<T>): Promise<Attempt<T>> {
  const asked = await attempt(checkTimeoutMs * retryTimes, () =>
    client.connection.withDeadline(Date.now() + checkTimeoutMs, call),
  );
  const isLate = 'fault' in asked && asked.fault.includes('DEADLINE_EXCEEDED');
  return isLate ? { fault: `There was no answer within ${checkTimeoutMs / 1_000} s.` } : asked;
}

function judgeNamespace(name: string, space: Attempt<Awaited<ReturnType<typeof readNamespace>>>): Finding {
  // Not an error: a Temporal role may be allowed to run workflows without being allowed to describe the namespace.
  if ('fault' in space)
    return note(namespaceNamed, `The namespace ${name} cannot be inspected. ${space.fault}`);
  const { state, keptMs, wantedMs } = space.value;
  const kept = `The namespace ${name} keeps closed runs for ${Math.floor(keptMs / dayMs)} days`;
  return state === 'ok'
    ? ok(namespaceNamed, `${kept}.`)
    : todo(
        namespaceNamed,
        `${kept}. Punctual needs ${wantedMs / dayMs}, so that Temporal recognizes a repeated start.`,
        'Run punctual setup, or ask your administrator to raise the retention.',
      );
}

async function checkAttributes(parts: DoctorParts): Promise<Finding> {
  const missing = await ask(parts, () => readMissingSearchAttributes(parts.client));
  if ('fault' in missing)
    return note(attributes, `This role cannot list search attributes. ${missing.fault}`);
  return missing.value.length === 0
    ? ok(attributes, 'All exist.')
    : todo(
        attributes,
        `Missing, or of the wrong type: ${missing.value.join(', ')}.`,
        'Run punctual setup, or create them with temporal operator search-attribute create.',
      );
}

async function checkSchedules(parts: DoctorParts): Promise<Finding> {
  const installation = await readInstallation(parts);
  if (installation === null) return unknown(schedules, withoutInstallation);
  const troubled = await ask(parts, () => readTroubledSchedules(parts.client, installation));
  if ('fault' in troubled) return note(schedules, `This role cannot read schedules. ${troubled.fault}`);
  if (troubled.value.length === 0) return ok(schedules, 'All exist, and none is paused.');
  if (troubled.value.some(({ state }) => state === 'taken')) {
    return todo(
      schedules,
      `Another installation uses the namespace ${parts.client.options.namespace} with the same names, so its workers would take the posts of this one.`,
      'Set TEMPORAL_NAMESPACE to a namespace of its own, then run punctual setup.',
    );
  }
  const said = troubled.value.map(({ id, state }) => `${id} is ${state}`).join(', ');
  return todo(
    schedules,
    `${said}. Without the schedules, lost runs are not restarted, tokens are not refreshed in time, and comments are not read.`,
    'Run punctual setup. A running worker also repairs them within minutes.',
  );
}

async function checkWorkers(parts: DoctorParts): Promise<Finding> {
  const { client, deps } = parts;
  const installation = await readInstallation(parts);
  if (installation === null) return unknown(workers, withoutInstallation);
  const { taskQueue: queue } = installation;
  const unpolled = await ask(parts, () => readUnpolled(client, queue, deps.clock));
  if ('fault' in unpolled) return note(workers, `This role cannot see workers. ${unpolled.fault}`);
  if (unpolled.value.length === 0) return checkVersions(parts, queue);
  return todo(
    workers,
    `No worker polls ${queuesOf(unpolled.value)}.`,
    'Start one with punctual worker and this environment. If one is running, its log says why it does not poll.',
  );
}

async function checkVersions(parts: DoctorParts, queue: string): Promise<Finding> {
  const { client, deps, version } = parts;
  const versions = await ask(parts, () => readWorkerVersions(client, queue, deps.clock));
  const others = 'fault' in versions ? [] : versions.value.filter((other) => other !== version);
  if (others.length === 0) return ok(workers, `They poll ${queuesOf(pollsOf(queue))}.`);
  const named = others.map((other) => other ?? 'before 0.1.0').join(', ');
  return warning(
    workers,
    `Workers of another version poll: ${named}. This command has version ${version}.`,
    'Finish the upgrade: stop those workers, and start them with this version. A worker that was stopped is listed for up to 90 seconds.',
  );
}

function queuesOf(polls: readonly Poll[]): string {
  const queues = new Map(polls.map(({ queue, work }) => [queue, work]));
  return [...queues].map(([queue, work]) => `${queue} (${work})`).join(', ');
}

async function checkTemporalClock(parts: DoctorParts): Promise<Finding> {
  const { client, deps } = parts;
  const installation = await readInstallation(parts);
  if (installation === null) return unknown(clock, withoutInstallation);
  const skew = await ask(parts, () =>
    readScheduleSkew(client, installation, () => deps.clock.now().getTime()),
  );
  if ('fault' in skew || skew.value === null)
    return unknown(clock, 'Unknown: only running schedules show it.');
  const { aheadMsMin, aheadMsMax } = skew.value;
  const isAhead = aheadMsMin > clockSkewMsMax;
  if (!isAhead && aheadMsMax > -clockSkewMsMax) {
    return ok(
      clock,
      `As far as its schedules show, it agrees with this machine’s clock to within ${clockSkewMsMax / 1_000} s.`,
    );
  }
  const s = Math.round(Math.abs(isAhead ? aheadMsMin : aheadMsMax) / 1_000);
  return todo(
    clock,
    `Its schedules are ${s} s ${isAhead ? 'ahead of' : 'behind'} this machine’s clock.`,
    'Synchronize the clocks of both machines with NTP. If they are synchronized, Temporal is overloaded.',
  );
}
