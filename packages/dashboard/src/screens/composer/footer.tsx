import type { ReactNode } from 'react';
import { formatTime } from '../../lib/dates.js';
import { t } from '../../messages/composer.js';

/** The bar at the bottom of the form: notes about the draft, its time and the buttons. */
export function Footer(props: {
  /** When the draft was stored in this browser; null while it is not. */
  savedAt: string | null;
  notes: ReactNode;
  children: ReactNode;
}) {
  const { savedAt, notes, children } = props;
  return (
    <div className="contents border-line bg-canvas md:sticky md:bottom-0 md:z-10 md:-mx-8 md:flex md:flex-wrap md:items-center md:gap-x-4 md:gap-y-2 md:border-t md:px-8 md:py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col text-sm text-muted [&>:not(:empty)+:not(:empty)]:mt-1">
        {notes}
        {savedAt !== null && <p>{t('savedAt', { time: formatTime(savedAt) })}</p>}
      </div>
      {/* In narrow windows, only the buttons stay in sight, above the bar of the navigation. */}
      <div className="sticky bottom-14 z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-4 py-2 md:static md:mx-0 md:border-0 md:p-0">
        {children}
      </div>
    </div>
  );
}
