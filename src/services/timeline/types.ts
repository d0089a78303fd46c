import type { PlatformName } from '../../domain/platforms.js';
import type { ApiKeyActor, ClientLinkActor, SessionActor } from '../shared/context.js';
import type { TimelineDetail, TimelineKind } from '../../domain/timeline.js';

export interface TimelineView {
  at: Date;
  kind: TimelineKind;
  actor:
    | Pick<ApiKeyActor, 'kind' | 'apiKeyId' | 'userId'>
    | (Pick<ApiKeyActor, 'apiKeyId' | 'userId'> & { kind: 'app'; name: string | null })
    | SessionActor
    | (Omit<ClientLinkActor, 'name'> & { name: string | null })
    | { kind: 'system'; part: string };
  requestId: string | null;
  targetId: string | null;
  platform: PlatformName | null;
  detail: TimelineDetail;
}
