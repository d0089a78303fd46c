import { Link } from '@tanstack/react-router';
import { Menu, Plus, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { mayIn } from '../api/session.js';
import { screens } from '../screens/index.js';
import { t } from '../messages/shell.js';
import { useShownWorkspace } from './navigation.js';

const itemClass =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium text-muted aria-[current=page]:text-accent';
const ofWriters = ['home', 'calendar'];
/** The screens for users who cannot write posts, such as client reviewers. */
const ofReaders = ['home', 'calendar', 'approvals'];
const after = ['inbox'];

interface BottomBarProps {
  menuButton: Ref<HTMLButtonElement>;
  isOpen: boolean;
  onMenu: () => void;
}

/** The most used links and the button of the menu, at the bottom of narrow windows. */
export function BottomBar({ menuButton, isOpen, onMenu }: BottomBarProps) {
  const workspace = useShownWorkspace();
  const mayWrite = workspace !== undefined && mayIn(workspace, 'writePosts');
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
      {workspace !== undefined && (
        <nav aria-label={t('mostUsed')} className="flex min-w-0 flex-4">
          <Places paths={mayWrite ? ofWriters : ofReaders} workspaceId={workspace.id} />
          {mayWrite && (
            <Link to={`/w/${workspace.id}/compose`} className={itemClass}>
              <Item icon={Plus} iconClass="rounded-full bg-accent text-on-accent">
                {t('newPost')}
              </Item>
            </Link>
          )}
          <Places paths={after} workspaceId={workspace.id} />
        </nav>
      )}
      <button
        ref={menuButton}
        type="button"
        className={itemClass}
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <Item icon={Menu}>{t('menu')}</Item>
      </button>
    </div>
  );
}

/** Links to screens that every member may see. */
function Places({ paths, workspaceId }: { paths: readonly string[]; workspaceId: string }) {
  return screens
    .filter(({ path }) => paths.includes(path))
    .map(({ path, label, menu }) => (
      <Link key={path} to={`/w/${workspaceId}/${path}`} className={itemClass}>
        <Item icon={menu?.icon}>{label}</Item>
      </Link>
    ));
}

interface ItemProps {
  icon: LucideIcon | undefined;
  iconClass?: string;
  children: ReactNode;
}

function Item({ icon: Icon, iconClass = '', children }: ItemProps) {
  return (
    <>
      {Icon !== undefined && <Icon className={`size-5 shrink-0 ${iconClass}`} />}
      {children}
    </>
  );
}
