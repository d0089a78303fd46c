import { isLoopbackHost } from '../../urls/loopback.js';

export interface OriginNames {
  /** The origin of PUBLIC_URL. */
  publicOrigin: string | undefined;
  /** The Host header, which clients can forge. */
  host: string | undefined;
}

/**
 * Whether a page of this origin is ours. If PUBLIC_URL is set, it must be that origin, scheme included.
 * Otherwise, in development, it must be the host of the request, and that host can only be this machine.
 */
export function isOwnOrigin(origin: string, names: OriginNames): boolean {
  if (!URL.canParse(origin)) return false;
  const own = names.publicOrigin ?? loopbackOrigin(names.host);
  if (own === undefined) return false;
  return origin === own || toLocalhost(origin) === toLocalhost(own);
}

/** The origin for links: never a host that only the request names. */
export function originForLinks({ publicOrigin, host }: OriginNames): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[1];
  return loopbackOrigin(host) ?? `http://localhost${port === undefined ? '' : `:${port}`}`;
}

/** The API itself serves plain HTTP. */
function loopbackOrigin(host: string | undefined): string | undefined {
  const address = `http://${host ?? ''}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return isLoopbackHost(hostname) ? origin : undefined;
}

/** A server on this machine has two names, and people type either. */
function toLocalhost(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return url.origin;
}
