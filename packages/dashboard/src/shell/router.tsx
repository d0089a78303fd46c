import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { followChanges, stopFollowing } from '../api/change-stream.js';
import { ApiError } from '../api/errors.js';
import { queryClient } from '../api/query-client.js';
import { mayIn, sessionQuery, workspacesQuery, type Workspace } from '../api/session.js';
import { linkTokens } from '../lib/link-tokens.js';
import { safePath } from '../lib/safe-path.js';
import type { UrlParams } from '../lib/use-url-params.js';
import { maybeSignedIn } from '../lib/signed-in.js';
import { screens, type ScreenEntry } from '../screens/index.js';
import { Spinner } from '../ui/states.js';
import { guarded } from './guarded.js';
import { lastWorkspaceId } from './last-workspace.js';
import { Layout } from './layout.js';
import { AddressNotFound, NoWorkspace, ScreenFault } from './fault-screens.js';
import { loadPreload } from './preloads.js';
import { WorkspaceFrame } from './workspace-frame.js';

const pendingMs = 300;

const rootRoute = createRootRoute();

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-screen.js'), 'SignInScreen'),
  beforeLoad: async ({ search }) => {
    const { token, invitation } = linkTokens();
    if (token !== null || invitation !== null || 'ended' in search || 'out' in search) return;
    if (await isSignedIn()) {
      const next = 'next' in search ? String(search.next) : undefined;
      redirect({ href: safePath(next), throw: true });
    }
  },
});

/** The page of a client link, for people without an account. */
const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client',
  component: lazyRouteComponent(() => import('./client-page.js'), 'ClientPage'),
});

/** The parent of all routes that need a session. */
const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: Layout,
  beforeLoad: async ({ location, matches, search }) => {
    // The stream is opened before anything is read, so that hardly anything is read twice.
    if (maybeSignedIn()) followChanges();
    const session = queryClient.ensureQueryData(sessionQuery);
    const begun = maybeSignedIn() ? loadMeanwhile(matches.at(-1), search).catch(() => undefined) : undefined;
    try {
      await session;
    } catch (error) {
      stopFollowing();
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href }, throw: true });
    }
    followChanges();
    await queryClient.ensureQueryData(workspacesQuery);
    // The data of the screen has been requested by then, and the code of the screen follows.
    await begun;
  },
});

/**
 * Loads the workspaces and the code and data of the screen while the session is read, and requests the code last, because
 * browsers load only a few files at once. Errors show where these are needed.
 */
async function loadMeanwhile(
  match: { routeId: string; params: { workspaceId?: string } } | undefined,
  search: UrlParams,
): Promise<void> {
  void queryClient.prefetchQuery(workspacesQuery);
  const entry = screens.find(({ path }) => match?.routeId.endsWith(`/${path}`));
  const { workspaceId } = match?.params ?? {};
  if (entry === undefined) return;
  try {
    const loaded = await loadPreload(entry.path);
    if (workspaceId !== undefined) loaded?.preload(workspaceId, search).catch(() => undefined);
  } finally {
    // The code is requested after the queries, whose requests are sent in the next microtasks.
    setTimeout(() => {
      entry.component.preload?.()?.catch(() => undefined);
    });
  }
}

const startRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: async () => {
    const workspaces = await queryClient.ensureQueryData(workspacesQuery);
    const kept = workspaces.find(({ id }) => id === lastWorkspaceId());
    const workspace = kept ?? workspaces[0];
    if (workspace !== undefined) redirect({ href: startOf(workspace), throw: true });
    const { user } = await queryClient.ensureQueryData(sessionQuery);
    if (user.mayCreateWorkspaces) redirect({ href: '/me/new-workspace', throw: true });
  },
  component: NoWorkspace,
});

const workspaceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/w/$workspaceId',
  component: WorkspaceFrame,
});

const workspaceStartRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  beforeLoad: async ({ params }) => {
    const workspaces = await queryClient.ensureQueryData(workspacesQuery);
    const workspace = workspaces.find(({ id }) => id === params.workspaceId);
    const start = workspace === undefined ? undefined : startOf(workspace);
    if (start !== undefined && start !== `/w/${params.workspaceId}`) redirect({ href: start, throw: true });
  },
  component: NoWorkspace,
});

/** Returns the path of the start screen for the user's role, otherwise of the first screen that the role may see. */
function startOf(workspace: Workspace): string {
  const shown = screens.filter(
    ({ label, scope, permission }) => label !== null && scope !== 'person' && mayIn(workspace, permission),
  );
  const first = shown.find(({ homeOf }) => homeOf?.includes(workspace.role)) ?? shown[0];
  return first === undefined ? `/w/${workspace.id}` : `/w/${workspace.id}/${first.path}`;
}

async function isSignedIn(): Promise<boolean> {
  if (!maybeSignedIn()) return false;
  try {
    await queryClient.ensureQueryData(sessionQuery);
    return true;
  } catch {
    return false;
  }
}

const workspaceScreens = screens
  .filter(({ scope }) => scope !== 'person')
  .map((entry: ScreenEntry) =>
    createRoute({ getParentRoute: () => workspaceRoute, path: entry.path, component: guarded(entry) }),
  );
const personScreens = screens
  .filter(({ scope }) => scope === 'person')
  .map(({ path, component }) =>
    createRoute({ getParentRoute: () => insideRoute, path: `/me/${path}`, component }),
  );

/** The page with all components, for those who work on them: only in development. */
const designRoutes =
  import.meta.env.MODE === 'production'
    ? []
    : [
        createRoute({
          getParentRoute: () => rootRoute,
          path: '/design',
          component: lazyRouteComponent(() => import('../design/design-screen.js'), 'DesignScreen'),
        }),
      ];

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    clientRoute,
    ...designRoutes,
    insideRoute.addChildren([
      startRoute,
      workspaceRoute.addChildren([workspaceStartRoute, ...workspaceScreens]),
      ...personScreens,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: pendingMs,
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ScreenFault,
  defaultNotFoundComponent: AddressNotFound,
  scrollRestoration: true,
  // Uses plain query parameters, so that all values are strings and URLs stay readable.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
