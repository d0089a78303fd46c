import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../messages/common.js';
import { buttonClass } from './button.js';

const popupClass =
  'fixed z-50 flex flex-col gap-4 overflow-auto border-line bg-surface p-6 text-ink shadow-popup transition-transform max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-lg max-md:border-t max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full md:inset-y-0 md:right-0 md:w-104 md:border-l md:data-ending-style:translate-x-full md:data-starting-style:translate-x-full';

/**
 * A modal card about one item of a screen: at the right side of the window, or at its bottom on phones. It closes on
 * Escape. For a question or a form, use `Dialog`.
 */
export function Sheet(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { title, onClose, children } = props;
  return (
    <Base.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className={popupClass}>
          <div className="flex items-start justify-between gap-2">
            <Base.Title className="min-w-0 text-xl font-semibold wrap-anywhere">{title}</Base.Title>
            <Base.Close aria-label={t('close')} className={`${buttonClass('quiet')} -mt-1 px-2!`}>
              <X className="size-5" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
