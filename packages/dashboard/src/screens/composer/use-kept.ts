import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../api/client.js';
import type { Post } from './api.js';
import type { Draft } from './draft.js';
import { forget, keep, onKept, savedAtOf } from './kept-drafts.js';
import type { Sent } from './sent.js';

export interface Keeping {
  sent: readonly Sent[];
  /** When the draft was stored in this browser; null while it is not. */
  savedAt: string | null;
  /** Stores the versions that were sent. Called before the request, because the page may close before the response. */
  noteSent: (draft: Draft, sent: readonly Sent[]) => void;
  /** Restores the list of versions. Called if the service certainly did not store the last one. */
  takeBack: (sent: readonly Sent[]) => void;
  /** Turns the draft into a separate new post with its own reference. */
  asNewPost: (draft: Draft) => Draft;
  forget: (draft: Draft) => void;
}

/** Stores the draft, and the versions of it that were sent, in this browser. */
export function useKept(
  {
    initial,
    base,
    keptAs,
    sent: before,
  }: {
    initial: Draft;
    base: Post | null;
    keptAs: (referenceId: string) => string;
    sent: readonly Sent[];
  },
  draft: Draft,
): Keeping {
  const [sent, setSent] = useState(before);
  const name = keptAs(draft.referenceId);
  // A busy browser may run the effect only after the post was saved, and must not store the draft again.
  const forgotten = useRef(new Set<string>());
  const forgetDraft = ({ referenceId }: Draft): void => {
    forgotten.current.add(keptAs(referenceId));
    forget(keptAs(referenceId));
  };
  useEffect(() => {
    if ((draft !== initial || sent !== before) && !forgotten.current.has(name))
      keep(name, { savedAt: new Date().toISOString(), draft, base, sent });
  }, [draft, initial, name, base, sent, before]);
  const savedAt = useSyncExternalStore(onKept, () => savedAtOf(name));
  return {
    sent,
    savedAt,
    noteSent: (written, next) => {
      const savedAt = new Date().toISOString();
      keep(keptAs(written.referenceId), { savedAt, draft: written, base, sent: next });
      setSent(next);
    },
    takeBack: setSent,
    asNewPost: (written) => {
      forgetDraft(written);
      setSent([]);
      return { ...written, referenceId: newIdempotencyKey() };
    },
    forget: forgetDraft,
  };
}
