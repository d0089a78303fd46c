import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  Clock,
  Hourglass,
  PencilLine,
  Send,
  type LucideIcon,
} from 'lucide-react';
import type { ShownState } from '../../lib/shown-state.js';

/** Icons beside the times, so that states can be distinguished without colors. */
const stateIcons: Record<ShownState, LucideIcon> = {
  DRAFT: PencilLine,
  NEEDS_APPROVAL: Hourglass,
  SCHEDULED: Clock,
  PUBLISHING: Send,
  PARTIALLY_PUBLISHED: CircleDashed,
  PUBLISHED: CircleCheck,
  UNCONFIRMED: CircleQuestionMark,
  FAILED: CircleAlert,
  CANCELED: Ban,
};

export function StateIcon({ state, className = '' }: { state: ShownState; className?: string }) {
  const Icon = stateIcons[state];
  return <Icon className={`inline-block size-3.5 align-[-0.15em] ${className}`} />;
}
