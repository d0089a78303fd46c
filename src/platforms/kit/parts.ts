import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';

/** The parts that every connector gets. */
export interface ConnectorParts {
  /** All outbound HTTP: configured hosts are called as they are, all others are guarded. */
  safeFetch: SafeFetch;
  clock: Clock;
}
