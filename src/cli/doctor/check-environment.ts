import { isLoopbackHost } from '../../urls/loopback.js';
import { probeStorage } from '../../services/health/facts.js';
import { otherStorageText } from '../../services/health/storage-check.js';
import { readStorageMark } from '../../services/health/storage-mark.js';
import { faultOfRoot } from '../root-user.js';
import { attempt, faultOf, note, ok, todo, unknown, warning, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const storageNamed = { id: 'storage', name: 'Storage' };
const publicUrlNamed = { id: 'publicUrl', name: 'PUBLIC_URL' };
const proxyNamed = { id: 'proxy', name: 'TRUST_PROXY_HOPS' };
const sandboxNamed = { id: 'sandbox', name: 'Sandbox' };

const stepWords = { write: 'written', read: 'read', delete: 'deleted' } as const;
const MiB = 1024 * 1024;

export async function checkStorage(parts: DoctorParts): Promise<Finding> {
  const { deps, isUnset, backends, storageFolder, checkTimeoutMs } = parts;
  if (isUnset('STORAGE_S3_BUCKET'))
    return unknown(storageNamed, 'No bucket is configured: see Configuration.');
  const fault = await faultOfRoot(storageFolder, 'punctual doctor');
  if (fault !== null) return warning(storageNamed, fault.says, fault.next);
  const probed = await attempt(checkTimeoutMs, () => probeStorage(deps.media.storage));
  const failed =
    'fault' in probed ? { step: 'write' as const, fault: probed.fault } : failureOf(probed.value);
  if (failed !== null) {
    return todo(
      storageNamed,
      `A test file could not be ${stepWords[failed.step]} in ${backends.storage}. ${failed.fault}`,
      'Allow this user to write, read and delete there, or correct the STORAGE… variables. punctual setup creates a missing bucket or folder.',
    );
  }
  const mark = await attempt(checkTimeoutMs, () => readStorageMark(deps));
  if ('value' in mark && mark.value === 'other')
    return todo(
      storageNamed,
      `${backends.storage} can be used, but ${otherStorageText[0]}`,
      otherStorageText[1],
    );
  return checkDisk(parts);
}

/** Checks the free space, below which uploads are refused. A bucket does not know it. */
async function checkDisk({ deps: { media }, backends, checkTimeoutMs }: DoctorParts): Promise<Finding> {
  const found = `A test file was written, read and deleted in ${backends.storage}.`;
  const free = await attempt(checkTimeoutMs, async () => media.storage.freeBytes?.() ?? Infinity);
  const freeBytes = 'fault' in free ? Infinity : free.value;
  if (freeBytes >= media.freeBytesMin * 2) return ok(storageNamed, found);
  const says = `The disk of ${backends.storage} has ${Math.floor(freeBytes / MiB)} MiB free. Uploads are refused below ${Math.floor(media.freeBytesMin / MiB)} MiB (STORAGE_FREE_MIB_MIN).`;
  const next = 'Free some space, or move the media to a larger disk or a bucket.';
  return freeBytes < media.freeBytesMin ? todo(storageNamed, says, next) : warning(storageNamed, says, next);
}

function failureOf(failure: Awaited<ReturnType<typeof probeStorage>>) {
  return failure === null ? null : { step: failure.step, fault: faultOf(failure.error) };
}

export async function checkPublicUrl(parts: DoctorParts): Promise<Finding> {
  const { publicUrl, isPublicUrlSet, isUnset } = parts;
  if (isUnset('PUBLIC_URL'))
    return unknown(publicUrlNamed, 'It is not set to a usable value: see Configuration.');
  const fault = faultOfShape(parts);
  if (fault !== null) return todo(publicUrlNamed, `${publicUrl} ${fault.is}.`, fault.next);
  const isHere = isLoopbackHost(new URL(publicUrl).hostname);
  const assumed = isPublicUrlSet ? '' : ' (the default: PUBLIC_URL is not set)';
  const answer = await askAt(parts, `${publicUrl}/healthz`);
  if (answer === 'another server') {
    return todo(
      publicUrlNamed,
      `${publicUrl}/healthz is answered, but not by the API.`,
      'Correct PUBLIC_URL, let the proxy there pass requests to the API, or start the API with punctual api.',
    );
  }
  const reach = isHere
    ? ' Only browsers on this machine can reach it, and most real platforms reject such a URL.'
    : '';
  if (answer === 'ok') {
    const seen = `The API answers at ${publicUrl}${assumed}.`;
    return isHere ? note(publicUrlNamed, `${seen}${reach}`) : ok(publicUrlNamed, seen);
  }
  const doubt = doubtOf(publicUrl, answer, assumed);
  return warning(
    publicUrlNamed,
    `${doubt.is} Accounts cannot be connected until browsers reach the API there.${reach}`,
    isHere
      ? doubt.next
      : `${doubt.next} If this is so only from this machine (for instance, in a split network), check ${publicUrl}/healthz in a browser instead.`,
  );
}

/** Returns what speaks against PUBLIC_URL. Others may still reach the API there: this machine cannot tell. */
function doubtOf(
  publicUrl: string,
  answer: Exclude<Answer, 'ok' | 'another server'>,
  assumed: string,
): { is: string; next: string } {
  if (answer === 'no such host') {
    return {
      is: `This machine does not know the name ${new URL(publicUrl).hostname} in PUBLIC_URL.`,
      next: 'Correct PUBLIC_URL, or add the name to DNS.',
    };
  }
  if (answer === 'none') {
    return {
      is: `From this machine, no API answers at ${publicUrl}${assumed}.`,
      next: 'Start the API with punctual api, or check the proxy in front of it.',
    };
  }
  return {
    is: `From this machine, ${publicUrl}/healthz answers with status ${answer}, which the API does not.`,
    next: 'Correct PUBLIC_URL, or let the proxy there pass requests to the API.',
  };
}

/**
 * Checks TRUST_PROXY_HOPS. The API does not serve TLS itself, so an https URL means that there is a proxy. If it is not
 * counted, all clients appear to have the proxy's address and share its limits.
 */
export function checkProxy({ publicUrl, trustProxyHops, isUnset }: DoctorParts): Promise<Finding> {
  if (isUnset('PUBLIC_URL')) return Promise.resolve(unknown(proxyNamed, 'PUBLIC_URL is not known.'));
  const isProxied = new URL(publicUrl).protocol === 'https:';
  if (!isProxied || trustProxyHops > 0) {
    const hops = trustProxyHops === 1 ? '1 proxy is' : `${trustProxyHops} proxies are`;
    return Promise.resolve(ok(proxyNamed, `${hops} trusted to name the client.`));
  }
  return Promise.resolve(
    warning(
      proxyNamed,
      'It is 0, but PUBLIC_URL is https, so a proxy is in front of the API. Limits of sign-ins and of requests without a key count all people as one client.',
      'Set TRUST_PROXY_HOPS to the number of your own proxies, usually 1.',
    ),
  );
}

/** Returns why browsers and platforms could not reach a PUBLIC_URL of this form. Null if they could. */
function faultOfShape({ publicUrl, isProduction }: DoctorParts): { is: string; next: string } | null {
  const { protocol, hostname, pathname } = new URL(publicUrl);
  const example = 'for instance https://punctual.example.com';
  if (/\/api(\/v1)?\/?$/.test(pathname)) {
    return {
      is: 'includes the path of the API',
      next: `Remove ${pathname} from PUBLIC_URL.`,
    };
  }
  if (!isProduction) return null;
  if (isLoopbackHost(hostname) || isPrivateHost(hostname)) {
    return {
      is: 'cannot be reached by other people or by platforms',
      next: `Set PUBLIC_URL to the URL that they use, ${example}.`,
    };
  }
  if (protocol === 'https:') return null;
  return {
    is: 'is not https: session cookies and authorization codes would be sent unencrypted, and platforms reject it',
    next: `Put a proxy with a TLS certificate in front, and set PUBLIC_URL to its URL, ${example}.`,
  };
}

const privateRanges = /^(0\.|10\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.|\[f[cd]|\[fe80)/;

/** Whether the host is an address of a private range, or a name that resolves only in a private network. */
function isPrivateHost(hostname: string): boolean {
  return (
    privateRanges.test(hostname) ||
    /\.(local|internal|lan|test|invalid|localhost)$/.test(hostname) ||
    !/[.:]/.test(hostname)
  );
}

export async function checkSandbox(parts: DoctorParts): Promise<Finding> {
  const { sandboxUrl, isProduction, isSandboxAllowedInProduction } = parts;
  if (sandboxUrl === null) return ok(sandboxNamed, 'This installation has no sandbox.');
  if (isProduction && !isSandboxAllowedInProduction) {
    return todo(
      sandboxNamed,
      `SANDBOX_URL is set (${sandboxUrl}), but this is production.`,
      'Remove SANDBOX_URL. If you want simulated accounts here, set SANDBOX_IN_PRODUCTION=1.',
    );
  }
  if (await answersAt(parts, `${sandboxUrl}/healthz`)) {
    const says = `The simulated platforms answer at ${sandboxUrl}.`;
    return isProduction ? note(sandboxNamed, `${says} This is production.`) : ok(sandboxNamed, says);
  }
  return todo(
    sandboxNamed,
    `The simulated platforms do not answer at ${sandboxUrl}.`,
    'Start them (npm start does), or remove SANDBOX_URL.',
  );
}

async function answersAt(parts: DoctorParts, url: string): Promise<boolean> {
  return (await askAt(parts, url)) === 'ok';
}

/** The answer of the API or of the sandbox to /healthz. A number is a status other than 200. */
type Answer = 'ok' | 'another server' | 'no such host' | 'none' | number;

async function askAt({ safeFetch, checkTimeoutMs }: DoctorParts, url: string): Promise<Answer> {
  const answer = await attempt(checkTimeoutMs, () =>
    safeFetch({ url, method: 'GET', timeoutMs: checkTimeoutMs }).catch((error: unknown) => {
      const isUnknown = error instanceof Error && 'reason' in error && error.reason === 'dns';
      return isUnknown ? ('no such host' as const) : ('none' as const);
    }),
  );
  if ('fault' in answer) return 'none';
  if (typeof answer.value === 'string') return answer.value;
  const { status, body } = answer.value;
  if (status !== 200) return status;
  return body.trim() === '{"status":"ok"}' ? 'ok' : 'another server';
}
