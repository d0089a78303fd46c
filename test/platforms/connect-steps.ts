import { afterAll, beforeAll } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type {
  ConnectAnswer,
  ConnectCandidate,
  ConnectPlace,
  RedirectConnect,
} from '../../src/platforms/kit/connect.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { readSettings, type PlatformDefinition } from '../../src/platforms/kit/definition.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { createShiftedClock, type ShiftedClock } from '../harness/clock.js';
import { consent, type Decision } from '../harness/consent.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { connector } from './support.js';

export const dayMs = 24 * 60 * 60_000;
export const stateOfTests = 'state-of-these-tests';

/** This is not closed, because the files that run in one process share it. */
const safeFetch = createSafeFetch();

/** A platform to which accounts are connected. */
export interface Connecting {
  platform: Platform;
  redirect: RedirectConnect;
  clock: ShiftedClock;
  redirectUri: string;
  authorizeUrl: (place: ConnectPlace) => Promise<URL>;
  /** Only the last step: handles what a platform has sent back. */
  finish: (place: ConnectPlace, query: Record<string, string>) => Promise<ConnectAnswer>;
}

export function connectingTo(definition: PlatformDefinition, env: Record<string, string>): Connecting {
  const { name, path } = definition;
  const clock = createShiftedClock();
  const settings = readSettings([definition], env);
  const fetchFor = () => safeFetch;
  const platform = connector(createPlatforms({ definitions: [definition], fetchFor, clock, settings }), name);
  const redirect = platform.connect?.redirect ?? null;
  if (redirect === null) throw new Error(`${name} has no page of its own.`);
  const slash = redirect.redirectEndsWithSlash === true ? '/' : '';
  const redirectUri = `https://punctual.example/connect/${path}/callback${slash}`;
  return {
    platform,
    redirect,
    clock,
    redirectUri,
    authorizeUrl: async (place) => {
      const request = { redirectUri, state: stateOfTests, codeChallenge: null, handle: null };
      const begun = await redirect.begin(place, request);
      if (begun.kind !== 'begun') throw new Error(`Not begun: ${JSON.stringify(begun)}`);
      return new URL(begun.authorizeUrl);
    },
    finish: (place, params) => {
      const query = new URLSearchParams({ state: stateOfTests, ...params });
      return redirect.finish(place, { query, redirectUri, codeVerifier: null }, null);
    },
  };
}

/** A platform whose accounts are connected in a sandbox of the test file. */
export interface SandboxConnecting extends Connecting {
  place: () => ConnectPlace & { sandboxUrl: string };
  /** Connects as a person does, from the consent page to the result. */
  grant: (decision?: Decision) => Promise<ConnectAnswer>;
  candidates: (decision?: Decision) => Promise<ConnectCandidate[]>;
  session: (candidate: ConnectCandidate) => PlatformSession;
  revokeAll: (accountId: string) => Promise<void>;
  calls: () => Promise<Record<string, number>>;
}

export function useConnecting(
  definition: PlatformDefinition,
  env: Record<string, string> = {},
): SandboxConnecting {
  const { name, path } = definition;
  const connecting = connectingTo(definition, env);
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox({ clock: connecting.clock });
  });
  afterAll(() => sandbox.close());
  const place: SandboxConnecting['place'] = () => {
    const sandboxUrl = `${sandbox.url}/${path}`;
    return { baseUrl: sandboxUrl, sandboxUrl };
  };
  const grant: SandboxConnecting['grant'] = async (decision) => {
    const back = await consent((await connecting.authorizeUrl(place())).toString(), decision);
    return connecting.finish(place(), Object.fromEntries(back.searchParams));
  };
  return {
    ...connecting,
    place,
    grant,
    candidates: async (decision) => {
      const answer = await grant(decision);
      if (answer.kind !== 'granted') throw new Error(`Not granted: ${JSON.stringify(answer)}`);
      return answer.candidates;
    },
    session: ({ externalAccountId, handle, credentials }) => ({
      externalAccountId,
      handle,
      credentials,
      ...place(),
    }),
    revokeAll: async (accountId) => {
      const body = new URLSearchParams({ platform: name, accountId });
      await fetch(`${sandbox.url}/grants/revoke`, { method: 'POST', body, redirect: 'manual' });
    },
    calls: async () => {
      const answer = await fetch(`${sandbox.url}/calls`);
      const { data } = (await answer.json()) as { data: Record<string, Record<string, number>> };
      return data[name] ?? {};
    },
  };
}

/** Returns the only item. Throws if there are more or none. */
export function onlyOne<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`There are ${items.length}.`);
  return item;
}
