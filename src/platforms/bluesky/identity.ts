import { z } from 'zod';
import { parseUrl } from '../../urls/parse-url.js';
import { readSuccess, callPlatform } from '../kit/call.js';
import type { ConnectAnswer, ConnectPlace } from '../kit/connect.js';
import { PlatformFailed } from '../kit/failure.js';
import { cutText } from '../kit/text.js';
import type { BlueskyContext } from './context.js';
import { identityMax, xrpc } from './xrpc.js';

/** The answer with the reason why an account cannot be connected. */
export type Refusal = Exclude<ConnectAnswer, { kind: 'granted' }>;
export type Found<T> = { found: T } | { refusal: Refusal };

export interface Identity {
  did: string;
  /** The handle that the account's document claims. Only resolving the handle shows whether it is true. */
  claimedHandle: string | null;
  /** The account's server, without a trailing slash. */
  pdsUrl: string;
}

const handlePattern = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const plcPattern = /^did:plc:[a-z2-7]{24}$/;
const webPattern = /^did:web:([a-z0-9.-]{1,253})(?:%3A(\d{1,5}))?$/i;
export const didCharsMax = 300;

export function refuse(message: string) {
  return { refusal: { kind: 'denied', code: 'PLATFORM_REJECTED', message } as const };
}

const nameOf = (text: string): string => text.trim().replace(/^@/, '');

/** The error in an account name, which is a handle or an id; null if it is valid. */
export function handleFault(text: string): string | null {
  const name = nameOf(text);
  const isName = name.startsWith('did:')
    ? plcPattern.test(name) || webPattern.test(name)
    : handlePattern.test(name.toLowerCase());
  return isName ? null : 'Must be a Bluesky handle, such as alice.bsky.social.';
}

/** The account with a handle or id. Null if it does not exist, or if the handle and the account's document disagree. */
export async function identify(
  context: BlueskyContext,
  place: ConnectPlace,
  text: string,
): Promise<Found<Identity | null>> {
  const name = nameOf(text);
  if (name.startsWith('did:')) return readIdentity(context, place, name);
  const handle = name.toLowerCase();
  if (!handlePattern.test(handle)) return { found: null };
  const resolved = await resolveHandle(context, place, handle);
  if (resolved === null) return { found: null };
  const identity = await readIdentity(context, place, resolved);
  // A handle can point to any account, so the account must claim it as well.
  return 'found' in identity && identity.found.claimedHandle !== handle ? { found: null } : identity;
}

const resolvedSchema = z.object({ did: z.string().startsWith('did:').max(didCharsMax) });

/**
 * The DID of a handle, which the configured service finds in the DNS or on the handle's own site. Null if
 * there is none.
 */
export async function resolveHandle(
  { safeFetch }: BlueskyContext,
  { baseUrl }: ConnectPlace,
  handle: string,
): Promise<string | null> {
  const nsid = 'com.atproto.identity.resolveHandle';
  const answer = await xrpc(safeFetch, {
    baseUrl,
    nsid,
    method: 'GET',
    query: { handle },
    secrets: [],
    answerMax: identityMax,
  });
  const resolved = readSuccess(answer, resolvedSchema);
  if (resolved !== null) return resolved.did;
  if (answer.status < 500 && answer.status !== 429) return null;
  throw unanswered(answer.status, 'The service that resolves handles');
}

/** Reads an account's document from its directory. Only the account's owner can write the document. */
export async function readIdentity(
  { safeFetch, plcUrl }: BlueskyContext,
  place: ConnectPlace,
  did: string,
): Promise<Found<Identity>> {
  const url = documentAddress(place.sandboxUrl ?? plcUrl, did);
  if (url === null) return refuse('The account’s id has an unknown type.');
  const headers = { accept: 'application/json, application/did+ld+json' };
  const answer = await callPlatform(safeFetch, { url, method: 'GET', headers, ...identityMax }, []);
  if (answer.status >= 500) throw unanswered(answer.status, 'The account directory');
  const document = readSuccess(answer, documentSchema);
  if (document?.id !== did) return refuse('The account directory has no usable document for this account.');
  const pdsUrl = pdsOf(document, place.baseUrl);
  if (pdsUrl === null) return refuse('The account’s document names no usable server.');
  const alias = document.alsoKnownAs?.find((name) => name.startsWith('at://'));
  const claimed = alias?.slice('at://'.length).toLowerCase();
  const claimedHandle = claimed !== undefined && handlePattern.test(claimed) ? claimed : null;
  return { found: { did, claimedHandle, pdsUrl } };
}

function documentAddress(directoryUrl: string, did: string): string | null {
  if (plcPattern.test(did)) return `${directoryUrl}/${did}`;
  const [, host, port] = webPattern.exec(did) ?? [];
  if (host === undefined) return null;
  return `https://${host}${port === undefined ? '' : `:${port}`}/.well-known/did.json`;
}

export function unanswered(status: number, who: string): PlatformFailed {
  const message = cutText(`${who} responded with HTTP ${status}.`, 200);
  return new PlatformFailed({ kind: 'ambiguous', message });
}

const documentSchema = z.object({
  id: z.string().optional(),
  alsoKnownAs: z.array(z.string()).optional(),
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })).optional(),
});

/** The server that an account's document names. Null if it names no usable one: the document is untrusted. */
export function pdsOf(document: unknown, serviceUrl: string): string | null {
  const services = documentSchema.safeParse(document).data?.service ?? [];
  const endpoint = services.find(({ id }) => id.endsWith('#atproto_pds'))?.serviceEndpoint;
  return typeof endpoint === 'string' ? asServer(endpoint, serviceUrl) : null;
}

/**
 * Validates the URL of a server. Null if the URL would send our tokens over plain http although the service uses https.
 */
export function asServer(text: string, serviceUrl: string): string | null {
  const url = parseUrl(text);
  if (url === null) return null;
  const { protocol, origin, pathname } = url;
  if (protocol !== 'https:' && (protocol !== 'http:' || protocol !== new URL(serviceUrl).protocol))
    return null;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
