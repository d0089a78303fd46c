import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';

/** The parts that every connector gets. */
export interface ConnectorParts {
  /** All outbound HTTP: configured hosts are called as they are, all others are guarded. */
  safeFetch: SafeFetch;
  clock: Clock;
}

/** The parts of a connector whose accounts are connected through an app that the operator has registered. */
export interface AppParts extends ConnectorParts {
  /** The client of the registered app. Null if none is configured. */
  clientId: string | null;
  clientSecret: string | null;
}
