import { useState } from 'react';
import { ApiError } from '../../api/errors.js';
import { t } from '../../messages/composer.js';
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
    super(t('mayExist'));
    this.sentAt = sentAt;
  }
}

function mayExist(sent: readonly Sent[]): MayExist | null {
  const [first] = sent;
  return first !== undefined && isPastRepeat(sent, Date.now()) ? new MayExist(first.at) : null;
}

interface SendingOptions {
  /** The post that the form changes; null for a new post. */
  base: Post | null;
  /** Called after success. `retriedOn` contains the names of the accounts on which the post is being retried. */
  onDone: (post: Post, retriedOn: readonly string[]) => void;
  /** Called when the user discards the form and takes the version that another user has saved. */
  onTheirs: (post: Post) => void;
}

interface Submission {
  /** The post to change; null to create one. */
  base: Post | null;
  draft: Draft;
  /** Earlier versions of a new post that were sent and got no response. */
  sent: readonly Sent[];
}

/**
 * Returns functions that send the form, and the resulting error or conflict. A second press while sending has no
 * effect.
 */
export function useSending(
  { base: opened, onDone, onTheirs }: SendingOptions,
  form: Form,
  kept: Keeping,
  onRefused: (findings: PlacedFinding[], draft: Draft) => void,
) {
  const create = useCreating(kept);
  const updating = useUpdatePost();
  const [base, setBase] = useState(opened);
  const [running, setRunning] = useState<Intent | null>(null);
  const [lastIntent, setLastIntent] = useState<Intent>('schedule');
  const [failure, setFailure] = useState<unknown>(() => mayExist(kept.sent));
  const send = async (intent: Intent, { base: over, draft, sent }: Submission): Promise<void> => {
    if (running !== null) return;
    setRunning(intent);
    setLastIntent(intent);
    setFailure(null);
    try {
      const post = await (over === null
        ? create({ draft, intent, sent })
        : updating.mutateAsync({ draft, base: over, intent }));
      kept.forget(draft);
      onDone(post, retriedOn(intent, draft, form));
    } catch (error) {
      setFailure(error);
      if (error instanceof DeletedPost) beginAnew(form, kept);
      if (error instanceof ApiError) onRefused(findingsOfDetails(error.details, draft), draft);
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
    send: (intent: Intent, written: Draft) => void send(intent, { base, draft: written, sent: kept.sent }),
    saveMine: () => {
      if (conflict === null) return;
      setBase(conflict.theirs);
      void send(lastIntent, { base: conflict.theirs, draft, sent: kept.sent });
    },
    saveSeparately: () => {
      if (running !== null) return;
      const separate = beginAnew(form, kept);
      // After a reload the user has not chosen an action yet, and has to press a button again.
      if (conflict === null) setFailure(null);
      else void send(lastIntent, { base: null, draft: separate, sent: [] });
    },
    takeTheirs: () => {
      if (conflict === null) return;
      kept.forget(draft);
      onTheirs(conflict.theirs);
    },
    closeConflict: () => setFailure(null),
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
 * Returns a function that creates a post. It stores each version in the browser before sending it, so that a repeat
 * after a reload can be recognized, and deletes it if the service certainly did not create a post from it.
 */
function useCreating(kept: Keeping) {
  const creating = useCreatePost();
  return async (given: { draft: Draft; intent: Intent; sent: readonly Sent[] }): Promise<Post> => {
    const { draft, intent, sent } = given;
    const tooOld = mayExist(sent);
    if (tooOld !== null) throw tooOld;
    kept.noteSent(draft, withSent(sent, { at: new Date().toISOString(), draft, intent }));
    try {
      return await creating.mutateAsync(given);
    } catch (error) {
      const isRefused = error instanceof PostConflict || (error instanceof ApiError && error.status < 500);
      if (isRefused) kept.takeBack(sent);
      throw error;
    }
  };
}
