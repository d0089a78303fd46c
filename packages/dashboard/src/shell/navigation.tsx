import { Link } from '@tanstack/react-router';
import { BookOpen, Plus, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { mayIn, useWorkspaces, type Workspace } from '../api/session.js';
import { menuGroups, screens, type MenuGroup } from '../screens/index.js';
import { t } from '../messages/shell.js';
import { buttonClass } from '../ui/button.js';
import { useShownWorkspaceId } from './last-workspace.js';
import { NavCount } from './nav-count.js';

const linkClass =
  'relative flex min-h-11 items-center gap-3 rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent md:min-h-7.5 md:max-lg:justify-center md:max-lg:px-0';
/** Between 768 and 1024 px only icons are shown. Screen readers still get the names. */
const nameClass = 'md:max-lg:sr-only';

/** Returns the workspace whose screens the navigation lists. */
export function useShownWorkspace(): Workspace | undefined {
  const workspaceId = useShownWorkspaceId();
  return useWorkspaces().find(({ id }) => id === workspaceId);
}

/** A button to write a post, and links to the screens that the user's role may see. */
export function Navigation() {
  const workspace = useShownWorkspace();
  if (workspace === undefined) return null;
  return (
    <nav aria-label={t('main')} className="flex flex-col gap-3">
      {mayIn(workspace, 'writePosts') && (
        <Link
          to={`/w/${workspace.id}/compose`}
          title={t('newPost')}
          className={`${buttonClass('primary')} w-full md:max-lg:px-0`}
        >
          <Plus className="size-4.5" />
          <span className={nameClass}>{t('newPost')}</span>
        </Link>
      )}
      {menuGroups.map((group) => (
        <Group key={group} group={group} workspace={workspace} />
      ))}
    </nav>
  );
}

function Group({ group, workspace }: { group: MenuGroup; workspace: Workspace }) {
  const titleId = useId();
  const shown = screens.filter(
    ({ menu, permission }) => menu?.group === group && mayIn(workspace, permission),
  );
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 md:max-lg:border-t md:max-lg:border-line md:max-lg:pt-2">
      <p id={titleId} className={`px-2.5 text-xs font-medium text-muted ${nameClass}`}>
        {t(group)}
      </p>
      <ul aria-labelledby={titleId} className="flex flex-col gap-0.5">
        {shown.map(({ path, label, menu }) => (
          <li key={path}>
            <Link to={`/w/${workspace.id}/${path}`} title={label ?? undefined} className={linkClass}>
              <Item icon={menu?.icon}>{label}</Item>
              <NavCount workspaceId={workspace.id} path={path} />
            </Link>
          </li>
        ))}
        {group === 'developers' && (
          <li>
            <a href="/docs" title={t('docs')} className={linkClass}>
              <Item icon={BookOpen}>{t('docs')}</Item>
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}

function Item({ icon: Icon, children }: { icon: LucideIcon | undefined; children: ReactNode }) {
  return (
    <>
      {Icon !== undefined && <Icon className="size-4.5 shrink-0" />}
      <span className={nameClass}>{children}</span>
    </>
  );
}
