import type { Account, PlatformInfo, Post } from './api.js';
import type { Draft } from './draft.js';
import type { Sent } from './sent.js';

export interface ComposerProps {
  initial: Draft;
  /** The post to edit; null for a new one. */
  base: Post | null;
  /** Returns the name under which the browser stores the unsent draft. */
  keptAs: (referenceId: string) => string;
  /** Versions that were sent before the page was reloaded, without getting a response. */
  sent: readonly Sent[];
  accounts: readonly Account[];
  platforms: readonly PlatformInfo[];
  onDone: (post: Post, retriedOn: readonly string[]) => void;
  /** Called when the user chooses the stored version, which discards the form. */
  onTheirs: (post: Post) => void;
}
