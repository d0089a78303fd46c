import type { QueryKey } from '@tanstack/react-query';
import { keys } from './keys.js';

/** Something that has changed, as `GET /events` names it. `type` may be one that this page does not know. */
export interface Change {
  type: string;
  id: string;
  workspaceId: string;
}

const resources: Readonly<Record<string, string>> = {
  POST: 'posts',
  COMMENT: 'comments',
  SOCIAL_ACCOUNT: 'social-accounts',
};
const toldResources: ReadonlySet<unknown> = new Set(Object.values(resources));
/** The resources that a change of the type WORKSPACE may concern. */
const settings: ReadonlySet<unknown> = new Set([
  'members',
  'invitations',
  'client-links',
  'api-keys',
  'apps',
  'webhook-endpoints',
  'audit-log',
  'usage',
]);
/** The parts of `posts` whose keys continue with the id of a single post. */
const partsOfOne: ReadonlySet<unknown> = new Set(['one', 'timeline']);

const resourceOf = ([scope, , resource]: QueryKey): unknown => (scope === 'workspace' ? resource : undefined);

/** Whether the stream reports changes of this query's result. A post that is being edited is read only once. */
export const isTold = (key: QueryKey): boolean =>
  toldResources.has(resourceOf(key)) && !key.includes('to-edit');

/** Whether this query is read again when anything may have changed. */
export const isReadAgain = (key: QueryKey): boolean =>
  isTold(key) || settings.has(resourceOf(key)) || isOfPerson(key);

const isOfPerson = ([first]: QueryKey): boolean => first === keys.workspaces[0] || first === keys.session[0];

/** Whether the change may change the answer to this query. */
export function concerns({ type, id, workspaceId }: Change, key: QueryKey): boolean {
  if (type === 'WORKSPACE' && isOfPerson(key)) return true;
  const [, ofWorkspace, resource, part, ofPost] = key;
  if (ofWorkspace !== workspaceId) return false;
  if (type === 'WORKSPACE') return settings.has(resourceOf(key));
  if (!isTold(key) || resource !== resources[type]) return false;
  return type !== 'POST' || !partsOfOne.has(part) || ofPost === id;
}
