import type { components } from '../../../client/src/api-types.js';

type Schemas = components['schemas'];

/** Whether the target may be public. It counts as neither failed nor published until a person has checked it. */
export const isUnconfirmed = ({
  status,
  errorCode,
}: Pick<Schemas['Target'], 'status' | 'errorCode'>): boolean =>
  status === 'FAILED' && errorCode === 'PUBLISH_UNCONFIRMED';

/** Whether the target was public, and was removed from its platform. */
export const isRemoved = ({ removal }: Pick<Schemas['Target'], 'removal'>): boolean =>
  removal !== null && removal.removedAt !== null;

/** Whether readers can see the target, as far as Punctual knows. A thread that stopped at a further part counts too. */
export const isPublic = (target: Pick<Schemas['Target'], 'publishedAt' | 'removal'>): boolean =>
  target.publishedAt !== null && !isRemoved(target);

/** The state that is shown for a post. A failed or partly published post is unconfirmed while one of its targets is. */
export type ShownState = Schemas['Post']['status'] | 'UNCONFIRMED';

export const shownStateOf = ({
  status,
  targets,
}: Pick<Schemas['CalendarPost'], 'status' | 'targets'>): ShownState =>
  (status === 'FAILED' || status === 'PARTIALLY_PUBLISHED') && targets.some(isUnconfirmed)
    ? 'UNCONFIRMED'
    : status;
