import type { JsonObject } from '../../domain/json.js';
import type { PublishGuarantee } from '../../domain/platforms.js';

/**
 * What of a stored state may still be asked with where a later call than the state's is missing from the rows. A
 * container is published once, and what a call was answered tells of that call alone: both would speak of another one. A
 * key is the same for ever, and media that a platform has got may be shown by any call.
 */
export function stateWithoutCalls(
  guarantee: PublishGuarantee | undefined,
  state: JsonObject | null,
): JsonObject | null {
  switch (guarantee) {
    case 'queryable':
      return null;
    case 'blind':
      return state?.['media'] === undefined ? null : { media: state['media'] };
    case 'keyed':
    case undefined:
      return state;
  }
}
