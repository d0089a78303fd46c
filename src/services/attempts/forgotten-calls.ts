import type { JsonObject } from '../../domain/json.js';
import type { PublishGuarantee } from '../../domain/platforms.js';

/**
 * Which parts of a stored state can still be used if the rows lack a later call. A container is published once,
 * and what a call was answered concerns that call alone, so both would point to another call. A key stays the
 * same forever, and any call may use uploaded media.
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
