import type {
  AuthorizeRequest,
  AuthorizeResult,
  BeginAnswer,
  CheckAnswer,
  ConnectAnswer,
  ConnectCandidate,
  ConnectPlace,
  ConnectScope,
  RevokeAnswer,
} from '../../src/platforms/kit/connect.js';
import type { Platform, PlatformRegistry } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { JsonObject } from '../../src/domain/json.js';
import { createScriptedPlatform } from './scripted-platform.js';

export const scopes: readonly ConnectScope[] = [
  { name: 'read', purpose: 'identify the account', required: true },
  { name: 'write', purpose: 'publish posts', required: true },
  { name: 'comments', purpose: 'publish first comments', required: false },
];

/** Secrets of a candidate, which must not appear in any response, log line or column. */
export const tokenCanary = 'token-canary-5f21';
export const codeCanary = 'code-canary-8a03';
export const passwordCanary = 'password-canary-c77e';

/** A platform in memory with a consent page, which records its calls and returns scripted results. */
export interface ScriptedConnect {
  platform: Platform;
  /** The part of the platform that connects accounts. */
  answers: Partial<Platform>;
  begun: { place: ConnectPlace; request: AuthorizeRequest }[];
  finished: { place: ConnectPlace; grant: AuthorizeResult; carried: JsonObject | null }[];
  typed: { place: ConnectPlace; values: Readonly<Record<string, string>> }[];
  checked: PlatformSession[];
  revoked: PlatformSession[];
  /** The results of the next calls. When empty, calls return the normal result. */
  begins: BeginAnswer[];
  finishes: (ConnectAnswer | (() => Promise<ConnectAnswer>))[];
  connects: (ConnectAnswer | (() => Promise<ConnectAnswer>))[];
  checks: CheckAnswer[];
  revokes: (RevokeAnswer | (() => Promise<RevokeAnswer>))[];
  missingVariables: string[];
}

export interface ScriptedConnectOptions {
  /** How its accounts are connected. Default: with its consent page. */
  by?: 'redirect' | 'credentials' | 'both';
  pkce?: boolean;
}

/** The default URL of the service for credentials. */
export const defaultService = 'http://service.invalid';

export function createScriptedConnect(
  name: PlatformName,
  { by = 'redirect', pkce = true }: ScriptedConnectOptions = {},
): ScriptedConnect {
  const scripted: ScriptedConnect = {
    platform: createScriptedPlatform(name, 'keyed'),
    answers: {},
    begun: [],
    finished: [],
    typed: [],
    checked: [],
    revoked: [],
    begins: [],
    finishes: [],
    connects: [],
    checks: [],
    revokes: [],
    missingVariables: [],
  };
  const redirect = {
    scopes,
    missingVariables: scripted.missingVariables,
    pkce,
    begin: (place: ConnectPlace, request: AuthorizeRequest): Promise<BeginAnswer> => {
      scripted.begun.push({ place, request });
      const authorizeUrl = `https://platform.invalid/authorize?state=${request.state}`;
      const begun = { kind: 'begun', authorizeUrl, carried: { kept: 'between' } } as const;
      return Promise.resolve(scripted.begins.shift() ?? begun);
    },
    finish: (place: ConnectPlace, grant: AuthorizeResult, carried: JsonObject | null) => {
      scripted.finished.push({ place, grant, carried });
      return next(scripted.finishes) ?? Promise.resolve(grantOf([candidate()]));
    },
  };
  const credentials = {
    fields: [
      { name: 'handle', label: 'Handle', kind: 'text' as const },
      { name: 'service', label: 'Server', kind: 'address' as const, default: defaultService },
      { name: 'password', label: 'App password', kind: 'secret' as const },
    ],
    presets: {},
    connect: (place: ConnectPlace, values: Readonly<Record<string, string>>) => {
      scripted.typed.push({ place, values });
      return next(scripted.connects) ?? Promise.resolve(grantOf([candidate()]));
    },
  };
  scripted.answers = {
    connect: {
      redirect: by === 'credentials' ? null : redirect,
      credentials: by === 'redirect' ? null : credentials,
    },
    check: (session: PlatformSession): Promise<CheckAnswer> => {
      scripted.checked.push(session);
      const alive = { kind: 'alive', handle: 'renamed', displayName: 'Renamed', avatarUrl: null } as const;
      return Promise.resolve(scripted.checks.shift() ?? alive);
    },
    revoke: (session: PlatformSession): Promise<RevokeAnswer> => {
      scripted.revoked.push(session);
      return next(scripted.revokes) ?? Promise.resolve({ kind: 'revoked' });
    },
  };
  Object.assign(scripted.platform, scripted.answers);
  return scripted;
}

function next<T>(script: (T | (() => Promise<T>))[]): Promise<T> | undefined {
  const first = script.shift();
  if (first === undefined) return undefined;
  return typeof first === 'function' ? (first as () => Promise<T>)() : Promise.resolve(first);
}

export function candidate(own: Partial<ConnectCandidate> = {}): ConnectCandidate {
  return {
    externalAccountId: 'external-1',
    handle: 'acme',
    displayName: 'Acme',
    avatarUrl: 'https://pictures.invalid/acme.png',
    serviceUrl: null,
    credentials: { accessToken: tokenCanary },
    life: { tokenExpiresAt: null, refreshBy: null, refreshNotBefore: null, reconnectBy: null },
    scopes: scopes.map(({ name }) => name),
    reason: null,
    ...own,
  };
}

export const grantOf = (candidates: ConnectCandidate[]): ConnectAnswer => ({ kind: 'granted', candidates });

export function registryOf(...scripted: ScriptedConnect[]): PlatformRegistry {
  return new Map(scripted.map(({ platform }) => [platform.name, platform]));
}
