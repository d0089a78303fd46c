import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { Permission, Role } from '../../../../src/domain/roles.js';

export interface ScreenEntry {
  /** The path below /w/{workspaceId}/ or, for the user's own pages, below /me/. `posts/$postId` has a parameter. */
  path: string;
  scope?: 'workspace' | 'person';
  /** The component of the screen, which is loaded as a separate chunk. */
  component: RouteComponent;
  /** The label in the navigation, which has the order of this table; null if the screen is not listed there. */
  label: string | null;
  /** The permission to see the screen. Without it, the navigation hides the screen and its URL shows "no access". */
  permission: Permission;
  /** The roles whose users start at this screen instead of the first one. */
  homeOf?: readonly Role[];
}

/** All screens. Routes, navigation and permissions are derived from this table. Users start at the first screen. */
export const screens: readonly ScreenEntry[] = [
  {
    path: 'calendar',
    label: 'Calendar',
    permission: 'read',
    component: lazyRouteComponent(() => import('./calendar/calendar-screen.js'), 'CalendarScreen'),
  },
  {
    path: 'compose',
    label: 'New post',
    permission: 'writePosts',
    component: lazyRouteComponent(() => import('./composer/compose-screen.js'), 'ComposeScreen'),
  },
  {
    path: 'posts/$postId',
    label: null,
    permission: 'read',
    component: lazyRouteComponent(() => import('./post/post-screen.js'), 'PostScreen'),
  },
  {
    path: 'posts/$postId/edit',
    label: null,
    permission: 'writePosts',
    component: lazyRouteComponent(() => import('./composer/edit-screen.js'), 'EditScreen'),
  },
  {
    path: 'drafts',
    label: 'Drafts',
    permission: 'read',
    component: lazyRouteComponent(() => import('./drafts/drafts-screen.js'), 'DraftsScreen'),
  },
  {
    path: 'approvals',
    label: 'Approvals',
    permission: 'read',
    homeOf: ['CLIENT_REVIEWER'],
    component: lazyRouteComponent(() => import('./approvals/approvals-screen.js'), 'ApprovalsScreen'),
  },
  {
    path: 'inbox',
    label: 'Inbox',
    permission: 'read',
    component: lazyRouteComponent(() => import('./inbox/inbox-screen.js'), 'InboxScreen'),
  },
  {
    path: 'media',
    label: 'Media',
    permission: 'read',
    component: lazyRouteComponent(() => import('./media/media-screen.js'), 'MediaScreen'),
  },
  {
    path: 'accounts',
    label: 'Accounts',
    permission: 'read',
    component: lazyRouteComponent(() => import('./accounts/accounts-screen.js'), 'AccountsScreen'),
  },
  {
    path: 'webhooks',
    label: 'Webhooks',
    permission: 'manageWebhooks',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.js'), 'WebhooksScreen'),
  },
  {
    path: 'webhooks/$endpointId',
    label: null,
    permission: 'manageWebhooks',
    component: lazyRouteComponent(() => import('./webhooks/endpoint-screen.js'), 'EndpointScreen'),
  },
  {
    path: 'keys',
    label: 'API keys',
    permission: 'manageKeys',
    component: lazyRouteComponent(() => import('./keys/keys-screen.js'), 'KeysScreen'),
  },
  {
    path: 'members',
    label: 'Members',
    permission: 'read',
    component: lazyRouteComponent(() => import('./members/members-screen.js'), 'MembersScreen'),
  },
  {
    path: 'audit-log',
    label: 'Audit log',
    permission: 'readAuditLog',
    component: lazyRouteComponent(() => import('./audit/audit-screen.js'), 'AuditScreen'),
  },
  {
    path: 'workspace',
    label: 'Workspace',
    permission: 'read',
    component: lazyRouteComponent(() => import('./workspace/workspace-screen.js'), 'WorkspaceScreen'),
  },
  {
    path: 'profile',
    scope: 'person',
    label: 'Profile',
    permission: 'read',
    component: lazyRouteComponent(() => import('./profile/profile-screen.js'), 'ProfileScreen'),
  },
];
