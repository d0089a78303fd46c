import type { PlatformName } from '../../domain/platforms.js';
import { platformDefinitions } from '../../platforms/index.js';
import type { ConnectScope, PlatformConnect } from '../../platforms/kit/connect.js';
import { createPlatforms } from '../../platforms/kit/create-platforms.js';
import type { PlatformDefinition } from '../../platforms/kit/definition.js';
import type { PlatformRegistry } from '../../platforms/kit/platform.js';

export interface PlatformReport {
  platform: PlatformName;
  label: string;
  path: string;
  /** `partly`: some of the app's variables are set, and others are not. `not built`: no account can be connected yet. */
  state: 'ready' | 'partly' | 'not configured' | 'not built';
  /** What people do: consent on the platform's page, or type credentials. */
  ways: ('page' | 'credentials')[];
  missingVariables: readonly string[];
  /** To be registered at the platform, letter by letter. */
  redirectUri: string | null;
  scopes: readonly ConnectScope[];
  /** Reviews, verified domains, paid tiers. */
  needs: readonly string[];
  guide: string | null;
  next: string | null;
}

export interface PlatformsInput {
  /** Null: without a usable configuration nothing is known to be set. */
  registry: PlatformRegistry | null;
  /** Null: it is not known. */
  publicUrl: string | null;
}

/** What each platform's app is, what is registered there, and what it still needs. */
export function checkPlatforms({ registry, publicUrl }: PlatformsInput): PlatformReport[] {
  const bare = withoutSettings();
  return platformDefinitions.map((definition) => {
    const { name, label, path, operatorNeeds: needs } = definition;
    const connect = (registry ?? bare).get(name)?.connect;
    const facts = { platform: name, label, path, needs };
    if (connect === undefined) return { ...facts, ...notBuilt };
    const of = bare.get(name)?.connect?.redirect?.missingVariables.length ?? 0;
    return { ...facts, ...describe(definition, connect, { of, publicUrl }) };
  });
}

const notBuilt = {
  state: 'not built',
  ways: [],
  missingVariables: [],
  redirectUri: null,
  scopes: [],
  guide: null,
  next: 'Its accounts can be tried in the sandbox.',
} as const satisfies Partial<PlatformReport>;

function describe(
  { path }: PlatformDefinition,
  { redirect, credentials }: PlatformConnect,
  { of, publicUrl }: { of: number; publicUrl: string | null },
) {
  const missingVariables = redirect?.missingVariables ?? [];
  const hasPage = redirect !== null && missingVariables.length === 0;
  const isPartly = missingVariables.length > 0 && missingVariables.length < of;
  const ways = [
    ...(hasPage ? ['page' as const] : []),
    ...(credentials === null ? [] : ['credentials' as const]),
  ];
  const state = isPartly
    ? ('partly' as const)
    : ways.length > 0
      ? ('ready' as const)
      : ('not configured' as const);
  const guide = `docs/connect/${path}.md`;
  const slash = redirect?.redirectEndsWithSlash === true ? '/' : '';
  const next =
    state === 'ready'
      ? null
      : `${isPartly ? 'Set' : 'If you want it: register an app as the guide says, and set'} ${missingVariables.join(' and ')}.`;
  return {
    state,
    ways,
    missingVariables,
    redirectUri:
      redirect === null || publicUrl === null ? null : `${publicUrl}/connect/${path}/callback${slash}`,
    scopes: redirect?.scopes ?? [],
    guide,
    next,
  };
}

/** For what the platforms say of themselves: that needs no installation. */
function withoutSettings(): PlatformRegistry {
  const fetchFor = () => () => Promise.reject(new Error('The doctor asks no platform.'));
  return createPlatforms({ definitions: platformDefinitions, fetchFor, clock: { now: () => new Date() } });
}
