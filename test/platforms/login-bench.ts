import { afterAll, beforeAll, expect } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { EgressRequest, SafeFetch } from '../../src/egress/safe-fetch.js';
import type {
  ConnectAnswer,
  ConnectCandidate,
  ConnectPlace,
  RedirectConnect,
} from '../../src/platforms/kit/connect.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { createShiftedClock, type ShiftedClock } from '../harness/clock.js';
import { consent, type Decision } from '../harness/consent.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { connector, type Stub } from './support.js';

const redirectUri = 'http://127.0.0.1:3000/connect/test/callback';

export interface LoginBench {
  platform: Platform;
  redirect: RedirectConnect;
  clock: ShiftedClock;
  /** All requests of the connector, in order. */
  sent: EgressRequest[];
  /** Returns the simulator's URL. */
  url: () => string;
  authorizeUrl: () => Promise<string>;
  /** Connects at the simulator as a person does. */
  grant: (decision?: Decision) => Promise<ConnectAnswer>;
  candidates: (decision?: Decision) => Promise<ConnectCandidate[]>;
  /** Exchanges a code at the stub of a test, and returns the result. */
  finishAt: (stub: Stub) => Promise<ConnectAnswer>;
  sessionOf: (candidate: ConnectCandidate) => PlatformSession;
}

/** Prepares the login of one platform, at its simulator and at stubs, with a clock that tests can shift. */
export function useLogin(definition: PlatformDefinition): LoginBench {
  const guarded = createSafeFetch();
  const sent: EgressRequest[] = [];
  const safeFetch: SafeFetch = (request) => {
    sent.push(request);
    return guarded(request);
  };
  const clock = createShiftedClock();
  const platforms = createPlatforms({ definitions: [definition], fetchFor: () => safeFetch, clock });
  const platform = connector(platforms, definition.name);
  const redirect = platform.connect?.redirect ?? undefined;
  if (redirect === undefined) throw new Error(`${definition.name} is not connected on a page.`);
  let sandboxUrl = '';
  beforeAll(async () => {
    const sandbox = await startTestSandbox({ clock });
    sandboxUrl = `${sandbox.url}/${definition.path}`;
    return () => sandbox.close();
  });
  afterAll(() => guarded[Symbol.asyncDispose]());
  const place = (): ConnectPlace => ({ baseUrl: sandboxUrl, sandboxUrl });
  const authorizeUrl: LoginBench['authorizeUrl'] = async () => {
    const begun = await redirect.begin(place(), {
      redirectUri,
      state: 'a-state',
      codeChallenge: null,
      handle: null,
    });
    if (begun.kind !== 'begun') throw new Error(`Not begun: ${JSON.stringify(begun)}`);
    return begun.authorizeUrl;
  };
  const finish = (at: ConnectPlace, query: URLSearchParams): Promise<ConnectAnswer> =>
    redirect.finish(at, { query, redirectUri, codeVerifier: null }, null);
  const grant: LoginBench['grant'] = async (decision) =>
    finish(place(), (await consent(await authorizeUrl(), decision)).searchParams);
  return {
    platform,
    redirect,
    clock,
    sent,
    url: () => sandboxUrl,
    authorizeUrl,
    grant,
    candidates: async (decision) => granted(await grant(decision)),
    finishAt: (stub) =>
      finish({ baseUrl: stub.url, sandboxUrl: stub.url }, new URLSearchParams({ code: 'the-code#_' })),
    sessionOf: ({ externalAccountId, handle, credentials }) => ({
      externalAccountId,
      handle,
      credentials,
      ...place(),
    }),
  };
}

export function granted(answer: ConnectAnswer): ConnectCandidate[] {
  if (answer.kind !== 'granted') throw new Error(`Not granted: ${JSON.stringify(answer)}`);
  return answer.candidates;
}

/** Checks that no URL of the requests contains one of the secrets. */
export function expectNotInAddresses(requests: readonly EgressRequest[], secrets: readonly string[]): void {
  for (const { url } of requests) {
    for (const secret of secrets) expect(decodeURIComponent(url)).not.toContain(secret);
  }
}
