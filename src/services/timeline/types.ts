import type { PlatformName } from '../../domain/platforms.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';

export interface TimelineView {
  at: Date;
  kind: TimelineKind;
  actor: { kind: 'apiKey'; apiKeyId: string; userId: string } | { kind: 'system'; part: string };
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
}
