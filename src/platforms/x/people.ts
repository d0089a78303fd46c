import { z } from 'zod';
import { mentionsOption, type ChoiceSearch, type ChoiceSearches, type Choice } from '../kit/choices.js';
import { readX, type XSession } from './api.js';
import { userSchema, type XUser } from './connect.js';

const username = /^[A-Za-z0-9_]{1,15}$/;
/** A short timeout, because a person is waiting. */
const readTimeoutMs = 10_000;

/** X reports an unknown name as an error in a successful response. */
const foundSchema = z
  .object({ data: userSchema.optional(), errors: z.array(z.unknown()).optional() })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined);

/**
 * Looks people up by their usernames: `GET /2/users/by/username/{username}`, for which X charges as "User: Read".
 * Searching by words would be charged for each user that is found.
 */
export const xSearches: ChoiceSearches<XSession> = {
  [mentionsOption]: people((user) => ({ ...toChoice(user), text: `@${user.username}` })),
  taggedUserIds: people(toChoice),
};

function people(shown: (user: XUser) => Choice): ChoiceSearch<XSession> {
  return {
    exact: true,
    paid: true,
    find: async (session, query) => {
      if (!username.test(query)) return { kind: 'found', choices: [] };
      const { data } = await readX(
        session,
        {
          method: 'GET',
          path: `/2/users/by/username/${query}`,
          query: { 'user.fields': 'profile_image_url' },
          timeoutMs: readTimeoutMs,
        },
        foundSchema,
      );
      return { kind: 'found', choices: data === undefined ? [] : [shown(data)] };
    },
  };
}

function toChoice({ id, name, username: handle, profile_image_url: imageUrl }: XUser): Choice {
  return { value: id, label: name, detail: `@${handle}`, ...(imageUrl !== undefined && { imageUrl }) };
}
