import type { ServiceDeps } from './context.js';

type Group = 'media' | 'publishing' | 'choices' | 'connect' | 'webhooks' | 'apps' | 'signUp' | 'workspaces';

/** Dependencies that replace the usual ones. Within a group, only the named ones are replaced. */
export type DepsOverrides = Partial<Omit<ServiceDeps, Group>> & {
  [K in Group]?: Partial<ServiceDeps[K]>;
};

export function overrideDeps(deps: ServiceDeps, overrides: DepsOverrides): ServiceDeps {
  return {
    ...deps,
    ...overrides,
    media: { ...deps.media, ...overrides.media },
    publishing: { ...deps.publishing, ...overrides.publishing },
    choices: { ...deps.choices, ...overrides.choices },
    connect: { ...deps.connect, ...overrides.connect },
    webhooks: { ...deps.webhooks, ...overrides.webhooks },
    apps: { ...deps.apps, ...overrides.apps },
    signUp: { ...deps.signUp, ...overrides.signUp },
    workspaces: { ...deps.workspaces, ...overrides.workspaces },
  };
}
