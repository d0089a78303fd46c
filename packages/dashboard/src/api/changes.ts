import type { QueryKey } from '@tanstack/react-query';
import { keys } from './keys.js';

/** A change that the stream of `GET /events` reports. This page may not know its `type`. */
export interface Change {
  type: string;
  id: string;
  workspaceId: string;
}

/** The resources, as query keys name them, by the type of a change. */
const resources: Readonly<Record<string, string>> = {
  POST: 'posts',
  COMMENT: 'comments',
  SOCIAL_ACCOUNT: 'social-accounts',
};
const streamedResources: ReadonlySet<unknown> = new Set(Object.values(resources));
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

/** Whether the stream reports changes to the result of this query. A post that is being edited is read only once. */
export const isStreamed = (key: QueryKey): boolean =>
  streamedResources.has(resourceOf(key)) && !key.includes('to-edit');

/** Whether to read this query again if the stream cannot say what has changed, such as after a gap. */
export const isReadAgain = (key: QueryKey): boolean =>
  isStreamed(key) || settings.has(resourceOf(key)) || isOfPerson(key);

const isOfPerson = ([first]: QueryKey): boolean => first === keys.workspaces[0] || first === keys.session[0];

/** Whether the change may alter the result of this query. */
export function concerns({ type, id, workspaceId }: Change, key: QueryKey): boolean {
  if (type === 'WORKSPACE' && isOfPerson(key)) return true;
  const [, ofWorkspace, resource, part, ofPost] = key;
  if (ofWorkspace !== workspaceId) return false;
  if (type === 'WORKSPACE') return settings.has(resourceOf(key));
  if (!isStreamed(key) || resource !== resources[type]) return false;
  return type !== 'POST' || !partsOfOne.has(part) || ofPost === id;
}
