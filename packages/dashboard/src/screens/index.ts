import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import {
  Building2,
  CalendarDays,
  CircleCheckBig,
  FilePenLine,
  House,
  Images,
  KeyRound,
  MessageCircle,
  Plug,
  ScrollText,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { Permission, Role } from '../../../../src/domain/roles.js';

/** The groups of the navigation, in their order. */
export const menuGroups = ['Plan', 'Connect', 'Developers', 'Team'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface ScreenEntry {
  /** The path below /w/{workspaceId}/ or, for the user's own pages, below /me/. `posts/$postId` has a parameter. */
  path: string;
  scope?: 'workspace' | 'person';
  /** The component of the screen, which is loaded as a separate chunk. */
  component: RouteComponent;
  /** The name of the screen; null if it is reached only by links from other screens. */
  label: string | null;
  /** The place in the navigation, whose groups have the order of this table. Without it, the screen is not listed. */
  menu?: { group: MenuGroup; icon: LucideIcon };
  /** The permission to see the screen. Without it, the navigation hides the screen and its URL shows "no access". */
  permission: Permission;
  /** The roles whose users start at this screen instead of the first one. */
  homeOf?: readonly Role[];
}

/** All screens. Routes, navigation and permissions are derived from this table. Users start at the first screen. */
export const screens: readonly ScreenEntry[] = [
  {
    path: 'home',
    label: 'Home',
    menu: { group: 'Plan', icon: House },
    permission: 'read',
    component: lazyRouteComponent(() => import('./home/home-screen.js'), 'HomeScreen'),
  },
  {
    path: 'calendar',
    label: 'Calendar',
    menu: { group: 'Plan', icon: CalendarDays },
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
    menu: { group: 'Plan', icon: FilePenLine },
    permission: 'read',
    component: lazyRouteComponent(() => import('./drafts/drafts-screen.js'), 'DraftsScreen'),
  },
  {
    path: 'approvals',
    label: 'Approvals',
    menu: { group: 'Plan', icon: CircleCheckBig },
    permission: 'read',
    homeOf: ['CLIENT_REVIEWER'],
    component: lazyRouteComponent(() => import('./approvals/approvals-screen.js'), 'ApprovalsScreen'),
  },
  {
    path: 'inbox',
    label: 'Inbox',
    menu: { group: 'Plan', icon: MessageCircle },
    permission: 'read',
    component: lazyRouteComponent(() => import('./inbox/inbox-screen.js'), 'InboxScreen'),
  },
  {
    path: 'media',
    label: 'Media',
    menu: { group: 'Plan', icon: Images },
    permission: 'read',
    component: lazyRouteComponent(() => import('./media/media-screen.js'), 'MediaScreen'),
  },
  {
    path: 'accounts',
    label: 'Accounts',
    menu: { group: 'Connect', icon: Plug },
    permission: 'read',
    component: lazyRouteComponent(() => import('./accounts/accounts-screen.js'), 'AccountsScreen'),
  },
  {
    path: 'keys',
    label: 'API keys',
    menu: { group: 'Developers', icon: KeyRound },
    permission: 'manageKeys',
    component: lazyRouteComponent(() => import('./keys/keys-screen.js'), 'KeysScreen'),
  },
  {
    path: 'webhooks',
    label: 'Webhooks',
    menu: { group: 'Developers', icon: Webhook },
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
    path: 'audit-log',
    label: 'Audit log',
    menu: { group: 'Developers', icon: ScrollText },
    permission: 'readAuditLog',
    component: lazyRouteComponent(() => import('./audit/audit-screen.js'), 'AuditScreen'),
  },
  {
    path: 'workspace',
    label: 'Workspace',
    menu: { group: 'Team', icon: Building2 },
    permission: 'read',
    component: lazyRouteComponent(() => import('./workspace/workspace-screen.js'), 'WorkspaceScreen'),
  },
  {
    path: 'members',
    label: 'Members',
    menu: { group: 'Team', icon: Users },
    permission: 'read',
    component: lazyRouteComponent(() => import('./members/members-screen.js'), 'MembersScreen'),
  },
  {
    path: 'new-workspace',
    scope: 'person',
    label: 'New workspace',
    permission: 'read',
    component: lazyRouteComponent(
      () => import('./new-workspace/new-workspace-screen.js'),
      'NewWorkspaceScreen',
    ),
  },
  {
    path: 'profile',
    scope: 'person',
    label: 'Profile',
    permission: 'read',
    component: lazyRouteComponent(() => import('./profile/profile-screen.js'), 'ProfileScreen'),
  },
];
