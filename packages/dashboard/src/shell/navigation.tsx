import { Link } from '@tanstack/react-router';
import { mayIn, useWorkspaces } from '../api/session.js';
import { WaitingCount } from '../screens/approvals/waiting-count.js';
import { screens, type ScreenEntry } from '../screens/index.js';
import { useShownWorkspaceId } from './last-workspace.js';

const linkClass =
  'flex min-h-10 items-center rounded-md px-3 py-1.5 text-ink hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold';

/** Links to the screens that the user's role may see, in the order of `screens`. */
export function Navigation() {
  const workspaceId = useShownWorkspaceId();
  const workspace = useWorkspaces().find(({ id }) => id === workspaceId);
  const shown = screens.filter((entry) => {
    if (entry.label === null) return false;
    return entry.scope === 'person' || (workspace !== undefined && mayIn(workspace, entry.permission));
  });
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-1">
        {shown.map((entry) => (
          <li key={entry.path}>
            <Link to={addressOf(entry, workspaceId)} className={linkClass}>
              {entry.label}
              {entry.path === 'approvals' && workspaceId !== undefined && (
                <WaitingCount workspaceId={workspaceId} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const addressOf = ({ scope, path }: ScreenEntry, workspaceId: string | undefined): string =>
  scope === 'person' ? `/me/${path}` : `/w/${workspaceId ?? ''}/${path}`;
