import type { PlatformName } from '../../domain/platforms.js';
import type { ClientLinkActor, MemberActor } from '../shared/context.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';

export interface TimelineView {
  at: Date;
  kind: TimelineKind;
  actor:
    | MemberActor
    | (Omit<ClientLinkActor, 'name'> & { name: string | null })
    | { kind: 'system'; part: string };
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
}
