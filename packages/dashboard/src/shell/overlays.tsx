import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { mayIn } from '../api/session.js';
import { listenToShortcuts, useShortcut } from '../lib/use-shortcut.js';
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
  const go = (path: string): void => void navigate({ to: `/w/${workspace?.id}/${path}` });
  useEffect(listenToShortcuts, []);
  useShortcut('search', () => onShow('search'));
  useShortcut('help', () => onShow('shortcuts'));
  useShortcut('newPost', () => go('compose'), workspace !== undefined && mayIn(workspace, 'writePosts'));
  useShortcut('today', () => go('calendar'), workspace !== undefined);
  const close = (): void => onShow(null);
  return (
    <Suspense fallback={null}>
      {shown === 'search' && <CommandBox onShow={onShow} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'sign-out' && <SignOutDialog onClose={close} />}
    </Suspense>
  );
}
