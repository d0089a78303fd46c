import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PlatformName } from '../../domain/platforms.js';
import { appErrorOfDb } from '../shared/rows/db-errors.js';
import type { ServiceDeps } from '../shared/context.js';
import { faultOf } from '../shared/remote-calls/fault.js';
import { createStartGate } from './internal/start-gate.js';
import { lookNow } from './internal/look-now.js';

const signatureForm = /^sha256=([0-9a-f]{64})$/i;
/** The form of a challenge, in Meta's case a short number. It cannot contain HTML, so echoing it is safe. */
const challengeForm = /^[\w-]{1,256}$/;

/** Receives the pushes of platforms. */
export interface PushReceiver {
  /** Whether pushes of the platform are accepted. */
  isOpen: (platform: PlatformName) => boolean;
  /** Returns the challenge to echo when the platform verifies this URL. Null if the token or query is wrong. */
  echoChallenge: (platform: PlatformName, query: URLSearchParams) => string | null;
  /** Whether the signature proves that the platform sent exactly these bytes. */
  isSigned: (platform: PlatformName, body: Uint8Array, signature: string) => boolean;
  /** Whether the text has the form of a signature. If not, the body is not even read. */
  couldBeSignature: (signature: string | undefined) => signature is string;
  /** Acts on a signed body. Errors are only logged, because the next sweep reads the comments in any case. */
  take: (platform: PlatformName, body: Uint8Array) => Promise<void>;
}

export function createPushReceiver(deps: ServiceDeps): PushReceiver {
  const gate = createStartGate();
  const pushOf = (platform: PlatformName) => deps.platforms.get(platform)?.comments?.push;
  return {
    isOpen: (platform) => (pushOf(platform)?.appSecret ?? null) !== null,
    echoChallenge: (platform, query) => {
      const expected = pushOf(platform)?.verifyToken ?? null;
      const token = query.get('hub.verify_token') ?? '';
      const challenge = query.get('hub.challenge') ?? '';
      const isKnown = expected !== null && isSame(token, expected);
      return isKnown && query.get('hub.mode') === 'subscribe' && challengeForm.test(challenge)
        ? challenge
        : null;
    },
    couldBeSignature: (signature): signature is string => signatureForm.test(signature ?? ''),
    isSigned: (platform, body, signature) => {
      const secret = pushOf(platform)?.appSecret ?? null;
      const stated = signatureForm.exec(signature)?.[1];
      if (secret === null || stated === undefined) return false;
      const made = createHmac('sha256', secret).update(body).digest();
      return timingSafeEqual(made, Buffer.from(stated, 'hex'));
    },
    take: async (platform, body) => {
      try {
        const looks = pushOf(platform)?.read(parse(body)) ?? [];
        await lookNow(deps, gate, { platform, looks });
      } catch (error) {
        const code = appErrorOfDb(error)?.code;
        deps.log.error({ platform, code, ...faultOf(error) }, 'a push could not be acted on');
      }
    },
  };
}

/** Compares two texts in constant time. They are hashed first, so that the time does not reveal their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}
