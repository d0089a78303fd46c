import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useWorkspaces } from '../api/session.js';
import { t } from '../messages/shell.js';
import { Avatar } from '../ui/avatar.js';
import { useShownWorkspace } from './navigation.js';

/**
 * Lets the user choose a workspace. It is part of the URL, so that each tab can show a different one. Between 768 and
 * 1024 px only the avatar is seen, below the transparent select.
 */
export function WorkspaceSwitcher() {
  const workspaces = useWorkspaces();
  const navigate = useNavigate();
  const here = useShownWorkspace();
  if (workspaces.length === 0) return null;
  return (
    <div className="relative flex min-h-11 items-center rounded-md border border-line hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:max-lg:justify-center md:max-lg:border-transparent">
      <span className="pointer-events-none absolute left-1.5 flex md:max-lg:static">
        <Avatar name={here?.name ?? '?'} size="small" shape="workspace" />
      </span>
      <select
        aria-label={t('workspace')}
        title={here?.name}
        value={here?.id ?? ''}
        className="min-h-11 w-full min-w-0 appearance-none rounded-md bg-transparent pr-8 pl-12 text-sm font-semibold text-ellipsis text-ink outline-none md:max-lg:absolute md:max-lg:inset-0 md:max-lg:px-0 md:max-lg:opacity-0"
        onChange={({ target }) => {
          if (target.value !== '') void navigate({ to: `/w/${target.value}` });
        }}
      >
        {here === undefined && <option value="">{t('chooseAWorkspace')}</option>}
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronsUpDown className="pointer-events-none absolute right-2.5 size-4 text-muted md:max-lg:hidden" />
    </div>
  );
}
