import { isLoopbackHost } from '../../urls/loopback.js';
import { probeStorage } from '../../services/health/facts.js';
import { attempt, faultOf, note, ok, todo, unknown, warning, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const storageNamed = { id: 'storage', name: 'Storage' };
const publicUrlNamed = { id: 'publicUrl', name: 'PUBLIC_URL' };
const proxyNamed = { id: 'proxy', name: 'TRUST_PROXY_HOPS' };
const sandboxNamed = { id: 'sandbox', name: 'Sandbox' };

const stepWords = { write: 'written', read: 'read', delete: 'deleted' } as const;

export async function checkStorage({
  deps,
  isUnset,
  backends,
  checkTimeoutMs,
}: DoctorParts): Promise<Finding> {
  if (isUnset('STORAGE_S3_BUCKET'))
    return unknown(storageNamed, 'No bucket is configured: see Configuration.');
  const probed = await attempt(checkTimeoutMs, () => probeStorage(deps.media.storage));
  const failed =
    'fault' in probed ? { step: 'write' as const, fault: probed.fault } : failureOf(probed.value);
  if (failed === null)
    return ok(storageNamed, `A test file was written, read and deleted in ${backends.storage}.`);
  return todo(
    storageNamed,
    `A test file could not be ${stepWords[failed.step]} in ${backends.storage}. ${failed.fault}`,
    'Allow this user to write, read and delete there, or correct the STORAGE… variables. punctual setup creates a missing bucket or folder.',
  );
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
  const answers = await answersAt(parts, `${publicUrl}/healthz`);
  const reach = isHere
    ? ' Only browsers on this machine can reach it, and most real platforms reject such a URL.'
    : '';
  if (answers) {
    const seen = `The API answers at ${publicUrl}${assumed}.`;
    return isHere ? note(publicUrlNamed, `${seen}${reach}`) : ok(publicUrlNamed, seen);
  }
  const start = 'Start the API with punctual api, or check the proxy in front of it.';
  return warning(
    publicUrlNamed,
    `From this machine, no API answers at ${publicUrl}${assumed}. Accounts cannot be connected until browsers reach it there.${reach}`,
    isHere
      ? start
      : `${start} If only this machine cannot reach it (for instance, in a split network), check ${publicUrl}/healthz in a browser instead.`,
  );
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

async function answersAt({ safeFetch, checkTimeoutMs }: DoctorParts, url: string): Promise<boolean> {
  const answer = await attempt(checkTimeoutMs, () =>
    safeFetch({ url, method: 'GET', timeoutMs: checkTimeoutMs }),
  );
  return !('fault' in answer) && answer.value.status === 200;
}
