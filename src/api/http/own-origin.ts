import { isLoopbackHost } from '../../urls/loopback.js';

export interface OriginNames {
  /** The origin of PUBLIC_URL. */
  publicOrigin: string | undefined;
  /** The Host header, which clients can forge. */
  host: string | undefined;
}

/**
 * Whether an origin is this installation's. If PUBLIC_URL is set, the origin must match it, scheme included. Otherwise,
 * in development, it must be the request's host, which must be this machine.
 */
export function isOwnOrigin(origin: string, names: OriginNames): boolean {
  if (!URL.canParse(origin)) return false;
  const own = names.publicOrigin ?? loopbackOrigin(names.host);
  if (own === undefined) return false;
  return origin === own || toLocalhost(origin) === toLocalhost(own);
}

/** Returns the origin for links. Never uses a host from the request other than this machine. */
export function originForLinks({ publicOrigin, host }: OriginNames): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[1];
  return loopbackOrigin(host) ?? `http://localhost${port === undefined ? '' : `:${port}`}`;
}

/** The origin of a Host header, with http, which is what the API itself serves. Undefined for other machines. */
function loopbackOrigin(host: string | undefined): string | undefined {
  const address = `http://${host ?? ''}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return isLoopbackHost(hostname) ? origin : undefined;
}

/** Replaces 127.0.0.1 by localhost, because users type either. */
function toLocalhost(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return url.origin;
}
