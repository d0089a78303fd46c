import type { ReactNode } from 'react';
import { Button } from './button.js';

interface DecisionButtonsProps {
  /** The name of the post, which distinguishes the buttons of several posts for screen readers. */
  name: string;
  mayApprove: boolean;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
  /** More buttons. */
  children?: ReactNode;
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { name, mayApprove, busy, onApprove, onReject, children } = props;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="primary"
        aria-label={`Approve ${name}`}
        disabled={!mayApprove}
        busy={busy}
        onClick={onApprove}
      >
        Approve
      </Button>
      <Button aria-label={`Reject ${name}`} onClick={onReject}>
        Reject
      </Button>
      {children}
    </div>
  );
}
