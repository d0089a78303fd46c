import type { Call } from '../../../sandbox/call.js';

/** A request whose token and query have been checked. */
export interface YouTubeCall extends Call {
  query: Readonly<Record<string, string>>;
}
