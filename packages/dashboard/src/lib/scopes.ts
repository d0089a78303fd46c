import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/keys.js';

type ApiKey = components['schemas']['ApiKey'];
type CreateApiKey = components['schemas']['CreateApiKey'];

export type Scope = NonNullable<CreateApiKey['scopes']>[number];

/** All scopes with their names for people. */
export const scopeNames = (): { scope: Scope; name: string }[] => [
  { scope: 'posts:read', name: t('seePostsAndMedia') },
  { scope: 'posts:write', name: t('writeDrafts') },
  { scope: 'posts:publish', name: t('scheduleAndPublish') },
  { scope: 'media:write', name: t('uploadMedia') },
  { scope: 'comments:read', name: t('readComments') },
  { scope: 'comments:write', name: t('replyToComments') },
  { scope: 'accounts:read', name: t('seeAccounts') },
  { scope: 'metrics:read', name: t('seeNumbers') },
];

const reading: Scope[] = ['posts:read', 'comments:read', 'accounts:read', 'metrics:read'];

/** The usual selections. Null stands for all scopes. */
export const scopesOfRights = {
  all: null,
  read: reading,
  draft: [...reading, 'posts:write', 'media:write'],
} satisfies Record<string, Scope[] | null>;

/** The rights of the key, in words for people. Null if it is not limited. */
export function rightsOf({ scopes }: Pick<ApiKey, 'scopes'>): string | null {
  if (scopes === null) return null;
  if (scopes.every((scope) => scope.endsWith(':read')) && reading.every((scope) => scopes.includes(scope)))
    return t('readOnly');
  const names = scopeNames().filter(({ scope }) => scopes.includes(scope));
  return names.map(({ name }) => name).join(', ');
}
