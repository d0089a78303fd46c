import { z } from 'zod';
import { mentionsOption, type Choice, type ChoiceSearches } from '../kit/choices.js';
import { readLinkedIn, type LinkedInSession } from './api.js';

/** The name in a company's URL. LinkedIn knows no other way to find a company that the member does not administer. */
const vanityName = /^[\p{L}\p{N}-]{1,100}$/u;
/** A short timeout, because a person is waiting. */
const searchTimeoutMs = 10_000;

const foundSchema = z.object({
  elements: z.array(
    z.object({
      id: z.number().int().positive(),
      localizedName: z.string().min(1).max(500),
      vanityName: z.string().min(1).max(500),
    }),
  ),
});

/**
 * Finds a company to mention by the name in its URL (Organization Lookup: the finder `vanityName`). Finding members needs
 * a permission that LinkedIn grants to selected developers only (People Typeahead API).
 */
export const linkedInSearches: ChoiceSearches<LinkedInSession> = {
  [mentionsOption]: {
    exact: true,
    by: 'the name in the URL of a company’s page',
    paid: false,
    find: async (session, query) => {
      if (!vanityName.test(query)) return { kind: 'found', choices: [] };
      const path = `/rest/organizations?q=vanityName&vanityName=${encodeURIComponent(query)}`;
      const call = { method: 'GET', path, timeoutMs: searchTimeoutMs } as const;
      const { elements } = await readLinkedIn(session, call, foundSchema);
      return { kind: 'found', choices: elements.map(toChoice) };
    },
  },
};

function toChoice({
  id,
  localizedName,
  vanityName: name,
}: z.infer<typeof foundSchema>['elements'][number]): Choice {
  return {
    value: `urn:li:organization:${id}`,
    label: localizedName,
    detail: `linkedin.com/company/${name}`,
    text: `@${localizedName}`,
  };
}
