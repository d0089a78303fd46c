import { isLoopbackHost } from '../../domain/loopback.js';
import { probeStorage } from '../../services/health/facts.js';
import { attempt, faultOf, note, ok, todo, unknown, warning, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const storageNamed = { id: 'storage', name: 'Storage' };
const publicUrlNamed = { id: 'publicUrl', name: 'PUBLIC_URL' };
const sandboxNamed = { id: 'sandbox', name: 'Sandbox' };

const stepWords = { write: 'written', read: 'read', delete: 'deleted' } as const;

export async function checkStorage({ deps, isUnset, places, checkTimeoutMs }: DoctorParts): Promise<Finding> {
  if (isUnset('STORAGE_S3_BUCKET')) return unknown(storageNamed, 'No bucket is named: see Configuration.');
  const probed = await attempt(checkTimeoutMs, () => probeStorage(deps.media.storage));
  const failed =
    'fault' in probed ? { step: 'write' as const, fault: probed.fault } : failureOf(probed.value);
  if (failed === null) return ok(storageNamed, `A probe was written, read and deleted in ${places.storage}.`);
  return todo(
    storageNamed,
    `A probe could not be ${stepWords[failed.step]} in ${places.storage}. ${failed.fault}`,
    'Give this user the right to write, read and delete there, or mend the STORAGE… variables. npm run setup makes what is missing.',
  );
}

function failureOf(failure: Awaited<ReturnType<typeof probeStorage>>) {
  return failure === null ? null : { step: failure.step, fault: faultOf(failure.error) };
}

export async function checkPublicUrl(parts: DoctorParts): Promise<Finding> {
  const { publicUrl, isPublicUrlSet, isUnset } = parts;
  if (isUnset('PUBLIC_URL')) return unknown(publicUrlNamed, 'It has no usable value: see Configuration.');
  const fault = faultOfShape(parts);
  if (fault !== null) return todo(publicUrlNamed, `${publicUrl} ${fault.is}.`, fault.next);
  const isHere = isLoopbackHost(new URL(publicUrl).hostname);
  const assumed = isPublicUrlSet ? '' : ' (assumed: it is not set)';
  const answers = await answersAt(parts, `${publicUrl}/healthz`);
  const reach = isHere ? ' Only this machine’s browsers reach it, and most real platforms refuse it.' : '';
  if (answers) {
    const seen = `The API answers at ${publicUrl}${assumed}.`;
    return isHere ? note(publicUrlNamed, `${seen}${reach}`) : ok(publicUrlNamed, seen);
  }
  const start = 'Start it with npm run api, or look at the proxy in front of it.';
  return warning(
    publicUrlNamed,
    `No API answers at ${publicUrl}${assumed}, as seen from here. Connecting accounts fails until browsers reach it there.${reach}`,
    isHere
      ? start
      : `${start} Where only this machine does not reach it (a split network), open ${publicUrl}/healthz in a browser instead.`,
  );
}

/** People's browsers and the platforms come from outside. */
function faultOfShape({ publicUrl, isProduction }: DoctorParts): { is: string; next: string } | null {
  const { protocol, hostname, pathname } = new URL(publicUrl);
  const example = 'for instance https://punctual.example.com';
  if (/\/api(\/v1)?\/?$/.test(pathname)) {
    return {
      is: 'leads into the API',
      next: `Leave out ${pathname}: the address is the one in front of it.`,
    };
  }
  if (!isProduction) return null;
  if (isLoopbackHost(hostname) || isPrivateHost(hostname)) {
    return {
      is: 'is an address that neither people nor platforms reach',
      next: `Set PUBLIC_URL to the address that they use, ${example}.`,
    };
  }
  if (protocol === 'https:') return null;
  return {
    is: 'is not https: session cookies and grants would travel in the open, and platforms refuse it',
    next: `Put a proxy with a certificate in front, and set PUBLIC_URL to its address, ${example}.`,
  };
}

const privateRanges = /^(0\.|10\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|\[f[cd]|\[fe80)/;

/** Private ranges, and names that mean something in a network of one's own alone. */
function isPrivateHost(hostname: string): boolean {
  return (
    privateRanges.test(hostname) ||
    /\.(local|internal|lan|test|invalid|localhost)$/.test(hostname) ||
    !/[.:]/.test(hostname)
  );
}

export async function checkSandbox(parts: DoctorParts): Promise<Finding> {
  const { sandboxUrl, isProduction, isSandboxAllowedInProduction } = parts;
  if (sandboxUrl === null) return ok(sandboxNamed, 'This installation has none.');
  if (isProduction && !isSandboxAllowedInProduction) {
    return todo(
      sandboxNamed,
      `SANDBOX_URL leads to simulated platforms (${sandboxUrl}), in production.`,
      'Take SANDBOX_URL away. If simulated accounts are wanted here, set SANDBOX_IN_PRODUCTION=1.',
    );
  }
  if (await answersAt(parts, `${sandboxUrl}/healthz`)) {
    const says = `The simulated platforms answer at ${sandboxUrl}.`;
    return isProduction ? note(sandboxNamed, `${says} This is production.`) : ok(sandboxNamed, says);
  }
  return todo(
    sandboxNamed,
    `The simulated platforms do not answer at ${sandboxUrl}.`,
    'Start them (npm start does), or take SANDBOX_URL away.',
  );
}

async function answersAt({ safeFetch, checkTimeoutMs }: DoctorParts, url: string): Promise<boolean> {
  const answer = await attempt(checkTimeoutMs, () =>
    safeFetch({ url, method: 'GET', timeoutMs: checkTimeoutMs }),
  );
  return !('fault' in answer) && answer.value.status === 200;
}
