import { z } from 'zod';
import { successOf } from '../kit/call.js';
import { mentionsOption, type Choice, type ChoiceSearches } from '../kit/choices.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { didCharsMax } from './identity.js';
import { askServer, xrpcFailure } from './xrpc.js';

const foundMax = 10;
/** A short timeout, because a person is waiting. */
const searchTimeoutMs = 10_000;

const actorSchema = z.object({
  did: z
    .string()
    .max(didCharsMax)
    .regex(/^did:[a-z]+:[\w.:%-]+$/),
  handle: z.string().regex(/^[\w.-]{1,253}$/),
  displayName: z.string().max(640).optional().catch(undefined),
  avatar: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
});
const actorsSchema = z.object({ actors: z.array(z.unknown()).max(100) });

/** A handle that is not valid at the moment. A text cannot mention it. */
const invalidHandle = 'handle.invalid';

/**
 * Finds people by the beginnings of their names and handles (`app.bsky.actor.searchActorsTypeahead`). The account's own
 * server asks the network, as for other reads of the account.
 */
export function blueskySearches(context: BlueskyContext): ChoiceSearches<BlueskySession> {
  return {
    [mentionsOption]: {
      exact: false,
      paid: false,
      find: async (session, query) => {
        const answer = await askServer(session, {
          nsid: 'app.bsky.actor.searchActorsTypeahead',
          method: 'GET',
          query: { q: query, limit: String(foundMax) },
          access: await context.accessOf(session),
          timeoutMs: searchTimeoutMs,
        });
        const found = successOf(answer, actorsSchema, (refusal) => xrpcFailure(refusal, session.clock));
        return { kind: 'found', choices: found.actors.flatMap(toChoices).slice(0, foundMax) };
      },
    },
  };
}

function toChoices(actor: unknown): Choice[] {
  const known = actorSchema.safeParse(actor).data;
  if (known === undefined || known.handle === invalidHandle) return [];
  const { did, handle, displayName, avatar } = known;
  const text = `@${handle}`;
  return [
    {
      value: did,
      label: displayName || handle,
      detail: text,
      text,
      ...(avatar !== undefined && { imageUrl: avatar }),
    },
  ];
}
