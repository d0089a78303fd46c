import { useEffect, useState } from 'react';
import { newIdempotencyKey } from '../../api/client.js';
import type { Post } from './api.js';
import type { Draft } from './draft.js';
import { forget, keep } from './kept-drafts.js';
import type { Sent } from './sent.js';

export interface Keeping {
  sent: readonly Sent[];
  /** Stored at once: the page may not live to see an answer. */
  noteSent: (draft: Draft, sent: readonly Sent[]) => void;
  /** What was sent last has not been stored. */
  takeBack: (sent: readonly Sent[]) => void;
  /** The same text as a post of its own; what was sent before is another one. */
  asNewPost: (draft: Draft) => Draft;
  forget: (draft: Draft) => void;
}

/** Keeps in this browser what is being written, and what of it was sent. */
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
  useEffect(() => {
    if (draft !== initial || sent !== before)
      keep(name, { savedAt: new Date().toISOString(), draft, base, sent });
  }, [draft, initial, name, base, sent, before]);
  return {
    sent,
    noteSent: (written, next) => {
      const savedAt = new Date().toISOString();
      keep(keptAs(written.referenceId), { savedAt, draft: written, base, sent: next });
      setSent(next);
    },
    takeBack: setSent,
    asNewPost: (written) => {
      forget(keptAs(written.referenceId));
      setSent([]);
      return { ...written, referenceId: newIdempotencyKey() };
    },
    forget: ({ referenceId }) => {
      forget(keptAs(referenceId));
    },
  };
}
