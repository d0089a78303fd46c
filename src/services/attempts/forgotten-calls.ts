import type { JsonObject } from '../../domain/json.js';
import type { PublishGuarantee } from '../../domain/platforms.js';

/**
 * The parts of a stored state that are still usable if the database may lack a later call. A container can be published
 * once, and a response belongs to one call, so both might belong to a different call and are dropped. A key never
 * changes, and any call may use uploaded media.
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
