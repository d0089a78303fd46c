import { useState } from 'react';
import { ApiError } from '../../api/errors.js';
import type { Post } from './api.js';
import type { Draft } from './draft.js';
import { findingsOfDetails, type PlacedFinding } from './findings.js';
import { accountName, type Form } from './form.js';
import { DeletedPost, PostConflict, useCreatePost, useUpdatePost } from './send.js';
import { isPastRepeat, withSent, type Intent, type Sent } from './sent.js';
import type { Keeping } from './use-kept.js';

/**
 * An earlier try got no response and is too old for the service to recognize a repeat, so sending again could create a
 * second post.
 */
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
  /** Called after success. `retriedOn` contains the names of the accounts on which the post is being retried. */
  onDone: (post: Post, retriedOn: readonly string[]) => void;
  onTheirs: (post: Post) => void;
}

/**
 * The input for sending the form. `over` is the post to change, null for a new one. `sent` contains earlier versions
 * without a response.
 */
interface Way {
  over: Post | null;
  draft: Draft;
  sent: readonly Sent[];
}

/**
 * Returns functions that send the form, and the resulting error or conflict. A second press while sending has no
 * effect.
 */
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
      // After a reload the user has not chosen an action yet, and has to press a button again.
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

/**
 * Returns the names of the retried accounts. If the retry needs approval first, `Done` recognizes that by the post's
 * state.
 */
const retriedOn = (intent: Intent, draft: Draft, form: Form): readonly string[] =>
  intent === 'retry' ? draft.targets.map(({ accountId }) => accountName(form, accountId)) : [];

/** Turns the content of the form into a separate new post. */
function beginAnew(form: Form, kept: Keeping): Draft {
  const draft = kept.asNewPost(form.draft);
  form.update((current) => ({ ...current, referenceId: draft.referenceId }));
  return draft;
}

/**
 * Returns a function that creates a post. It records each version before sending it, and removes the record if the
 * service certainly did not store the version.
 */
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
