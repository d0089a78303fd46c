import { useState } from 'react';
import { ApiError } from '../../api/errors.js';
import type { Post } from './api.js';
import type { Draft } from './draft.js';
import { findingsOfDetails, type PlacedFinding } from './findings.js';
import { accountName, type Form } from './form.js';
import { DeletedPost, PostConflict, useCreatePost, useUpdatePost } from './send.js';
import { isPastRepeat, withSent, type Intent, type Sent } from './sent.js';
import type { Keeping } from './use-kept.js';

/** It was sent so long ago, and without an answer, that sending it once more could make a second post. */
export class MayExist extends Error {
  override readonly name = 'MayExist';
  readonly sentAt: string;

  constructor(sentAt: string) {
    super('The post may exist already.');
    this.sentAt = sentAt;
  }
}

function mayExist(sent: readonly Sent[]): MayExist | null {
  const [first] = sent;
  return first !== undefined && isPastRepeat(sent, Date.now()) ? new MayExist(first.at) : null;
}

interface Ends {
  base: Post | null;
  /** `retriedOn`: the accounts, by name, on which it is sent again at once. */
  onDone: (post: Post, retriedOn: readonly string[]) => void;
  onTheirs: (post: Post) => void;
}

/** `over`: the post that is changed; null: a new one. `sent`: what was sent of that before. */
interface Way {
  over: Post | null;
  draft: Draft;
  sent: readonly Sent[];
}

/** Sends once, however often it is pressed, and sorts what comes back. */
export function useSending(
  { base: opened, onDone, onTheirs }: Ends,
  form: Form,
  kept: Keeping,
  onRefused: (findings: PlacedFinding[]) => void,
) {
  const create = useCreating(kept);
  const updating = useUpdatePost();
  const [base, setBase] = useState(opened);
  const [running, setRunning] = useState<Intent | null>(null);
  const [last, setLast] = useState<Intent>('schedule');
  const [failure, setFailure] = useState<unknown>(() => mayExist(kept.sent));
  const send = async (intent: Intent, { over, draft, sent }: Way): Promise<void> => {
    if (running !== null) return;
    setRunning(intent);
    setLast(intent);
    setFailure(null);
    try {
      const given = { draft, intent, sent };
      const post = await (over === null
        ? create(given)
        : updating.mutateAsync({ draft, base: over, intent }));
      kept.forget(draft);
      onDone(post, retriedOn(intent, draft, form));
    } catch (error) {
      setFailure(error);
      if (error instanceof DeletedPost) beginAnew(form, kept);
      if (error instanceof ApiError) onRefused(findingsOfDetails(error.details, form.draft));
    } finally {
      setRunning(null);
    }
  };
  const conflict = failure instanceof PostConflict ? failure : null;
  const { draft } = form;
  return {
    running,
    conflict,
    error: conflict === null ? failure : null,
    send: (intent: Intent) => void send(intent, { over: base, draft, sent: kept.sent }),
    saveMine: () => {
      if (conflict === null) return;
      setBase(conflict.theirs);
      void send(last, { over: conflict.theirs, draft, sent: kept.sent });
    },
    saveSeparately: () => {
      if (running !== null) return;
      const separate = beginAnew(form, kept);
      // After a reload nobody has pressed anything yet: what is to become of it is asked again.
      if (conflict === null) setFailure(null);
      else void send(last, { over: null, draft: separate, sent: [] });
    },
    takeTheirs: () => {
      if (conflict === null) return;
      kept.forget(draft);
      onTheirs(conflict.theirs);
    },
    closeConflict: () => {
      setFailure(null);
    },
  };
}

/** Where an approval is asked for, nothing is sent yet: `Done` tells that by the state of the post. */
const retriedOn = (intent: Intent, draft: Draft, form: Form): readonly string[] =>
  intent === 'retry' ? draft.targets.map(({ accountId }) => accountName(form, accountId)) : [];

/** What is in the form becomes a post of its own. */
function beginAnew(form: Form, kept: Keeping): Draft {
  const draft = kept.asNewPost(form.draft);
  form.update((current) => ({ ...current, referenceId: draft.referenceId }));
  return draft;
}

/** What is sent is noted first, and crossed out where the service has certainly not taken it. */
function useCreating(kept: Keeping) {
  const creating = useCreatePost();
  return async (given: { draft: Draft; intent: Intent; sent: readonly Sent[] }): Promise<Post> => {
    const { draft, intent, sent } = given;
    const doubt = mayExist(sent);
    if (doubt !== null) throw doubt;
    kept.noteSent(draft, withSent(sent, { at: new Date().toISOString(), draft, intent }));
    try {
      return await creating.mutateAsync(given);
    } catch (error) {
      if (error instanceof PostConflict || (error instanceof ApiError && error.status < 500))
        kept.takeBack(sent);
      throw error;
    }
  };
}
