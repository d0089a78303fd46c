import type { PlatformName } from '../../domain/platforms.js';
import type { Actor } from '../shared/context.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';

export interface TimelineView {
  at: Date;
  kind: TimelineKind;
  actor: Actor | { kind: 'system'; part: string };
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
}
