import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { onAnnouncement } from '../lib/announce.js';
import { focusHeading } from '../lib/focus-heading.js';
import { actionShownMs, dismissToast, pressToast, toastStore, type Toast } from '../lib/toasts.js';
import type { Told } from '../lib/told.js';
import { useShortcut } from '../lib/use-shortcut.js';
import { t } from '../messages/shell.js';
import { ToastCard } from '../ui/toast.js';
import { ToldText } from '../ui/told-text.js';

const toastShownMs = 5_000;

/**
 * The regions for announcements and messages. They exist from the start, because screen readers announce only changes
 * in regions that they already know.
 */
export function LiveRegions() {
  return (
    <>
      <Announcer />
      <Toasts />
    </>
  );
}

function Announcer() {
  const [said, setSaid] = useState<{ text: Told; times: number }>({ text: '', times: 0 });
  useEffect(() => onAnnouncement((text) => setSaid(({ times }) => ({ text, times: times + 1 }))), []);
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new key re-creates the element, so that even the same text is announced again. */}
      <span key={said.times}>
        <ToldText told={said.text} />
      </span>
    </div>
  );
}

function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  const region = useRef<HTMLElement>(null);
  const undoable = toasts.findLast(({ action }) => action !== undefined);
  useShortcut(
    'undo',
    () => {
      if (undoable !== undefined) pressToast(undoable.id);
    },
    undoable !== undefined,
  );
  return (
    <section
      ref={region}
      aria-label={t('messages')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col items-center gap-2 p-2 md:top-auto md:right-0 md:bottom-0 md:left-auto md:max-w-sm md:items-end md:p-4"
    >
      {toasts.map((toast) => (
        <TimedToast key={toast.id} toast={toast} region={region} />
      ))}
    </section>
  );
}

function TimedToast({ toast, region }: { toast: Toast; region: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // Errors stay until they are dismissed.
    if (toast.tone === 'bad') return undefined;
    const shownMs = toast.action === undefined ? toastShownMs : actionShownMs;
    // A message that the user points at or has focused does not disappear.
    const timer = setInterval(() => {
      if (region.current?.matches(':hover, :focus-within') !== true) dismissToast(toast.id);
    }, shownMs);
    return () => clearInterval(timer);
  }, [toast, region]);
  const leave = (go: (id: number) => void) => () => {
    const hadFocus = region.current?.matches(':focus-within') === true;
    go(toast.id);
    if (hadFocus) focusHeading();
  };
  const { text, tone, action } = toast;
  return (
    <ToastCard
      text={text}
      tone={tone}
      action={action && { label: action.label, run: leave(pressToast) }}
      onDismiss={leave(dismissToast)}
    />
  );
}
