import type { LookupFunction, Socket } from 'node:net';
import './memory.js';
import { buildConnector } from 'undici';
import { isSameAddress } from './address-classes.js';
import type { ResolvedAddress } from './url-guard.js';

/** The maximum number of addresses per family, so that a host cannot make us try dozens of them. */
const addressesPerFamilyMax = 4;
const nextAddressAfterMs = 1_000;

export interface PinnedConnectorOptions {
  /** The limit for TCP, and for TLS. */
  timeoutMs: number;
  /** Ends all connections, including those that are still connecting. */
  signal: AbortSignal;
  /** Certificates (PEM) to trust instead of Node's own. */
  ca?: string;
}

/**
 * Connects only to the given IP addresses, even if the name resolves to others in the meantime. TLS and the Host header
 * use the name.
 */
export function pinnedConnector(
  addresses: readonly ResolvedAddress[],
  options: PinnedConnectorOptions,
): buildConnector.connector {
  const connectTcp = buildConnector({
    timeout: options.timeoutMs,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    signal: options.signal,
  });
  const connectTls = buildConnector({
    timeout: options.timeoutMs,
    maxCachedSessions: 0,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  return (target, callback) => {
    const secure = target.protocol === 'https:';
    const port = target.port || (secure ? '443' : '80');
    // TCP connects first, so that the peer is verified before any byte is sent to it, including TLS.
    connectTcp({ ...target, protocol: 'http:', port }, (...result) => {
      const [error, socket] = result;
      if (error !== null) callback(error, null);
      else if (!isVettedPeer(socket, addresses)) {
        socket.destroy();
        callback(new Error('connected to an address that was not vetted'), null);
      } else if (secure) {
        connectTls({ ...target, httpSocket: socket }, (...secured) => {
          if (secured[0] === null) surviveLateReads(secured[1]);
          callback(...secured);
        });
      } else {
        surviveLateReads(socket);
        callback(null, socket);
      }
    });
  };
}

/** The part of undici's parser that matters here. */
interface Parser {
  paused: boolean;
  resume: () => void;
  ptr: number | null;
  llhttp: { llhttp_resume: (ptr: number) => void };
}

/**
 * If a server closes its connection while the rest of the body waits to be read, undici 7 throws an error that ends the
 * process (nodejs/undici#5360). So the parser takes that rest before undici's own listeners are called.
 */
export function surviveLateReads(socket: Socket): void {
  const parserOf = (): Parser | null | undefined => {
    const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
    return key && (Reflect.get(socket, key) as Parser | null);
  };
  socket.prependListener('end', () => {
    const parser = parserOf();
    if (parser?.paused !== true) return;
    parser.resume();
    // Without a Content-Length, the body is complete only with the end itself.
    if (parser.ptr !== null) parser.llhttp.llhttp_resume(parser.ptr);
    parser.paused = false;
  });
  socket.prependListener('close', () => {
    const parser = parserOf();
    if (parser) parser.paused = false;
  });
}

/**
 * A DNS look-up that returns only the vetted addresses. Node requests all of them and tries them in turn, or requests
 * one. It does not look up a literal host.
 */
export function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  const pinned = ([4, 6] as const).flatMap((family) =>
    addresses.filter((a) => a.family === family).slice(0, addressesPerFamilyMax),
  );
  return (_hostname, options, callback) => {
    const [first] = pinned;
    if (options.all === true) callback(null, pinned);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error('no address'), '');
  };
}

export function isVettedPeer(
  socket: Pick<Socket, 'remoteAddress'>,
  addresses: readonly ResolvedAddress[],
): boolean {
  const { remoteAddress } = socket;
  return (
    remoteAddress !== undefined && addresses.some(({ address }) => isSameAddress(address, remoteAddress))
  );
}
