import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { EgressRequest } from '../../egress/safe-fetch.js';
import type { PlatformAnswer } from '../kit/call.js';

/** The number of DPoP handles that are kept. Each holds an account's key and the next nonce for each server. */
const handlesMax = 1_000;

/** A private key as a JSON Web Key, of the only type that every server of the network must support. */
export const privateJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().regex(/^[\w-]{43}$/),
  y: z.string().regex(/^[\w-]{43}$/),
  d: z.string().regex(/^[\w-]{43}$/),
});
export type PrivateJwk = z.infer<typeof privateJwkSchema>;

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };

export async function newPrivateJwk(): Promise<PrivateJwk> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true });
  return privateJwkSchema.parse(await crypto.subtle.exportKey('jwk', privateKey));
}

export function importPrivateKey({ kty, crv, x, y, d }: PrivateJwk): Promise<oauth.CryptoKey> {
  return crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, ecdsa, false, ['sign']);
}

/** Creates the proofs of one account, and remembers its nonces. */
export type DpopHandle = oauth.DPoPHandle;
export type DpopHandles = (key: PrivateJwk) => Promise<DpopHandle>;

/**
 * Keeps the handles between calls, so that servers do not reject the first request of each call for a missing nonce.
 */
export function createDpopHandles(clock: Clock): DpopHandles {
  const handles = new Map<string, DpopHandle>();
  return async (key) => {
    const known = handles.get(key.x);
    if (known !== undefined) return known;
    const { kty, crv, x, y } = key;
    const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ecdsa, true, ['verify']);
    const keyPair = { privateKey: await importPrivateKey(key), publicKey };
    const handle = oauth.DPoP({}, keyPair, {
      [oauth.modifyAssertion]: (_header, payload) => {
        payload['iat'] = Math.floor(clock.now().getTime() / 1000);
      },
    });
    handles.set(key.x, handle);
    for (const oldest of [...handles.keys()].slice(0, Math.max(0, handles.size - handlesMax))) {
      handles.delete(oldest);
    }
    return handle;
  };
}

interface Access {
  token: string;
  proofs: DpopHandle;
}

/**
 * Sends a request with an access token and the proof that it is ours. If the server requires another nonce in the
 * proof, it returns 401 `use_dpop_nonce` and does nothing, and the request is sent once more with that nonce. This is
 * the only mutating request that is ever repeated. It is safe because that response proves that nothing was published.
 */
export async function sendWithProof(
  access: Access,
  request: () => EgressRequest,
  send: (request: EgressRequest) => Promise<PlatformAnswer>,
): Promise<PlatformAnswer> {
  const first = await sendOnce(access, request(), send);
  return first.wantsNonce ? (await sendOnce(access, request(), send)).answer : first.answer;
}

async function sendOnce(
  { token, proofs }: Access,
  request: EgressRequest,
  send: (request: EgressRequest) => Promise<PlatformAnswer>,
): Promise<{ answer: PlatformAnswer; wantsNonce: boolean }> {
  const answers: PlatformAnswer[] = [];
  const options: oauth.ProtectedResourceRequestOptions = {
    DPoP: proofs,
    // `src/egress` decides which URLs can be called.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (_url, { headers: { authorization = '', dpop = '' } }) => {
      const answer = await send({ ...request, headers: { ...request.headers, authorization, dpop } });
      answers.push(answer);
      return challengeOf(answer);
    },
  };
  const { method, url } = request;
  const challenge: unknown = await oauth
    .protectedResourceRequest(token, method, new URL(url), new Headers(), null, options)
    .then(
      () => null,
      (error: unknown) => {
        // Even if the library rejects a response, the request was sent, so the outcome is that of the response.
        if (answers.length > 0) return error;
        throw error;
      },
    );
  const [answer] = answers;
  if (answer === undefined) throw new Error('The request was not sent.');
  return { answer, wantsNonce: answer.status === 401 && oauth.isDPoPNonceError(challenge) };
}

/** The parts of a response that the library reads: the next nonce, and whether the server requires it. */
function challengeOf({ status, headers }: PlatformAnswer): Response {
  const names = ['dpop-nonce', 'www-authenticate'];
  const read = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  return new Response(null, { status: Math.max(200, status), headers: Object.fromEntries(read) });
}
