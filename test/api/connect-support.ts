import { expect } from 'vitest';
import type { PlatformName } from '../../src/domain/platforms.js';
import { field, type Answer, type TestApi } from '../harness/api.js';
import type { Caller, UsedTestApi } from '../harness/use-test-api.js';
import { cookieFor, platformPageOf } from '../harness/consent.js';
import { codeCanary } from '../harness/scripted-connect.js';

export interface Candidate {
  id: string;
  externalAccountId: string;
  importable: boolean;
  reason: string | null;
  missingScopes: string[];
  connectedAccountId: string | null;
}

export interface Session {
  id: string;
  status: string;
  authorizeUrl: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  candidates: Candidate[];
  credentialFields: { name: string; default: string | null }[] | null;
  sandbox: boolean;
  expiresAt: string;
  createdAt: string;
}

export const sessionIn = ({ body }: Answer): Session => body as Session;

/** Begins a session, opens the platform's page, and returns the state that the platform is to send back. */
export async function begin(
  api: UsedTestApi,
  caller: Caller,
  input: { workspaceId: string; platform: PlatformName } & Record<string, unknown>,
): Promise<{ session: Session; state: string }> {
  const answer = await api.as(caller).post('/connect-sessions', input);
  expect(answer.status, answer.text).toBe(201);
  const session = sessionIn(answer);
  return { session, state: await stateIn(session) };
}

export const stateIn = async ({ authorizeUrl }: Session): Promise<string> =>
  authorizeUrl === null ? '' : (new URL(await platformPageOf(authorizeUrl)).searchParams.get('state') ?? '');

export interface Callback {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends the request that the browser makes when the platform redirects it back, with only the given headers. */
export async function callback(
  { url }: Pick<TestApi, 'url'>,
  path: string,
  query: Record<string, string>,
  {
    headers = cookieFor(query['state']),
    method = 'GET',
  }: { headers?: Record<string, string>; method?: string } = {},
): Promise<Callback> {
  const address = `${url}/connect/${path}/callback?${new URLSearchParams(query).toString()}`;
  const response = await fetch(address, { method, headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Begins a session and grants the requested access. */
export async function granted(
  api: UsedTestApi,
  caller: Caller,
  input: { workspaceId: string; platform: PlatformName } & Record<string, unknown>,
  path = input.platform.toLowerCase(),
): Promise<Session> {
  const { session, state } = await begin(api, caller, input);
  await callback(api, path, { state, code: codeCanary });
  return sessionIn(await api.as(caller).get(`/connect-sessions/${session.id}`));
}

export const accountsIn = (answer: Answer): { id: string; outcome: string; handle: string }[] =>
  field(answer, 'data');
