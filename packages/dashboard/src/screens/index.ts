import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import {
  Building2,
  CalendarDays,
  ChartColumnBig,
  CircleCheckBig,
  FilePenLine,
  House,
  Images,
  KeyRound,
  ListOrdered,
  MessageCircle,
  Plug,
  ScrollText,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { Permission, Role } from '../../../../src/domain/roles.js';
import { t } from '../messages/shell.js';

/** The groups of the navigation, in their order. Their names are messages. */
export const menuGroups = ['plan', 'connect', 'developers', 'team'] as const;
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
    label: t('home'),
    menu: { group: 'plan', icon: House },
    permission: 'read',
    component: lazyRouteComponent(() => import('./home/home-screen.js'), 'HomeScreen'),
  },
  {
    path: 'calendar',
    label: t('calendar'),
    menu: { group: 'plan', icon: CalendarDays },
    permission: 'read',
    component: lazyRouteComponent(() => import('./calendar/calendar-screen.js'), 'CalendarScreen'),
  },
  {
    path: 'queue',
    label: t('queue'),
    menu: { group: 'plan', icon: ListOrdered },
    permission: 'read',
    component: lazyRouteComponent(() => import('./queue/queue-screen.js'), 'QueueScreen'),
  },
  {
    path: 'compose',
    label: t('newPost'),
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
    label: t('drafts'),
    menu: { group: 'plan', icon: FilePenLine },
    permission: 'read',
    component: lazyRouteComponent(() => import('./drafts/drafts-screen.js'), 'DraftsScreen'),
  },
  {
    path: 'approvals',
    label: t('approvals'),
    menu: { group: 'plan', icon: CircleCheckBig },
    permission: 'read',
    homeOf: ['CLIENT_REVIEWER'],
    component: lazyRouteComponent(() => import('./approvals/approvals-screen.js'), 'ApprovalsScreen'),
  },
  {
    path: 'inbox',
    label: t('inbox'),
    menu: { group: 'plan', icon: MessageCircle },
    permission: 'read',
    component: lazyRouteComponent(() => import('./inbox/inbox-screen.js'), 'InboxScreen'),
  },
  {
    path: 'results',
    label: t('results'),
    menu: { group: 'plan', icon: ChartColumnBig },
    permission: 'read',
    component: lazyRouteComponent(() => import('./results/results-screen.js'), 'ResultsScreen'),
  },
  {
    path: 'media',
    label: t('media'),
    menu: { group: 'plan', icon: Images },
    permission: 'read',
    component: lazyRouteComponent(() => import('./media/media-screen.js'), 'MediaScreen'),
  },
  {
    path: 'accounts',
    label: t('accounts'),
    menu: { group: 'connect', icon: Plug },
    permission: 'read',
    component: lazyRouteComponent(() => import('./accounts/accounts-screen.js'), 'AccountsScreen'),
  },
  {
    path: 'keys',
    label: t('apiKeys'),
    menu: { group: 'developers', icon: KeyRound },
    permission: 'manageKeys',
    component: lazyRouteComponent(() => import('./keys/keys-screen.js'), 'KeysScreen'),
  },
  {
    path: 'webhooks',
    label: t('webhooks'),
    menu: { group: 'developers', icon: Webhook },
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
    label: t('auditLog'),
    menu: { group: 'developers', icon: ScrollText },
    permission: 'readAuditLog',
    component: lazyRouteComponent(() => import('./audit/audit-screen.js'), 'AuditScreen'),
  },
  {
    path: 'workspace',
    label: t('workspace'),
    menu: { group: 'team', icon: Building2 },
    permission: 'read',
    component: lazyRouteComponent(() => import('./workspace/workspace-screen.js'), 'WorkspaceScreen'),
  },
  {
    path: 'members',
    label: t('members'),
    menu: { group: 'team', icon: Users },
    permission: 'read',
    component: lazyRouteComponent(() => import('./members/members-screen.js'), 'MembersScreen'),
  },
  {
    path: 'new-workspace',
    scope: 'person',
    label: t('newWorkspace'),
    permission: 'read',
    component: lazyRouteComponent(
      () => import('./new-workspace/new-workspace-screen.js'),
      'NewWorkspaceScreen',
    ),
  },
  {
    path: 'authorize',
    scope: 'person',
    label: null,
    permission: 'read',
    component: lazyRouteComponent(() => import('./apps/authorize-screen.js'), 'AuthorizeScreen'),
  },
  {
    path: 'profile',
    scope: 'person',
    label: t('profile'),
    permission: 'read',
    component: lazyRouteComponent(() => import('./profile/profile-screen.js'), 'ProfileScreen'),
  },
];
