import { useNavigate } from '@tanstack/react-router';
import {
  ArrowRightLeft,
  BookOpen,
  Building2,
  Keyboard,
  LogOut,
  Moon,
  Plus,
  Sun,
  SunMoon,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { mayIn, useSession, useWorkspaces, type Workspace } from '../api/session.js';
import { storedTheme, storeTheme, themes, type Theme } from '../lib/theme.js';
import { screens } from '../screens/index.js';
import { t } from '../messages/shell.js';
import type { Overlay } from './overlay.js';

/** Something that the user can choose in the command box. */
export interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const icons: Readonly<Record<string, LucideIcon>> = {
  compose: Plus,
  'new-workspace': Building2,
  profile: UserRound,
};
const themeLooks: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: t('useTheThemeOfThe'), icon: SunMoon },
  light: { label: t('useTheLightTheme'), icon: Sun },
  dark: { label: t('useTheDarkTheme'), icon: Moon },
};

/** Returns the pages that the user may open, from the table of screens. */
export function usePages(workspace: Workspace | undefined): Command[] {
  const navigate = useNavigate();
  const { mayCreateWorkspaces } = useSession().user;
  const pages = screens.flatMap(({ path, label, scope, permission, menu }): Command[] => {
    if (label === null) return [];
    const isOwn = scope === 'person';
    if (path === 'new-workspace' && !mayCreateWorkspaces) return [];
    if (!isOwn && (workspace === undefined || !mayIn(workspace, permission))) return [];
    const to = isOwn ? `/me/${path}` : `/w/${workspace?.id}/${path}`;
    const icon = menu?.icon ?? icons[path] ?? ArrowRightLeft;
    return [{ id: `page ${path}`, label, icon, run: () => void navigate({ to }) }];
  });
  const docs = {
    id: 'docs',
    label: t('docs'),
    icon: BookOpen,
    run: () => globalThis.location.assign('/docs'),
  };
  return [...pages, docs];
}

/** Returns the actions that belong to no page. */
export function useActions(here: Workspace | undefined, onShow: (overlay: Overlay) => void): Command[] {
  const navigate = useNavigate();
  const others = useWorkspaces().filter(({ id }) => id !== here?.id);
  return [
    ...themes
      .filter((theme) => theme !== storedTheme())
      .map((theme) => ({ id: theme, ...themeLooks[theme], run: () => storeTheme(theme) })),
    {
      id: 'shortcuts',
      label: t('showKeyboardShortcuts'),
      icon: Keyboard,
      run: () => onShow('shortcuts'),
    },
    ...others.map(({ id, name }) => ({
      id,
      label: t('switchToName', { name }),
      icon: ArrowRightLeft,
      run: () => void navigate({ to: `/w/${id}` }),
    })),
    { id: 'sign-out', label: t('signOut'), icon: LogOut, run: () => onShow('sign-out') },
  ];
}
