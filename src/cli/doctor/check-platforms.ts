import type { PlatformName } from '../../domain/platforms.js';
import { platformDefinitions } from '../../platforms/index.js';
import type { ConnectScope, PlatformConnect } from '../../platforms/kit/connect.js';
import { createPlatforms } from '../../platforms/kit/create-platforms.js';
import type { PlatformDefinition } from '../../platforms/kit/definition.js';
import type { PlatformRegistry } from '../../platforms/kit/platform.js';
import { viewConnect, type PlatformConnectView } from '../../services/platforms/list.js';
import type { DoctorParts } from './parts.js';

export interface PlatformReport {
  platform: PlatformName;
  label: string;
  path: string;
  /** `partly`: only some of the app's variables are set. `not built`: Punctual cannot connect accounts there yet. */
  state: 'ready' | 'partly' | 'not configured' | 'not built';
  /** How users connect: they consent on the platform's page, or type credentials. */
  methods: ('page' | 'credentials')[];
  missingVariables: readonly string[];
  /** The URL that the operator must register with the platform, exactly as it is. */
  redirectUri: string | null;
  scopes: readonly ConnectScope[];
  /** The requirements of the platform for the operator, such as a review, a verified domain or a paid tier. */
  needs: readonly string[];
  guide: string | null;
  next: string | null;
}

/** For each platform: whether its app is configured, what to register there, and what is still missing. */
export function checkPlatforms(
  parts: DoctorParts | null,
  definitions: readonly PlatformDefinition[] = platformDefinitions,
): PlatformReport[] {
  const bare = withoutSettings(definitions);
  const registry = parts?.deps.platforms ?? bare;
  return definitions.map((definition) => {
    const { name, label, path, operatorNeeds: needs } = definition;
    const connect = registry.get(name)?.connect;
    const facts = { platform: name, label, path, needs };
    if (connect === undefined) return { ...facts, ...notBuilt };
    const variablesCount = bare.get(name)?.connect?.redirect?.missingVariables.length ?? 0;
    const view = parts === null || parts.isUnset('PUBLIC_URL') ? null : viewConnect(parts.deps, name);
    return { ...facts, ...describe(definition, connect, { variablesCount, view }) };
  });
}

const notBuilt = {
  state: 'not built',
  methods: [],
  missingVariables: [],
  redirectUri: null,
  scopes: [],
  guide: null,
  next: 'You can try it in the sandbox.',
} as const satisfies Partial<PlatformReport>;

function describe(
  { path }: PlatformDefinition,
  { redirect, credentials }: PlatformConnect,
  { variablesCount, view }: { variablesCount: number; view: PlatformConnectView | null },
) {
  const missingVariables = redirect?.missingVariables ?? [];
  const hasPage = redirect !== null && missingVariables.length === 0;
  const isPartly = missingVariables.length > 0 && missingVariables.length < variablesCount;
  const methods = [
    ...(hasPage ? ['page' as const] : []),
    ...(credentials === null ? [] : ['credentials' as const]),
  ];
  const state = isPartly
    ? ('partly' as const)
    : methods.length > 0
      ? ('ready' as const)
      : ('not configured' as const);
  const guide = `docs/connect/${path}.md`;
  const next =
    state === 'ready'
      ? null
      : `${isPartly ? 'Set' : 'To use it, register an app as the guide describes, and set'} ${missingVariables.join(' and ')}.`;
  return {
    state,
    methods,
    missingVariables,
    // Null until PUBLIC_URL is set.
    redirectUri: view?.redirectUri ?? null,
    scopes: redirect?.scopes ?? [],
    guide,
    next,
  };
}

/** Connectors that make no calls, to describe the platforms without an installation. */
function withoutSettings(definitions: readonly PlatformDefinition[]): PlatformRegistry {
  const fetchFor = () => () => Promise.reject(new Error('The doctor calls no platform.'));
  return createPlatforms({ definitions, fetchFor, clock: { now: () => new Date() } });
}
