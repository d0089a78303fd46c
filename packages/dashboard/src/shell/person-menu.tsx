import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Keyboard, LogOut, Plus, UserRound } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { signOut, useSession } from '../api/session.js';
import { keptTextsOf } from '../lib/kept-texts.js';
import { roleLabels } from '../lib/role-labels.js';
import { t } from '../messages/shell.js';
import { Avatar } from '../ui/avatar.js';
import { Button, buttonClass } from '../ui/button.js';
import { ErrorNote } from '../ui/error-state.js';
import { useShownWorkspace } from './navigation.js';
import type { Overlay } from './overlay.js';

/** Loaded when the panel is opened, because it is the only list of choices that the first page would need. */
const ThemeField = lazy(async () => ({ default: (await import('../ui/theme-field.js')).ThemeField }));

const panelId = 'account';
const rowAlign = 'justify-start! px-2!';
const rowClass = `${buttonClass('quiet')} ${rowAlign}`;

/** The button with the name of the user, which opens a panel with the theme, the profile and the sign-out. */
export function PersonMenu({ onShow }: { onShow: (overlay: Overlay) => void }) {
  const { user } = useSession();
  const leaving = useMutation({ mutationFn: () => signOut() });
  const show = (overlay: Overlay): void => {
    // The panel is in the top layer, so a dialog would open below it.
    document.getElementById(panelId)?.hidePopover();
    onShow(overlay);
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={panelId}
        title={user.email}
        className="flex min-h-12 w-full min-w-0 items-center gap-3 rounded-md px-1.5 py-1 text-left hover:bg-raised md:max-lg:justify-center md:max-lg:px-0"
      >
        <Avatar name={user.name} size="small" />
        <span className="flex min-w-0 flex-col text-sm md:max-lg:sr-only">
          <span className="sr-only">{t('signedInAs')}</span>
          <span className="truncate font-semibold">{user.name}</span>
          <span className="truncate text-xs text-muted">{user.email}</span>
        </span>
      </button>
      <Panel
        leaving={leaving}
        onSignOut={() => {
          if (keptTextsOf(user.id).length === 0) leaving.mutate();
          else show('sign-out');
        }}
        onShortcuts={() => show('shortcuts')}
      />
    </>
  );
}

interface PanelProps {
  leaving: { isPending: boolean; error: unknown };
  onSignOut: () => void;
  onShortcuts: () => void;
}

function Panel({ leaving, onSignOut, onShortcuts }: PanelProps) {
  const workspace = useShownWorkspace();
  const { mayCreateWorkspaces } = useSession().user;
  const panel = useRef<HTMLDivElement>(null);
  const [wasOpened, setOpened] = useState(false);
  return (
    <div
      ref={panel}
      id={panelId}
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === 'open') setOpened(true);
      }}
      className="fixed inset-auto bottom-16 left-3 w-64 rounded-lg border border-line bg-surface text-ink shadow-popup"
    >
      <div className="flex flex-col gap-3 p-3">
        {workspace !== undefined && (
          <p className="text-sm text-muted wrap-anywhere">
            {t('roleIn', { role: roleLabels[workspace.role], name: workspace.name })}
          </p>
        )}
        <Suspense fallback={<div className="h-16" />}>{wasOpened && <ThemeField />}</Suspense>
        <ErrorNote error={leaving.error} />
        <div className="flex flex-col border-t border-line pt-2">
          <Link to="/me/profile" className={rowClass} onClick={() => panel.current?.hidePopover()}>
            <UserRound className="size-4.5" />
            {t('profile')}
          </Link>
          {mayCreateWorkspaces && (
            <Link to="/me/new-workspace" className={rowClass} onClick={() => panel.current?.hidePopover()}>
              <Plus className="size-4.5" />
              {t('newWorkspace')}
            </Link>
          )}
          <Button look="quiet" className={rowAlign} onClick={onShortcuts}>
            <Keyboard className="size-4.5" />
            {t('keyboardShortcuts')}
          </Button>
          <Button look="quiet" className={rowAlign} busy={leaving.isPending} onClick={onSignOut}>
            <LogOut className="size-4.5" />
            {t('signOut')}
          </Button>
        </div>
      </div>
    </div>
  );
}
