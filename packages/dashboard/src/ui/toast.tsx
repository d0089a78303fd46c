import { X } from 'lucide-react';
import type { Tone } from '../lib/labels.js';
import type { ToastAction } from '../lib/toasts.js';
import { plainText, type Told } from '../lib/told.js';
import { t } from '../messages/common.js';
import { toneClass } from './badge.js';
import { Button } from './button.js';
import { ToldText } from './told-text.js';

interface ToastProps {
  text: Told;
  tone: Tone;
  action?: ToastAction | undefined;
  onDismiss: () => void;
}

/** One short message at the edge of the window. Screens show messages with `showToast`. */
export function ToastCard({ text, tone, action, onDismiss }: ToastProps) {
  return (
    <div
      className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-md border border-line py-1 pr-1 pl-4 shadow-popup ${toneClass(tone)}`}
    >
      <p className="min-w-0 wrap-anywhere">
        <ToldText told={text} />
      </p>
      {action !== undefined && (
        <Button aria-label={`${action.label}: ${plainText(text)}`} onClick={action.run}>
          {action.label}
        </Button>
      )}
      <Button
        look="quiet"
        className="px-2!"
        aria-label={t('dismiss', { text: plainText(text) })}
        onClick={onDismiss}
      >
        <X className="size-4" />
      </Button>
    </div>
  );
}
