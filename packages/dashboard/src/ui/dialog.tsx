import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** Whether only the buttons of the dialog can close it, because its content cannot be shown again. */
  kept?: boolean;
}

const popupClass =
  'fixed left-1/2 top-1/2 z-50 flex max-h-[90dvh] w-[min(92vw,32rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-auto rounded-lg border border-line bg-surface p-6 text-ink shadow-popup';

/** A modal dialog. It keeps the focus inside, returns it when it closes, and closes on Escape unless `kept` is set. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, wide = false, kept = false } = props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={kept}
      onOpenChange={(next, details) => {
        if (kept) details.cancel();
        else if (!next) onClose();
      }}
    >
      <DialogFrame title={title} wide={wide}>
        {description !== undefined && (
          <Base.Description className="text-muted">{description}</Base.Description>
        )}
        {children}
      </DialogFrame>
    </Base.Root>
  );
}

/** The window of plain dialogs and alert dialogs. */
export function DialogFrame(props: { title: string; wide?: boolean; children: ReactNode }) {
  const { title, wide = false, children } = props;
  return (
    <Base.Portal>
      <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
      <Base.Popup className={`${popupClass} ${wide ? 'w-[min(96vw,64rem)]' : ''}`}>
        <Base.Title className="text-xl font-semibold">{title}</Base.Title>
        {children}
      </Base.Popup>
    </Base.Portal>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
