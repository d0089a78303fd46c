import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { mayIn } from '../api/session.js';
import { listenToShortcuts, useShortcut } from '../lib/use-shortcut.js';
import { t } from '../messages/shell.js';
import { useShownWorkspace } from './navigation.js';
import type { Overlay } from './overlay.js';

/** The dialogs are not part of the first load, because they need the dialogs of the library. */
const CommandBox = lazy(async () => ({ default: (await import('./command-box.js')).CommandBox }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.js')).ShortcutsDialog,
}));
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.js')).SignOutDialog }));

interface OverlaysProps {
  shown: Overlay | null;
  onShow: (overlay: Overlay | null) => void;
}

/** Shows the open dialog, and listens for the shortcuts that work on every screen. */
export function Overlays({ shown, onShow }: OverlaysProps) {
  const navigate = useNavigate();
  const workspace = useShownWorkspace();
  const [typed, setTyped] = useState('');
  const go = (path: string): void => void navigate({ to: `/w/${workspace?.id}/${path}` });
  useEffect(listenToShortcuts, []);
  useShortcut('search', () => onShow('search'));
  useShortcut('help', () => onShow('shortcuts'));
  useShortcut('newPost', () => go('compose'), workspace !== undefined && mayIn(workspace, 'writePosts'));
  useShortcut('today', () => go('calendar'), workspace !== undefined);
  const close = (): void => onShow(null);
  const leaveSearch = (next: Overlay | null): void => {
    setTyped('');
    onShow(next);
  };
  return (
    <Suspense fallback={shown === 'search' && <TypedMeanwhile onTyped={setTyped} />}>
      {shown === 'search' && <CommandBox typedFirst={typed} onShow={leaveSearch} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'sign-out' && <SignOutDialog onClose={close} />}
    </Suspense>
  );
}

/**
 * Collects the characters that the user types while the search is loaded. Otherwise these keys would be shortcuts. When
 * the search opens, the focus is where it was before, so that the search can return it there.
 */
function TypedMeanwhile({ onTyped }: { onTyped: (typed: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <input
      ref={field}
      aria-label={t('search')}
      className="sr-only"
      onChange={({ target }) => onTyped(target.value)}
    />
  );
}
